// SQL of tracks. Every statement names the customer; a watcher who is bound to regions sees only places inside them.
import { type RawBuilder, sql } from 'kysely';
import { dayAt, ZONE } from '../../../contract/dates';
import { addDays } from '../../../contract/jalali';
import {
  type OnlineQuery,
  type OnlineUser,
  TRACK_RULES,
  type TrackLine,
  type TrackPoint,
} from '../../../contract/schemas/tracking';
import { type Db, unhurried } from '../../db/engine';
import { dayEnd, dayStart } from '../../db/time';
import { regionFilter } from '../../geo/sight';
import { type Count, countRows } from '../../http/list';
import type { Caller } from '../../identity/caller';
import { matchPeople, person, selectPerson } from '../../identity/people';
import { isPresence } from '../../identity/seen';
import { visibleRegions } from '../regions/access';
import { isDay, type Place } from './rules';

/** Points that the lines of one response are made of: each of them in it, or drawn for a zoom. */
export const MAX_POINTS = 50_000;
export const MAX_SIMPLIFIED = 400_000;
/** People who are online at once. */
const MAX_ONLINE = 10_000;
/** Rows that one statement of the sweep removes. */
const SWEEP = 20_000;

/** 7 decimals of a degree are a centimetre. */
const place = sql`st_asgeojson(n.geom, 7)::jsonb`;

/** Writes places of one person, however often and in whatever order they come; returns how many were new. */
export async function add(db: Db, caller: Pick<Caller, 'id' | 'customer'>, points: readonly Place[]): Promise<number> {
  const column = (key: keyof Place) => points.map((p) => p[key]);
  const { rows } = await sql`
    insert into track_point (customer_id, account_id, at, geom, accuracy, speed, heading, battery)
      select ${caller.customer}::int, ${caller.id}::int, o.at, st_setsrid(st_makepoint(o.lon, o.lat), 4326), o.accuracy, o.speed, o.heading, o.battery
        from unnest(${column('date')}::timestamptz[], ${column('lon')}::float8[], ${column('lat')}::float8[], ${column('accuracy')}::float8[],
          ${column('speed')}::real[], ${column('heading')}::real[], ${column('battery')}::real[]) as o(at, lon, lat, accuracy, speed, heading, battery)
      on conflict (account_id, at) do nothing returning id`.execute(db);
  return rows.length;
}

export interface Filter {
  after?: string | undefined;
  before?: string | undefined;
  users?: readonly number[] | undefined;
  region?: number | undefined;
}

/** Condition that an instant is within the filter's time. */
export const within = ({ after, before }: Pick<Filter, 'after' | 'before'>, at: RawBuilder<unknown>) => sql`(true
    ${after === undefined ? sql`` : isDay(after) ? sql`and ${at} >= ${dayStart(after)}` : sql`and ${at} >= ${after}::timestamptz`}
    ${before === undefined ? sql`` : isDay(before) ? sql`and ${at} < ${dayEnd(before)}` : sql`and ${at} <= ${before}::timestamptz`})`;

/** Condition that place `n` is one of the filter's that the caller may see. */
export const where = (caller: Pick<Caller, 'customer' | 'regions'>, f: Filter): RawBuilder<unknown> =>
  sql`n.customer_id = ${caller.customer}::int and ${regionFilter(caller.regions)} and ${within(f, sql`n.at`)}
    ${f.users === undefined ? sql`` : sql`and n.account_id = any(${[...f.users]}::int[])`} ${f.region === undefined ? sql`` : sql`and ${regionFilter([f.region])}`}`;

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
export const count = (db: Db, caller: Pick<Caller, 'customer' | 'regions'>, f: Filter, most: number): Promise<Count> =>
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

/** The same drawn for a zoom: vague places are passed over, a gap parts the line, and what is smaller than half a pixel is left out. */
export async function simplifiedLines(db: Db, caller: Caller, f: Filter, tolerance: number): Promise<TrackLine[]> {
  const { rows } = await sql<{ person: TrackLine['user']; day: string; geometry: TrackLine['geometry']; length: number; points: number }>`
    with p as materialized (select n.account_id, n.at, n.geom, (n.at at time zone ${sql.lit(ZONE)})::date as day from track_point n
        where ${where(caller, f)} and coalesce(n.accuracy, 0) <= ${TRACK_RULES.maxAccuracy}::float8 limit ${MAX_SIMPLIFIED}::int),
      b as (select p.*, case when p.at - lag(p.at) over w > make_interval(mins => ${TRACK_RULES.gapMinutes}::int) then 1 else 0 end as breaks
        from p window w as (partition by p.account_id, p.day order by p.at)),
      s as (select b.*, sum(b.breaks) over (partition by b.account_id, b.day order by b.at) as part from b),
      l as (select s.account_id, s.day, s.part, st_makeline(s.geom order by s.at) as line, count(*)::int as points from s group by s.account_id, s.day, s.part)
    select ${selectPerson('d.account_id')} as person, d.day::text as day, st_asgeojson(coalesce(d.line, d.point), 6)::jsonb as geometry, d.length, d.points
      from (select l.account_id, l.day, st_collect(st_simplify(l.line, ${tolerance}::float8, true)) filter (where l.points > 1) as line,
          (array_agg(st_pointn(l.line, 1) order by l.part))[1] as point, coalesce(sum(st_length(l.line::geography)) filter (where l.points > 1), 0) as length,
          sum(l.points)::int as points from l group by l.account_id, l.day) d
      order by d.day desc, d.account_id`.execute(db); // biome-ignore format: one statement
  return rows.map(({ person: user, day: date, ...row }) => ({ ...row, user, date }));
}

