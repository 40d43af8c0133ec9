// Two layers with relations between them, of random records, and who sees what of them: the ground of tests about related records.
import { sql } from 'kysely';
import { expect } from 'vitest';
import * as make from '../../backend/seed/builders';
import type { Field, Values } from '../../contract/schemas/form';
import type { RelationRule } from '../../contract/schemas/query';
import { random } from '../random';
import { createWorld, type EngineKind, PASSWORD } from '../world';
import { ORACLE_FORM, type OracleRecord, oracleRecords } from './query';

export const CODE: Field = { name: 'code', label: 'کد', type: 'text', unique: true };
export const PARENT = [...ORACLE_FORM, CODE];
const PARENTS = 60;
export const CHILDREN = 400;
/** Outside of the region of `near`, and inside. */
const PLACES = [
  [40, 30],
  [51.5, 35.5],
] as const;
export const NO_BOXES = { regions: new Map(), projects: new Map() };

export interface Parent extends OracleRecord {
  isAlive: boolean;
  isNear: boolean;
}
export interface Child {
  id: number;
  value: Values;
}
/** Who asks, and the parents that they see. */
export const READERS: Record<string, (parent: Parent) => boolean> = {
  super: ({ isAlive }) => isAlive,
  onlooker: ({ isAlive, status }) => isAlive && status === 3,
  near: ({ isAlive, status, isNear }) => isAlive && status === 3 && isNear,
};
/** A relation with the keys of both ends. */
interface Relation {
  key: string;
  keyOf: (child: Child) => unknown;
  ownKey: (parent: Parent) => unknown;
}

/** `super` sees all, `onlooker` what is approved, `near` that of one region, and `below` only the children. */
export async function createRelatedWorld(kind: EngineKind) {
  const w = await createWorld(kind);
  const query = (layer: number, tree: unknown, as = 'super') =>
    w.call(as, 'POST', '/api/layerdata_query/', { layer, query: tree, limit: 1000 });
  const idsOf = async (layer: number) =>
    (
      await sql<{ id: number }>`select id::float8 as id from record where layer_id = ${layer}::int order by id`.execute(w.engine.db)
    ).rows.map(({ id }) => id); // biome-ignore format: one query
  const relate = (parent_layer: number, child_layer: number, name: string) =>
    w.call('super', 'POST', '/api/relation/', {
      name, parent_layer, parent_field: 'code', child_layer, child_field: 'of', kind: 'many', on_delete: 'clear',
      required: false, label: name, back_label: name, title: null, columns: [],
    }); // biome-ignore format: one relation
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
  const parents = await layerOf('اداره‌ها', 1, PARENT, plain.map(({ value }, i) => ({ geometry: at(i), value: { ...value, code: `p${i}` } })), { supervised: true }); // biome-ignore format: one layer
  const ids = await idsOf(parents);
  const up: Parent[] = plain.map((one, i) => ({
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
    { name: 'ref', label: 'اداره', type: 'reference', reference: { layer: parents } },
  ];
  const children = await layerOf('شعبه‌ها', 0, form, values.map((value) => ({ geometry: null, value }))); // biome-ignore format: one layer
  const childIds = await idsOf(children);
  const down: Child[] = values.map((value, i) => ({ id: childIds[i] as number, value }));
  const relation = await relate(parents, children, 'شعبه‌ها');
  expect([relation.status, relation.body]).toEqual([200, relation.body]);
  const relations: Relation[] = [
    { key: relation.body.key, keyOf: ({ value }) => value.of, ownKey: ({ value }) => value.code },
    { key: `${children}.ref`, keyOf: ({ value }) => value.ref, ownKey: ({ id }) => id },
  ];
  const role = await make.createRole(w.engine, customer, 'seeing', [1], ['create_statistics']);
  const below = await make.createRole(w.engine, customer, 'below', [1], ['create_statistics']);
  const person = (username: string, roles: number[], regions: number[] = []) =>
    make.createPerson(w.engine, customer, { username, password: PASSWORD, roles, regions });
  await person('onlooker', [role]);
  await person('near', [role], [w.ids.region]);
  await person('below', [below]);
  for (const layer of [parents, children]) await make.createPermission(w.engine, role, layer, {});
  await make.createPermission(w.engine, below, children, {});
  /** The parents of a child that a reader sees. */
  const parentsFor = (as: string) => (rule: RelationRule, child: OracleRecord) => {
    const relation = relations.find(({ key }) => key === rule.relation);
    const key = relation?.keyOf(child);
    return !relation || key === null ? [] : up.filter((one) => READERS[as]?.(one) && relation.ownKey(one) === key);
  };
  const stats = (body: object, as = 'super') =>
    w.call(as, 'POST', '/api/report/statistics/', { layer: children, limit: 1000, ...body });
  return { w, parents, children, up, down, relations, query, stats, relate, parentsFor };
}
export type RelatedWorld = Awaited<ReturnType<typeof createRelatedWorld>>;

/** The ids of a page. */
export const idsOfPage = ({ body }: { body: { results: { id: number }[] } }): number[] =>
  body.results.map(({ id }) => id);
