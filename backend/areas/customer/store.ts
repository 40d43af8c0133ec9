// SQL of what belongs to an organisation or to one person of it: settings, a logo, announcements.
import { type RawBuilder, sql } from 'kysely';
import type { Announcement } from '../../../contract/schemas/message';
import type { Person } from '../../../contract/schemas/session';
import type { Db } from '../../db/engine';
import { selectPerson } from '../../identity/people';

/** A person's settings of the interface; empty where he kept none. */
export async function config(db: Db, account: number): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ data: Record<string, unknown> }>`
    select data from user_config where account_id = ${account}::int`.execute(db);
  return rows[0]?.data ?? {};
}

export async function setConfig(db: Db, account: number, data: Record<string, unknown>): Promise<void> {
  await sql`
    insert into user_config (account_id, data) values (${account}::int, ${JSON.stringify(data)}::jsonb)
      on conflict (account_id) do update set data = excluded.data`.execute(db);
}

/** A PNG as a data address. */
export async function footerLogo(db: Db, customer: number): Promise<string | null> {
  const { rows } = await sql<{ footer: string }>`
    select footer from customer_logo where customer_id = ${customer}::int`.execute(db);
  return rows[0]?.footer ?? null;
}

export async function setFooterLogo(db: Db, customer: number, logo: string | null): Promise<void> {
  if (logo === null) await sql`delete from customer_logo where customer_id = ${customer}::int`.execute(db);
  else
    await sql`
      insert into customer_logo (customer_id, footer) values (${customer}::int, ${logo}::text)
        on conflict (customer_id) do update set footer = excluded.footer`.execute(db);
}

interface Row {
  id: number;
  title: string;
  text: string;
  at: Date;
  person: Person | null;
}
const columns = sql`n.id, n.title, n.text, n.at, ${selectPerson('n.creator_id')} as person`;
const toAnnouncement = ({ person, at, ...row }: Row): Announcement => ({
  ...row,
  user: person,
  date: at.toISOString(),
});

/** Ids of all announcements, the newest first. There are never more than the rules allow. */
export async function announcementIds(db: Db, customer: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select n.id from announcement n where n.customer_id = ${customer}::int order by n.id desc`.execute(db);
  return rows.map((r) => r.id);
}

export async function announcements(db: Db, customer: number, end: RawBuilder<unknown>): Promise<Announcement[]> {
  const { rows } = await sql<Row>`
    select ${columns} from announcement n where n.customer_id = ${customer}::int ${end}`.execute(db);
  return rows.map(toAnnouncement);
}

export async function countAnnouncements(db: Db, customer: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from announcement where customer_id = ${customer}::int`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Holds the customer, so that two announcements at once are counted one after the other. */
export async function hold(db: Db, customer: number): Promise<void> {
  await sql`select id from customer where id = ${customer}::int for update`.execute(db);
}

interface NewAnnouncement {
  customer: number;
  account: number;
  title: string;
  text: string;
  at: Date;
}
export async function announce(db: Db, n: NewAnnouncement): Promise<Announcement> {
  const { rows } = await sql<Row>`
    insert into announcement as n (customer_id, creator_id, title, text, at)
      values (${n.customer}::int, ${n.account}::int, ${n.title}::text, ${n.text}::text, ${n.at}::timestamptz) returning ${columns}`.execute(
    db,
  );
  if (!rows[0]) throw new Error('the announcement was not written');
  return toAnnouncement(rows[0]);
}

export async function findAnnouncement(db: Db, customer: number, id: number): Promise<Announcement | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from announcement n where n.id = ${id}::int and n.customer_id = ${customer}::int`.execute(db);
  return rows[0] && toAnnouncement(rows[0]);
}

/** Holds an announcement until the transaction ends. False: the customer has no such one. */
export async function holdAnnouncement(db: Db, customer: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    select id from announcement where id = ${id}::int and customer_id = ${customer}::int for update`.execute(db);
  return rows.length > 0;
}

export async function editAnnouncement(
  db: Db,
  id: number,
  set: { title?: string | undefined; text?: string | undefined },
): Promise<void> {
  await sql`
    update announcement set title = coalesce(${set.title ?? null}::text, title), text = coalesce(${set.text ?? null}::text, text)
      where id = ${id}::int`.execute(db);
}

export async function removeAnnouncement(db: Db, id: number): Promise<void> {
  await sql`delete from announcement where id = ${id}::int`.execute(db);
}
