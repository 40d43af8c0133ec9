// What the people of a project say in its room, and up to where each of them has read it.
import { type Kysely, sql } from 'kysely';

/** What changes a room, and the people whom a changed row `c` is about; who has left is told by the row that went. */
const IN_ROOM = `select m.account_id from changed c join project_person m on m.project_id = c.project_id
  union select p.creator_id from changed c join project p on p.id = c.project_id where p.creator_id is not null`;
const CHANGES = [
  ['room_message', 'insert', IN_ROOM],
  ['room_message', 'delete', IN_ROOM],
  ['room_reader', 'insert', 'select c.account_id from changed c'],
  ['room_reader', 'update', 'select c.account_id from changed c'],
  ['project_person', 'insert', 'select c.account_id from changed c'],
  ['project_person', 'delete', 'select c.account_id from changed c'],
] as const;
const nameOf = (table: string, act: string) => `${table}_event_${act}`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table room_message (id bigserial primary key, project_id int not null references project on delete cascade,
      sender_id int not null references account on delete cascade, text text not null, at timestamptz not null, key text)`.execute(
    db,
  );
  await sql`create index on room_message (project_id, id)`.execute(db);
  await sql`create index on room_message (sender_id)`.execute(db);
  await sql`create unique index room_message_once on room_message (project_id, sender_id, key) where key is not null`.execute(
    db,
  );
  await sql`
    create table room_reader (project_id int not null references project on delete cascade, account_id int not null references account on delete cascade,
      read_up_to bigint not null default 0, muted boolean not null default false, primary key (project_id, account_id))`.execute(
    db,
  );
  await sql`create index on room_reader (account_id)`.execute(db);
  const run = (text: string) => sql.raw(text).execute(db);
  for (const [table, act, people] of CHANGES) {
    const name = nameOf(table, act);
    await run(`
      create function ${name}() returns trigger language plpgsql as $$ begin
        insert into event (kind, accounts) select 'message', array_agg(distinct a.id) from (${people}) as a (id) having count(*) > 0;
        return null;
      end $$`);
    await run(`
      create trigger ${name} after ${act} on ${table} referencing ${act === 'delete' ? 'old' : 'new'} table as changed
        for each statement execute function ${name}()`);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  for (const [table, act] of CHANGES) {
    await run(`drop trigger ${nameOf(table, act)} on ${table}`);
    await run(`drop function ${nameOf(table, act)}()`);
  }
  await db.schema.dropTable('room_reader').execute();
  await db.schema.dropTable('room_message').execute();
}
