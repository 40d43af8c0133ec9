// One-time codes, the messages that carry them, counters of attempts, and customers that signed up on a public host.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Null for a customer with a host of its own. Customers of a public host have no host: theirs is a name that no host can have.
  await sql`alter table customer add column public_host text`.execute(db);
  await sql`create index customer_own_host on customer (id) where public_host is null`.execute(db);
  // realm: the host on which somebody signs in; names are unique in it. proved_phone: a number to which a code went that came back.
  await sql`
    alter table account add column two_factor boolean not null default false, add column proved_phone text, add column realm text`.execute(
    db,
  );
  await sql`update account a set realm = c.host from customer c where c.id = a.customer_id`.execute(db);
  await sql`alter table account alter column realm set not null`.execute(db);
  await sql`
    create function account_realm() returns trigger language plpgsql as '
      begin
        select coalesce(c.public_host, c.host) into new.realm from customer c where c.id = new.customer_id;
        return new;
      end'`.execute(db);
  await sql`create trigger account_realm before insert or update of customer_id on account for each row execute function account_realm()`.execute(
    db,
  );
  await sql`
    create function customer_realm() returns trigger language plpgsql as '
      begin
        update account set realm = coalesce(new.public_host, new.host) where customer_id = new.id;
        return null;
      end'`.execute(db);
  await sql`create trigger customer_realm after update of host, public_host on customer for each row execute function customer_realm()`.execute(
    db,
  );
  await sql`drop index account_name`.execute(db);
  await sql`create unique index account_name on account (realm, name_key) where deleted_at is null`.execute(db);
  await sql`create unique index account_phone on account (realm, proved_phone) where deleted_at is null`.execute(db);
  await sql`create index account_customer on account (customer_id)`.execute(db);

  // One row a flow: a new code takes the place of the former one. `payload` is what a sign-up waits with. account_id is null for
  // a sign-up, and for a flow that leads nowhere.
  await sql`
    create table one_time_code (token_hash text primary key, purpose text not null, realm text not null, phone text not null,
      account_id int references account on delete cascade, code_hash text not null, payload jsonb, tries int not null default 0,
      sent int not null default 1, ip text not null, began timestamptz not null, until timestamptz not null, used_at timestamptz)`.execute(
    db,
  );
  await sql`create index one_time_code_account on one_time_code (account_id)`.execute(db);
  await sql`create index one_time_code_until on one_time_code (until)`.execute(db);
  // Messages to send. The text is emptied when it has gone, or is of no more use after `until`.
  await sql`
    create table sms (id bigserial primary key, customer_id int references customer on delete set null, phone text not null, text text not null,
      purpose text not null, created timestamptz not null, until timestamptz not null, sent_at timestamptz, attempts int not null default 0,
      lease_until timestamptz, error text)`.execute(db);
  await sql`create index sms_waiting on sms (id) where sent_at is null`.execute(db);
  // When something was tried, by what it counts against.
  await sql`create table attempt (key text primary key, times timestamptz[] not null, last timestamptz not null)`.execute(
    db,
  );
  await sql`create index attempt_last on attempt (last)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['attempt', 'sms', 'one_time_code']) await sql`drop table ${sql.table(table)}`.execute(db);
  for (const [trigger, table] of [['customer_realm', 'customer'], ['account_realm', 'account']] as const) // biome-ignore format: two pairs
    await sql`drop trigger ${sql.id(trigger)} on ${sql.table(table)}`.execute(db);
  await sql`drop function customer_realm()`.execute(db);
  await sql`drop function account_realm()`.execute(db);
  await sql`drop index account_customer`.execute(db);
  await sql`drop index account_phone`.execute(db);
  await sql`drop index account_name`.execute(db);
  await sql`create unique index account_name on account (customer_id, name_key) where deleted_at is null`.execute(db);
  await sql`alter table account drop column two_factor, drop column proved_phone, drop column realm`.execute(db);
  await sql`alter table customer drop column public_host`.execute(db);
}
