// Rules about related records against the same in JavaScript, on both engines: what a group counts is what it opens, for whoever asks.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDated, isNumeric } from '@/contract/fields';
import { fold } from '@/contract/fold';
import type { GroupBy, Statistics } from '@/contract/schemas/dashboard';
import type { Field, Values } from '@/contract/schemas/form';
import type { QueryNode, RelationRule } from '@/contract/schemas/query';
import { comparison, groups, ORACLE_FORM, type OracleRecord, oracleRecords, passes } from '@/testing/oracle/query';
import { random } from '@/testing/random';
import { createWorld, ENGINES, PASSWORD, type TestWorld } from '@/testing/world';
import * as make from '../../backend/seed/builders';
import { groupRule, keyText } from './group-rule';
import type { RelatedFields } from './related-fields';

const CODE: Field = { name: 'code', label: 'کد', type: 'text', unique: true };
const PARENT = [...ORACLE_FORM, CODE];
const PARENTS = 60;
const CHILDREN = 400;
/** Outside of the region of `near`, and inside. */
const PLACES = [
  [40, 30],
  [51.5, 35.5],
] as const;
const NO_BOXES = { regions: new Map(), projects: new Map() };

interface Parent extends OracleRecord {
  isAlive: boolean;
  isNear: boolean;
}
interface Child {
  id: number;
  value: Values;
}
/** Who asks, and the parents that they see. */
const READERS: Record<string, (parent: Parent) => boolean> = {
  super: ({ isAlive }) => isAlive,
  onlooker: ({ isAlive, status }) => isAlive && status === 3,
  near: ({ isAlive, status, isNear }) => isAlive && status === 3 && isNear,
};

