// What the queries of saved views name by ids, and the ids that these have where a bundle is put back: people, features, regions, relations.
import { sql } from 'kysely';
import type { Field } from '../../../contract/schemas/form';
import type { RelationInput } from '../../../contract/schemas/layers/relation';
import { type QueryNode, rulesOf, type Scalar } from '../../../contract/schemas/query';
import type { Db } from '../../db/engine';
import type { People } from './store';

/** A relation with the id that it had. Bundles of earlier versions do not say it. */
export type RelationOut = RelationInput & { id?: number };

/** What is there by the ids that it had. */
export interface Names {
  layers: ReadonlyMap<number, number>;
  regions: ReadonlyMap<number, number>;
  /** New ids of relations. */
  relations: ReadonlyMap<number, number>;
  people: People;
}

/** What the bundle says of layers and relations. */
export interface Said {
  forms: ReadonlyMap<number, readonly Field[]>;
  relations: readonly RelationOut[];
}

type Values = { is: string; value?: Scalar | Scalar[] | undefined };
type Look = (rule: Values, ids: ReadonlyMap<number, number>) => Scalar | Scalar[] | null;

/** Ids in another order are not less or more than others. */
const BY_NAME = new Set(['eq', 'ne', 'in']);

/** The new values of a rule about ids; null where one of them is nobody's. */
const renamed: Look = ({ is, value }, ids) => {
  if (value === undefined || !BY_NAME.has(is)) return null;
  const values = [value].flat().map((id) => ids.get(Number(id)));
  if (values.some((id) => id === undefined)) return null;
  return Array.isArray(value) ? (values as number[]) : (values[0] as number);
};

/** The layer whose records a rule on a relation looks at, and the relation's key now; null where it is not there. */
function relatedEnd(
  key: string,
  side: 'parents' | 'children',
  layer: number,
  names: Names,
  { forms, relations }: Said,
) {
  const [of, field] = key.split('.');
  if (field !== undefined) {
    // One that a reference field makes is named by its layer and field.
    const child = Number(of);
    const fresh = names.layers.get(child);
    const parent = forms.get(child)?.find(({ name }) => name === key.slice(key.indexOf('.') + 1))?.reference?.layer;
    if (fresh === undefined || parent === undefined || !names.layers.has(parent)) return null;
    return { key: `${fresh}${key.slice(key.indexOf('.'))}`, layer: side === 'children' ? child : parent };
  }
  const row = relations.find(({ id }) => id === Number(key));
  const fresh = names.relations.get(Number(key));
  if (!row || fresh === undefined || ![row.parent_layer, row.child_layer].includes(layer)) return null;
  return { key: String(fresh), layer: side === 'children' ? row.child_layer : row.parent_layer };
}

/** Fields of a layer whose values are ids of records. */
const namesRecords = (layer: number, field: string, { forms, relations }: Said): boolean =>
  forms.get(layer)?.some(({ name, type }) => name === field && type === 'reference') === true ||
  relations.some((r) => r.child_layer === layer && r.child_field === field && r.parent_field === null);

/** Whether a query names a project: those are no part of a bundle. */
export const namesProject = (query: QueryNode): boolean => rulesOf(query).some((rule) => 'project' in rule);

/** Ids of records that a query may name: every number of its rules. */
export const numbersIn = (query: QueryNode): number[] =>
  rulesOf(query).flatMap((rule) => {
    if ('relation' in rule) return numbersIn(rule.related);
    if (!('value' in rule) || rule.value === undefined) return [];
    return [rule.value].flat().map(Number).filter(Number.isSafeInteger);
  });

/** New ids of records by those in the bundle. */
export async function recordIds(tx: Db, old: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ old: number; fresh: number }>`
    select old::float8 as old, new::float8 as fresh from takeout_id where kind = 'record' and old = any(${[...new Set(old)]}::bigint[])`.execute(
    tx,
  );
  return new Map(rows.map(({ old: before, fresh }) => [before, fresh]));
}

/** The query of a view of `layer` with the ids that are now; null where it names what is not there. */
export function withNames(
  query: QueryNode,
  layer: number,
  records: ReadonlyMap<number, number>,
  names: Names,
  said: Said,
): QueryNode | null {
  const inside = (node: QueryNode, of = layer) => withNames(node, of, records, names, said);
  const several = (nodes: readonly QueryNode[]) => {
    const all = nodes.flatMap((node) => inside(node) ?? []);
    return all.length === nodes.length ? all : null;
  };
  if ('and' in query) {
    const and = several(query.and);
    return and && { and };
  }
  if ('or' in query) {
    const or = several(query.or);
    return or && { or };
  }
  if ('not' in query) {
    const not = inside(query.not);
    return not && { not };
  }
  if ('project' in query) return null;
  if ('relation' in query) {
    const end = relatedEnd(query.relation, query.side, layer, names, said);
    const related = end && inside(query.related, end.layer);
    return end && related ? { ...query, relation: end.key, related: related as typeof query.related } : null;
  }
  if ('place' in query) {
    if (query.region === undefined) return query;
    const region = names.regions.get(query.region);
    return region === undefined ? null : { ...query, region };
  }
  const isRecord =
    'column' in query ? query.column === 'id' : 'field' in query && namesRecords(layer, query.field, said);
  const isPerson = 'column' in query && query.column === 'creator';
  if (!('value' in query) || query.value === undefined || !(isRecord || isPerson)) return query;
  const people = new Map(Object.entries(names.people).map(([old, fresh]) => [Number(old), fresh]));
  const value = renamed(query, isRecord ? records : people);
  return value === null ? null : { ...query, value };
}
