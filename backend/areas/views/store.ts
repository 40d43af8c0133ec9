// SQL of saved views. Every statement names the person: what is not theirs and not shared does not exist for them.
import { sql } from 'kysely';
import type { Grouping } from '../../../contract/schemas/layers/groups';
import { type LayerView, MAX_LISTED } from '../../../contract/schemas/layers/view';
import type { QueryNode } from '../../../contract/schemas/query';
import type { Db } from '../../db/engine';

export interface ViewRow {
  id: number;
  layer_id: number;
  account_id: number;
  name: string;
  query: QueryNode;
  columns: LayerView['columns'];
  order: string | null;
  groups: Grouping | null;
  shared: boolean;
  created: Date;
  modified: Date;
  version: number;
  is_default: boolean;
}
export type ViewParts = Pick<ViewRow, 'name' | 'query' | 'columns' | 'order' | 'groups' | 'shared'>;

/** Views that a person reads: of one layer, or one by its id. The own ones come first. */
export async function listViews(
  db: Db,
  account: number,
  which: { layer: number } | { id: number },
): Promise<ViewRow[]> {
  const { rows } = await sql<ViewRow>`
    select v.id, v.layer_id, v.account_id, v.name, v.query, v.columns, v.sort as order, v.groups, v.shared, v.created, v.modified, v.version,
        exists (select 1 from layer_view_default d where d.view_id = v.id and d.account_id = ${account}::int) as is_default
      from layer_view v
      where ${'layer' in which ? sql`v.layer_id = ${which.layer}::int` : sql`v.id = ${which.id}::int`} and (v.shared or v.account_id = ${account}::int)
      order by v.account_id <> ${account}::int, record_fold(v.name), v.id limit ${MAX_LISTED}::int`.execute(db);
  return rows;
}

/** Holds a view until the transaction ends. */
export async function holdView(db: Db, id: number): Promise<void> {
  await sql`select id from layer_view where id = ${id}::int for update`.execute(db);
}

export async function countOwn(db: Db, account: number, layer: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from layer_view where account_id = ${account}::int and layer_id = ${layer}::int`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

const json = (value: unknown) => (value === null ? sql`null` : sql`${JSON.stringify(value)}::jsonb`);

export async function insertView(
  db: Db,
  { account, layer, at }: { account: number; layer: number; at: Date },
  { name, query, columns, order, groups, shared }: ViewParts,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into layer_view (layer_id, account_id, name, query, columns, sort, groups, shared, created, modified)
      values (${layer}::int, ${account}::int, ${name}::text, ${json(query)}, ${json(columns)}, ${order}::text, ${json(groups)}, ${shared}::boolean,
        ${at}::timestamptz, ${at}::timestamptz) returning id`.execute(db);
  return (rows[0] as { id: number }).id;
}

export async function updateView(
  db: Db,
  id: number,
  at: Date,
  { name, query, columns, order, groups, shared }: ViewParts,
): Promise<void> {
  await sql`
    update layer_view set name = ${name}::text, query = ${json(query)}, columns = ${json(columns)}, sort = ${order}::text, groups = ${json(groups)},
        shared = ${shared}::boolean, modified = ${at}::timestamptz where id = ${id}::int`.execute(db);
}

/** Nobody but its owner begins with a view that is no longer shared. */
export async function dropForeignDefaults(db: Db, id: number, owner: number): Promise<void> {
  await sql`delete from layer_view_default where view_id = ${id}::int and account_id <> ${owner}::int`.execute(db);
}

export async function removeView(db: Db, id: number): Promise<void> {
  await sql`delete from layer_view where id = ${id}::int`.execute(db);
}

/** The view with which a person begins on a layer. */
export async function setDefault(db: Db, account: number, { id, layer_id }: ViewRow, isDefault: boolean) {
  if (isDefault)
    await sql`
      insert into layer_view_default (account_id, layer_id, view_id) values (${account}::int, ${layer_id}::int, ${id}::int)
        on conflict (account_id, layer_id) do update set view_id = excluded.view_id`.execute(db);
  else
    await sql`delete from layer_view_default where account_id = ${account}::int and view_id = ${id}::int`.execute(db);
}
