// SQL of tracks. Every statement names the customer; a watcher who is bound to regions sees only places inside them.
import { type RawBuilder, sql } from 'kysely';
import { ZONE } from '../../../contract/dates';
import type { NewTrack, OnlineUser, TrackLine, TrackPoint } from '../../../contract/schemas/tracking';
import { type Db, unhurried } from '../../db/engine';
import { dayEnd, dayStart } from '../../db/time';
import { regionFilter } from '../../geo/sight';
import { type Count, countRows } from '../../http/list';
import type { Caller } from '../../identity/caller';
import { selectPerson } from '../../identity/people';
import { isDay } from './rules';

/** Points that the lines of one answer are made of. */
export const MAX_POINTS = 50_000;
/** People who are online at once. */
const MAX_ONLINE = 10_000;
/** Rows that one statement of the sweep removes. */
const SWEEP = 20_000;

/** 7 decimals of a degree are a centimetre. */
const place = sql`st_asgeojson(n.geom, 7)::jsonb`;

/** Writes places of one person and answers how many were new. */
export async function add(
  db: Db,
  caller: Pick<Caller, 'id' | 'customer'>,
  points: NewTrack['points'],
): Promise<number> {
  const { rows } = await sql`
    insert into track_point (customer_id, account_id, at, geom, accuracy)
      select ${caller.customer}::int, ${caller.id}::int, o.at, st_setsrid(st_makepoint(o.lon, o.lat), 4326), o.accuracy
        from unnest(${points.map((p) => p.date)}::timestamptz[], ${points.map((p) => p.lon)}::float8[], ${points.map((p) => p.lat)}::float8[],
          ${points.map((p) => p.accuracy ?? null)}::float8[]) as o(at, lon, lat, accuracy)
      on conflict (account_id, at) do nothing returning id`.execute(db);
  return rows.length;
}

export interface Filter {
  after?: string | undefined;
  before?: string | undefined;
  user?: number | undefined;
  region?: number | undefined;
}

const where = (caller: Caller, f: Filter): RawBuilder<unknown> =>
  sql`n.customer_id = ${caller.customer}::int and ${regionFilter(caller.regions)}
    ${f.after === undefined ? sql`` : isDay(f.after) ? sql`and n.at >= ${dayStart(f.after)}` : sql`and n.at >= ${f.after}::timestamptz`}
    ${f.before === undefined ? sql`` : isDay(f.before) ? sql`and n.at < ${dayEnd(f.before)}` : sql`and n.at <= ${f.before}::timestamptz`}
    ${f.user === undefined ? sql`` : sql`and n.account_id = ${f.user}::int`} ${f.region === undefined ? sql`` : sql`and ${regionFilter([f.region])}`}`;

/** Places; `end` is the end of the statement. */
export async function points(db: Db, caller: Caller, f: Filter, end: RawBuilder<unknown>): Promise<TrackPoint[]> {
  const { rows } = await sql<{
    id: number;
    person: TrackPoint['user'];
    at: Date;
    geometry: TrackPoint['geometry'];
    accuracy: number | null;
  }>`
    select n.id, ${selectPerson('n.account_id')} as person, n.at, ${place} as geometry, n.accuracy from track_point n
      where ${where(caller, f)} ${end}`.execute(db);
  return rows.map(({ person, at, ...row }) => ({ ...row, user: person, date: at.toISOString() }));
}

/** How many places there are, up to `most`. */
export const count = (db: Db, caller: Caller, f: Filter, most: number): Promise<Count> =>
  countRows(db, sql`from track_point n where ${where(caller, f)}`, most);

/** One line a person and day in Tehran, a point where there is but one place. The caller has counted the points. */
export async function lines(db: Db, caller: Caller, f: Filter): Promise<TrackLine[]> {
  const { rows } = await sql<{
    person: TrackLine['user'];
    day: string;
    geometry: TrackLine['geometry'];
    length: number;
    points: number;
  }>`
    select ${selectPerson('d.account_id')} as person, d.day::text as day, st_asgeojson(case when d.points = 1 then st_pointn(d.line, 1) else d.line end, 7)::jsonb as geometry,
        st_length(d.line::geography) as length, d.points
      from (select s.account_id, s.day, st_makeline(s.geom order by s.at) as line, count(*)::int as points
        from (select n.account_id, (n.at at time zone ${sql.lit(ZONE)})::date as day, n.at, n.geom from track_point n
          where ${where(caller, f)} limit ${MAX_POINTS}::int) s group by s.account_id, s.day) d
      order by d.day desc, d.account_id`.execute(db);
  return rows.map(({ person, day, ...row }) => ({ ...row, user: person, date: day }));
}

/** Who renewed a session or reported a place since then, and the last place of each within the watcher's regions. */
export async function online(db: Db, caller: Caller, since: Date): Promise<OnlineUser[]> {
  const { rows } = await sql<{ person: OnlineUser['user']; seen: Date; geometry: OnlineUser['geometry'] }>`
    select ${selectPerson('o.account_id')} as person, o.seen, l.geometry
      from (select s.account_id, max(s.seen) as seen from (
          select a.id as account_id, s.last_refresh as seen from session s join account a on a.id = s.account_id
            where a.customer_id = ${caller.customer}::int and a.deleted_at is null and s.revoked_at is null and s.last_refresh > ${since}::timestamptz
          union all
          select t.account_id, max(t.at) from track_point t where t.customer_id = ${caller.customer}::int and t.at > ${since}::timestamptz group by t.account_id) s
        group by s.account_id) o
      left join lateral (select case when ${regionFilter(caller.regions)} then ${place} end as geometry from track_point n
        where n.account_id = o.account_id and n.customer_id = ${caller.customer}::int order by n.at desc limit 1) l on true
      order by o.seen desc, o.account_id limit ${MAX_ONLINE}::int`.execute(db);
  return rows.map(({ person, seen: lastSeen, geometry }) => ({
    user: person,
    last_seen: lastSeen.toISOString(),
    geometry,
  }));
}

/** Forgets places from before an instant, some at a time, while `goOn` says so. Answers how many there were. */
export async function removeBefore(db: Db, before: Date, goOn: () => boolean): Promise<number> {
  let removed = 0;
  for (;;) {
    const { rows } = await unhurried(db, (tx) =>
      sql`delete from track_point where id in (
        select id from track_point where at < ${before}::timestamptz order by at limit ${SWEEP}::int) returning id`.execute(
        tx,
      ),
    );
    removed += rows.length;
    if (rows.length < SWEEP || !goOn()) return removed;
  }
}
