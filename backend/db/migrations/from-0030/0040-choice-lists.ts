// Lists of choices that several forms share.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table choice_list (id serial primary key, customer_id int not null references customer on delete cascade, label text not null,
      items jsonb not null, version int not null default 1)`.execute(db);
  await sql`create index on choice_list (customer_id)`.execute(db);
  await sql`create trigger choice_list_version before update on choice_list for each row execute function raise_version()`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table choice_list`.execute(db);
}
