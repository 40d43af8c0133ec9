// Files that messages carry, of talks and of rooms; one that no message carries yet waits for its sender. Their bytes count as the customer's.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table chat_file (id serial primary key, customer_id int not null references customer on delete cascade,
      account_id int not null references account on delete cascade, message_id bigint references message on delete cascade,
      room_message_id bigint references room_message on delete cascade, name text not null, type text not null, size bigint not null,
      key text not null unique, created timestamptz not null, check (message_id is null or room_message_id is null))`.execute(
    db,
  );
  await sql`create index on chat_file (customer_id)`.execute(db);
  await sql`create index on chat_file (account_id)`.execute(db);
  await sql`create index on chat_file (message_id) where message_id is not null`.execute(db);
  await sql`create index on chat_file (room_message_id) where room_message_id is not null`.execute(db);
  await sql`create index chat_file_waiting on chat_file (created) where message_id is null and room_message_id is null`.execute(
    db,
  );
  await sql`
    create function chat_file_counted() returns trigger language plpgsql as
      'begin
        update customer set files_bytes = files_bytes + case when tg_op = ''DELETE'' then -old.size else new.size end
          where id = coalesce(new.customer_id, old.customer_id);
        return null;
      end'`.execute(db);
  await sql`create trigger chat_file_counted after insert or delete on chat_file for each row execute function chat_file_counted()`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  // Row by row, so that their bytes are taken off again.
  await sql`delete from chat_file`.execute(db);
  await sql`drop table chat_file`.execute(db);
  await sql`drop function chat_file_counted`.execute(db);
}
