// Whose messages somebody wants neither counted nor announced.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table muted_chat (account_id int not null references account on delete cascade,
      other_id int not null references account on delete cascade, primary key (account_id, other_id))`.execute(db);
  await sql`create index on muted_chat (other_id)`.execute(db);
}

export const down = (db: Kysely<unknown>): Promise<void> => db.schema.dropTable('muted_chat').execute();
