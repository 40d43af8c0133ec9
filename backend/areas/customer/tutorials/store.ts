// SQL of tutorials: what an organisation teaches its people in its own words.
import { type RawBuilder, sql } from 'kysely';
import type { Tutorial } from '../../../../contract/schemas/messages/tutorial';
import type { Person } from '../../../../contract/schemas/session';
import type { Db } from '../../../db/engine';
import type { Caller } from '../../../identity/caller';
import { selectPerson } from '../../../identity/people';
import { isFor, rolesOf } from '../audience';

export interface Video {
  key: string;
  name: string;
  type: string;
  size: number;
}
interface Row {
  id: number;
  title: string;
  text: string;
  link: string | null;
  audience: 'all' | 'roles';
  at: Date;
  edited_at: Date | null;
  person: Person | null;
  roles: { id: number; name: string }[];
  video: Video | null;
}
const video = sql`case when n.video_key is not null then
  jsonb_build_object('key', n.video_key, 'name', n.video_name, 'type', n.video_type, 'size', n.video_size) end as video`;
const columns = sql`n.id, n.title, n.text, n.link, n.audience, n.at, n.edited_at, ${video}, ${selectPerson('n.creator_id')} as person,
  ${rolesOf('tutorial')}`;
const toTutorial = ({ person, at, edited_at, video: film, ...row }: Row): Tutorial => ({
  ...row,
  video: film && {
    path: `/api/tutorial/${row.id}/video/#${film.key.slice(-8)}`,
    name: film.name,
    type: film.type,
    size: film.size,
  },
  user: person,
  date: at.toISOString(),
  edited: edited_at?.toISOString() ?? null,
});

/** Condition on a tutorial `n` that the caller may read it: all of their organisation's for its writers, else what is for them. */
export const readable = (caller: Caller, isWriter: boolean): RawBuilder<unknown> =>
  sql`n.customer_id = ${caller.customer}::int and ${isFor('tutorial', caller, isWriter)}`;

export async function list(db: Db, where: RawBuilder<unknown>): Promise<Tutorial[]> {
  const { rows } = await sql<Row>`select ${columns} from tutorial n where ${where} order by n.position, n.id`.execute(
    db,
  );
  return rows.map(toTutorial);
}

/** One of those that a condition on `n` leaves. */
export async function find(db: Db, where: RawBuilder<unknown>, id: number): Promise<Tutorial | undefined> {
  const { rows } = await sql<Row>`select ${columns} from tutorial n where n.id = ${id}::int and ${where}`.execute(db);
  return rows[0] && toTutorial(rows[0]);
}

export async function findVideo(db: Db, where: RawBuilder<unknown>, id: number): Promise<Video | null> {
  const { rows } = await sql<{ video: Video | null }>`
    select ${video} from tutorial n where n.id = ${id}::int and ${where}`.execute(db);
  return rows[0]?.video ?? null;
}

export interface Former {
  audience: 'all' | 'roles';
  video_key: string | null;
}
/** Holds a tutorial until the transaction ends. Undefined: the customer has no such one. */
export async function hold(db: Db, customer: number, id: number): Promise<Former | undefined> {
  const { rows } = await sql<Former>`
    select audience, video_key from tutorial where id = ${id}::int and customer_id = ${customer}::int for update`.execute(
    db,
  );
  return rows[0];
}

export async function count(db: Db, customer: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from tutorial where customer_id = ${customer}::int`.execute(db);
  return rows[0]?.n ?? 0;
}

interface Words {
  title?: string | undefined;
  text?: string | undefined;
  link?: string | null | undefined;
  audience?: 'all' | 'roles' | undefined;
}
/** Writes a tutorial behind the others. */
export async function create(db: Db, by: { customer: number; account: number; at: Date }, n: Words): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into tutorial (customer_id, creator_id, title, text, link, audience, at, position)
      select ${by.customer}::int, ${by.account}::int, ${n.title}::text, ${n.text}::text, ${n.link ?? null}::text, ${n.audience ?? 'all'}::text,
        ${by.at}::timestamptz, coalesce(max(position), 0) + 1 from tutorial where customer_id = ${by.customer}::int returning id`.execute(
    db,
  );
  if (!rows[0]) throw new Error('the tutorial was not written');
  return rows[0].id;
}

export async function edit(db: Db, id: number, set: Words, at: Date): Promise<void> {
  await sql`
    update tutorial set title = coalesce(${set.title ?? null}::text, title), text = coalesce(${set.text ?? null}::text, text),
        link = ${set.link === undefined ? sql`link` : sql`${set.link}::text`},
        audience = coalesce(${set.audience ?? null}::text, audience), edited_at = ${at}::timestamptz where id = ${id}::int`.execute(
    db,
  );
}

export async function setVideo(db: Db, id: number, film: Video | null, at: Date): Promise<void> {
  await sql`
    update tutorial set video_key = ${film?.key ?? null}::text, video_name = ${film?.name ?? null}::text, video_type = ${film?.type ?? null}::text,
        video_size = ${film?.size ?? null}::bigint, edited_at = ${at}::timestamptz where id = ${id}::int`.execute(db);
}

export async function remove(db: Db, id: number): Promise<void> {
  await sql`delete from tutorial where id = ${id}::int`.execute(db);
}

/** Gives tutorials their places. Answers how many of the ids are the customer's. */
export async function setOrder(db: Db, customer: number, ids: readonly number[]): Promise<number> {
  // Former in one order, so that two at once wait for one another.
  await sql`select id from tutorial where customer_id = ${customer}::int order by id for update`.execute(db);
  const { numAffectedRows } = await sql`
    update tutorial t set position = o.n from unnest(${[...ids]}::int[]) with ordinality o(id, n)
      where t.id = o.id and t.customer_id = ${customer}::int`.execute(db);
  return Number(numAffectedRows ?? 0);
}
