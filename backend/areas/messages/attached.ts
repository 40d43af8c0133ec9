// What messages carry. Their bytes come and go in the area of files; here a message takes those that wait for it, and gives them back.
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { ChatFile, NewMessage } from '../../../contract/schemas/message';
import { type Db, holdsWords } from '../../db/engine';
import { invalid, ruled } from '../../http/errors';

/** Which messages: those of chats between two people, or of rooms. */
export type Carrier = 'message_id' | 'room_message_id';

/** The files of a message `m` as a column, the first one first. */
export const filesOf = (carrier: Carrier): RawBuilder<unknown> => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size) order by f.id)
    from chat_file f where f.${sql.ref(carrier)} = m.id), '[]'::jsonb) as files`;

/** Condition that a message `m` or the name of one of its files holds all words. */
export const saysOrCarries = (carrier: Carrier, search: string): RawBuilder<unknown> =>
  sql`(${holdsWords(sql`m.text`, search)} or exists (
    select 1 from chat_file f where f.${sql.ref(carrier)} = m.id and ${holdsWords(sql`f.name`, search)}))`;

/** What a new message says and carries; refuses one that does neither. */
export function readContent(message: Omit<z.infer<typeof NewMessage>, 'receiver'>) {
  const { text, key = null, files = [] } = message;
  if (text === '' && files.length === 0) throw invalid('text');
  return { text, key, files };
}

/** A fresh message takes files of its sender that wait. Refuses where one of them is not there, or another message has it. */
export async function attach(
  db: Db,
  carrier: Carrier,
  { message, sender, files }: { message: number; sender: number; files: readonly number[] },
): Promise<ChatFile[]> {
  const ids = [...new Set(files)];
  if (ids.length === 0) return [];
  const { rows } = await sql<ChatFile>`
    update chat_file f set ${sql.ref(carrier)} = ${message}::bigint
      where f.id = any(${ids}::int[]) and f.account_id = ${sender}::int and f.message_id is null and f.room_message_id is null
      returning f.id, f.name, f.type, f.size::float8 as size`.execute(db);
  if (rows.length !== ids.length) throw ruled('chatFileGone');
  return rows.toSorted((one, other) => one.id - other.id);
}

/** Takes a message back: its statement "removes" and returns the ids. The keys of the bytes that went with it; null where there was none. */
export async function takeBack(db: Db, carrier: Carrier, removes: RawBuilder<unknown>): Promise<string[] | null> {
  // The rows of files go when the statement ends: it still sees them.
  const { rows } = await sql<{ key: string | null }>`
    with removed as (${removes}) select f.key from removed r left join chat_file f on f.${sql.ref(carrier)} = r.id`.execute(
    db,
  );
  return rows.length === 0 ? null : rows.flatMap(({ key }) => key ?? []);
}
