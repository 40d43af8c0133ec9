// Who gets the numbers of a dashboard as a notice, how often, and the morning of which the last one was.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table board_digest (account_id int not null references account on delete cascade,
      board_id int not null references board on delete cascade, every text not null check (every in ('day', 'week')),
      last_due date not null, primary key (account_id, board_id))`.execute(db);
  await sql`create index on board_digest (board_id)`.execute(db);
}

export const down = (db: Kysely<unknown>): Promise<void> => db.schema.dropTable('board_digest').execute();
