// Every state of a layer's form is kept, so that it can be told what was changed and an earlier one be taken up again.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table form_version (
      layer_id int not null references layer on delete cascade,
      number int not null,
      account_id int references account on delete set null,
      at timestamptz not null,
      form jsonb not null,
      changes jsonb not null,
      primary key (layer_id, number))`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table form_version`.execute(db);
}
