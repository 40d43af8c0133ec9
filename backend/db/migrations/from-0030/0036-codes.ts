// A flow for a number that nobody has is written as fast as another: no foreign key is looked up for one of them alone.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table one_time_code drop constraint one_time_code_account_id_fkey`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from one_time_code where account_id not in (select id from account)`.execute(db);
  await sql`alter table one_time_code add constraint one_time_code_account_id_fkey
    foreign key (account_id) references account on delete cascade`.execute(db);
}
