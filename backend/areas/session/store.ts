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

/** When an attempt may be counted. `rest`: not while an account rests after so many failures; null: only as the first one. */
export interface Limit {
  at: Date;
  rest: { failures: number; ms: number } | null;
}

/** Counts an attempt at an account's password as failed until it proves right; false where the limit forbids it. */
export async function countAttempt(db: Db, id: number, { at, rest }: Limit): Promise<boolean> {
  const allowed = rest
    ? sql`(failures < ${rest.failures}::int or failed_at is null or failed_at <= ${new Date(at.getTime() - rest.ms)}::timestamptz)`
    : sql`failures = 0`;
  const { rows } = await sql`
    update account set failures = failures + 1, failed_at = ${at}::timestamptz where id = ${id}::int and ${allowed} returning 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** The same for a name that nobody has; the last ten times are enough to know. */
export async function countUnknown(db: Db, key: string, { at, rest }: Limit): Promise<boolean> {
  const allowed = rest
    ? sql`(cardinality(attempt.times) < ${rest.failures}::int or attempt.last <= ${new Date(at.getTime() - rest.ms)}::timestamptz)`
    : sql`false`;
  const { rows } = await sql`
    insert into attempt (key, times, last) values (${key}::text, array[${at}::timestamptz], ${at}::timestamptz)
      on conflict (key) do update set times = (${at}::timestamptz || attempt.times)[1:10], last = ${at}::timestamptz where ${allowed} returning 1`.execute(
    db,
  );
  return rows.length > 0;
}

export async function unknownFailures(db: Db, key: string): Promise<number> {
  const row = await db.selectFrom('attempt').select('times').where('key', '=', key).executeTakeFirst();
  return row?.times.length ?? 0;
}

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
