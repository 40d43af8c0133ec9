// SQL of sign-in and of the own person.
import { sql } from 'kysely';
import { fold } from '../../../contract/fold';
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

/** Somebody who can sign in by this name: letters and digits that look the same are the same. */
export const accountByName = (db: Db, customerId: number, username: string) =>
  db
    .selectFrom('account')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('name_key', '=', fold(username))
    .where('deleted_at', 'is', null)
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

export interface Grants {
  roles: number[];
  modules: number[];
  perms: string[];
}

/** What the roles of some accounts grant them, by account; those without a role are there too. The one reading of it. */
export async function grantsOf(db: Db, accounts: readonly number[]): Promise<Map<number, Grants>> {
  const rows = accounts.length
    ? await db
        .selectFrom('role as r')
        .innerJoin('account_role as ar', 'ar.role_id', 'r.id')
        .select(['ar.account_id', 'r.id', 'r.modules', 'r.custom_perms'])
        .where('ar.account_id', '=', sql<number>`any(${[...accounts]}::int[])`)
        .orderBy('r.id')
        .execute()
    : [];
  const by = new Map<number, Grants>(accounts.map((id) => [id, { roles: [], modules: [], perms: [] }]));
  for (const row of rows) {
    const grants = by.get(row.account_id);
    if (!grants) continue;
    grants.roles.push(row.id);
    grants.modules.push(...row.modules);
    grants.perms.push(...row.custom_perms);
  }
  for (const grants of by.values()) {
    grants.modules = [...new Set(grants.modules)].sort((a, b) => a - b);
    grants.perms = [...new Set(grants.perms)].sort();
  }
  return by;
}

/** An account that may be used. */
export const living = (db: Db, id: number) =>
  db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('locked', '=', false)
    .executeTakeFirst();

export const revoke = (db: Db, session: string, at: Date) =>
  db.updateTable('session').set({ revoked_at: at }).where('id', '=', session).execute();

/** Ends all sessions of an account, but for one where it is named. */
export const revokeAll = (db: Db, account: number, at: Date, but: string | null = null) =>
  db
    .updateTable('session')
    .set({ revoked_at: at, previous_answer: null })
    .where('account_id', '=', account)
    .where('revoked_at', 'is', null)
    .where('id', '<>', but ?? '')
    .execute();
