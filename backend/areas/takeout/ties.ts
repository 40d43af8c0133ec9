// What ties layers together in a bundle, and the way back: groups with their order, and relations.
import { sql } from 'kysely';
import type { RelationInput } from '../../../contract/schemas/layers/relation';
import type { Db } from '../../db/engine';
import { insertRelation } from '../layers/relation/store';

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
export async function restoreRelations(
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
