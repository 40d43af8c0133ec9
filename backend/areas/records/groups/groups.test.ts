// Groups of records: every type of field, sums beside the counts, queries that leave exactly a group's records, and what each person sees.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../../../contract/schemas/form';
import { MAX_GROUPS, type RecordGroup, type RecordGroups } from '../../../../contract/schemas/layers/groups';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../../testing/world';

const choices = ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase() }));
const FORM: Field[] = [
  { name: 'text', label: 'text', type: 'text' },
  { name: 'n', label: 'n', type: 'integer' },
  { name: 'd', label: 'd', type: 'decimal' },
  { name: 'day', label: 'day', type: 'date' },
  { name: 'moment', label: 'moment', type: 'datetime' },
  { name: 'yes', label: 'yes', type: 'boolean' },
  { name: 'one', label: 'one', type: 'choice', choices },
  { name: 'many', label: 'many', type: 'multi_choice', choices },
  { name: 'time', label: 'time', type: 'time' },
  { name: 'file', label: 'file', type: 'file' },
];
const VALUES = [
  // The last day of 1403 and the first of 1404; in Tehran the moment of the third is already the next day.
  { text: 'علی', n: 1, d: 0.1, day: '2025-03-20', moment: '2025-03-20T10:00:00Z', yes: true, one: 'a', many: ['a', 'b'], time: '08:00' }, // biome-ignore format: one record
  { text: 'علي', n: 2, d: 0.2, day: '2025-03-21', moment: '2025-03-20T12:00:00Z', yes: true, one: 'a', many: ['b'], time: '08:00' }, // biome-ignore format: one record
  { text: 'ب', n: 3, day: '2025-04-01', moment: '2025-03-20T21:00:00Z', yes: false, one: 'b', many: [], time: '09:30' },
  { text: '', n: null, d: null, day: null },
  { text: '50% _\\', n: -4 },
];

