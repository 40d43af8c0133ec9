// SQL of sign-in and of the own person.
import { sql } from 'kysely';
import { CustomerConfig } from '../../../contract/schemas/session';
import type { Db } from '../../db/engine';

export async function putCaptcha(db: Db, key: string, answer: string, until: Date) {
  await db.deleteFrom('captcha').where('until', '<', sql<Date>`now() - interval '10 minutes'`).execute();
  await db.insertInto('captcha').values({ key, answer_hash: answer, until }).execute();
}

/** The answer's hash, once: asking takes it away. */
export async function takeCaptcha(db: Db, key: string, now: Date): Promise<string | null> {
  const row = await db
    .deleteFrom('captcha')
    .where('key', '=', key)
    .returning(['answer_hash', 'until'])
    .executeTakeFirst();
  return row && row.until > now ? row.answer_hash : null;
}

/** The customer of a host; a host that nobody claims belongs to the first customer. */
export async function customer(db: Db, host: string | undefined) {
  const row = await db
    .selectFrom('customer')
    .selectAll()
    .orderBy((e) =>
      e
        .case()
        .when('host', '=', host ?? '')
        .then(0)
        .else(1)
        .end(),
    )
    .orderBy('id')
    .executeTakeFirst();
  return row && { id: row.id, config: CustomerConfig.parse(row.config) };
}

export const accountByName = (db: Db, customerId: number, username: string) =>
  db
    .selectFrom('account')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where(sql`lower(username)`, '=', username.trim().toLowerCase())
    .executeTakeFirst();

export const countFailure = (db: Db, id: number, at: Date) =>
  db
    .updateTable('account')
    .set((e) => ({ failures: e('failures', '+', 1), failed_at: at }))
    .where('id', '=', id)
    .execute();

export const clearFailures = (db: Db, id: number) =>
  db
    .updateTable('account')
    .set({ failures: 0, failed_at: null })
    .where('id', '=', id)
    .where('failures', '>', 0)
    .execute();

/** A person with roles, modules and permissions. */
export async function person(db: Db, id: number) {
  const row = await db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const roles = await db
    .selectFrom('role as r')
    .innerJoin('account_role as ar', 'ar.role_id', 'r.id')
    .select(['r.id', 'r.modules', 'r.custom_perms'])
    .where('ar.account_id', '=', id)
    .execute();
  return {
    ...row,
    roles: roles.map((r) => r.id),
    modules: [...new Set(roles.flatMap((r) => r.modules))].sort((a, b) => a - b),
    perms: [...new Set(roles.flatMap((r) => r.custom_perms))].sort(),
  };
}

export const revoke = (db: Db, session: string, at: Date) =>
  db.updateTable('session').set({ revoked_at: at }).where('id', '=', session).execute();
