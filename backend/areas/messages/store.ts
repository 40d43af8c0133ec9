// SQL of chats. Every statement names the reader: nobody meets a thread that is not his own.
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Contact, LastChat, Message } from '../../../contract/schemas/message';
import type { PeopleQuery } from '../../../contract/schemas/user';
import type { Db, Engine } from '../../db/engine';
import type { Caller } from '../../identity/caller';
import { matchPeople, orderPeople } from '../../identity/people';
import { isPresence } from '../../identity/seen';

/** Module that opens the chat. */
export const CHAT = 8;
/** Threads in the list of the last ones. */
const MAX_CHATS = 500;

const chats = sql`exists (select 1 from account_role ar join role r on r.id = ar.role_id where ar.account_id = a.id and ${sql.lit(CHAT)} = any(r.modules))`;

const onlineSince = (since: Date) =>
  sql`exists (select 1 from session s where s.account_id = a.id and ${isPresence(since)})`;

const contactOf = (
  since: Date,
) => sql`jsonb_build_object('id', a.id, 'username', a.username, 'first_name', a.first_name,
  'last_name', a.last_name, 'image', case when a.image is not null then 'users/' || a.id || '/image/' end, 'online', ${onlineSince(since)})`;

/** Everybody of the organisation who may chat, but the caller. */
export const contactsQuery = (engine: Engine, caller: Caller, since: Date, query: z.infer<typeof PeopleQuery>) =>
  sql<{ contact: Contact }>`
    select ${contactOf(since)} as contact from account a
      where ${matchPeople(caller.customer, query)} and a.id <> ${caller.id}::int and not a.locked and ${chats}
      ${orderPeople(engine.collation, query)}`;

/** Whether somebody belongs to the organisation, and whether he may chat. */
export async function findChatter(db: Db, customer: number, id: number): Promise<{ chats: boolean } | undefined> {
  const { rows } = await sql<{ chats: boolean }>`
    select (a.deleted_at is null and not a.locked and ${chats}) as chats from account a where a.id = ${id}::int and a.customer_id = ${customer}::int`.execute(
    db,
  );
  return rows[0];
}

interface MessageRow {
  id: number;
  sender_id: number;
  receiver_id: number;
  text: string;
  at: Date;
  read_at: Date | null;
}
const columns = sql`m.id, m.sender_id, m.receiver_id, m.text, m.at, m.read_at`;
const toMessage = (m: MessageRow): Message => ({
  id: m.id,
  sender: m.sender_id,
  receiver: m.receiver_id,
  text: m.text,
  date: m.at.toISOString(),
  read_date: m.read_at?.toISOString() ?? null,
});

/** Condition on a message `m` of the thread of two people. */
export const thread = (one: number, other: number) =>
  sql`least(m.sender_id, m.receiver_id) = least(${one}::int, ${other}::int) and greatest(m.sender_id, m.receiver_id) = greatest(${one}::int, ${other}::int)`;

/** The newest message of each thread with somebody of the organisation, the newest thread first: one probe of an index a person. */
export async function listLastChats(db: Db, caller: Caller, since: Date): Promise<LastChat[]> {
  const { rows } = await sql<MessageRow & { contact: Contact; unread: number }>`
    select ${columns}, ${contactOf(since)} as contact,
        (select count(*)::int from message u where u.receiver_id = ${caller.id}::int and u.sender_id = a.id and u.read_at is null) as unread
      from account a cross join lateral (
        select m.* from message m where least(m.sender_id, m.receiver_id) = least(a.id, ${caller.id}::int)
          and greatest(m.sender_id, m.receiver_id) = greatest(a.id, ${caller.id}::int) order by m.id desc limit 1) m
      where a.customer_id = ${caller.customer}::int and a.id <> ${caller.id}::int
      order by m.id desc limit ${MAX_CHATS}::int`.execute(db);
  return rows.map(({ contact, unread, ...message }) => ({ contact, message: toMessage(message), unread }));
}

/** Messages of a thread; `end` is the end of the statement. */
export async function list(db: Db, where: RawBuilder<unknown>, end: RawBuilder<unknown>): Promise<Message[]> {
  const { rows } = await sql<MessageRow>`select ${columns} from message m where ${where} ${end}`.execute(db);
  return rows.map(toMessage);
}

/** What the other one wrote, up to a message, has been read by its receiver. */
export async function markRead(db: Db, receiver: number, sender: number, upTo: number, at: Date): Promise<void> {
  await sql`
    update message set read_at = ${at}::timestamptz where receiver_id = ${receiver}::int and sender_id = ${sender}::int and read_at is null
      and id <= ${upTo}::bigint`.execute(db);
}

export async function send(db: Db, sender: number, receiver: number, text: string, at: Date): Promise<Message> {
  const { rows } = await sql<MessageRow>`
    insert into message as m (sender_id, receiver_id, text, at) values (${sender}::int, ${receiver}::int, ${text}::text, ${at}::timestamptz)
      returning ${columns}`.execute(db);
  if (!rows[0]) throw new Error('the message was not written');
  return toMessage(rows[0]);
}

/** Unread messages of a person. */
export async function countUnread(db: Db, receiver: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from message where receiver_id = ${receiver}::int and read_at is null`.execute(db);
  return rows[0]?.n ?? 0;
}
