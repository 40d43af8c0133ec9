// Whom an announcement or a tutorial is for: everybody, or those who have one of some roles.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/engine';
import { invalid, notFound } from '../../http/errors';
import type { Caller } from '../../identity/caller';

/** Tables whose rows have an audience; the roles of each stand in a table of their own. */
type Table = 'announcement' | 'tutorial';

/** The column `roles` of a row `n`. */
export const rolesOf = (table: Table): RawBuilder<unknown> => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) order by o.name, o.id)
    from ${sql.table(`${table}_role`)} r join role o on o.id = r.role_id where ${sql.ref(`r.${table}_id`)} = n.id), '[]'::jsonb) as roles`;

/** Condition on a row `n` that it is for the caller: for everybody, for one of their roles, or written by such as they are. */
export const isFor = (table: Table, caller: Caller, isWriter: boolean): RawBuilder<unknown> =>
  isWriter
    ? sql`true`
    : sql`(n.audience = 'all' or exists (select 1 from ${sql.table(`${table}_role`)} r where ${sql.ref(`r.${table}_id`)} = n.id and r.role_id = any(${caller.roles}::int[])))`;

async function countRoles(db: Db, customer: number, roles: readonly number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from role where customer_id = ${customer}::int and id = any(${[...roles]}::int[])`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

async function setRoles(db: Db, table: Table, id: number, roles: readonly number[]): Promise<void> {
  const [own, of] = [sql.table(`${table}_role`), sql.id(`${table}_id`)];
  await sql`delete from ${own} where ${of} = ${id}::int`.execute(db);
  await sql`insert into ${own} (${of}, role_id) select ${id}::int, r.id from role r where r.id = any(${[...roles]}::int[])`.execute(
    db,
  );
}

/**
 * Names whom a row is for from now on, where a body says so; `before` is whom it was for. Throws 404 where a role is not there, and
 * refuses what is for roles alone and names none.
 */
export async function writeAudience(
  tx: Db,
  { customer }: Pick<Caller, 'customer'>,
  of: { table: Table; id: number; before: 'all' | 'roles' },
  body: { audience?: 'all' | 'roles' | undefined; roles?: readonly number[] | undefined },
): Promise<void> {
  if (body.audience === undefined && body.roles === undefined) return;
  const roles = [...new Set(body.roles ?? [])];
  if ((await countRoles(tx, customer, roles)) !== roles.length) throw notFound();
  if ((body.audience ?? of.before) === 'all') return setRoles(tx, of.table, of.id, []);
  if (body.roles !== undefined ? roles.length === 0 : of.before === 'all') throw invalid('roles');
  if (body.roles !== undefined) await setRoles(tx, of.table, of.id, roles);
}
