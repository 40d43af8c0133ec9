// SQL of sign-in and of the own person.
import { sql } from 'kysely';
import { fold } from '../../../contract/fold';
import { CustomerConfig } from '../../../contract/schemas/session';
import type { Db } from '../../db/engine';

/** How a customer presents itself; null for one that is gone. */
export async function customerConfig(db: Db, id: number): Promise<CustomerConfig | null> {
  const row = await db.selectFrom('customer').select('config').where('id', '=', id).executeTakeFirst();
  return row ? CustomerConfig.parse(row.config) : null;
}

/** Somebody who can sign in by this name on a host: letters and digits that look the same are the same. */
export const accountByName = (db: Db, realm: string, username: string) =>
  db
    .selectFrom('account')
    .selectAll()
    .where('realm', '=', realm)
    .where('name_key', '=', fold(username))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Whose number this is, proved, among those who sign in on a host. */
export const accountByPhone = (db: Db, realm: string, phone: string) =>
  db
    .selectFrom('account')
    .selectAll()
    .where('realm', '=', realm)
    .where('proved_phone', '=', phone)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

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

/** Makes a customer and answers its id. `public_host`: where it signed up; then `host` is no host. */
export async function insertCustomer(
  db: Db,
  c: { host: string; public_host?: string; config: Record<string, unknown> },
): Promise<number> {
  const row = await db
    .insertInto('customer')
    .values({ ...c, config: JSON.stringify(c.config) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** An account that is not deleted; it may be locked. */
export const byId = (db: Db, id: number) =>
  db.selectFrom('account').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

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
