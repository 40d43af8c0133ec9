// SQL of announcements: what an organisation tells all of its people.
import { type RawBuilder, sql } from 'kysely';
import type { Announcement } from '../../../contract/schemas/message';
import type { Person } from '../../../contract/schemas/session';
import type { Db } from '../../db/engine';
import { selectPerson } from '../../identity/people';
import { rolesOf } from './audience';

interface Row {
  id: number;
  title: string;
  text: string;
  at: Date;
  pinned: boolean;
  until: string | null;
  edited_at: Date | null;
  person: Person | null;
  audience: 'all' | 'roles';
  roles: { id: number; name: string }[];
  image: string | null;
}
const columns = sql`n.id, n.title, n.text, n.at, n.pinned, n.until::text as until, n.edited_at, n.audience, n.image, ${selectPerson('n.creator_id')} as person,
  ${rolesOf('announcement')}`;
const toAnnouncement = ({ person, at, edited_at, image, ...row }: Row): Announcement => ({
  ...row,
  image: image && `announcement/${row.id}/image/#${image.slice(-8)}`,
  user: person,
  date: at.toISOString(),
  edited: edited_at?.toISOString() ?? null,
});

/** Condition on an announcement `n` of a customer: those that stand on a day, or those whose last day is before it. */
export const standsOn = (customer: number, day: string, isOver = false): RawBuilder<unknown> =>
  sql`n.customer_id = ${customer}::int and ${isOver ? sql`n.until < ${day}::date` : sql`(n.until is null or n.until >= ${day}::date)`}`;

/** Ids of all announcements that stand, the newest first. There are never more than the rules allow. */
export async function announcementIds(db: Db, where: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select n.id from announcement n where ${where} order by n.id desc`.execute(
    db,
  );
  return rows.map((r) => r.id);
}

export async function announcements(
  db: Db,
  where: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
): Promise<Announcement[]> {
  const { rows } = await sql<Row>`select ${columns} from announcement n where ${where} ${end}`.execute(db);
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
  pinned?: boolean | undefined;
  until?: string | null | undefined;
  audience?: 'all' | 'roles' | undefined;
  image?: string | null | undefined;
}
export async function announce(db: Db, n: NewAnnouncement): Promise<Announcement> {
  const { rows } = await sql<Row>`
    insert into announcement as n (customer_id, creator_id, title, text, at, pinned, until, audience, image)
      values (${n.customer}::int, ${n.account}::int, ${n.title}::text, ${n.text}::text, ${n.at}::timestamptz, ${n.pinned ?? false}::boolean,
        ${n.until ?? null}::date, ${n.audience ?? 'all'}::text, ${n.image ?? null}::text) returning ${columns}`.execute(
    db,
  );
  if (!rows[0]) throw new Error('the announcement was not written');
  return toAnnouncement(rows[0]);
}

/** One of those that a condition on `n` leaves. */
export async function findAnnouncement(
  db: Db,
  where: RawBuilder<unknown>,
  id: number,
): Promise<Announcement | undefined> {
  const { rows } = await sql<Row>`select ${columns} from announcement n where n.id = ${id}::int and ${where}`.execute(
    db,
  );
  return rows[0] && toAnnouncement(rows[0]);
}

/** The store's key of its picture. Undefined: the condition leaves no such announcement. */
export async function findImage(
  db: Db,
  where: RawBuilder<unknown>,
  id: number,
): Promise<{ image: string | null } | undefined> {
  const { rows } = await sql<{ image: string | null }>`
    select n.image from announcement n where n.id = ${id}::int and ${where}`.execute(db);
  return rows[0];
}

/** Holds an announcement until the transaction ends. Undefined: the customer has no such one. */
export async function holdAnnouncement(
  db: Db,
  customer: number,
  id: number,
): Promise<{ image: string | null; audience: 'all' | 'roles' } | undefined> {
  const { rows } = await sql<{ image: string | null; audience: 'all' | 'roles' }>`
    select image, audience from announcement where id = ${id}::int and customer_id = ${customer}::int for update`.execute(
    db,
  );
  return rows[0];
}

export async function editAnnouncement(
  db: Db,
  id: number,
  set: Partial<Pick<NewAnnouncement, 'title' | 'text' | 'pinned' | 'until' | 'audience' | 'image'>>,
  at: Date,
): Promise<void> {
  // What it says is changed; where and how long it stands is not what its readers know it by.
  const isReworded = set.title !== undefined || set.text !== undefined || set.image !== undefined;
  await sql`
    update announcement set title = coalesce(${set.title ?? null}::text, title), text = coalesce(${set.text ?? null}::text, text),
        pinned = coalesce(${set.pinned ?? null}::boolean, pinned),
        until = ${set.until === undefined ? sql`until` : sql`${set.until}::date`},
        audience = coalesce(${set.audience ?? null}::text, audience),
        image = ${set.image === undefined ? sql`image` : sql`${set.image}::text`},
        edited_at = ${isReworded ? sql`${at}::timestamptz` : sql`edited_at`}
      where id = ${id}::int`.execute(db);
}

export async function removeAnnouncement(db: Db, id: number): Promise<void> {
  await sql`delete from announcement where id = ${id}::int`.execute(db);
}
