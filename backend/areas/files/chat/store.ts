// SQL of the files of messages. Who may read one is decided with each statement: nobody meets a file of a talk that is not theirs.
import { sql } from 'kysely';
import type { ChatFile } from '../../../../contract/schemas/message';
import type { Db } from '../../../db/engine';
import type { Caller } from '../../../identity/caller';
import { ownProjects } from '../../../identity/projects';

interface NewFile {
  name: string;
  type: string;
  size: number;
  key: string;
  at: Date;
}
/** Writes a file that waits for a message; the database itself counts its bytes for the customer. */
export async function add(db: Db, { id: account, customer }: Caller, f: NewFile): Promise<ChatFile> {
  const { rows } = await sql<{ id: number }>`
    insert into chat_file (customer_id, account_id, name, type, size, key, created)
      values (${customer}::int, ${account}::int, ${f.name}::text, ${f.type}::text, ${f.size}::bigint, ${f.key}::text, ${f.at}::timestamptz)
      returning id`.execute(db);
  if (!rows[0]) throw new Error('the file was not written');
  return { id: rows[0].id, name: f.name, type: f.type, size: f.size };
}

/** A file of the caller's own that waits, of a talk of theirs, or of a room in which they are now. */
export async function find(db: Db, caller: Caller, id: number): Promise<Omit<NewFile, 'at'> | undefined> {
  const { rows } = await sql<Omit<NewFile, 'at'>>`
    select f.name, f.type, f.size::float8 as size, f.key from chat_file f
        left join message m on m.id = f.message_id left join room_message r on r.id = f.room_message_id
      where f.id = ${id}::int and f.customer_id = ${caller.customer}::int and (
        (m.id is null and r.id is null and f.account_id = ${caller.id}::int) or ${caller.id}::int in (m.sender_id, m.receiver_id)
        or exists (select 1 from project p where p.id = r.project_id and ${ownProjects(caller)}))`.execute(db);
  return rows[0];
}

/** Removes an own file that no message carries. The key of its bytes. */
export async function removeWaiting(db: Db, caller: Caller, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`
    delete from chat_file where id = ${id}::int and account_id = ${caller.id}::int and message_id is null and room_message_id is null
      returning key`.execute(db);
  return rows[0]?.key;
}
