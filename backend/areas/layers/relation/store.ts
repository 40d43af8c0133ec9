// SQL of relations. One that a reference field of a form makes is read from that form, and has no row of its own.
import { type RawBuilder, sql } from 'kysely';
import type { Relation, RelationInput } from '../../../../contract/schemas/layers/relation';
import { type Db, holdsWords } from '../../../db/engine';
import type { Caller } from '../../../identity/caller';
import { visible } from '../store';

type OnDelete = Relation['on_delete'];

/** A relation with its ends as ids. */
export interface RelationRow extends Omit<RelationInput, 'on_delete'> {
  id: number | null;
  on_delete: OnDelete;
}

/** What names a relation in a call: its id, or the layer and the name of the field that makes it. */
export const keyOfRelation = ({
  id,
  child_layer,
  child_field,
}: Pick<RelationRow, 'id' | 'child_layer' | 'child_field'>) =>
  id === null ? `${child_layer}.${child_field}` : String(id);

/** All relations of a customer, as `r`: rows, and reference fields that no row is about. */
const all = (customer: number): RawBuilder<unknown> => sql`(
  select r.id, r.name, r.parent_layer, r.parent_field, r.child_layer, r.child_field, r.kind, r.on_delete, r.required, r.label, r.back_label, r.title, r.columns
    from layer_relation r join layer p on p.id = r.parent_layer join layer c on c.id = r.child_layer
    where r.customer_id = ${customer}::int and p.deleted_at is null and c.deleted_at is null
  union all
  select null, f->>'label', p.id, null, c.id, f->>'name', 'many', 'keep', false, c.label, f->>'label', f->'reference'->>'title', '[]'::jsonb
    from layer c cross join jsonb_array_elements(c.config->'form') f join layer p on p.id = (f->'reference'->>'layer')::int
    where c.customer_id = ${customer}::int and p.customer_id = c.customer_id and c.deleted_at is null and p.deleted_at is null
      and f->>'type' = 'reference' and jsonb_path_exists(c.config, '$.form[*].reference')
      and not exists (select 1 from layer_relation r where r.child_layer = c.id and r.child_field = f->>'name'))`;

export interface RelationFilter {
  search?: string | undefined;
  layer?: number | undefined;
}

/** The `from` of relations of which the caller sees an end; of one that a form makes, both. */
export const fromRelations = (caller: Caller, { search, layer }: RelationFilter) => {
  const sees = (id: string) => sql`exists (select 1 from layer l where l.id = ${sql.ref(id)} and ${visible(caller)})`;
  const [parent, child] = [sees('r.parent_layer'), sees('r.child_layer')];
  return sql`from ${all(caller.customer)} r where (${parent} or ${child}) and (r.id is not null or (${parent} and ${child}))
    ${layer === undefined ? sql`` : sql`and ${layer}::int in (r.parent_layer, r.child_layer)`}
    ${search ? sql`and ${holdsWords(sql`r.name`, search)}` : sql``}`;
};

export async function listRelations(
  db: Db,
  caller: Caller,
  filter: RelationFilter,
  end: RawBuilder<unknown> = sql`order by r.id, r.child_layer, r.child_field`,
): Promise<RelationRow[]> {
  const { rows } = await sql<RelationRow>`select r.* ${fromRelations(caller, filter)} ${end}`.execute(db);
  return rows;
}

/** The relations of a layer that have rows, whoever asks: rules hold for those who do not see them too. */
export async function rulesOf(db: Db, layer: number): Promise<(RelationRow & { id: number })[]> {
  const { rows } = await sql<RelationRow & { id: number }>`
    select r.* from layer_relation r join layer p on p.id = r.parent_layer join layer c on c.id = r.child_layer
      where ${layer}::int in (r.parent_layer, r.child_layer) and p.deleted_at is null and c.deleted_at is null order by r.id`.execute(
    db,
  );
  return rows;
}

export async function insertRelation(db: Db, customer: number, of: RelationInput): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into layer_relation (customer_id, name, parent_layer, parent_field, child_layer, child_field, kind, on_delete, required, label, back_label, title, columns)
      values (${customer}::int, ${of.name}, ${of.parent_layer}::int, ${of.parent_field}::text, ${of.child_layer}::int, ${of.child_field},
        ${of.kind}, ${of.on_delete}, ${of.required}::boolean, ${of.label}, ${of.back_label}, ${of.title}::text, ${JSON.stringify(of.columns)}::jsonb) returning id`.execute(
    db,
  );
  return (rows[0] as { id: number }).id;
}

export const updateRelation = (db: Db, id: number, of: RelationInput) =>
  sql`update layer_relation set name = ${of.name}, parent_layer = ${of.parent_layer}::int, parent_field = ${of.parent_field}::text,
      child_layer = ${of.child_layer}::int, child_field = ${of.child_field}, kind = ${of.kind}, on_delete = ${of.on_delete},
      required = ${of.required}::boolean, label = ${of.label}, back_label = ${of.back_label}, title = ${of.title}::text,
      columns = ${JSON.stringify(of.columns)}::jsonb where id = ${id}::int`.execute(db);

/**
 * A copy's records belong to the parents of those that they were copied from. The children of what is copied stay with it alone; a layer
 * whose records belong to one another by a field has its own in the copy.
 */
export const copyRelations = (db: Db, from: number, to: number) =>
  sql`insert into layer_relation (customer_id, name, parent_layer, parent_field, child_layer, child_field, kind, on_delete, required, label, back_label, title, columns)
    select customer_id, name, case when parent_layer = child_layer and parent_field is not null then ${to}::int else parent_layer end, parent_field, ${to}::int, child_field,
      kind, on_delete, required, label, back_label, title, columns from layer_relation where child_layer = ${from}::int`.execute(
    db,
  );

/** Whether a write failed because the child's field is the key of another relation. */
export const isKeyTaken = (error: unknown): boolean =>
  (error as { constraint?: string }).constraint === 'layer_relation_key';
