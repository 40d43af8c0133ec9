// SQL of keys: a key, the account that acts for it, what it may do in which layer, and inside which regions.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/engine';

export interface Grant {
  layer: number;
  add: boolean;
  edit: boolean;
  delete: boolean;
}

export interface NewKey {
  id: string;
  customer: number;
  label: string;
  hash: string;
  inAddress: boolean;
  addresses: readonly string[];
  regions: readonly number[];
  grants: readonly Grant[];
  madeBy: number | null;
  at: Date;
  expires: Date;
}

const texts = (values: readonly string[]): RawBuilder<unknown> => sql`${[...values]}::text[]`;

/** Sets what the key may do. A layer that is not published to the customer's keys is left out. */
export async function setGrants(db: Db, key: string, customer: number, grants: readonly Grant[]): Promise<void> {
  await sql`delete from publish_grant where key_id = ${key}::text`.execute(db);
  await sql`
    insert into publish_grant (key_id, in_address, layer_id, add, edit, delete)
      select k.id, k.in_address, p.layer_id, g.add, g.edit, g.delete
        from jsonb_to_recordset(${JSON.stringify(grants)}::jsonb) as g (layer int, add boolean, edit boolean, delete boolean)
        join published_layer p on p.layer_id = g.layer and p.customer_id = ${customer}::int
        join publish_key k on k.id = ${key}::text`.execute(db);
}

/** The account of a key is called by its name wherever something is said of what it did. */
async function insertAccount(db: Db, key: NewKey): Promise<number> {
  const { id } = await db
    .insertInto('account')
    .values({
      kind: 'service',
      customer_id: key.customer,
      username: `pht_${key.id}`,
      password_hash: '',
      first_name: key.label,
      last_name: '',
      email: '',
      phone: '',
      is_superuser: false,
      is_signed_up: false,
      locked: false,
      deleted_at: key.at,
      name_key: `pht_${key.id}`,
      search: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes a key with its account. Inside a transaction. */
export async function insertKey(db: Db, key: NewKey): Promise<void> {
  const account = await insertAccount(db, key);
  for (const region of key.regions)
    await db.insertInto('account_region').values({ account_id: account, region_id: region }).execute();
  await sql`
    insert into publish_key (id, customer_id, account_id, label, hash, in_address, addresses, region_bound, made_by, made_at, expires)
      values (${key.id}::text, ${key.customer}::int, ${account}::int, ${key.label}::text, ${key.hash}::text, ${key.inAddress}::boolean,
        ${texts(key.addresses)}::cidr[], ${key.regions.length > 0}::boolean, ${key.madeBy}::int, ${key.at}::timestamptz, ${key.expires}::timestamptz)`.execute(
    db,
  );
  await setGrants(db, key.id, key.customer, key.grants);
}
