// The newest messages of one person, sent and received, in their order: a search of all of them reads these alone.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index message_sent on message (sender_id, id)`.execute(db);
  await sql`create index message_received on message (receiver_id, id)`.execute(db);
  await sql`drop index message_sender`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`create index message_sender on message (sender_id)`.execute(db);
  await sql`drop index message_received`.execute(db);
  await sql`drop index message_sent`.execute(db);
}
