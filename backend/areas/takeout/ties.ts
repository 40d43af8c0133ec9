// What ties layers together in a bundle, and the way back: groups with their order, relations, and saved views.
import { sql } from 'kysely';
import type { RelationInput } from '../../../contract/schemas/layers/relation';
import type { QueryNode } from '../../../contract/schemas/query';
import type { Db } from '../../db/engine';
import { insertRelation } from '../layers/relation/store';
import { insertView, type ViewParts } from '../views/store';
import type { People } from './store';

export interface GroupOut {
  id: number;
  label: string;
  description: string | null;
  position: number;
  parent: number | null;
  /** In drawing order. */
  layers: number[];
}

/** The groups of a customer as lines. */
export async function groupLines(db: Db, customer: number): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select jsonb_build_object('id', g.id, 'label', g.label, 'description', g.description, 'position', g.position, 'parent', g.parent_id,
        'layers', coalesce((select jsonb_agg(m.layer_id order by m.position, m.layer_id) from layer_group_layer m where m.group_id = g.id), '[]'))::text as line
      from layer_group g where g.customer_id = ${customer}::int order by g.id`.execute(db);
  return rows.map(({ line }) => line);
}

/** The relations of a customer. */
export async function relations(db: Db, customer: number): Promise<RelationInput[]> {
  const { rows } = await sql<RelationInput>`
    select r.name, r.parent_layer, r.parent_field, r.child_layer, r.child_field, r.kind, r.on_delete, r.required, r.label, r.back_label, r.title, r.columns
      from layer_relation r join layer p on p.id = r.parent_layer and p.deleted_at is null join layer c on c.id = r.child_layer and c.deleted_at is null
      where r.customer_id = ${customer}::int order by r.id`.execute(db);
  return rows;
}

/** Puts groups back around layers that are there. `layers`: new ids by old ones. */
export async function restoreGroups(
  db: Db,
  customer: number,
  groups: readonly GroupOut[],
  layers: ReadonlyMap<number, number>,
): Promise<void> {
  const ids = new Map<number, number>();
  for (const { id, label, description, position } of groups) {
    const row = await db
      .insertInto('layer_group')
      .values({ customer_id: customer, label, description, position, logo: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(id, row.id);
  }
  for (const { id, parent, layers: old } of groups) {
    const group = ids.get(id) as number;
    const parentId = parent === null ? undefined : ids.get(parent);
    if (parentId !== undefined)
      await db.updateTable('layer_group').set({ parent_id: parentId }).where('id', '=', group).execute();
    const members = old.flatMap((layer) => layers.get(layer) ?? []);
    if (members.length > 0)
      await db
        .insertInto('layer_group_layer')
        .values(members.map((layer_id, position) => ({ group_id: group, layer_id, position })))
        .execute();
  }
}

/** Puts relations back between layers that are there. */
async function restoreRelations(
  db: Db,
  customer: number,
  rows: readonly RelationInput[],
  layers: ReadonlyMap<number, number>,
): Promise<void> {
  for (const row of rows) {
    const [parent, child] = [layers.get(row.parent_layer), layers.get(row.child_layer)];
    if (parent !== undefined && child !== undefined)
      await insertRelation(db, customer, { ...row, parent_layer: parent, child_layer: child });
  }
}

/** A saved view with the ids that its layer and owner had. */
export interface ViewOut extends ViewParts {
  layer: number;
  owner: number;
  /** ISO time. */
  created: string;
}

/** Whether a query names what has another id where a bundle is put back: a record, a region, a project or a relation. */
function isTied(query: QueryNode): boolean {
  if ('and' in query) return query.and.some(isTied);
  if ('or' in query) return query.or.some(isTied);
  if ('not' in query) return isTied(query.not);
  if ('project' in query || 'relation' in query) return true;
  return ('place' in query && query.region !== undefined) || ('column' in query && query.column === 'id');
}

/** The query with people as they are known where a bundle is put back; null where it names somebody who is not there. */
function withPeople(query: QueryNode, people: People): QueryNode | null {
  const several = (nodes: readonly QueryNode[]) => {
    const all = nodes.flatMap((node) => withPeople(node, people) ?? []);
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
    const not = withPeople(query.not, people);
    return not && { not };
  }
  if (!('column' in query) || query.column !== 'creator' || query.value === undefined) return query;
  const ids = [query.value].flat().map((id) => people[Number(id)]);
  if (ids.some((id) => id === undefined)) return null;
  return { ...query, value: Array.isArray(query.value) ? (ids as number[]) : (ids[0] as number) };
}

/** The saved views of a customer, but for those that name records, regions, projects or relations: those have new ids where a bundle is put back. */
export async function views(db: Db, customer: number): Promise<ViewOut[]> {
  const { rows } = await sql<ViewOut>`
    select v.layer_id as layer, v.account_id as owner, v.name, v.query, v.columns, v.sort as order, v.groups, v.shared, to_jsonb(v.created) #>> '{}' as created
      from layer_view v join layer l on l.id = v.layer_id and l.deleted_at is null where l.customer_id = ${customer}::int order by v.id`.execute(
    db,
  );
  return rows.filter(({ query }) => !isTied(query));
}

/** Puts views back on layers and to people who are there. */
async function restoreViews(
  db: Db,
  all: readonly ViewOut[],
  layers: ReadonlyMap<number, number>,
  people: People,
): Promise<void> {
  for (const { layer: of, owner, created, query: old, ...view } of all) {
    const [layer, account, query] = [layers.get(of), people[owner], withPeople(old, people)];
    if (layer === undefined || account === undefined || query === null) continue;
    await insertView(db, { account, layer, at: new Date(created) }, { ...view, query });
  }
}

/** Puts relations and views back where the layers are there. */
export async function restoreTies(
  db: Db,
  customer: number,
  { relations: tied = [], views: saved = [] }: { relations?: RelationInput[]; views?: ViewOut[] },
  { layers, people }: { layers: ReadonlyMap<number, number>; people: People },
): Promise<void> {
  await restoreRelations(db, customer, tied, layers);
  await restoreViews(db, saved, layers, people);
}
