// SQL of rooms. Every statement names the reader: nobody meets a room of a project in which they do not work.
import { type RawBuilder, sql } from 'kysely';
import type { ChatFile } from '../../../../contract/schemas/message';
import type { Room, RoomMatch, RoomMessage } from '../../../../contract/schemas/messages/room';
import { PROJECT_STATES as S } from '../../../../contract/schemas/project';
import type { Person } from '../../../../contract/schemas/session';
import type { Db } from '../../../db/engine';
import type { Caller } from '../../../identity/caller';
import { selectPerson } from '../../../identity/people';
import { ownProjects } from '../../../identity/projects';
import { attach, filesOf, saysOrCarries, takeBack } from '../attached';

/** Rooms in the list. */
const MAX_ROOMS = 500;
/** Unread messages of a room are counted up to here. */
const MAX_UNREAD = 1000;
/** Messages of a room that are searched, the newest ones. */
const MAX_SEARCHED = 20_000;

interface MessageRow {
  id: number;
  project_id: number;
  sender: Person;
  text: string;
  at: Date;
  key: string | null;
  files: ChatFile[];
}
const columns = sql`m.id, m.project_id, ${selectPerson('m.sender_id')} as sender, m.text, m.at, m.key, ${filesOf('room_message_id')}`;
const toMessage = (caller: Caller, m: MessageRow): RoomMessage => ({
  id: m.id,
  room: m.project_id,
  sender: m.sender,
  own: m.sender.id === caller.id,
  text: m.text,
  date: m.at.toISOString(),
  key: m.key,
  files: m.files,
});

const ended = sql`(p.state in (${sql.lit(S.approved)}, ${sql.lit(S.closed)}))`;
const reader = (caller: Caller) =>
  sql`left join room_reader q on q.project_id = p.id and q.account_id = ${caller.id}::int`;
/** Unread ones of a room `p` with the caller as its reader `q`. */
const unread = (caller: Caller) => sql`(select count(*)::int from (
  select 1 from room_message u where u.project_id = p.id and u.id > coalesce(q.read_up_to, 0) and u.sender_id <> ${caller.id}::int
    limit ${sql.lit(MAX_UNREAD)}) u)`;
const people = sql`(select count(*)::int from (
  select m.account_id from project_person m where m.project_id = p.id union select p.creator_id where p.creator_id is not null) n)`;

interface RoomRow {
  id: number;
  name: string;
  people: number;
  unread: number;
  read_up_to: number;
  muted: boolean;
  can_write: boolean;
  message: (Omit<MessageRow, 'at'> & { at: string }) | null;
}
const toRoom = (caller: Caller, { message, ...room }: RoomRow): Room => ({
  ...room,
  read_up_to: Number(room.read_up_to),
  message: message && toMessage(caller, { ...message, at: new Date(message.at) }),
});

/** The rooms of the caller, or one of them: one probe of an index each. */
export async function listRooms(db: Db, caller: Caller, only?: number): Promise<Room[]> {
  const which = only === undefined ? sql`and (m.id is not null or not ${ended})` : sql`and p.id = ${only}::int`;
  const { rows } = await sql<RoomRow>`
    select p.id, p.name, ${people} as people, ${unread(caller)} as unread, coalesce(q.read_up_to, 0) as read_up_to, coalesce(q.muted, false) as muted,
        not ${ended} as can_write, to_jsonb(m) as message
      from project p ${reader(caller)} left join lateral (
        select ${columns} from room_message m where m.project_id = p.id order by m.id desc limit 1) m on true
      where ${ownProjects(caller)} ${which}
      order by m.id desc nulls last, p.id desc limit ${MAX_ROOMS}::int`.execute(db);
  return rows.map((row) => toRoom(caller, row));
}

/** Whether the caller is in a room now, and whether its project has ended. */
export async function findRoom(db: Db, caller: Caller, id: number): Promise<{ ended: boolean } | undefined> {
  const { rows } = await sql<{ ended: boolean }>`
    select ${ended} as ended from project p where p.id = ${id}::int and ${ownProjects(caller)}`.execute(db);
  return rows[0];
}

