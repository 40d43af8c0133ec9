// How much of its plan an organisation uses, day by day.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table usage_day (customer_id int not null references customer on delete cascade, day date not null, bytes bigint not null, layers int not null,
      primary key (customer_id, day))`.execute(db);
}

export const down = (db: Kysely<unknown>): Promise<void> => db.schema.dropTable('usage_day').execute();
