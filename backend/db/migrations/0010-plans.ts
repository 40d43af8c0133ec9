// Plans, what customers hold of them, purchases, the ledger of payments, and the erasure of customers whose time is over.
import { type Kysely, sql } from 'kysely';
import PLANS from './0010-plans.json';

const TABLES = ['erasure', 'ledger', 'subscription', 'purchase', 'discount', 'plan'];

export async function up(db: Kysely<unknown>): Promise<void> {
  // Money is in rials; limits are layers and megabytes; duration is days.
  await sql`
    create table plan (id int primary key, type text not null, type_display text not null, label text not null, description text not null,
      price bigint not null check (price >= 0), price_org bigint not null check (price_org >= price), duration int not null check (duration > 0),
      layer_limit int not null check (layer_limit > 0), disk_limit int not null check (disk_limit > 0), listed boolean not null default true)`.execute(
    db,
  );
  for (const p of PLANS)
    await sql`
      insert into plan (id, type, type_display, label, description, price, price_org, duration, layer_limit, disk_limit)
        values (${p.id}::int, ${p.type}::text, ${p.type_display}::text, ${p.label}::text, ${p.description}::text, ${p.price}::bigint,
          ${p.price_org}::bigint, ${p.duration}::int, ${p.layer_limit}::int, ${p.disk_limit}::int)`.execute(db);
  // A code takes a share or an amount off the price. `uses`: how many purchases may use it; null for any number.
  await sql`
    create table discount (code text primary key, percent int check (percent between 1 and 100), amount bigint check (amount > 0),
      plan_id int references plan, until timestamptz, uses int check (uses >= 0), check ((percent is null) <> (amount is null)))`.execute(
    db,
  );
  // Purchases and the ledger outlive their customer: they are accounts, and name nobody.
  await sql`
    create table purchase (
      id text primary key, customer_id int not null, account_id int not null, plan_id int not null references plan, duration int not null,
      layer_limit int not null, disk_limit int not null, price bigint not null, discount bigint not null check (discount >= 0),
      amount bigint not null check (amount >= 0), discount_code text, gateway text not null, authority text, redirect_to text, ref_id text, host text not null,
      state text not null check (state in ('pending', 'paid', 'failed')), created timestamptz not null, checked_at timestamptz, settled_at timestamptz,
      unique (gateway, authority), unique (gateway, ref_id), check (amount = price - discount))`.execute(db);
  await sql`create index purchase_customer on purchase (customer_id, id)`.execute(db);
  await sql`create index purchase_pending on purchase (created) where state = 'pending'`.execute(db);
  await sql`create index purchase_discount on purchase (discount_code) where discount_code is not null`.execute(db);
  // One paid purchase gives one subscription: the key says so.
  await sql`
    create table subscription (
      id serial primary key, customer_id int not null references customer on delete cascade, plan_id int not null references plan,
      purchase_id text unique references purchase, starts timestamptz not null, ends timestamptz not null, layer_limit int not null, disk_limit int not null,
      check (ends >= starts))`.execute(db);
  await sql`create index subscription_customer on subscription (customer_id, ends)`.execute(db);
  // Signed amounts by account; those of one purchase sum to zero.
  await sql`
    create table ledger (id bigserial primary key, purchase_id text not null references purchase, account text not null, amount bigint not null,
      at timestamptz not null, unique (purchase_id, account))`.execute(db);
  await sql`
    create function append_only() returns trigger language plpgsql as '
      begin
        raise exception ''rows of % are never changed'', tg_table_name using errcode = ''42501'';
      end'`.execute(db);
  await sql`create trigger ledger_append_only before update or delete or truncate on ledger for each statement execute function append_only()`.execute(
    db,
  );
  // What a customer's erasure would take, counted first; done only beside a backup, and only when as much was found.
  await sql`
    create table erasure (id serial primary key, customer_id int not null unique, planned timestamptz not null, counted jsonb not null,
      backup text not null, done_at timestamptz)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`drop function append_only()`.execute(db);
}
