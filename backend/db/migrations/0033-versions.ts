// What people change grows a version by one with each change, and lists by label are read in the order of Persian words.
import { type Kysely, sql } from 'kysely';

/** Tables whose rows are changed as a whole, by one person after the other. */
const VERSIONED = ['account', 'role', 'region', 'layer_group', 'arcsde', 'announcement', 'env', 'user_item'];
/** Text columns that lists are sorted by, where there may be thousands of rows. */
const LABELS = [
  ['region', 'label'],
  ['layer', 'label'],
  ['project', 'name'],
] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function raise_version() returns trigger language plpgsql as '
      begin
        new.version = old.version + 1;
        return new;
      end'`.execute(db);
  for (const table of VERSIONED) {
    await sql`alter table ${sql.table(table)} add column version int not null default 1`.execute(db);
    await sql`create trigger ${sql.id(`${table}_version`)} before update on ${sql.table(table)} for each row execute function raise_version()`.execute(
      db,
    );
  }
  // The collation that sorts Persian has a name of its own on each engine: backend/db/engine.ts.
  const { rows } = await sql<{ name: string }>`
    select collname as name from pg_collation where collname in ('fa-x-icu', 'fa') and collprovider = 'i' order by collname desc limit 1`.execute(
    db,
  );
  const fa = sql.id(rows[0]?.name ?? 'fa-x-icu');
  for (const [table, column] of LABELS)
    await sql`create index ${sql.id(`${table}_by_label`)} on ${sql.table(table)} (customer_id, (record_fold(${sql.ref(column)}) collate ${fa}), id)`.execute(
      db,
    );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const [table] of LABELS) await sql`drop index ${sql.id(`${table}_by_label`)}`.execute(db);
  for (const table of VERSIONED) {
    await sql`drop trigger ${sql.id(`${table}_version`)} on ${sql.table(table)}`.execute(db);
    await sql`alter table ${sql.table(table)} drop column version`.execute(db);
  }
  await sql`drop function raise_version`.execute(db);
}
