// Filters that no index serves, on ten thousand records: answered soon all the same.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../../contract/schemas/form';
import { setInteractiveSeconds } from '../../../testing/setup/interactive';
import { countRowsRead, recordStatements } from '../../../testing/statements';
import { createWorld, ENGINES, FORM, type TestWorld } from '../../../testing/world';
import { partition } from '../../geo/tiles';
import * as make from '../../seed/builders';

const MANY = 10_000;
/** Milliseconds, far above what is usual. */
const PATIENCE = 30_000;

// A change of the form rewrites ten thousand records: seconds that a busy machine has several times of.
setInteractiveSeconds(60);

/** Days from 2020-01-01 on, each for a few records: the first three days belong to one record each. */
const dayOf = (i: number) => new Date(Date.UTC(2020, 0, 1 + (i < 5 ? i - 1 - Math.floor(i / 3) : 30 + (i % 2000)))).toISOString().slice(0, 10); // biome-ignore format: one line

describe.each(ENGINES)('filters without an index on the %s engine', (kind) => {
  let w: TestWorld;
  let layer: number;
  beforeAll(async () => {
    w = await createWorld(kind);
    const records = Array.from({ length: MANY }, (_, i) => ({
      geometry: { type: 'Point' as const, coordinates: [50 + (i % 100) / 50, 34 + Math.floor(i / 100) / 50] },
      value: { name: `${'الف ي '.repeat(40)}${i}`, population: i, ...(i % 3 ? { founded: dayOf(i) } : {}) },
    }));
    layer = await make.createLayer(w.engine, { customer: w.ids.customer, owner: 1, label: 'x', type: 1, form: FORM, records }); // biome-ignore format: one line
  });
  afterAll(() => w.close());

  it('answer soon, and rightly', async () => {
    const rule = (text: unknown) => `filter_query=${encodeURIComponent(JSON.stringify(text))}`;
    const took: [number, string][] = [];
    for (const [query, count] of [
      ['value__population=%3E9989', 10],
      ['value__population=10..19', 10],
      [`value__name=${encodeURIComponent('=')}nothing`, 0],
      [`value__name=${encodeURIComponent('ی 9999')}`, 1],
      ['value__name=nowhere', 0],
      ['value__founded=~', 3334],
      ['search=nowhere', 0],
      [rule({ field: 'name', is: 'ends', value: ' ۹۹۹۹' }), 1],
      [rule({ field: 'name', is: 'eq', value: 'x' }), 0],
      [rule({ not: { field: 'name', is: 'contains', value: 'الف' } }), 0],
      [rule({ or: Array.from({ length: 60 }, (_, i) => ({ field: 'name', is: 'ends', value: `x${i}` })) }), 0],
      [rule({ field: 'population', is: 'in', value: Array.from({ length: 500 }, (_, i) => i * 2) }), 500],
      ['order=value__name&offset=9999', MANY],
      ['order=-value__population&value__population=%3E4999', 5000],
    ] as const) {
      const start = performance.now();
      const { status, body } = await w.call('super', 'GET', `/api/layerdata/?layer=${layer}&limit=1&${query}`);
      const ms = performance.now() - start;
      took.push([Math.round(ms), query.slice(0, 60)]);
      expect([query, status, body.count]).toEqual([query, 200, count]);
    }
    expect(took.filter(([ms]) => ms > PATIENCE)).toEqual([]);
    took.sort(([a], [b]) => b - a);
    console.info(`${kind}: ${took.slice(0, 5).map(([ms, query]) => `${ms} ms ${query}`).join('; ')}`); // biome-ignore format: one line
  });

  it("makes an index of a field that is sorted by or compared by its order, which stays the field's own", async () => {
    const { db } = w.engine;
    const table = partition(layer);
    const indexes = async () =>
      (
        await sql<{ name: string; definition: string }>`
          select indexname as name, indexdef as definition from pg_indexes where tablename = ${table}::text and indexname like ${`${table}\\_by\\_%`}::text order by 2`.execute(
          db,
        )
      ).rows;
    const list = (more: string) => w.call('super', 'GET', `/api/layerdata/?layer=${layer}&limit=25&${more}`);
    const rowsRead = async (more: string) => {
      const record = recordStatements(w.engine);
      const { body } = await list(more).finally(() => record.stop());
      const queries = record.queries.filter(({ sql: text }) => text.includes('order by n.id') || text.includes('as n from (select 1')); // biome-ignore format: one line
      expect(queries.length).toBe(2);
      let rows = 0;
      for (const query of queries) rows += await countRowsRead(w.engine, query);
      return { count: body.count, rows };
    };
    const few = 'value__population=9100..9104';
    // Of a small layer every record is read: an index would cost more.
    expect((await rowsRead(few)).rows).toBeGreaterThan(MANY);
    expect(await indexes()).toEqual([]);
    await db.updateTable('layer').set({ record_count: 20_000 }).where('id', '=', layer).execute();
    // Two at once: one makes it, the other one waits.
    expect((await Promise.all([list(few), list(few)])).map(({ status }) => status)).toEqual([200, 200]);
    const { count, rows } = await rowsRead(few);
    expect([count, rows < 50]).toEqual([5, true]);
    expect((await list('order=value__name')).status).toBe(200);
    const both = await indexes();
    expect(both.map(({ definition }) => /value ->> '(.*)'::text/.exec(definition)?.[1])).toEqual([
      'population',
      'name',
    ]);

    const patch = (form: Field[]) =>
      w.call('super', 'PATCH', `/api/layer/${layer}/`, { config: { form }, force: true });
    const reordered = [...FORM].reverse();
    expect((await patch(reordered)).status).toBe(200);
    expect((await list('order=value__name')).status).toBe(200);
    expect((await rowsRead(few)).rows).toBeLessThan(50);
    expect(await indexes()).toEqual(both);

    // Days are led to by theirs, and so are the records without one.
    for (const [more, expected] of [
      ['value__founded=2020-01-01..2020-01-03', 3],
      ['value__founded=%3E2026-12-01', 0],
    ] as const) {
      expect((await list(more)).status).toBe(200);
      const dated = await rowsRead(more);
      expect([more, dated.count, dated.rows < 50]).toEqual([more, expected, true]);
    }
    expect((await indexes()).length).toBe(3);
    expect((await list('order=value__founded&value__founded=2020-01-01..2020-01-03')).body.count).toBe(3);
    expect((await indexes()).length).toBe(3);

    // A field that is gone takes its index along: on numbers it would refuse the texts of a new field of this name.
    const without = reordered.filter(({ name }) => name !== 'population');
    expect((await patch(without)).status).toBe(200);
    expect((await indexes()).length).toBe(2);
    expect((await patch([...without, { name: 'population', label: 'p', type: 'text' }])).status).toBe(200);
    const text = await w.call('super', 'POST', '/api/layerdata/', {
      layer,
      value: { name: 'x', population: 'many' },
      geometry: { type: 'Point', coordinates: [51, 35] },
    });
    expect([text.status, text.body.detail]).toEqual([200, undefined]);
  });

  it('sorts by texts of any length, and takes them afterwards', async () => {
    const { db } = w.engine;
    await db.updateTable('layer').set({ record_count: 20_000 }).where('id', '=', layer).execute();
    // No letters that repeat: what is short when it is packed would fit anywhere.
    const long = (first: string) => first + randomBytes(6000).toString('base64');
    const add = (name: string) =>
      w.call('super', 'POST', '/api/layerdata/', { layer, value: { name }, geometry: { type: 'Point', coordinates: [51, 35] } }); // biome-ignore format: one call
    const before = await add(long('!آب '));
    const sorted = await w.call('super', 'GET', `/api/layerdata/?layer=${layer}&limit=25&order=value__name`);
    const after = await add(long('!آبا '));
    expect([before.status, sorted.status, after.status]).toEqual([200, 200, 200]);
    const again = await w.call('super', 'GET', `/api/layerdata/?layer=${layer}&limit=2&order=value__name`);
    expect([sorted.body.results[0].id, ...again.body.results.map(({ id }: { id: number }) => id)]).toEqual([before.body.id, before.body.id, after.body.id]); // biome-ignore format: one line
  });
});