interface OnlineRow {
  person: OnlineUser['user'];
  act_date: Date | null;
  report_date: Date | null;
  place_date: Date | null;
  geometry: OnlineUser['geometry'];
  accuracy: number | null;
  battery: number | null;
  area: { id: number; label: string } | null;
}

/** The smallest of the regions that the caller sees which holds place `n`. */
const regionOfPlace = (caller: Caller) => sql`
  (select jsonb_build_object('id', r.id, 'label', r.label) from region r where ${visibleRegions(caller)}
    and exists (select 1 from region_part p where p.region_id = r.id and st_intersects(p.geom, n.geom)) and r.geom && n.geom order by r.area, r.id limit 1)`;

/** Who acted in the system or reported a place since then, and the last place of each within the watcher's regions. */
export async function online(db: Db, caller: Caller, since: Date, q: OnlineQuery): Promise<OnlineUser[]> {
  const { rows } = await sql<OnlineRow>`
    select ${person} as person, o.act_date, o.report_date, l.place_date, l.geometry, l.accuracy, l.battery, l.area, greatest(o.act_date, o.report_date) as seen
      from (select s.account_id, max(s.act_date) as act_date, max(s.report_date) as report_date from (
          select a.id as account_id, s.last_refresh as act_date, null::timestamptz as report_date from session s join account a on a.id = s.account_id
            where a.customer_id = ${caller.customer}::int and ${isPresence(since)}
          union all
          select t.account_id, null, max(t.at) from track_point t where t.customer_id = ${caller.customer}::int and t.at > ${since}::timestamptz group by t.account_id) s
        group by s.account_id) o
      join account a on a.id = o.account_id and ${matchPeople(caller.customer, { search: q.search, role: q.role })}
      left join lateral (select t.* from track_point t where t.account_id = o.account_id and t.customer_id = ${caller.customer}::int
        order by t.at desc limit 1) n on true
      left join lateral (select n.at as place_date, ${place} as geometry, n.accuracy, n.battery, ${regionOfPlace(caller)} as area
        where n.geom is not null and ${regionFilter(caller.regions)}) l on true
      where ${q.region === undefined ? sql`true` : sql`(l.place_date is not null and ${regionFilter([q.region])})`}
      order by seen desc, o.account_id limit ${MAX_ONLINE}::int`.execute(db);
  return rows.map(({ person: user, act_date, report_date, place_date, area, geometry, accuracy, battery }) => ({
    user,
    last_seen: new Date(Math.max(Number(act_date), Number(report_date))).toISOString(),
    seen_by: Number(report_date) >= Number(act_date) ? 'report' : 'act',
    geometry,
    place_date: place_date?.toISOString() ?? null,
    accuracy,
    battery,
    region: area,
  }));
}
/** The first instant of the oldest day (Tehran) of which there are places; null where there are none. */
async function oldestDay(db: Db): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min((o.at at time zone ${sql.lit(ZONE)})::date)::text as day
      from customer c cross join lateral (select min(t.at) as at from track_point t where t.customer_id = c.id) o`.execute(
    db,
  );
  return rows[0]?.day ?? null;
}

/** Forgets places from before an instant, a day after the other and some at a time, while `goOn` says so. Returns how many there were. */
export async function removeBefore(db: Db, before: Date, goOn: () => boolean): Promise<number> {
  let removed = 0;
  const last = dayAt(before);
  for (let day = await oldestDay(db); day !== null && day <= last; day = addDays(day, 1)) {
    for (let rows = SWEEP; rows === SWEEP; removed += rows) {
      if (removed > 0 && !goOn()) return removed;
      const deleted = await unhurried(db, (tx) =>
        sql`delete from track_point where ctid = any(array(select ctid from track_point
          where at >= ${dayStart(day)} and at < least(${dayEnd(day)}, ${before}::timestamptz) limit ${SWEEP}::int))`.execute(
          tx,
        ),
      );
      rows = Number(deleted.numAffectedRows ?? 0);
    }
  }
  await sql`delete from track_look where day < ${last}::date`.execute(db);
  return removed;
}