describe.each(ENGINES)('rules about related records on the %s engine', (kind) => {
  let w: TestWorld;
  let parents: number;
  let children: number;
  let up: Parent[];
  let down: Child[];
  /** By a key of text, and by a reference field. */
  let relations: { key: string; keyOf: (child: Child) => unknown; ownKey: (parent: Parent) => unknown }[];

  const query = (layer: number, tree: unknown, as = 'super') =>
    w.call(as, 'POST', '/api/layerdata_query/', { layer, query: tree, limit: 1000 });
  const stats = (body: object, as = 'super') =>
    w.call(as, 'POST', '/api/report/statistics/', { layer: children, limit: 1000, ...body });
  const idsOf = async (layer: number) =>
    (
      await sql<{ id: number }>`select id::float8 as id from record where layer_id = ${layer}::int order by id`.execute(w.engine.db)
    ).rows.map(({ id }) => id); // biome-ignore format: one query
  const relate = (parent_layer: number, child_layer: number, name: string) =>
    w.call('super', 'POST', '/api/relation/', {
      name, parent_layer, parent_field: 'code', child_layer, child_field: 'of', kind: 'many', on_delete: 'clear',
      required: false, label: name, back_label: name, title: null, columns: [],
    }); // biome-ignore format: one relation
  const numbers = ({ body }: Awaited<ReturnType<typeof query>>) => body.results.map(({ id }: { id: number }) => id);

  beforeAll(async () => {
    w = await createWorld(kind);
    const { customer } = w.ids;
    const owner = (await w.call('super', 'GET', '/api/user/')).body.id;
    const chance = random(11);
    const plain = oracleRecords(PARENTS, 5);
    const layerOf = (label: string, type: 0 | 1, form: readonly Field[], records: make.NewRecordData[], config = {}) =>
      make.createLayer(w.engine, {
        customer,
        owner,
        label,
        type,
        form: [...form],
        records,
        config,
      } as make.NewLayerData);
    const at = (i: number) => ({ type: 'Point' as const, coordinates: [...(PLACES[i % 2] as readonly [number, number])] as [number, number] }); // biome-ignore format: one place
    parents = await layerOf('اداره‌ها', 1, PARENT, plain.map(({ value }, i) => ({ geometry: at(i), value: { ...value, code: `p${i}` } })), { supervised: true }); // biome-ignore format: one layer
    const ids = await idsOf(parents);
    up = plain.map((one, i) => ({
      ...one,
      id: ids[i] as number,
      value: { ...one.value, code: `p${i}` },
      status: i % 5 ? 3 : 1,
      isAlive: i % 9 !== 4,
      isNear: i % 2 === 1,
    }));
    for (const { id, status, isAlive } of up)
      await sql`update record set status = ${status}::int, deleted_at = ${isAlive ? null : '2026-01-01T00:00:00Z'}::timestamptz where layer_id = ${parents}::int and id = ${id}::bigint`.execute(w.engine.db); // biome-ignore format: one query
    // Some belong to nobody, some to one that is not there or was deleted.
    const values = Array.from({ length: CHILDREN }, (_, n): Values => {
      const [i, j] = [Math.floor(chance() * (PARENTS + 6)), Math.floor(chance() * (PARENTS + 6))];
      return { n, of: chance() < 0.1 ? null : `p${i}`, ref: ids[j] ?? null };
    });
    const form: Field[] = [
      { name: 'n', label: 'عدد', type: 'integer' },
      { name: 'of', label: 'اداره', type: 'text' },
      { name: 'ref', label: 'اداره', type: 'reference', reference: { layer: parents, title: null } } as Field,
    ];
    children = await layerOf('شعبه‌ها', 0, form, values.map((value) => ({ geometry: null, value }))); // biome-ignore format: one layer
    const childIds = await idsOf(children);
    down = values.map((value, i) => ({ id: childIds[i] as number, value }));
    const made = await relate(parents, children, 'شعبه‌ها');
    expect([made.status, made.body]).toEqual([200, made.body]);
    relations = [
      { key: made.body.key, keyOf: ({ value }) => value.of, ownKey: ({ value }) => value.code },
      { key: `${children}.ref`, keyOf: ({ value }) => value.ref, ownKey: ({ id }) => id },
    ];
    const role = await make.createRole(w.engine, customer, 'seeing', [1], ['create_statistics']);
    const below = await make.createRole(w.engine, customer, 'below', [1], ['create_statistics']);
    const person = (username: string, roles: number[], regions: number[] = []) =>
      make.createPerson(w.engine, customer, { username, password: PASSWORD, roles, regions });
    await person('onlooker', [role]);
    await person('near', [role], [w.ids.region]);
    await person('stranger', [below]);
    for (const layer of [parents, children]) await make.createPermission(w.engine, role, layer, {});
    await make.createPermission(w.engine, below, children, {});
  });
  afterAll(() => w.close());

  const relationOf = (rule: RelationRule) => relations.find(({ key }) => key === rule.relation) as (typeof relations)[number]; // biome-ignore format: one line
  /** The parents of a child that a reader sees. */
  const parentsFor = (as: string) => (rule: RelationRule, child: OracleRecord) => {
    const { keyOf, ownKey } = relationOf(rule);
    const key = keyOf(child);
    return key === null ? [] : up.filter((one) => READERS[as]?.(one) && ownKey(one) === key);
  };
  const valueRule = groups(comparison.filter((node) => 'field' in node)) as fc.Arbitrary<RelationRule['related']>;
  const relatedRule = (side: RelationRule['side']) =>
    fc.record({
      relation: fc.constantFrom(0, 1).map((i) => i as unknown as string),
      side: fc.constant(side),
      related: valueRule,
    });
  /** Relations have their keys when the world is there. */
  const withKeys = (tree: QueryNode): QueryNode =>
    JSON.parse(JSON.stringify(tree), (name, value) => (name === 'relation' ? relations[value]?.key : value));

  it('finds the records whose related ones pass, as far as the reader sees them', async () => {
    const own = fc.record({ field: fc.constant('n'), is: fc.constantFrom('lt', 'ge'), value: fc.integer({ min: 0, max: CHILDREN }) }); // biome-ignore format: one rule
    const tree = groups(fc.oneof({ weight: 3, arbitrary: relatedRule('parents') }, own) as fc.Arbitrary<QueryNode>);
    await fc.assert(
      fc.asyncProperty(tree, fc.constantFrom(...Object.keys(READERS)), async (node, as) => {
        const asked = withKeys(node);
        const found = await query(children, asked, as);
        if (found.status === 400 && found.body.detail) return fc.pre(false);
        expect(found.status).toBe(200);
        const form = [...ORACLE_FORM, { name: 'n', label: 'n', type: 'integer' as const }];
        const expected = down.filter((child) => passes(asked, child as OracleRecord, NO_BOXES, parentsFor(as), form));
        expect(numbers(found)).toEqual(expected.map(({ id }) => id));
      }),
      { numRuns: 120 },
    );
  });

  it('finds the records that others belong to', async () => {
    for (const { key, keyOf, ownKey } of relations)
      for (const as of Object.keys(READERS))
        for (const [related, isIn] of [
          [{ field: 'n', is: 'lt', value: 30 }, ({ value }: Child) => Number(value.n) < 30],
          [{ not: { field: 'n', is: 'ge', value: 30 } }, ({ value }: Child) => Number(value.n) < 30],
          [{ and: [] }, () => true],
        ] as [unknown, (child: Child) => boolean][]) {
          const rule = { relation: key, side: 'children', related };
          const belong = (one: Parent) => down.some((child) => isIn(child) && keyOf(child) === ownKey(one));
          const seen = up.filter((one) => READERS[as]?.(one));
          expect([as, key, related, numbers(await query(parents, rule, as))]).toEqual([as, key, related, seen.filter(belong).map(({ id }) => id)]); // biome-ignore format: one line
          expect(numbers(await query(parents, { not: rule }, as))).toEqual(seen.filter((one) => !belong(one)).map(({ id }) => id)); // biome-ignore format: one line
        }
  });

  it('opens as many records as a group counts, of every field, for whoever asks', async () => {
    const asked = relations.flatMap(({ key: relation }) =>
      PARENT.flatMap((field): GroupBy[] => {
        const by = { relation, related_field: field.name };
        return [
          by,
          ...(isNumeric(field)
            ? [
                { ...by, step: 10 },
                { ...by, step: 0.5 },
              ]
            : []),
          ...(isDated(field)
            ? [
                { ...by, period: 'month' as const },
                { ...by, period: 'day' as const },
              ]
            : []),
        ];
      }),
    );
    let isNullSeen = false;
    for (const as of Object.keys(READERS))
      for (const by of asked) {
        const related: RelatedFields[] = [{ relation: 'relation' in by ? by.relation : '', label: '', layer: parents, fields: PARENT }]; // biome-ignore format: one list
        const { status, body } = await stats({ group_by: by }, as);
        expect([as, by, status, body.count]).toEqual([as, by, 200, CHILDREN]);
        // Groups of texts are by letters; a rule reads them as people do, folded.
        const sameText = (key: unknown) => (typeof key === 'string' ? fold(key) : key);
        for (const { key } of body.groups as Statistics['groups']) {
          isNullSeen ||= key === null;
          const rule = groupRule(by, keyText(key), [], related);
          const counted = (body.groups as Statistics['groups'])
            .filter((one) => one.key === key || ('period' in by ? false : sameText(one.key) === sameText(key)))
            .reduce((sum, { count }) => sum + count, 0);
          expect([as, by, key, (await query(children, rule, as)).body.count]).toEqual([as, by, key, counted]);
        }
      }
    expect(isNullSeen).toBe(true);
  });
});
