// People to choose from, found by their names alone and read in the order of their names; and who changed a layer last.
import { type Kysely, sql } from 'kysely';

export const first = (db: Kysely<unknown>) =>
  sql`alter table account add column if not exists name_search text not null default ''`.execute(db);

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update account set name_search = record_fold(username || ' ' || first_name || ' ' || last_name)`.execute(
    db,
  );
  await sql`create index account_name_search on account using gin (name_search gin_trgm_ops)`.execute(db);
  // The collation that sorts Persian has a name of its own on each engine: backend/db/engine.ts.
  const { rows } = await sql<{ name: string }>`
    select collname as name from pg_collation where collname in ('fa-x-icu', 'fa') and collprovider = 'i' order by collname desc limit 1`.execute(
    db,
  );
  const fa = sql.id(rows[0]?.name ?? 'fa-x-icu');
  await sql`create index account_by_name on account (customer_id, (last_name collate ${fa}), (first_name collate ${fa}), id) where deleted_at is null`.execute(
    db,
  );
  // Null until somebody changes the layer itself: its label, form, style, source or pictures.
  await sql`alter table layer add column modified timestamptz, add column modifier_id int references account on delete set null`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table layer drop column modified, drop column modifier_id`.execute(db);
  await sql`drop index account_by_name`.execute(db);
  await sql`alter table account drop column name_search`.execute(db);
}
