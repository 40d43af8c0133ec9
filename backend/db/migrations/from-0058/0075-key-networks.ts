// The networks that a key has been used from: a use from another one is told in the system log, once.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table publish_network (key_id char(8) not null references publish_key on delete cascade, network cidr not null,
      first_at timestamptz not null, primary key (key_id, network))`.execute(db);
  // Keys that are in use begin with where they were last.
  await sql`
    insert into publish_network (key_id, network, first_at)
      select id, network(set_masklen(last_ip::inet, case family(last_ip::inet) when 4 then 24 else 48 end)), last_used
        from publish_key where last_ip is not null and last_used is not null`.execute(db);
}

export const down = (db: Kysely<unknown>): Promise<void> => db.schema.dropTable('publish_network').execute();
