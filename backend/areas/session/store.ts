// SQL of sign-in and of the own person.
import { fold } from '../../../contract/fold';
import { CustomerConfig } from '../../../contract/schemas/session';
import type { Db } from '../../db/engine';

/** How a customer presents itself; null for one that is gone. */
export async function getCustomerConfig(db: Db, id: number): Promise<CustomerConfig | null> {
  const row = await db.selectFrom('customer').select('config').where('id', '=', id).executeTakeFirst();
  return row ? CustomerConfig.parse(row.config) : null;
}

/** Somebody who can sign in by this name on a host: letters and digits that look the same are the same. */
export const findByName = (db: Db, realm: string, username: string) =>
  db
    .selectFrom('account')
    .selectAll()
    .where('realm', '=', realm)
    .where('name_key', '=', fold(username))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Whose number this is, proved, among those who sign in on a host. */
export const findByPhone = (db: Db, realm: string, phone: string) =>
  db
    .selectFrom('account')
    .selectAll()
    .where('realm', '=', realm)
    .where('proved_phone', '=', phone)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Inserts a customer and returns its id. `public_host`: where it signed up; then `host` is no host. */
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
export const findById = (db: Db, id: number) =>
  db.selectFrom('account').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

/** An account that may be used. */
export const findActive = (db: Db, id: number) =>
  db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('locked', '=', false)
    .executeTakeFirst();

export const revokeSession = (db: Db, session: string, at: Date) =>
  db.updateTable('session').set({ revoked_at: at }).where('id', '=', session).execute();

/** A region of a customer, by name. */
export const findRegion = (db: Db, customer: number, id: number) =>
  db
    .selectFrom('region')
    .select(['id', 'label'])
    .where('customer_id', '=', customer)
    .where('id', '=', id)
    .executeTakeFirst();
