// SQL of plans, subscriptions, discounts, purchases and the ledger. bigint columns are read as numbers: rials stay far below 2^53.
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Plan } from '../../../contract/schemas/subscription';
import type { Db } from '../../db/engine';
import type { Tables } from '../../db/tables';
import type { Discount, PlanPeriod } from './rules';

const plan = sql`id, type, type_display, label, description, price::float8 as price, price_org::float8 as price_org, duration, layer_limit, disk_limit`;

/** The plans that are offered, in the order of their ids. */
export async function plans(db: Db): Promise<Plan[]> {
  return (await sql<Plan>`select ${plan} from plan where listed order by id`.execute(db)).rows;
}

/** One plan that is offered. */
export async function offered(db: Db, id: number): Promise<Plan | undefined> {
  return (await sql<Plan>`select ${plan} from plan where id = ${id}::int and listed`.execute(db)).rows[0];
}

/** All that a customer holds or held. */
export async function listPlanPeriods(db: Db, customer: number): Promise<PlanPeriod[]> {
  const { rows } = await sql<PlanPeriod>`
    select s.plan_id, p.label, coalesce(b.price, 0)::float8 as price, s.starts, s.ends, s.layer_limit, s.disk_limit
      from subscription s join plan p on p.id = s.plan_id left join purchase b on b.id = s.purchase_id
     where s.customer_id = ${customer}::int`.execute(db);
  return rows;
}

/** Holds a customer until the transaction ends: what it owns and owes changes one at a time. */
export const hold = (db: Db, customer: number) =>
  sql`select 1 from customer where id = ${customer}::int for update`.execute(db);

interface NewSubscription {
  customer: number;
  plan: number;
  purchase: string | null;
  starts: Date;
  ends: Date;
  layer_limit: number;
  disk_limit: number;
}
export const subscribe = (db: Db, s: NewSubscription) =>
  db
    .insertInto('subscription')
    .values({
      customer_id: s.customer,
      plan_id: s.plan,
      purchase_id: s.purchase,
      starts: s.starts,
      ends: s.ends,
      layer_limit: s.layer_limit,
      disk_limit: s.disk_limit,
    })
    .execute();

/** Ends what runs now: a trial that was left for a bought plan. */
export const endNow = (db: Db, customer: number, at: Date) =>
  sql`update subscription set ends = ${at}::timestamptz where customer_id = ${customer}::int and ends > ${at}::timestamptz and starts <= ${at}::timestamptz`.execute(
    db,
  );

/** The limits that bind a customer: those of the plan that began last. Undefined without plans. */
export async function limits(
  db: Db,
  customer: number,
): Promise<{ layer_limit: number; disk_limit: number } | undefined> {
  const { rows } = await sql<{ layer_limit: number; disk_limit: number }>`
    select layer_limit, disk_limit from subscription where customer_id = ${customer}::int
     order by (starts <= now()) desc, starts desc limit 1`.execute(db);
  return rows[0];
}

export async function layerCount(db: Db, customer: number): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from layer where customer_id = ${customer}::int and deleted_at is null`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Layers of a customer, and the bytes that they and all files take. The size of a table is read from its files, not its rows. */
export async function usage(db: Db, customer: number): Promise<{ layers: number; bytes: number }> {
  const { rows } = await sql<{ layers: number; bytes: number }>`
    select count(l.id)::int as layers,
           (coalesce(sum(pg_total_relation_size(to_regclass(quote_ident('record_' || l.id)))), 0) + coalesce(sum((l.config->'source'->>'size')::float8), 0)
             + c.files_bytes)::float8 as bytes
      from customer c left join layer l on l.customer_id = c.id where c.id = ${customer}::int group by c.id`.execute(
    db,
  );
  return rows[0] ?? { layers: 0, bytes: 0 };
}

/** A code by what was typed, folded as it is kept; held while a purchase is made. */
export async function discount(db: Db, code: string): Promise<Discount | undefined> {
  const { rows } = await sql<Discount>`
    select percent, amount::float8 as amount, plan_id, until, uses from discount where code = ${code}::text for update`.execute(
    db,
  );
  return rows[0];
}

/** How many purchases, paid or on their way, hold a code. */
export async function uses(db: Db, code: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from purchase where discount_code = ${code}::text and state <> 'failed'`.execute(db);
  return rows[0]?.n ?? 0;
}

/** A purchase, without what only the database asks for. */
export type PurchaseRow = Omit<Selectable<Tables['purchase']>, 'discount_code' | 'checked_at'>;
const purchase = sql`id, customer_id, account_id, plan_id, duration, layer_limit, disk_limit, price::float8 as price, discount::float8 as discount,
  amount::float8 as amount, gateway, authority, redirect_to, ref_id, host, state, created, settled_at`;