describe.each(ONE_ENGINE)('groups of records on the %s engine', (kind) => {
  let w: TestWorld;
  let layer: number;
  beforeAll(async () => {
    w = await createWorld(kind);
    layer = (await w.form('super', '/api/layer/', { label: 'گروه‌ها', type: 0, form: FORM })).body.id;
    for (const value of VALUES) {
      const { status, body } = await w.call('super', 'POST', '/api/layerdata/', { layer, value, geometry: null });
      expect([status, body.fields]).toEqual([200, undefined]);
    }
  });
  afterAll(() => w.close());
  const supervise = async (supervised: boolean) => {
    expect((await w.call('super', 'PATCH', `/api/layer/${w.ids.layer}/`, { config: { supervised } })).status).toBe(200);
    // Rights are remembered for a moment: a call that changes them ends that.
    await w.call('super', 'POST', `/api/layerpermission/?layer=${w.ids.layer}`, { permissions: [] });
  };

  const groupsOf = (as: string, of: number, body: object, lang = 'fa') =>
    w.call(as, 'POST', `/api/layerdata/${of}/groups/`, { sums: [], query: { and: [] }, ...body }, { 'accept-language': lang }); // biome-ignore format: one call
  const counts = async (body: object, lang = 'fa') =>
    ((await groupsOf('super', layer, body, lang)).body as RecordGroups).groups.map(({ value, count }) => [value, count]); // biome-ignore format: one line

  it('stand together as rules compare them, those without a value last', async () => {
    expect(await counts({ field: 'text', order: 'value' })).toEqual([['50% _\\', 1], ['ب', 1], ['علي', 2], [null, 1]].sort((a, b) => order(a) - order(b))); // biome-ignore format: one list
    expect(await counts({ field: 'one' })).toEqual([['a', 2], ['b', 1], [null, 2]]); // biome-ignore format: one list
    expect(await counts({ field: 'many' })).toEqual([['b', 2], ['a', 1], [null, 3]]); // biome-ignore format: one list
    expect(await counts({ field: 'yes' })).toEqual([[true, 2], [false, 1], [null, 2]]); // biome-ignore format: one list
    expect(await counts({ field: 'n', order: '-value' })).toEqual([[3, 1], [2, 1], [1, 1], [-4, 1], [null, 1]]); // biome-ignore format: one list
    expect(await counts({ field: 'time' })).toEqual([['08:00', 2], ['09:30', 1], [null, 2]]); // biome-ignore format: one list
  });
  /** Text stands in the order of the engine: only that no value comes last is the same for all. */
  const order = ([value]: unknown[]) => (value === null ? 9 : ['50% _\\', 'ب', 'علي'].indexOf(String(value)));

  it('put days together by year and month, Jalali where Persian is spoken', async () => {
    const year = { field: 'day', step: 'year', order: 'value' };
    expect(await counts(year)).toEqual([['2024-03-20', 1], ['2025-03-21', 2], [null, 2]]); // biome-ignore format: one list
    expect(await counts(year, 'en')).toEqual([['2025-01-01', 3], [null, 2]]); // biome-ignore format: one list
    expect(await counts({ field: 'day', order: 'value' })).toEqual([['2025-02-19', 1], ['2025-03-21', 2], [null, 2]]); // biome-ignore format: one list
    expect(await counts({ field: 'day', order: 'value' }, 'en')).toEqual([['2025-03-01', 2], ['2025-04-01', 1], [null, 2]]); // biome-ignore format: one list
    // A moment is of the day that it has in Tehran.
    expect(await counts({ field: 'moment', step: 'year' })).toEqual([['2024-03-20', 2], ['2025-03-21', 1], [null, 2]]); // biome-ignore format: one list
  });

  it('have sums and means of numbers, and of all records at the foot', async () => {
    const { body } = await groupsOf('super', layer, { field: 'one', sums: ['n', 'd'] });
    expect(body.groups[0]).toMatchObject({ value: 'a', count: 2, sums: [3, 0.3], means: [1.5, 0.15] });
    expect(body.groups[1]).toMatchObject({ value: 'b', sums: [3, null], means: [3, null] });
    expect(body.total).toEqual({ count: 5, sums: [2, 0.3], means: [0.5, 0.15] });
    // A record of several choices counts once at the foot.
    const many = (await groupsOf('super', layer, { field: 'many', sums: ['n'] })).body;
    expect(many.total).toMatchObject({ count: 5, sums: [2] });
    expect((await groupsOf('super', layer, { field: 'day', step: 'year', sums: ['n'], order: 'value' })).body.groups[1].sums).toEqual([5]); // biome-ignore format: one line
    expect((await groupsOf('super', layer, { field: 'text', sums: ['n'], query: { or: [] } })).body).toMatchObject({ groups: [], count: 0, total: { count: 0, sums: [null] } }); // biome-ignore format: one line
  });

  it('open to exactly their records', async () => {
    const filter = { column: 'id', is: 'ge', value: 1 };
    for (const { name } of FORM.filter(({ type }) => type !== 'file')) {
      const { body } = await groupsOf('super', layer, { field: name, query: filter });
      expect(body.groups.length).toBeGreaterThan(1);
      for (const { value, count, query } of body.groups as RecordGroup[]) {
        const records = await w.call('super', 'POST', '/api/layerdata_query/', { layer, query: { and: [filter, query] } }); // biome-ignore format: one call
        expect([name, value, records.body.count]).toEqual([name, value, count]);
      }
    }
  });

  it('come by pages that join, and know how many there are', async () => {
    const read = async (offset: number) => (await groupsOf('super', layer, { field: 'n', limit: 2, offset })).body;
    const pages = [await read(0), await read(2), await read(4), await read(6)];
    expect(pages.map(({ count }) => count)).toEqual([5, 5, 5, 5]);
    const values = pages.flatMap(({ groups }) => groups.map(({ value }: RecordGroup) => value));
    expect(new Set(values)).toEqual(new Set([1, 2, 3, -4, null]));
    expect(pages.at(-1)).toMatchObject({ groups: [], total: { count: 5 } });
  });

  it('are told the most frequent first where there are too many different texts', async () => {
    const form: Field[] = [{ name: 'text', label: 'text', type: 'text' }];
    const { body: many } = await w.form('super', '/api/layer/', { label: 'بسیار', type: 0, form });
    await sql`
      insert into record (id, layer_id, value, search, status, created, modified)
        select nextval('record_id_seq'), ${many.id}::int, jsonb_build_object('text', case when g <= 3 then 'often' else 'v' || g end), '', 3, now(), now()
          from generate_series(1, ${MAX_GROUPS + 50}::int) g`.execute(w.engine.db);
    const { body } = await groupsOf('super', many.id, { field: 'text', limit: 1 });
    expect(body).toMatchObject({ count: MAX_GROUPS, capped: true, total: { count: MAX_GROUPS + 50 } });
    expect(body.groups).toMatchObject([{ value: 'often', count: 3 }]);
  });

  it('are refused where the field cannot be grouped or summed', async () => {
    for (const body of [
      { field: 'nothing' },
      { field: 'file' },
      { field: 'text', step: 'year' },
      { field: 'text', sums: ['day'] },
      { field: 'text', sums: ['nothing'] },
      { field: 'text', query: { field: 'nothing', is: 'empty' } },
      { field: 'text', limit: 201 },
      { field: 'text', sums: Array(11).fill('n') },
    ])
      expect([body, (await groupsOf('super', layer, body)).status]).toEqual([body, 400]);
    expect((await groupsOf('viewer', w.ids.secret, { field: 'name' })).status).toBe(404);
    expect((await groupsOf('stranger', layer, { field: 'text' })).status).toBe(404);
  });

  it('count what each person sees, in their regions and in supervised layers', async () => {
    const names = async (as: string) =>
      (await groupsOf(as, w.ids.layer, { field: 'name', sums: ['population'] })).body.groups
        .map(({ value }: RecordGroup) => value)
        .sort();
    expect(await names('regional')).toEqual(['تهران']);
    expect((await groupsOf('regional', w.ids.layer, { field: 'name', sums: ['population'] })).body.total).toMatchObject({ count: 1, sums: [9_000_000] }); // biome-ignore format: one line
    await supervise(true);
    await sql`update record set status = 1 where id = ${w.ids.record}::bigint`.execute(w.engine.db);
    expect(await names('viewer')).toEqual(['اصفهان', 'مشهد']);
    expect(await names('super')).toHaveLength(3);
  });
});