/** Unread messages of all rooms of the caller, but the muted ones. */
export async function countUnread(db: Db, caller: Caller): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(${unread(caller)}), 0)::int as n from project p ${reader(caller)}
      where ${ownProjects(caller)} and q.muted is not true`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Condition on a message `m` of a room, between two others: by both columns of the index, so that what is said elsewhere is not read. */
export const inRoom = (room: number, { after, before }: { after?: number | undefined; before?: number | undefined }) =>
  sql`m.project_id = ${room}::int
    ${after === undefined ? sql`` : sql`and (m.project_id, m.id) > (${room}::int, ${after}::bigint)`}
    ${before === undefined ? sql`` : sql`and (m.project_id, m.id) < (${room}::int, ${before}::bigint)`}`;

/** Messages of a room; `end` is the end of the statement. */
export async function list(
  db: Db,
  caller: Caller,
  where: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
): Promise<RoomMessage[]> {
  const { rows } = await sql<MessageRow>`select ${columns} from room_message m where ${where} ${end}`.execute(db);
  return rows.map((row) => toMessage(caller, row));
}

interface NewMessage {
  room: number;
  text: string;
  key: string | null;
  files: readonly number[];
  at: Date;
}
/** Writes a message with its files. One that was written under the same key comes back as it is. Inside a transaction. */
export async function send(db: Db, caller: Caller, m: NewMessage): Promise<RoomMessage> {
  const { rows } = await sql<MessageRow & { fresh: boolean }>`
    with m as (
      insert into room_message as r (project_id, sender_id, text, at, key)
        values (${m.room}::int, ${caller.id}::int, ${m.text}::text, ${m.at}::timestamptz, ${m.key}::text)
        on conflict (project_id, sender_id, key) where key is not null do update set key = excluded.key returning r.*, r.xmax = 0 as fresh)
    select ${columns}, m.fresh from m`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the message was not written');
  // Who came first at the same moment has taken its files since this statement began.
  if (!row.fresh) return (await list(db, caller, sql`m.id = ${row.id}::bigint`, sql``))[0] ?? toMessage(caller, row);
  const files = await attach(db, 'room_message_id', { message: row.id, sender: caller.id, files: m.files });
  return toMessage(caller, { ...row, files });
}

/** Takes an own message back that is younger than `since`, while its sender is in the room, and answers the keys of the bytes that it carried. */
export async function remove(db: Db, caller: Caller, id: number, since: Date): Promise<string[] | 'late' | 'none'> {
  const own = sql`room_message m where m.id = ${id}::bigint and m.sender_id = ${caller.id}::int
    and exists (select 1 from project p where p.id = m.project_id and ${ownProjects(caller)})`;
  const keys = await takeBack(
    db,
    'room_message_id',
    sql`delete from ${own} and m.at > ${since}::timestamptz returning m.id`,
  );
  if (keys) return keys;
  const there = await sql`select 1 from ${own}`.execute(db);
  return there.rows.length > 0 ? 'late' : 'none';
}

/** The reader has read a room up to a message; a mark never goes back, nor beyond what was said. */
export async function markRead(db: Db, room: number, account: number, upTo: number): Promise<void> {
  await sql`
    insert into room_reader as q (project_id, account_id, read_up_to)
      select ${room}::int, ${account}::int, max(m.id) from room_message m where m.project_id = ${room}::int and m.id <= ${upTo}::bigint
        having max(m.id) is not null
      on conflict (project_id, account_id) do update set read_up_to = excluded.read_up_to where q.read_up_to < excluded.read_up_to`.execute(
    db,
  );
}

/** Whoever joins a room has nothing of it unread: those of the accounts that are not in its project yet. */
export async function join(db: Db, room: number, accounts: readonly number[]): Promise<void> {
  await sql`
    insert into room_reader as q (project_id, account_id, read_up_to)
      select ${room}::int, a.id, m.last from unnest(${[...accounts]}::int[]) a (id)
          cross join (select max(id) as last from room_message where project_id = ${room}::int) m
        where m.last is not null and not exists (
          select 1 from project p where p.id = ${room}::int and (p.creator_id = a.id
            or exists (select 1 from project_person w where w.project_id = p.id and w.account_id = a.id)))
      on conflict (project_id, account_id) do update set read_up_to = excluded.read_up_to`.execute(db);
}

export async function setMuted(db: Db, room: number, account: number, muted: boolean): Promise<void> {
  await sql`
    insert into room_reader (project_id, account_id, muted) values (${room}::int, ${account}::int, ${muted}::boolean)
      on conflict (project_id, account_id) do update set muted = excluded.muted`.execute(db);
}

/** Messages of the caller's rooms, or of one, that hold all words; from "from" on. The room is `p`. */
export const fromMatches = (caller: Caller, search: string, room: number | undefined): RawBuilder<unknown> =>
  sql`from project p cross join lateral (
      select m.* from room_message m where m.project_id = p.id order by m.id desc limit ${sql.lit(MAX_SEARCHED)}) m
    where ${ownProjects(caller)} ${room === undefined ? sql`` : sql`and p.id = ${room}::int`} and ${saysOrCarries('room_message_id', search)}`;

export async function matches(
  db: Db,
  caller: Caller,
  from: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
): Promise<RoomMatch[]> {
  const { rows } = await sql<MessageRow & { name: string }>`select ${columns}, p.name ${from} ${end}`.execute(db);
  return rows.map(({ name, ...m }) => ({ id: Number(m.id), message: toMessage(caller, m), name }));
}
