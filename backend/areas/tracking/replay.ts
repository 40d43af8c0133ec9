// Tracks with their times, compact: what a replay and its files are made of.
import { sql } from 'kysely';
import type { Replay, ReplayPoint } from '../../../contract/schemas/tracking';
import type { Db } from '../../db/engine';
import type { Caller } from '../../identity/caller';
import { findPersons } from '../../identity/people';
import { type Filter, where } from './store';

/** Places of one replay. */
export const MAX_REPLAY = 100_000;

interface Row {
  account_id: number;
  points: ReplayPoint[];
}

/**
 * The places of each person, in the order of time, in one row of text a person: a hundred thousand rows cost more on their way than
 * in the table. The caller has counted them.
 */
export async function pointsOf(
  db: Db,
  caller: Pick<Caller, 'customer' | 'regions'>,
  f: Filter,
): Promise<Map<number, ReplayPoint[]>> {
  // biome-ignore format: one head
  const { rows } = await sql<Row>`
    select p.account_id, jsonb_agg(jsonb_build_array(p.t, p.lon, p.lat, p.accuracy, p.speed) order by p.t) as points
      from (select n.account_id, round(extract(epoch from n.at), 1)::float8 as t, round(st_x(n.geom)::numeric, 6)::float8 as lon,
          round(st_y(n.geom)::numeric, 6)::float8 as lat, round(n.accuracy::numeric, 1)::float8 as accuracy, round(n.speed::numeric, 2)::float8 as speed
        from track_point n where ${where(caller, f)} limit ${MAX_REPLAY}::int) p group by p.account_id`.execute(db);
  return new Map(rows.map(({ account_id: id, points }) => [id, points]));
}

/** The replay of people in the order in which they were asked for; who has no place in it is there without any. */
export async function getReplay(db: Db, caller: Caller, f: Filter & { users: readonly number[] }): Promise<Replay> {
  const points = await pointsOf(db, caller, f);
  const people = await findPersons(db, caller.customer, f.users);
  return [...new Set(f.users)].flatMap((id) => {
    const user = people.get(id);
    return user ? [{ user, points: points.get(id) ?? [] }] : [];
  });
}

/** The days in Tehran of which a person has places, the newest first. */
export async function daysOf(db: Db, account: number, zone: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct (n.at at time zone ${sql.lit(zone)})::date::text as day from track_point n where n.account_id = ${account}::int
      order by 1 desc limit 4000`.execute(db);
  return rows.map(({ day }) => day);
}
