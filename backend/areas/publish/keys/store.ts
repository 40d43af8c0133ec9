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
  /** Whose key it is: it acts under their account, has no regions but theirs, and no account is made. Of a program where it is left out. */
  person?: number | undefined;
  madeBy: number | null;
  at: Date;
  expires: Date;
}

/** Networks as the database keeps them: what of an address lies outside of its mask is left out. */
const networks = (values: readonly string[]): RawBuilder<unknown> =>
  sql`coalesce((select array_agg(network(a::inet)) from unnest(${[...values]}::text[]) as a), '{}')`;

/** Keys of a customer's programs, or of one person, that are not revoked. */
export async function countKeys(db: Db, customer: number, person: number | null = null): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from publish_key where customer_id = ${customer}::int and revoked_at is null
      and ${person === null ? sql`not personal` : sql`personal and account_id = ${person}::int`}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Holds a customer's keys, or one, until the transaction ends. */
export async function holdCustomer(db: Db, customer: number): Promise<void> {
  await sql`select id from customer where id = ${customer}::int for update`.execute(db);
}
export async function holdKey(db: Db, id: string): Promise<void> {
  await sql`select id from publish_key where id = ${id}::text for update`.execute(db);
}

/** Of these layers and regions those that the customer has, and that are published. */
export async function findPublished(db: Db, customer: number, layers: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; writes: number }>`
    select p.layer_id as id, p.writes from published_layer p join layer l on l.id = p.layer_id and l.deleted_at is null
      where p.customer_id = ${customer}::int and p.layer_id = any(${[...layers]}::int[])`.execute(db);
  return new Map(rows.map(({ id, writes }) => [id, writes]));
}
export async function countRegions(db: Db, customer: number, regions: readonly number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from region where customer_id = ${customer}::int and id = any(${[...regions]}::int[])`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

export async function setRegions(db: Db, account: number, regions: readonly number[]): Promise<void> {
  await sql`delete from account_region where account_id = ${account}::int`.execute(db);
  for (const region of regions)
    await db.insertInto('account_region').values({ account_id: account, region_id: region }).execute();
}

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
      created: key.at,
      deleted_at: key.at,
      name_key: `pht_${key.id}`,
      search: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes a key, and the account of a program. Inside a transaction. */
export async function insertKey(db: Db, key: NewKey): Promise<void> {
  const { person } = key;
  const account = person ?? (await insertAccount(db, key));
  if (person === undefined) await setRegions(db, account, key.regions);
  await sql`
    insert into publish_key (id, customer_id, account_id, personal, label, hash, in_address, addresses, region_bound, made_by, made_at, expires)
      values (${key.id}::text, ${key.customer}::int, ${account}::int, ${person !== undefined}::boolean, ${key.label}::text, ${key.hash}::text,
        ${key.inAddress}::boolean, ${networks(key.addresses)}::cidr[], ${key.regions.length > 0}::boolean, ${key.madeBy}::int, ${key.at}::timestamptz, ${key.expires}::timestamptz)`.execute(
    db,
  );
  await setGrants(db, key.id, key.customer, key.grants);
}

export interface KeyParts extends Pick<NewKey, 'label' | 'inAddress' | 'addresses' | 'regions' | 'grants' | 'expires'> {
  /** The account of a program; null where the key is a person's, whose account no key changes. */
  account: number | null;
}

/** Changes a key as a whole. Its grants go first: the database lets none that writes stand in an address. */
export async function updateKey(db: Db, id: string, customer: number, parts: KeyParts): Promise<void> {
  await sql`delete from publish_grant where key_id = ${id}::text`.execute(db);
  if (parts.account !== null) {
    await setRegions(db, parts.account, parts.regions);
    await db.updateTable('account').set({ first_name: parts.label }).where('id', '=', parts.account).execute();
  }
  await sql`
    update publish_key set label = ${parts.label}::text, in_address = ${parts.inAddress}::boolean, addresses = ${networks(parts.addresses)}::cidr[],
        region_bound = ${parts.regions.length > 0}::boolean, expires = ${parts.expires}::timestamptz where id = ${id}::text`.execute(
    db,
  );
  await setGrants(db, id, customer, parts.grants);
}

/** Ends a key. The regions of a program are let go: nobody is bound to them any more, and `region_bound` holds it shut. */
export async function revokeKey(db: Db, id: string, account: number | null, at: Date): Promise<void> {
  await sql`update publish_key set revoked_at = ${at}::timestamptz, old_hash = null, old_until = null where id = ${id}::text`.execute(
    db,
  );
  if (account !== null) await sql`delete from account_region where account_id = ${account}::int`.execute(db);
}

export async function rotateKey(db: Db, id: string, hash: string, oldUntil: Date): Promise<void> {
  await sql`
    update publish_key set old_hash = hash, old_until = ${oldUntil}::timestamptz, hash = ${hash}::text where id = ${id}::text`.execute(
    db,
  );
}
