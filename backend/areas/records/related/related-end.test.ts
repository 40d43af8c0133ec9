// What rules about related records keep to themselves, on both engines: relations that are not open, records that are not seen, and answers of yesterday.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../../../contract/schemas/form';
import {
  CHILDREN,
  type Child,
  CODE,
  createRelatedWorld,
  type Parent,
  READERS,
  type RelatedWorld,
} from '../../../../testing/oracle/related';
import { ONE_ENGINE } from '../../../../testing/world';
import * as make from '../../../seed/builders';

describe.each(ONE_ENGINE)('rules about related records on the %s engine', (kind) => {
  let world: RelatedWorld;
  beforeAll(async () => {
    world = await createRelatedWorld(kind);
  });
  afterAll(() => world.w.close());

  it('knows no relation whose other layer is not open to the caller, and does not say whether there is one', async () => {
    const { w, children, relations, query, stats } = world;
    for (const { key: relation } of relations) {
      const rule = (name: string, side = 'parents') => ({ not: { relation: name, side, related: { field: 'kind', is: 'eq', value: 'x' } } }); // biome-ignore format: one rule
      const byAddress = (tree: unknown) =>
        w.call('below', 'GET', `/api/layerdata/?layer=${children}&filter_query=${encodeURIComponent(JSON.stringify(tree))}`); // biome-ignore format: one call
      const calls = [
        (tree: unknown) => query(children, tree, 'below'),
        (tree: unknown) => stats({ query: tree }, 'below'),
        (tree: unknown) => w.call('below', 'POST', `/api/layerdata/${children}/calc_sum/`, { field: 'n', query: tree }),
        (tree: unknown) => w.call('below', 'POST', '/api/layerview/', { layer: children, name: 'x', query: tree }),
        byAddress,
      ];
      // Answers of others are remembered by then.
      await stats({ query: rule(relation) });
      for (const call of calls) {
        const [hidden, absent] = [await call(rule(relation)), await call(rule('999999'))];
        expect([calls.indexOf(call), hidden.status, absent.status]).toEqual([calls.indexOf(call), 404, 404]);
        expect(hidden.body).toEqual(absent.body);
      }
      expect((await query(children, rule(relation))).status).toBe(200);
      // From this side there are no children.
      expect((await query(children, rule(relation, 'children'))).status).toBe(404);
    }
    expect((await query(children, { and: [] }, 'below')).body.count).toBe(CHILDREN);
  });

  it('answers anew when a related record changes, and each reader as they see', async () => {
    const { w, children, up, down, relations, stats } = world;
    const [relation] = relations as [(typeof relations)[number]];
    const rule = { relation: relation.key, side: 'parents', related: { field: 'name', is: 'eq', value: 'نام تازه' } };
    const ask = async (as = 'super') => {
      const sum = await w.call(as, 'POST', `/api/layerdata/${children}/calc_sum/`, { field: 'n', query: rule });
      const { body } = await stats({ query: rule, measures: [{ type: 'sum', field: 'n' }] }, as);
      return [sum.body.value, body.count === 0 ? null : body.groups[0].values[0]];
    };
    const sumOf = (of: string) => down.filter(({ value }) => value.of === of).reduce((n, { value }) => n + Number(value.n), 0); // biome-ignore format: one line
    // Who sees the children alike may see the parents differently, and has an answer of their own.
    const all = { relation: relation.key, side: 'parents', related: { and: [] } };
    for (const as of ['super', 'onlooker']) {
      const codes = new Set(up.filter((one) => READERS[as]?.(one)).map((one) => one.value.code));
      const sum = down.filter(({ value }) => codes.has(value.of ?? null)).reduce((n, { value }) => n + Number(value.n), 0); // biome-ignore format: one line
      const calc = await w.call(as, 'POST', `/api/layerdata/${children}/calc_sum/`, { field: 'n', query: all });
      const { body } = await stats({ query: all, measures: [{ type: 'sum', field: 'n' }] }, as);
      expect([as, calc.body.value, body.groups[0].values[0]]).toEqual([as, sum, sum]);
    }
    // A change waits for nobody.
    await sql`update layer set config = config || '{"supervised": false}' where id = ${world.parents}::int`.execute(w.engine.db); // biome-ignore format: one query
    const before = await ask();
    expect(before[1]).toBeNull();
    // Alive and approved, outside of the region of `near`.
    const parent = up.find((one) => READERS.onlooker?.(one) && !one.isNear && Number(one.value.population ?? 5) >= 5 && down.some(({ value }) => value.of === one.value.code)) as Parent; // biome-ignore format: one line
    const { body: record } = await w.call('super', 'GET', `/api/layerdata/${parent.id}/`);
    const put = await w.call('super', 'PUT', `/api/layerdata/${parent.id}/`, { geometry: record.geometry, value: { ...record.value, name: 'نام تازه' } }); // biome-ignore format: one call
    expect([put.status, put.body.detail]).toEqual([200, undefined]);
    const sum = sumOf(String(parent.value.code));
    expect(await ask()).toEqual([sum, sum]);
    expect(await ask('near')).toEqual(before);
    expect((await w.call('super', 'DELETE', `/api/layerdata/${parent.id}/`)).status).toBe(200);
    expect(await ask()).toEqual(before);
    expect((await w.call('super', 'POST', '/api/layerdata/restore/', { ids: [parent.id] })).status).toBe(200);
  });

  it('tells the sides of a layer apart whose records belong to one another', async () => {
    const { w, query, relate } = world;
    const own: Field[] = [CODE, { name: 'of', label: 'از', type: 'text' }];
    const folk = await make.createLayer(w.engine, {
      customer: w.ids.customer,
      owner: (await w.call('super', 'GET', '/api/user/')).body.id,
      label: 'واحدها',
      type: 0,
      form: own,
      records: [['1', null], ['2', '1'], ['3', '1'], ['4', '3']].map(([code, of]) => ({ geometry: null, value: { code: code ?? null, of: of ?? null } })), // biome-ignore format: one list
    });
    const { body } = await relate(folk, folk, 'زیرمجموعه');
    const codes = async (side: string, value: string) => (await query(folk, { relation: body.key, side, related: { field: 'code', is: 'eq', value } })).body.results.map((one: Child) => one.value.code); // biome-ignore format: one line
    expect(await codes('parents', '1')).toEqual(['2', '3']);
    expect(await codes('children', '4')).toEqual(['3']);
  });

  it('refuses rules about other than values, fields that are not there, and more relations than a query may look through', async () => {
    const { children, relations, query } = world;
    const relation = relations[0]?.key as string;
    const rule = (related: unknown, side = 'parents') => ({ relation, side, related });
    const sound = rule({ field: 'kind', is: 'not_empty' });
    for (const tree of [
      rule({ column: 'id', is: 'eq', value: 1 }),
      rule({ search: 'x' }),
      rule(sound),
      rule({ field: 'gone', is: 'empty' }),
      rule({ field: 'kind', is: 'empty' }, 'others'),
      { relation, related: { and: [] } },
      { or: Array.from({ length: 9 }, () => sound) },
    ])
      expect([tree, (await query(children, tree)).status]).toEqual([tree, 400]);
    expect((await query(children, { or: Array.from({ length: 8 }, () => sound) })).status).toBe(200);
  });
});
