// Every list of the contract that has orders: sorted up and down, and its pages join.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openSession } from '../backend/areas/session/tokens';
import { api, rows } from '../contract';
import { fold } from '../contract/fold';
import { type Examples, seedExamples } from './examples';
import { createWorld, ONE_ENGINE, type TestWorld } from './world';

type Line = Record<string, unknown> & { id: number };

/** Rows of a name and of its equals, so that ids have something to keep apart. */
const NAMES = ['ب', 'آ', 'هـ', 'ب', 'ی', 'ک', 'ا', 'ب', 'ي', 'و'];

/** What a list needs besides its order, by call, or by call and key. */
const NEEDED: Record<string, (w: TestWorld, e: Examples) => string> = {
  'messages.recipients': (_, e) => `notiffication=${e.values.notice}`,
  'messages.searchMessages': () => 'search=x',
  'rooms.search': () => 'search=x',
  'messages.list': (_, e) => `chat_with=${e.values.mate}`,
  'supervision.layers': () => 'all=true',
  'tracking.points': () => 'track_date_after=2020-01-01',
  'relations.related': (_, e) => `relation=${e.values.relation}&side=children`,
  'logs.system': () => 'call=customer.announce',
  'layers.list place': (w) => `group=${w.ids.group}`,
};

/** The value that a row is sorted by, where it is no field of the row by that name. */
const VALUES: Record<string, (line: never) => unknown> = {
  'messages.recipients name': ({ user }: { user: Record<string, string> }) =>
    `${user.last_name} ${user.first_name} ${user.username}`,
  'messages.searchMessages date': ({ message }: { message: { date: string } }) => message.date,
  'rooms.search date': ({ message }: { message: { date: string } }) => message.date,
  'messages.contacts name': (line: Record<string, string>) => `${line.last_name}\u0000${line.first_name}`,
  // Who was never there was there before all others.
  'users.list last_seen': (line: { last_seen: string | null }) => line.last_seen ?? '',
  'roles.members name': (line: Record<string, string>) => `${line.last_name}\u0000${line.first_name}`,
  'regions.people name': (line: Record<string, string>) => `${line.last_name}\u0000${line.first_name}`,
  'users.all name': (line: Record<string, string>) => `${line.last_name}\u0000${line.first_name}`,
  'users.supervisors name': (line: Record<string, string>) => `${line.last_name}\u0000${line.first_name}`,
  // They stand as they were made.
  'layers.list place': ({ id }: { id: number }) => id,
  'groups.list position': ({ id }: { id: number }) => id,
  'projects.list state': ({ state }: { state: { id: number } }) => state.id,
};

/** Keys of an order in a call's query. */
function keysOf(query: unknown): string[] {
  if (!(query instanceof z.ZodObject)) return [];
  const order = query.shape.order as z.ZodType | undefined;
  const inner = order instanceof z.ZodOptional ? order.unwrap() : undefined;
  return inner instanceof z.ZodEnum ? (inner.options as string[]).filter((key) => !key.startsWith('-')) : [];
}

const lists = rows.filter(({ row }) => keysOf(row.query).length > 0);

it('has orders for every list with pages', () => {
  const paged = rows.filter(({ row }) => row.query instanceof z.ZodObject && 'offset' in row.query.shape);
  const unsorted = paged.filter(({ row }) => !('order' in (row.query as z.ZodObject).shape)).map(({ name }) => name);
  expect(unsorted).toEqual([]);
});

