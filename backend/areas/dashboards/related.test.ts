// Records grouped by a field of those that they belong to, against the same counts in JavaScript, on both engines; and what is not told of others.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choicesOf } from '../../../contract/fields/choice';
import { startOfPeriod } from '../../../contract/jalali';
import { createWorld, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

const PARENT = [
  { name: 'code', label: 'کد', type: 'text' as const, unique: true },
  { name: 'size', label: 'اندازه', type: 'choice' as const, choices: choicesOf('big', 'small') },
  { name: 'staff', label: 'کارکنان', type: 'integer' as const },
  { name: 'day', label: 'روز', type: 'date' as const },
  { name: 'tags', label: 'برچسب', type: 'multi_choice' as const, choices: choicesOf('x', 'y') },
];
const CHILD = [
  { name: 'of', label: 'اداره', type: 'text' as const },
  { name: 'n', label: 'عدد', type: 'integer' as const },
  { name: 'kind', label: 'نوع', type: 'choice' as const, choices: choicesOf('a', 'b') },
];
const PARENTS = 20;
const CHILDREN = 240;
const REGION_X = 51.5;
/** Every fourth one lies in the region of `regional`; one in seven has no size. */
const parentOf = (i: number) => ({
  code: `p${i}`,
  ...(i % 7 ? { size: i % 3 ? 'small' : 'big' } : {}),
  staff: i * 3,
  day: new Date(Date.UTC(2025, 0, 5) + i * 9 * 86_400_000).toISOString().slice(0, 10),
  tags: ['x'],
});
/** Some belong to nobody, some to one that is not there. */
const childOf = (i: number) => ({
  ...(i % 11 ? { of: `p${i % (PARENTS + 2)}` } : {}),
  n: i,
  kind: i % 2 ? 'a' : 'b',
});

describe.each(ONE_ENGINE)('statistics by a related record on the %s engine', (kind) => {
  let w: TestWorld;
  let parents: number;
  let children: number;
  let seeing: number;
  let relation: string;
  const all = Array.from({ length: CHILDREN }, (_, i) => childOf(i));
  const up = new Map(Array.from({ length: PARENTS }, (_, i) => [`p${i}`, parentOf(i)]));

  const link = (parent_layer: number, child_layer: number) =>
    w.call('super', 'POST', '/api/relation/', {
      name: 'شعبه‌ها', parent_layer, parent_field: 'code', child_layer, child_field: 'of', kind: 'many', on_delete: 'block',
      required: false, label: 'شعبه‌ها', back_label: 'اداره', title: null, columns: [],
    }); // biome-ignore format: one relation
  const stats = (body: object, as = 'super') =>
    w.call(as, 'POST', '/api/report/statistics/', { layer: children, limit: 1000, ...body });

  beforeAll(async () => {
    w = await createWorld(kind);
    const owner = (await w.call('super', 'GET', '/api/user/')).body.id;
    const point = (i: number) => ({ type: 'Point' as const, coordinates: [i % 4 ? 40 : REGION_X, 35.5] });
    const create = (label: string, form: typeof PARENT | typeof CHILD, values: readonly object[]) =>
      make.createLayer(w.engine, {
        customer: w.ids.customer,
        owner,
        label,
        type: 1,
        form,
        records: values.map((value, i) => ({ geometry: point(i), value: value as never })),
      });
    parents = await create('اداره‌ها', PARENT, [...up.values()]);
    children = await create('شعبه‌ها', CHILD, all);
    relation = (await link(parents, children)).body.key;
    seeing = await make.createRole(w.engine, w.ids.customer, 'seeing', []);
    await sql`update role set custom_perms = '{create_statistics}' where id = ${seeing}`.execute(w.engine.db);
    await make.createPerson(w.engine, w.ids.customer, { username: 'onlooker', password: PASSWORD, roles: [seeing] });
    await make.createPermission(w.engine, seeing, children, { view: true });
  });
  afterAll(() => w.close());

  const counted = (keyOf: (parent: ReturnType<typeof parentOf> | undefined) => unknown) => {
    const groups = new Map<unknown, { count: number; sum: number }>();
    for (const child of all) {
      const key = keyOf(child.of === undefined ? undefined : up.get(child.of)) ?? null;
      const { count, sum } = groups.get(key) ?? { count: 0, sum: 0 };
      groups.set(key, { count: count + 1, sum: sum + child.n });
    }
    return groups;
  };

  it('counts each record under the value of the one that it belongs to', async () => {
    for (const [by, keyOf] of [
      [{ related_field: 'size' }, (p) => p?.size],
      [{ related_field: 'code' }, (p) => p?.code],
      [{ related_field: 'staff' }, (p) => p?.staff],
      [{ related_field: 'staff', step: 10 }, (p) => p && Math.floor(p.staff / 10) * 10],
      [{ related_field: 'day', period: 'month' }, (p) => p && startOfPeriod('month', p.day)],
    ] as [object, Parameters<typeof counted>[0]][]) {
      const { status, body } = await stats({ group_by: { relation, ...by }, measures: [{ type: 'sum', field: 'n' }] });
      const expected = counted(keyOf);
      expect([by, status, body.groups_total, body.count]).toEqual([by, 200, expected.size, CHILDREN]);
      for (const { key, count, values } of body.groups)
        expect([by, key, { count, sum: values[0] }]).toEqual([by, key, expected.get(key)]);
    }
  });

  it('tells parts apart by it, also where both groupings are by related fields', async () => {
    const { body } = await stats({
      group_by: { relation, related_field: 'size' },
      split_by: { relation, related_field: 'staff', step: 30 },
    });
    for (const { key, parts } of body.groups)
      for (const [i, split] of body.splits.entries()) {
        const n = all.filter(({ of }) => {
          const parent = of === undefined ? undefined : up.get(of);
          return (parent?.size ?? null) === key && (parent ? Math.floor(parent.staff / 30) * 30 : null) === split.key;
        }).length;
        expect([key, split.key, parts[i]?.count ?? 0]).toEqual([key, split.key, n]);
      }
    const kinds = (await stats({ group_by: { field: 'kind' }, split_by: { relation, related_field: 'size' } })).body;
    const big = kinds.splits.findIndex(({ key }: { key: unknown }) => key === 'big');
    const a = kinds.groups.find(({ key }: { key: unknown }) => key === 'a');
    expect(a.parts[big].count).toBe(all.filter(({ of, kind: one }) => one === 'a' && of !== undefined && up.get(of)?.size === 'big').length); // biome-ignore format: one line
  });

  it('reads the related records anew when they change, and when they are gone', async () => {
    const ask = async () => (await stats({ group_by: { relation, related_field: 'size' } })).body.groups.find(({ key }: { key: unknown }) => key === 'big')?.count; // biome-ignore format: one line
    const before = await ask();
    const { body } = await w.call('super', 'POST', '/api/layerdata_query/', { layer: parents, query: { field: 'code', is: 'eq', value: 'p3' } }); // biome-ignore format: one call
    const own = all.filter(({ of }) => of === 'p3').length;
    const record = body.results[0];
    await w.call('super', 'PUT', `/api/layerdata/${record.id}/`, {
      geometry: record.geometry,
      value: { ...record.value, size: 'small' },
    });
    expect(await ask()).toBe(before - own);
    await w.call('super', 'PUT', `/api/layerdata/${record.id}/`, {
      geometry: record.geometry,
      value: { ...record.value, size: 'big' },
    });
    expect(await ask()).toBe(before);
  });

  it('has no such grouping where the other layer is not open to the caller, and does not say whether there is one', async () => {
    const ask = (key: string) => stats({ group_by: { relation: key, related_field: 'size' } }, 'onlooker');
    // The superuser's answer is remembered by then.
    await stats({ group_by: { relation, related_field: 'size' } });
    expect((await stats({}, 'onlooker')).status).toBe(200);
    const [hidden, absent] = [await ask(relation), await ask('999999')];
    expect([hidden.status, absent.status]).toEqual([404, 404]);
    expect(hidden.body).toEqual(absent.body);
    await make.createPermission(w.engine, seeing, parents, { view: true });
    await new Promise((r) => setTimeout(r, 1050));
    expect((await ask(relation)).body.count).toBe(CHILDREN);
  });

  it('puts a record without a group whose other one lies outside the regions of the caller', async () => {
    await make.createPerson(w.engine, w.ids.customer, { username: 'near', password: PASSWORD, roles: [seeing], regions: [w.ids.region] }); // biome-ignore format: one call
    const { body } = await stats({ group_by: { relation, related_field: 'code' } }, 'near');
    const expected = new Map<unknown, number>();
    for (const [i, { of }] of all.entries()) {
      if (i % 4) continue;
      const isSeen = of !== undefined && up.has(of) && Number(of.slice(1)) % 4 === 0;
      expected.set(isSeen ? of : null, (expected.get(isSeen ? of : null) ?? 0) + 1);
    }
    expect(new Map(body.groups.map(({ key, count }: { key: unknown; count: number }) => [key, count]))).toEqual(
      expected,
    );
  });

  it('refuses lists, fields that are not there, and the children of a record', async () => {
    for (const by of [{ relation, related_field: 'tags' }, { relation, related_field: 'gone' }, { relation, related_field: 'code', period: 'day' }]) // biome-ignore format: one list
      expect([by, (await stats({ group_by: by })).status]).toEqual([by, 400]);
    const fromAbove = { layer: parents, group_by: { relation, related_field: 'kind' } };
    expect((await stats(fromAbove)).status).toBe(404);
  });
});
