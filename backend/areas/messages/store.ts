// SQL of chats. Every statement names the reader: nobody meets a thread that is not his own.
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { ChatFile, Contact, LastChat, Message, MessageMatch } from '../../../contract/schemas/message';
import type { PeopleQuery } from '../../../contract/schemas/user';
import type { Db, Engine } from '../../db/engine';
import type { Caller } from '../../identity/caller';
import { matchPeople, orderPeople } from '../../identity/people';
import { isPresence } from '../../identity/seen';
import { attach, filesOf, saysOrCarries, takeBack } from './attached';

/** Module that opens the chat. */
export const CHAT = 8;
/** Threads in the list of the last ones. */
const MAX_CHATS = 500;
/** Messages of a person that are searched, the newest ones. */
const MAX_SEARCHED = 20_000;
/** So long a message can be taken back by its sender. */
export const REMOVE_MS = 5 * 60_000;

const mayChat = sql`exists (select 1 from account_role ar join role r on r.id = ar.role_id where ar.account_id = a.id and ${sql.lit(CHAT)} = any(r.modules))`;
const chats = sql`(a.deleted_at is null and not a.locked and ${mayChat})`;

const onlineSince = (since: Date) =>
  sql`exists (select 1 from session s where s.account_id = a.id and ${isPresence(since)})`;

/** Condition that the caller has muted somebody, by a column with their id. */
const isMuted = (caller: number, other: RawBuilder<unknown>) =>
  sql`exists (select 1 from muted_chat q where q.account_id = ${caller}::int and q.other_id = ${other})`;

const contactOf = (
  caller: number,
  since: Date,
) => sql`jsonb_build_object('id', a.id, 'username', a.username, 'first_name', a.first_name,
  'last_name', a.last_name, 'image', case when a.image is not null then 'users/' || a.id || '/image/' end, 'online', ${onlineSince(since)},
  'can_chat', ${chats}, 'muted', ${isMuted(caller, sql`a.id`)})`;

/** Everybody of the organisation who may chat, but the caller. */
export const contactsQuery = (engine: Engine, caller: Caller, since: Date, query: z.infer<typeof PeopleQuery>) =>
  sql<{ contact: Contact }>`
    select ${contactOf(caller.id, since)} as contact from account a
      where ${matchPeople(caller.customer, query)} and a.id <> ${caller.id}::int and ${chats}
      ${orderPeople(engine.collation, query)}`;

/** Whether somebody belongs to the organisation, and whether he may chat. */
export async function findChatter(db: Db, customer: number, id: number): Promise<{ chats: boolean } | undefined> {
  const { rows } = await sql<{ chats: boolean }>`
    select ${chats} as chats from account a where a.id = ${id}::int and a.customer_id = ${customer}::int`.execute(db);
  return rows[0];
}

/** Somebody of the organisation as a contact, also who cannot chat. */
export async function findContact(db: Db, caller: Caller, id: number, since: Date): Promise<Contact | undefined> {
  const { rows } = await sql<{ contact: Contact }>`
    select ${contactOf(caller.id, since)} as contact from account a
      where a.id = ${id}::int and a.customer_id = ${caller.customer}::int`.execute(db);
  return rows[0]?.contact;
}

interface MessageRow {
  id: number;
  sender_id: number;
  receiver_id: number;
  text: string;
  at: Date;
  read_at: Date | null;
  key: string | null;
  files: ChatFile[];
}
const columns = sql`m.id, m.sender_id, m.receiver_id, m.text, m.at, m.read_at, m.key, ${filesOf('message_id')}`;
const toMessage = (m: MessageRow): Message => ({
  id: m.id,
  sender: m.sender_id,
  receiver: m.receiver_id,
  text: m.text,
  date: m.at.toISOString(),
  read_date: m.read_at?.toISOString() ?? null,
  key: m.key,
  files: m.files,
});

/** Condition on a message `m` of the thread of two people. */
export const thread = (one: number, other: number) =>
  sql`least(m.sender_id, m.receiver_id) = least(${one}::int, ${other}::int) and greatest(m.sender_id, m.receiver_id) = greatest(${one}::int, ${other}::int)`;

/** The same between two messages. */
export const between = ({ after, before }: { after?: number | undefined; before?: number | undefined }) =>
  sql`${after === undefined ? sql`` : sql`and m.id > ${after}::bigint`} ${before === undefined ? sql`` : sql`and m.id < ${before}::bigint`}`;

