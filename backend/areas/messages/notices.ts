// SQL of notices. Senders see their own, a superuser all of his organisation, receivers what was sent to them.
import { sql } from 'kysely';
import type { Notice, ReceivedNotice, Recipient } from '../../../contract/schemas/message';
import type { Person } from '../../../contract/schemas/session';
import { type Db, holdsWords } from '../../db/engine';
import { whoIs } from '../records/store';
import type { Caller } from '../session/caller';

interface Page {
  limit: number;
  offset: number;
}

const mine = (caller: Caller) =>
  sql`n.customer_id = ${caller.customer}::int ${caller.superuser ? sql`` : sql`and n.sender_id = ${caller.id}::int`}`;

interface NoticeRow {
  id: number;
  subject: string;
  text: string;
  link: string | null;
  person: Person | null;
  at: Date;
  recipients: number;
  read: number;
}
const columns = sql`n.id, n.subject, n.text, n.link, n.at, ${whoIs('n.sender_id')} as person,
  (select count(*)::int from notice_recipient r where r.notice_id = n.id) as recipients,
  (select count(*)::int from notice_recipient r where r.notice_id = n.id and r.read_at is not null) as read`;
const shown = ({ person, at, ...n }: NoticeRow): Notice => ({ ...n, sender: person, date: at.toISOString() });

/** Writes a notice and its receivers with one insert each. The receivers must be of the customer. Inside a transaction. */
export async function insert(
  db: Db,
  caller: Pick<Caller, 'id' | 'customer'>,
  n: { subject: string; text: string; recipients: readonly number[]; at: Date; link?: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into notice (customer_id, sender_id, subject, text, link, at)
      values (${caller.customer}::int, ${caller.id}::int, ${n.subject}::text, ${n.text}::text, ${n.link ?? null}::text, ${n.at}::timestamptz) returning id`.execute(
    db,
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the notice was not written');
  await sql`insert into notice_recipient (notice_id, account_id) select ${id}::int, unnest(${[...n.recipients]}::int[])`.execute(
    db,
  );
  return id;
}

/** The newest first. */
export async function list(
  db: Db,
  caller: Caller,
  q: Page & { search?: string | undefined },
): Promise<{ rows: Notice[]; count: number }> {
  const where = sql`${mine(caller)} ${q.search ? sql`and ${holdsWords(sql`(n.subject || ' ' || n.text)`, q.search)}` : sql``}`;
  const { rows } = await sql<NoticeRow>`
    select ${columns} from notice n where ${where} order by n.id desc limit ${q.limit}::int offset ${q.offset}::int`.execute(
    db,
  );
  const counted = await sql<{ n: number }>`select count(*)::int as n from notice n where ${where}`.execute(db);
  return { rows: rows.map(shown), count: counted.rows[0]?.n ?? 0 };
}

export async function one(db: Db, caller: Caller, id: number): Promise<Notice | undefined> {
  const { rows } = await sql<NoticeRow>`
    select ${columns} from notice n where n.id = ${id}::int and ${mine(caller)}`.execute(db);
  return rows[0] && shown(rows[0]);
}

/** Removes a notice, also from those who received it. False: there is none for the caller. */
export async function remove(db: Db, caller: Caller, id: number): Promise<boolean> {
  const { rows } = await sql`delete from notice n where n.id = ${id}::int and ${mine(caller)} returning n.id`.execute(
    db,
  );
  return rows.length > 0;
}

/** Who received a notice, by name. */
export async function recipients(db: Db, notice: number, q: Page): Promise<Recipient[]> {
  const { rows } = await sql<{ id: number; read_at: Date | null; person: Person }>`
    select r.id, r.read_at, ${whoIs('r.account_id')} as person from notice_recipient r join account a on a.id = r.account_id
      where r.notice_id = ${notice}::int order by a.last_name, a.first_name, a.username limit ${q.limit}::int offset ${q.offset}::int`.execute(
    db,
  );
  return rows.map((r) => ({ id: r.id, user: r.person, read_date: r.read_at?.toISOString() ?? null }));
}

/** What a person received, the newest first. */
export async function received(db: Db, account: number, q: Page): Promise<{ rows: ReceivedNotice[]; count: number }> {
  const { rows } = await sql<{
    id: number;
    subject: string;
    text: string;
    link: string | null;
    at: Date;
    read_at: Date | null;
    person: Person | null;
  }>`
    select n.id, n.subject, n.text, n.link, n.at, r.read_at, ${whoIs('n.sender_id')} as person from notice_recipient r join notice n on n.id = r.notice_id
      where r.account_id = ${account}::int order by n.id desc limit ${q.limit}::int offset ${q.offset}::int`.execute(
    db,
  );
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from notice_recipient r where r.account_id = ${account}::int`.execute(db);
  return {
    rows: rows.map(({ person, at, read_at, ...n }) => ({
      ...n,
      sender: person,
      date: at.toISOString(),
      read_date: read_at?.toISOString() ?? null,
    })),
    count: counted.rows[0]?.n ?? 0,
  };
}

/** The first reading counts. False: the person did not receive it. */
export async function markRead(db: Db, account: number, notice: number, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update notice_recipient set read_at = coalesce(read_at, ${at}::timestamptz)
      where notice_id = ${notice}::int and account_id = ${account}::int returning id`.execute(db);
  return rows.length > 0;
}
