// SQL of people: lists, one, and all that changes them.
import { sql } from 'kysely';
import { fold } from '../../../contract/fold';
import { phoneKey } from '../../../contract/phone';
import type { Db } from '../../db/engine';

interface Named {
  username: string;
  first_name: string;
  last_name: string;
  phone: string;
  email: string;
}

/** What is kept beside the names so that they are found: to be written whenever one of them is. */
export const keysOf = (p: Named) => ({
  name_key: fold(p.username),
  search: fold([p.username, p.first_name, p.last_name, p.phone, p.email].join(' ')),
  name_search: fold([p.username, p.first_name, p.last_name].join(' ')),
});

export const COLUMNS = [
  'id',
  'customer_id',
  'username',
  'first_name',
  'last_name',
  'email',
  'phone',
  'is_superuser',
  'is_signed_up',
  'locked',
  'created',
  'image',
  'workdays',
  'two_factor',
  'proved_phone',
  'must_change',
] as const;

/** When somebody was last there; null for never. */
export const lastSeen = sql<Date | null>`(select s.at from account_seen s where s.account_id = a.id)`;

/** Living people of a customer as `a`. */
export const selectPeople = (db: Db, customer: number) =>
  db.selectFrom('account as a').where('a.customer_id', '=', customer).where('a.deleted_at', 'is', null);

/** One person of the customer; undefined for others and for who is deleted. */
export const find = (db: Db, customer: number, id: number) =>
  selectPeople(db, customer)
    .select(COLUMNS.map((c) => `a.${c}` as const))
    .select(lastSeen.as('last_seen'))
    .where('a.id', '=', id)
    .executeTakeFirst();

export type PersonRow = NonNullable<Awaited<ReturnType<typeof find>>>;

/** The same, held until the transaction ends. */
export const lock = (db: Db, customer: number, id: number) =>
  selectPeople(db, customer)
    .select(COLUMNS.map((c) => `a.${c}` as const))
    .select(lastSeen.as('last_seen'))
    .where('a.id', '=', id)
    .forUpdate()
    .executeTakeFirst();

const superusers = (db: Db, customer: number) =>
  selectPeople(db, customer)
    .select('a.id')
    .where('a.is_superuser', '=', true)
    .where('a.locked', '=', false)
    .orderBy('a.id');

/** Ids of the customer's superusers who can sign in. */
export const getActiveSuperusers = async (db: Db, customer: number): Promise<number[]> =>
  (await superusers(db, customer).execute()).map((row) => row.id);

/** Ids of the customer's superusers who can sign in, all held: two who would each take away the other one wait here. */
export async function lockSuperusers(db: Db, customer: number): Promise<number[]> {
  return (await superusers(db, customer).forUpdate().execute()).map((row) => row.id);
}

/** Regions by account, for those who have some. */
export async function getRegions(db: Db, accounts: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ account_id: number; regions: number[] }>`
    select account_id, array_agg(region_id order by region_id) as regions from account_region
      where account_id = any(${[...accounts]}::int[]) group by account_id`.execute(db);
  return new Map(rows.map((row) => [row.account_id, row.regions]));
}

/** What roles grant, by id. */
export const getRolesById = (db: Db, ids: Iterable<number>) =>
  db
    .selectFrom('role')
    .select(['id', 'modules', 'custom_perms'])
    .where('id', '=', sql<number>`any(${[...new Set(ids)]}::int[])`)
    .execute();