/** The newest message of each thread with somebody of the organisation, the newest thread first: one probe of an index a person. */
export async function listLastChats(db: Db, caller: Caller, since: Date): Promise<LastChat[]> {
  const { rows } = await sql<MessageRow & { contact: Contact; unread: number }>`
    select ${columns}, ${contactOf(caller.id, since)} as contact,
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

interface NewMessage {
  sender: number;
  receiver: number;
  text: string;
  key: string | null;
  files: readonly number[];
  at: Date;
}
/** Writes a message with its files. One that was written under the same key comes back as it is. Inside a transaction. */
export async function send(db: Db, m: NewMessage): Promise<Message> {
  const { rows } = await sql<MessageRow & { fresh: boolean }>`
    insert into message as m (sender_id, receiver_id, text, at, key)
      values (${m.sender}::int, ${m.receiver}::int, ${m.text}::text, ${m.at}::timestamptz, ${m.key}::text)
      on conflict (sender_id, key) where key is not null do update set key = excluded.key returning ${columns}, m.xmax = 0 as fresh`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('the message was not written');
  // Who came first at the same moment has taken its files since this statement began.
  if (!row.fresh) return (await list(db, sql`m.id = ${row.id}::bigint`, sql``))[0] ?? toMessage(row);
  const files = await attach(db, 'message_id', { message: row.id, sender: m.sender, files: m.files });
  return toMessage({ ...row, files });
}

/**
 * Takes an own message back that is younger than `since`, and answers the keys of the bytes that it carried. Which one there was, if any,
 * tells the difference of too late and not there.
 */
export async function remove(db: Db, sender: number, id: number, since: Date): Promise<string[] | 'late' | 'none'> {
  const own = sql`delete from message where id = ${id}::bigint and sender_id = ${sender}::int and at > ${since}::timestamptz returning id`;
  const keys = await takeBack(db, 'message_id', own);
  if (keys) return keys;
  const there = await sql`select 1 from message where id = ${id}::bigint and sender_id = ${sender}::int`.execute(db);
  return there.rows.length > 0 ? 'late' : 'none';
}

/** The newest messages that meet a condition. */
const newest = (where: RawBuilder<unknown>) =>
  sql`(select m.* from message m where ${where} order by m.id desc limit ${MAX_SEARCHED}::int)`;

/** The caller's own messages, or those of one thread, that hold all words; from "from" on. The other one is `a`. */
export function fromMatches(caller: Caller, search: string, other: number | undefined): RawBuilder<unknown> {
  // Sent and received apart: each has an index in this order.
  const own =
    other === undefined
      ? sql`(select * from (${newest(sql`m.sender_id = ${caller.id}::int`)} union all ${newest(sql`m.receiver_id = ${caller.id}::int`)}) m
          order by m.id desc limit ${MAX_SEARCHED}::int)`
      : newest(thread(caller.id, other));
  return sql`from ${own} m
    join account a on a.id = case when m.sender_id = ${caller.id}::int then m.receiver_id else m.sender_id end
      and a.customer_id = ${caller.customer}::int
    where ${saysOrCarries('message_id', search)}`;
}

export async function matches(
  db: Db,
  caller: Caller,
  from: RawBuilder<unknown>,
  since: Date,
  end: RawBuilder<unknown>,
): Promise<MessageMatch[]> {
  const { rows } = await sql<MessageRow & { contact: Contact }>`
    select ${columns}, ${contactOf(caller.id, since)} as contact ${from} ${end}`.execute(db);
  return rows.map(({ contact, ...message }) => ({ id: Number(message.id), message: toMessage(message), contact }));
}

/** Whether a person wants to have the messages of another one counted and announced. */
export async function setMuted(db: Db, account: number, other: number, muted: boolean): Promise<void> {
  await (muted
    ? sql`insert into muted_chat (account_id, other_id) values (${account}::int, ${other}::int) on conflict do nothing`
    : sql`delete from muted_chat where account_id = ${account}::int and other_id = ${other}::int`
  ).execute(db);
}

/** Unread messages of a person, but those of whom they have muted. */
export async function countUnread(db: Db, receiver: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from message m where m.receiver_id = ${receiver}::int and m.read_at is null
      and not ${isMuted(receiver, sql`m.sender_id`)}`.execute(db);
  return rows[0]?.n ?? 0;
}
