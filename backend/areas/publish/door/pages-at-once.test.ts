// Programs that read all pages beside people who work: how many pages are read at once, and that none of them holds the process for long.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askDoor, createDoorKey, publishLayer } from '../../../../testing/outside/door';
import { createWorld, ENGINES, type TestWorld } from '../../../../testing/world';
import * as make from '../../../seed/builders';
import { WRITTEN_IN_ONE_GO } from './records';
import { PAGES_AT_ONCE, PAGES_AT_ONCE_ALL } from './routes';

const COUNT = 1000;
const SLOW_MS = 40;
/** After so long without a call nobody is at work. */
const NOBODY_MS = 1_100;

type Row = Record<string, unknown>;
type Read = { rows: Row[] };

describe.each(ENGINES)('pages of records on the %s engine', (kind) => {
  let w: TestWorld;
  let layer: number;
  beforeAll(async () => {
    w = await createWorld(kind);
    const records = Array.from({ length: COUNT }, (_, i) => ({ geometry: { type: 'Point' as const, coordinates: [50 + i / 1000, 30] }, value: { name: `${i}` } })); // biome-ignore format: one line
    layer = await make.createLayer(w.engine, { customer: w.ids.customer, owner: 1, label: 'l', type: 1, form: [{ name: 'name', label: 'name', type: 'text' }], records }); // biome-ignore format: one line
    await publishLayer(w, layer);
  });
  afterAll(() => w.close());
  const items = (query: string) => `/ogc/collections/layer_${layer}/items?${query}`;

  /** Does the work while the statements that read pages go through `read`. */
  async function whileRead<T>(read: (ask: () => Promise<Read>) => Promise<Read>, work: () => Promise<T>): Promise<T> {
    const executor = Object.getPrototypeOf(Object.getPrototypeOf(w.engine.db.getExecutor()));
    const { executeQuery } = executor;
    executor.executeQuery = function (query: { sql: string }, ...rest: unknown[]) {
      const ask = () => executeQuery.call(this, query, ...rest);
      return query.sql.includes('st_asgeojson(n.geom, 7)') ? read(ask) : ask();
    };
    try {
      return await work();
    } finally {
      executor.executeQuery = executeQuery;
    }
  }
  /** Makes statements that read pages slow, and tells how many of them ran at once while `work` was done. */
  async function mostAtOnce(work: () => Promise<void>): Promise<number> {
    let [now, most] = [0, 0];
    await whileRead(async (ask) => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      return ask().finally(() => now--);
    }, work);
    return most;
  }
  const readBy = async (keys: readonly string[], pages: number) => {
    const answers = await Promise.all(keys.flatMap((key) => Array.from({ length: pages }, (_, i) => askDoor(w, items(`limit=1&offset=${i}`), { key })))); // biome-ignore format: one line
    expect(answers.map(({ status }) => status)).toEqual(Array(keys.length * pages).fill(200));
  };

  it('are few at once of one key, and of all keys; the rest waits and is answered', async () => {
    const keys = await Promise.all(Array.from({ length: 4 }, () => createDoorKey(w, [layer])));
    // While people work, it is half.
    await w.call('super', 'GET', '/api/layer/?limit=1');
    expect(await mostAtOnce(() => readBy(keys.slice(0, 3), 1))).toBe(PAGES_AT_ONCE[kind]);
    expect(await mostAtOnce(() => readBy(keys.slice(0, 1), 2))).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, NOBODY_MS));
    expect(await mostAtOnce(() => readBy(keys.slice(0, 1), 8))).toBe(PAGES_AT_ONCE[kind]);
    expect(await mostAtOnce(() => readBy(keys, 4))).toBe(PAGES_AT_ONCE_ALL[kind]);
  });

  it('hold up nothing else that the same key asks for', async () => {
    const key = await createDoorKey(w, [layer]);
    const order: string[] = [];
    await mostAtOnce(async () => {
      const pages = readBy([key], 8).then(() => order.push('pages'));
      await askDoor(w, `/ogc/collections/layer_${layer}/schema`, { key }).then(() => order.push('schema'));
      await pages;
    });
    expect(order).toEqual(['schema', 'pages']);
  });

  /** How many records were written within each turn of the process while an address was read: a record's values are read to write it. */
  async function writtenWhile(address: string) {
    const key = await createDoorKey(w, [layer]);
    const written = new Map<number, number>();
    let turn = 0;
    let isOver = false;
    const tick = () => {
      turn++;
      if (!isOver) setImmediate(tick);
    };
    setImmediate(tick);
    const counted = (row: Row): Row => {
      let isWritten = false;
      const { value } = row;
      return Object.defineProperty(row, 'value', {
        get() {
          if (!isWritten) written.set(turn, (written.get(turn) ?? 0) + 1);
          isWritten = true;
          return value;
        },
      });
    };
    const answer = await whileRead(
      async (ask) => {
        const { rows, ...rest } = await ask();
        return { ...rest, rows: rows.map(counted) };
      },
      () => askDoor(w, address, { key }),
    );
    isOver = true;
    return { answer, written: [...written.values()] };
  }
  const sum = (numbers: readonly number[]) => numbers.reduce((all, n) => all + n, 0);

  it('are written a stretch at a time, with the turns of others between', async () => {
    const { answer, written } = await writtenWhile(items(`limit=${COUNT}`));
    const { numberReturned, links } = answer.body;
    expect([numberReturned, links.some(({ rel }: { rel: string }) => rel === 'next')]).toEqual([COUNT, false]);
    expect(sum(written)).toBe(COUNT);
    expect(Math.max(...written)).toBeLessThanOrEqual(WRITTEN_IN_ONE_GO);
  });

  it('leave turns between when a whole layer goes out as CSV', async () => {
    const { answer, written } = await writtenWhile(`/ogc/collections/layer_${layer}/items.csv`);
    expect(answer.text.trim().split('\n')).toHaveLength(COUNT + 1);
    expect(sum(written)).toBe(COUNT);
    expect(Math.max(...written)).toBeLessThanOrEqual(WRITTEN_IN_ONE_GO);
  });
});
