// What ties layers together in a bundle, and the way back: groups with their order, relations, and saved views.
import { sql } from 'kysely';
import type { Field } from '../../../contract/schemas/form';
import type { Db } from '../../db/engine';
import { insertRelation } from '../layers/relation/store';
import { insertView, type ViewParts } from '../views/store';
import { type Names, namesProject, numbersIn, type RelationOut, recordIds, type Said, withNames } from './view-names';

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
export async function relations(db: Db, customer: number): Promise<RelationOut[]> {
  const { rows } = await sql<RelationOut>`
    select r.id, r.name, r.parent_layer, r.parent_field, r.child_layer, r.child_field, r.kind, r.on_delete, r.required, r.label, r.back_label, r.title, r.columns
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

/** Puts relations back between layers that are there. Returns their new ids by the old ones. */
async function restoreRelations(
  db: Db,
  customer: number,
  rows: readonly RelationOut[],
  layers: ReadonlyMap<number, number>,
): Promise<Map<number, number>> {
  const ids = new Map<number, number>();
  for (const { id: old, ...row } of rows) {
    const [parent, child] = [layers.get(row.parent_layer), layers.get(row.child_layer)];
    if (parent === undefined || child === undefined) continue;
    const id = await insertRelation(db, customer, { ...row, parent_layer: parent, child_layer: child });
    if (old !== undefined) ids.set(old, id);
  }
  return ids;
}

/** A saved view with the ids that its layer and owner had. */
export interface ViewOut extends ViewParts {
  layer: number;
  owner: number;
  /** ISO time. */
  created: string;
}

/** The saved views of a customer, but for those that name projects, which are no part of a bundle. */
export async function views(db: Db, customer: number): Promise<ViewOut[]> {
  const { rows } = await sql<ViewOut>`
    select v.layer_id as layer, v.account_id as owner, v.name, v.query, v.columns, v.sort as order, v.groups, v.shared, to_jsonb(v.created) #>> '{}' as created
      from layer_view v join layer l on l.id = v.layer_id and l.deleted_at is null where l.customer_id = ${customer}::int order by v.id`.execute(
    db,
  );
  return rows.filter(({ query }) => !namesProject(query));
}

/** Puts views back on layers and to people who are there; those that name what is not there stay out. */
async function restoreViews(db: Db, all: readonly ViewOut[], names: Names, said: Said): Promise<void> {
  const records = await recordIds(
    db,
    all.flatMap(({ query }) => numbersIn(query)),
  );
  for (const { layer: of, owner, created, query: old, ...view } of all) {
    const [layer, account] = [names.layers.get(of), names.people[owner]];
    const query = withNames(old, of, records, names, said);
    if (layer === undefined || account === undefined || query === null) continue;
    await insertView(db, { account, layer, at: new Date(created) }, { ...view, query });
  }
}

/** Puts relations and views back where the layers are there; while the new ids of records are known. */
export async function restoreTies(
  db: Db,
  customer: number,
  { layers, relations: tied = [], views: saved = [] }: TiesOut,
  names: Omit<Names, 'relations'>,
): Promise<void> {
  const forms = new Map(layers.map(({ id, config }) => [id, config.form ?? []]));
  const ids = await restoreRelations(db, customer, tied, names.layers);
  await restoreViews(db, saved, { ...names, relations: ids }, { forms, relations: tied });
}

/** What a bundle says of its ties. */
export interface TiesOut {
  layers: readonly { id: number; config: { form?: readonly Field[] } }[];
  relations?: RelationOut[];
  views?: ViewOut[];
}
