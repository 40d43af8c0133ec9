// A message that is sent again is the same message: its sender's browser gives it a key. Messages are found by who received them, too.
import { type Kysely, sql } from 'kysely';

export const first = (db: Kysely<unknown>) => sql`alter table message add column if not exists key text`.execute(db);

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unique index message_key on message (sender_id, key) where key is not null`.execute(db);
  await sql`create index message_receiver on message (receiver_id, id)`.execute(db);
  await sql`create index message_sender_id on message (sender_id, id)`.execute(db);
  // Last: nobody reads messages from here on.
  await sql`drop index message_sender`.execute(db);
  await sql`alter index message_sender_id rename to message_sender`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index message_sender`.execute(db);
  await sql`create index message_sender on message (sender_id)`.execute(db);
  await sql`drop index message_receiver`.execute(db);
  await sql`drop index message_key`.execute(db);
  await sql`alter table message drop column key`.execute(db);
}
