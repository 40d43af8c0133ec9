// SQL of what a person keeps. Every statement names the account: nobody meets another's rows.
import { sql } from 'kysely';
import type { Db } from '../../db/engine';

const json = (v: unknown) => sql<string>`${JSON.stringify(v)}::jsonb`;

export function items(db: Db, account: number, { id, type }: { id?: number; type?: string | undefined }) {
  let all = db.selectFrom('user_item').select(['id', 'label', 'type', 'data']).where('account_id', '=', account);
  if (id !== undefined) all = all.where('id', '=', id);
  if (type !== undefined) all = all.where('type', '=', type);
  return all.orderBy('id').execute();
}

export async function countOf(db: Db, table: 'user_item' | 'env', account: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where account_id = ${account}::int`.execute(db);
  return rows[0]?.n ?? 0;
}

export const addItem = (db: Db, account: number, item: { label: string; type: string; data: unknown }) =>
  db
    .insertInto('user_item')
    .values({ account_id: account, label: item.label, type: item.type, data: json(item.data) })
    .returning(['id', 'label', 'type', 'data'])
    .executeTakeFirstOrThrow();

/** JSON text for the database; null where nothing is to be changed. */
const toJson = (v: unknown) => (v === undefined ? null : JSON.stringify(v));

export async function editItem(
  db: Db,
  account: number,
  id: number,
  set: { label?: string | undefined; data?: unknown },
): Promise<void> {
  await sql`
    update user_item set label = coalesce(${set.label ?? null}::text, label), data = coalesce(${toJson(set.data)}::jsonb, data)
      where id = ${id}::int and account_id = ${account}::int`.execute(db);
}

export const remove = (db: Db, table: 'user_item' | 'env', account: number, id: number) =>
  sql`delete from ${sql.table(table)} where id = ${id}::int and account_id = ${account}::int`.execute(db);

export function envs(db: Db, account: number, { id }: { id?: number } = {}) {
  const all = db.selectFrom('env').select(['id', 'label', 'data', 'is_default']).where('account_id', '=', account);
  return (id === undefined ? all : all.where('id', '=', id)).orderBy('id').execute();
}

/** The account's other arrangements are no longer the default. Before another becomes it. */
export const clearDefault = (db: Db, account: number, exceptId = 0) =>
  db
    .updateTable('env')
    .set({ is_default: false })
    .where('account_id', '=', account)
    .where('is_default', '=', true)
    .where('id', '<>', exceptId)
    .execute();

export const addEnv = (db: Db, account: number, env: { label: string; data: unknown; is_default: boolean }) =>
  db
    .insertInto('env')
    .values({ account_id: account, label: env.label, data: json(env.data), is_default: env.is_default, given_by: null })
    .returning(['id', 'label', 'data', 'is_default'])
    .executeTakeFirstOrThrow();

export async function editEnv(
  db: Db,
  account: number,
  id: number,
  set: { label?: string | undefined; data?: unknown; is_default?: boolean | undefined },
): Promise<void> {
  await sql`
    update env set label = coalesce(${set.label ?? null}::text, label), data = coalesce(${toJson(set.data)}::jsonb, data),
      is_default = coalesce(${set.is_default ?? null}::boolean, is_default)
      where id = ${id}::int and account_id = ${account}::int`.execute(db);
}

/** How many of the accounts belong to the customer. */
export async function countPeople(db: Db, customer: number, accounts: readonly number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from account where customer_id = ${customer}::int and deleted_at is null and id = any(${[...accounts]}::int[])`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Gives copies of an arrangement to others, in the place of what the same giver gave under the same label. Inside a transaction. */
export async function copyEnv(db: Db, from: number, id: number, to: readonly number[]): Promise<number> {
  await sql`select id from account where id = any(${[...to]}::int[]) order by id for update`.execute(db);
  await sql`
    delete from env e using env s where s.id = ${id}::int and s.account_id = ${from}::int and e.account_id = any(${[...to]}::int[]) and e.label = s.label and e.given_by = ${from}::int`.execute(
    db,
  );
  const { rows } = await sql`
    insert into env (account_id, label, data, given_by) select a, s.label, s.data, s.account_id from env s, unnest(${[...to]}::int[]) as a
      where s.id = ${id}::int and s.account_id = ${from}::int returning id`.execute(db);
  return rows.length;
}