/** What makes an order the same as one before: person, plan, code and gateway; the one before is younger than `since`. */
interface Same {
  account: number;
  plan: number;
  code: string | null;
  gateway: string;
  since: Date;
}
const isSame = (p: Same) => sql`
  state = 'pending' and account_id = ${p.account}::int and plan_id = ${p.plan}::int
    and discount_code is not distinct from ${p.code}::text and gateway = ${p.gateway}::text and created > ${p.since}::timestamptz`;

/** A purchase on its way that is the same as one asked for again. */
export async function same(db: Db, p: Same): Promise<PurchaseRow | undefined> {
  return (await sql<PurchaseRow>`select ${purchase} from purchase where ${isSame(p)} order by created desc limit 1`.execute(db)).rows[0]; // biome-ignore format: one query
}

/** Ends the same purchases that the gateway was asked about already, and which nobody had paid. Paid after all, they are still given. */
export const superseded = (db: Db, p: Same, at: Date) =>
  sql`update purchase set state = 'failed', settled_at = ${at}::timestamptz where checked_at is not null and ${isSame(p)}`.execute(db); // biome-ignore format: one query

export const addPurchase = (
  db: Db,
  p: Omit<PurchaseRow, 'authority' | 'redirect_to' | 'ref_id' | 'state' | 'settled_at'> & {
    discount_code: string | null;
  },
) =>
  db
    .insertInto('purchase')
    .values({ ...p, state: 'pending' })
    .execute();

/** Writes what the provider opened for a purchase, once, and answers the address that counts: the first one. */
export async function opened(db: Db, id: string, authority: string, redirect_to: string): Promise<string | null> {
  await sql`
    update purchase set authority = ${authority}::text, redirect_to = ${redirect_to}::text
     where id = ${id}::text and authority is null and state = 'pending'`.execute(db);
  return (await purchaseOf(db, id))?.redirect_to ?? null;
}

export async function byAuthority(db: Db, gateway: string, authority: string): Promise<PurchaseRow | undefined> {
  return (
    await sql<PurchaseRow>`select ${purchase} from purchase where gateway = ${gateway}::text and authority = ${authority}::text`.execute(
      db,
    )
  ).rows[0];
}

export async function purchaseOf(db: Db, id: string, lock = false): Promise<PurchaseRow | undefined> {
  return (
    await sql<PurchaseRow>`select ${purchase} from purchase where id = ${id}::text ${lock ? sql`for update` : sql``}`.execute(
      db,
    )
  ).rows[0];
}

/** Takes the next question to the gateway about a purchase for one process; false when another one asked just now. */
export async function claimCheck(db: Db, id: string, at: Date, before: Date): Promise<boolean> {
  const { rows } = await sql`
    update purchase set checked_at = ${at}::timestamptz
     where id = ${id}::text and state <> 'paid' and (checked_at is null or checked_at <= ${before}::timestamptz) returning id`.execute(
    db,
  );
  return rows.length > 0;
}

export const settlePaid = (db: Db, id: string, ref: string, at: Date) =>
  db.updateTable('purchase').set({ state: 'paid', ref_id: ref, settled_at: at }).where('id', '=', id).execute();

export const settleFailed = (db: Db, id: string, at: Date) =>
  db
    .updateTable('purchase')
    .set({ state: 'failed', settled_at: at })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();

/**
 * Purchases on their way, and ended ones that a provider may still be paid for (younger than `lapsed`), the oldest first, that nobody
 * asked about since `before`.
 */
export async function unsettled(db: Db, before: Date, lapsed: Date, limit: number): Promise<PurchaseRow[]> {
  const { rows } = await sql<PurchaseRow>`
    select ${purchase} from purchase
     where (state = 'pending' or (state = 'failed' and authority is not null and created > ${lapsed}::timestamptz))
       and created <= ${before}::timestamptz and (checked_at is null or checked_at <= ${before}::timestamptz)
     order by created limit ${limit}::int`.execute(db);
  return rows;
}

export async function book(db: Db, id: string, entries: Record<string, number>, at: Date): Promise<void> {
  const rows = Object.entries(entries).filter(([, amount]) => amount !== 0);
  if (rows.length)
    await db
      .insertInto('ledger')
      .values(rows.map(([account, amount]) => ({ purchase_id: id, account, amount, at })))
      .execute();
}

/** Purchases of a customer. */
export const purchases = async (db: Db, customer: number, end: RawBuilder<unknown>): Promise<PurchaseRow[]> =>
  (await sql<PurchaseRow>`select ${purchase} from purchase where customer_id = ${customer}::int ${end}`.execute(db))
    .rows;
