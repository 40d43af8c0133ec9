// Notices that leave at a time of their own: what they say, whom they are for in words, and why one could not leave.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table scheduled_notice (id serial primary key, customer_id int not null references customer on delete cascade,
      sender_id int not null references account on delete cascade, subject text not null, text text not null, link text,
      audience jsonb not null, send_at timestamptz not null, problem text check (problem in ('rights', 'empty', 'many')))`.execute(
    db,
  );
  await sql`create index on scheduled_notice (customer_id, send_at)`.execute(db);
  await sql`create index on scheduled_notice (sender_id)`.execute(db);
  await sql`create index on scheduled_notice (send_at) where problem is null`.execute(db);
}

export const down = (db: Kysely<unknown>): Promise<void> => db.schema.dropTable('scheduled_notice').execute();
