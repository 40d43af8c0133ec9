// Groups of layers in an order of their own, one inside another, with a description; and what a layer takes on disk.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table layer_group add column description text, add column position int not null default 0,
      add column parent_id int references layer_group on delete set null check (parent_id <> id)`.execute(db);
  await sql`create index layer_group_parent on layer_group (parent_id) where parent_id is not null`.execute(db);
  // Where a group stands among the others is no part of it: whoever edits it meanwhile is not told of a change.
  await sql`drop trigger layer_group_version on layer_group`.execute(db);
  await sql`create trigger layer_group_version before update on layer_group for each row when (old.position = new.position) execute function raise_version()`.execute(
    db,
  );
  await sql`alter table layer add column bytes bigint`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table layer drop column bytes`.execute(db);
  await sql`drop trigger layer_group_version on layer_group`.execute(db);
  await sql`create trigger layer_group_version before update on layer_group for each row execute function raise_version()`.execute(
    db,
  );
  await sql`alter table layer_group drop column parent_id, drop column position, drop column description`.execute(db);
}
