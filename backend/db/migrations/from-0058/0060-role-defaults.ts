// Rights that a role gets on each layer that is made from now on, written by the database: whichever way a layer comes.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table role add column default_rights text[] not null default '{}'`.execute(db);
  await sql`create index role_default_rights on role (customer_id) where default_rights <> '{}'`.execute(db);
  await sql`
    create function grant_default_rights() returns trigger language plpgsql as '
      begin
        insert into layer_permission (role_id, layer_id, view, add, edit, delete, export, approve, manage)
          select r.id, new.id, true, ''add'' = any(r.default_rights), ''edit'' = any(r.default_rights), ''delete'' = any(r.default_rights),
              ''export'' = any(r.default_rights), ''approve'' = any(r.default_rights), ''manage'' = any(r.default_rights)
            from role r where r.customer_id = new.customer_id and r.default_rights <> ''{}'';
        return null;
      end'`.execute(db);
  await sql`create trigger layer_default_rights after insert on layer for each row execute function grant_default_rights()`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger layer_default_rights on layer`.execute(db);
  await sql`drop function grant_default_rights`.execute(db);
  await sql`alter table role drop column default_rights`.execute(db);
}