/** Names of roles or labels of regions, by id. */
async function getNames(
  db: Db,
  table: 'role' | 'region',
  column: 'name' | 'label',
  ids: Iterable<number>,
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, ${sql.ref(column)} as name from ${sql.table(table)} where id = any(${[...new Set(ids)]}::int[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
export const getRoleNames = (db: Db, ids: Iterable<number>) => getNames(db, 'role', 'name', ids);
export const getRegionLabels = (db: Db, ids: Iterable<number>) => getNames(db, 'region', 'label', ids);

export interface NewAccount extends Named {
  customer_id: number;
  password_hash: string;
  is_superuser?: boolean;
  is_signed_up?: boolean;
  workdays?: number[];
  must_change?: boolean;
  created?: Date;
  /** Key of the picture. */
  image?: string | null;
  /** The number's key where a code has proved it; unique among those who sign in on the same host. */
  proved_phone?: string;
}

/** Inserts an account and returns its id. A name that is taken breaks the index `account_name`. */
export async function insert(db: Db, p: NewAccount): Promise<number> {
  const { id } = await db
    .insertInto('account')
    .values({
      ...p,
      ...keysOf(p),
      is_superuser: p.is_superuser ?? false,
      is_signed_up: p.is_signed_up ?? false,
      locked: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface Changes extends Partial<Named> {
  password_hash?: string;
  is_superuser?: boolean;
  locked?: boolean;
  workdays?: number[];
  image?: string | null;
  two_factor?: boolean;
  proved_phone?: string | null;
  must_change?: boolean;
}

/** What a changed number brings: it is proved no more, and without any number there is nowhere to send a second factor. */
function phoneChanges(row: { phone: string }, { phone, proved_phone }: Changes) {
  if (phone === undefined || proved_phone !== undefined) return {};
  return {
    ...(phoneKey(phone) === phoneKey(row.phone) ? {} : { proved_phone: null }),
    ...(phone === '' ? { proved_phone: null, two_factor: false } : {}),
  };
}

/** Writes changes of a locked row, with the keys that follow from the person's names. */
export async function update(db: Db, row: Named & { id: number }, changes: Changes): Promise<void> {
  const set = { ...changes, ...phoneChanges(row, changes), ...keysOf({ ...row, ...changes }) };
  await db.updateTable('account').set(set).where('id', '=', row.id).execute();
}

/** Locks roles of the customer, so that none goes meanwhile, and returns what they grant. */
export async function lockRoles(db: Db, customer: number, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('role')
    .select(['id', 'modules', 'custom_perms'])
    .where('customer_id', '=', customer)
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .orderBy('id')
    .forShare()
    .execute();
}

/** How many of these regions the customer has; they are held, so that none goes meanwhile. */
export async function lockRegions(db: Db, customer: number, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await db
    .selectFrom('region')
    .select('id')
    .where('customer_id', '=', customer)
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .orderBy('id')
    .forShare()
    .execute();
  return rows.length;
}

export async function setRoles(db: Db, account: number, roles: readonly number[]): Promise<void> {
  await db.deleteFrom('account_role').where('account_id', '=', account).execute();
  await sql`insert into account_role (account_id, role_id) select ${account}::int, unnest(${[...roles]}::int[])`.execute(
    db,
  );
}

export async function setRegions(db: Db, account: number, regions: readonly number[]): Promise<void> {
  await db.deleteFrom('account_region').where('account_id', '=', account).execute();
  await sql`insert into account_region (account_id, region_id) select ${account}::int, unnest(${[...regions]}::int[])`.execute(
    db,
  );
}

/** Takes somebody out: no rights, no secrets, nothing private; the row and the names stay for what they made. */
export async function remove(db: Db, row: Named & { id: number }, at: Date): Promise<void> {
  for (const table of ['account_role', 'account_region', 'drawing', 'user_item', 'env'] as const)
    await db.deleteFrom(table).where('account_id', '=', row.id).execute();
  const none = { two_factor: false, proved_phone: null };
  const erased = { email: '', phone: '', password_hash: '', image: null, is_superuser: false, ...none };
  await db
    .updateTable('account')
    .set({ ...erased, ...keysOf({ ...row, ...erased }), deleted_at: at })
    .where('id', '=', row.id)
    .execute();
  // Their own keys go for ever; those of programs that they made are their customer's.
  await db
    .updateTable('publish_key')
    .set({ revoked_at: at, old_hash: null, old_until: null })
    .where('account_id', '=', row.id)
    .where('personal', '=', true)
    .where('revoked_at', 'is', null)
    .execute();
}