describe.each(ONE_ENGINE)('lists on the %s engine', (kind) => {
  let w: TestWorld;
  let examples: Examples;
  beforeAll(async () => {
    w = await createWorld(kind);
    examples = await seedExamples(w);
    const post = (path: string, body: object) => w.call('super', 'POST', `/api/${path}/`, body);
    const { id: plan } = await w.engine.db.selectFrom('plan').select('id').executeTakeFirstOrThrow();
    const geometry = { type: 'Polygon', coordinates: [[[50, 30], [51, 30], [51, 31], [50, 30]]] }; // biome-ignore format: a triangle
    const connection = { host: 'db.example.test', database: 'gis', username: 'reader', password: 'secret' };
    for (const [i, label] of NAMES.entries()) {
      await post('layerdata', { layer: examples.values.relationChild, value: { parent_code: 'a' }, geometry: null });
      const all = [
        await post('region', { label, geometry }),
        await post('layergroup', { label }),
        await post('arcsde', { label: `${label} ${i}`, ...connection }),
        await post('group', { name: label }),
        await post('announcement', { title: label, text: 'x' }),
        await post('project', { name: label, ...(i % 3 ? { due_date: `2030-01-0${1 + (i % 4)}` } : {}) }),
        await post('notiffication', { subject: label, text: 'x', recipient_user: [examples.values.viewerAccount] }),
        await post('message', { receiver: examples.values.mate, text: label }),
        await post(`room/${examples.values.project}/message`, { text: `x ${label}` }),
        await post(`project/${examples.values.workProject}/comment`, { text: label }),
        await post('applog', { message: label, place: '/app/home' }),
        await post('layerdata', { layer: w.ids.spare, value: { name: label }, geometry: { type: 'Point', coordinates: [51, 35] } }), // biome-ignore format: one record
        await post('track', { points: [{ date: new Date(Date.now() - 1000 * i).toISOString(), lon: 51, lat: 35 }] }),
        await w.form('super', '/api/users/', { username: `p${i}`, password: 'Clear-Water-7', last_name: label, phone: `0912000000${i % 3}` }), // biome-ignore format: one person
      ];
      expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
      await w.engine.db
        .insertInto('purchase')
        .values({ id: `p${9 - i}`, customer_id: w.ids.customer, account_id: 1, plan_id: plan, duration: 1, layer_limit: 1, disk_limit: 1, price: 9, discount: i % 3, amount: 9 - (i % 3), gateway: 'g', host: 'h', state: 'failed', created: new Date(1e12 + i) }) // biome-ignore format: one row
        .execute();
      await sql`
        insert into track_look (account_id, watcher_id, day, kind, first_at, last_at) select a.id, ${examples.values.viewerAccount}::int, date '2030-01-01' + ${i}::int, 'now',
          ${new Date(1e12 + (i % 3))}::timestamptz, ${new Date(1e12 + (i % 3))}::timestamptz from account a where a.username = 'super'`.execute(w.engine.db); // biome-ignore format: one row
      if (i % 2) await w.call('super', 'DELETE', `/api/layerdata/${all[11]?.body.id}/`);
    }
    // Everybody has one role, and somebody is signed in at several places.
    const { role, viewerAccount } = examples.values;
    await sql`insert into account_role (account_id, role_id) select id, ${role}::int from account where customer_id = ${w.ids.customer}::int`.execute(w.engine.db); // biome-ignore format: one row each
    for (let i = 0; i < 4; i++) await openSession(w.engine.db, Number(viewerAccount), new Date(1e12 + (i % 3)), 600);
  });
  afterAll(() => w.close());

  const read = async (path: string, query: string): Promise<{ lines: Line[]; next: string | null }> => {
    const { status, body } = await w.call('super', 'GET', `/api/${path}?${query}`);
    expect([query, status]).toEqual([query, 200]);
    return { lines: body.results ?? body, next: body.next ?? null };
  };
  const compare = new Intl.Collator('fa', { numeric: false });
  const isLatin = (text: string) => /[a-z]/i.test(text);
  const textOf = (text: string) => text.split('\u0000').map(fold);

  /** Whether two neighbours of a list that goes up stand right; ids decide between equals. */
  function isSorted(one: Line, other: Line, getKey: (line: Line) => unknown): boolean {
    const [a, b] = [getKey(one), getKey(other)];
    if (a === null || b === null) return b === null && (a !== null || one.id < other.id);
    if (typeof a === 'string' && typeof b === 'string' && !/^\d{4}-/.test(a)) {
      // Which script comes first differs between the engines.
      if (isLatin(a) !== isLatin(b)) return true;
      const [x, y] = [textOf(a), textOf(b)];
      const way = x.map((part, i) => compare.compare(part, y[i] ?? '')).find((n) => n !== 0) ?? 0;
      return way < 0 || (way === 0 && (one.id < other.id || a !== b));
    }
    // A moment is told in milliseconds and sorted by microseconds.
    return (a as number) < (b as number) || (a === b && (one.id < other.id || typeof a === 'string'));
  }

  /** What a list of parts is read of. */
  const idFor = (path: string) => {
    if (path.startsWith('layer/')) return w.ids.layer;
    if (path.startsWith('users/')) return examples.values.viewerAccount;
    if (path.startsWith('group/')) return examples.values.role;
    if (path.startsWith('room/')) return examples.values.project;
    if (path.startsWith('project/')) return examples.values.workProject;
    return path.startsWith('region/') ? w.ids.region : examples.values.relationRecord;
  };

  for (const { name, row } of lists)
    it(`${name} is sorted both ways, and its pages join`, async () => {
      for (const key of keysOf(row.query)) {
        const needed = (NEEDED[`${name} ${key}`] ?? NEEDED[name])?.(w, examples) ?? '';
        const getKey = (VALUES[`${name} ${key}`] ?? ((line: Line) => line[key])) as (line: Line) => unknown;
        const path = row.path.replace(':id', String(idFor(row.path)));
        const up = (await read(path, `${needed}&order=${key}&limit=100`)).lines;
        const down = (await read(path, `${needed}&order=-${key}&limit=100`)).lines;
        expect(up.length).toBeGreaterThan(0);
        expect([key, down.map(({ id }) => id)]).toEqual([key, up.map(({ id }) => id).reverse()]);
        expect(new Set(up.map(({ id }) => id)).size).toBe(up.length);
        for (const [i, line] of up.entries()) {
          const next = up[i + 1];
          if (next) expect([key, getKey(line), getKey(next), isSorted(line, next, getKey)]).toEqual([key, getKey(line), getKey(next), true]); // biome-ignore format: one row
        }
        for (const order of [key, `-${key}`]) {
          const pages: Line[] = [];
          for (let offset = 0; pages.length === offset && offset < up.length; offset += 3)
            pages.push(...(await read(path, `${needed}&order=${order}&limit=3&offset=${offset}`)).lines);
          expect([order, pages.map(({ id }) => id)]).toEqual([order, (order === key ? up : down).map(({ id }) => id)]);
        }
      }
    });

  it('sorts deleted records by the name that the published list has for an order', async () => {
    const { path } = api.records.deleted;
    for (const order of ['id', '-create_date'])
      expect((await read(path, `ordering=${order}`)).lines).toEqual((await read(path, `order=${order}`)).lines);
  });

  it('sorts records by their status, who made them, days and fields', async () => {
    for (const key of ['id', 'status', 'creator_user', 'create_date', 'modified_date', 'value__name']) {
      const up = (await read('layerdata/', `layer=${w.ids.layer}&order=${key}&limit=100`)).lines;
      const down = (await read('layerdata/', `layer=${w.ids.layer}&order=-${key}&limit=100`)).lines;
      expect([key, down.map(({ id }) => id)]).toEqual([key, up.map(({ id }) => id).reverse()]);
      if (key === 'status') expect(up.map(({ status }) => (status as { id: number }).id)).toEqual(up.map(({ status }) => (status as { id: number }).id).sort()); // biome-ignore format: one row
    }
  });
});
