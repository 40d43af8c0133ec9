// What people change grows a version by one with each change.
import { type Kysely, sql } from 'kysely';

/** Tables whose rows are changed as a whole, by one person after the other. */
const VERSIONED = ['account', 'role', 'region', 'layer_group', 'arcsde', 'announcement', 'env', 'user_item'];
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
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of VERSIONED) {
    await sql`drop trigger ${sql.id(`${table}_version`)} on ${sql.table(table)}`.execute(db);
    await sql`alter table ${sql.table(table)} drop column version`.execute(db);
  }
  await sql`drop function raise_version`.execute(db);
}
