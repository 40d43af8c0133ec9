// SQL of how far a project is: records by layer, maker and status, and the days of the work. Bounded, and led by indexes: the shape of
// the region finds its records, not the other way round.
import { sql } from 'kysely';
import { ZONE } from '../../../contract/dates';
import { MAX_PROGRESS_RECORDS } from '../../../contract/schemas/projects/project-work';
import { STATUS } from '../../../contract/schemas/record';
import type { Db } from '../../db/engine';
import { visibleTo } from '../../geo/sight';
import { partition } from '../../geo/tiles';
import type { Caller } from '../../identity/caller';

/** Days that are looked back on. */
const DAYS = 90;
/** Rows of the log that are looked through. */
const MAX_LOG_ROWS = 20_000;

interface Place {
  layer: number;
  region: number | null;
  limit: number;
}
export interface Share {
  member: number | null;
  status: number;
  count: number;
}

/** The records of a layer in the region by maker and status: how many, and whether there are more than the limit. */
async function sharesOf(db: Db, caller: Caller, { layer, region, limit }: Place): Promise<Share[]> {
  const table = sql.table(partition(layer));
  // An edit or a deletion beside an approved record waits, unless it was sent back.
  const status = sql`case when n.status = ${sql.lit(STATUS.approved)} and n.unconfirmed is not null and n.unconfirmed->>'returned' is null
    then ${sql.lit(STATUS.waiting)} else n.status end`;
  const records = sql`select n.id, n.creator_id, ${status} as status from ${table} n where n.deleted_at is null and ${visibleTo(caller, layer)}`;
  const from =
    region === null
      ? sql`${records} limit ${limit + 1}::int`
      : sql`select distinct n.id, n.creator_id, n.status from region_part t
          cross join lateral (${records} and n.geom && t.geom and st_intersects(n.geom, t.geom) offset 0) n
          where t.region_id = ${region}::int limit ${limit + 1}::int`;
  const { rows } = await sql<Share>`
    select n.creator_id as member, n.status::int as status, count(*)::int as count from (${from}) n group by 1, 2`.execute(
    db,
  );
  return rows;
}

/** All layers of a project, one after the other, until the limit. */
export async function shares(db: Db, caller: Caller, layers: readonly number[], region: number | null) {
  const rows: (Share & { layer: number })[] = [];
  let left = MAX_PROGRESS_RECORDS;
  for (const layer of layers) {
    if (left < 0) break;
    const layerShares = await sharesOf(db, caller, { layer, region, limit: left });
    rows.push(...layerShares.map((share) => ({ layer, ...share })));
    left -= layerShares.reduce((sum, { count }) => sum + count, 0);
  }
  return { rows, isCapped: left < 0 };
}

export interface Work {
  account: number;
  day: string;
  added: number;
  last: Date;
}
interface Span {
  layers: readonly number[];
  region: number | null;
  people: readonly number[];
  from: Date;
}

/** What people did in the layers by day in Tehran, from the newest rows of the log. */
export async function work(db: Db, { layers, region, people, from }: Span): Promise<Work[]> {
  const placed =
    region === null
      ? sql``
      : sql`where exists (select 1 from record n where n.layer_id = g.layer_id and n.id = g.record_id
          and exists (select 1 from region_part t where t.region_id = ${region}::int and st_intersects(t.geom, n.geom)))`;
  const { rows } = await sql<Work>`
    with log as materialized (
      select g.* from unnest(${[...layers]}::int[]) as l(id) cross join lateral (
        select g.layer_id, g.record_id, g.account_id, g.at, g.action from record_log g
          where g.layer_id = l.id and g.at >= ${from}::timestamptz and g.account_id = any(${[...people]}::int[])
          order by g.at desc limit ${MAX_LOG_ROWS}::int) g
      order by g.at desc limit ${MAX_LOG_ROWS}::int)
    select g.account_id as account, (g.at at time zone ${sql.lit(ZONE)})::date::text as day,
      (count(distinct g.record_id) filter (where g.action = 'create'))::int as added, max(g.at) as last from log g ${placed} group by 1, 2`.execute(
    db,
  );
  return rows;
}

export async function doneByDay(db: Db, project: number, from: Date): Promise<{ day: string; done: number }[]> {
  const { rows } = await sql<{ day: string; done: number }>`
    select (k.done at time zone ${sql.lit(ZONE)})::date::text as day, count(*)::int as done from project_task k
      where k.project_id = ${project}::int and k.done >= ${from}::timestamptz group by 1`.execute(db);
  return rows;
}

/** When the project was started first. */
export async function startOf(db: Db, project: number, running: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select g.at from project_log g where g.project_id = ${project}::int and g.to_state = ${running}::int order by g.id limit 1`.execute(
    db,
  );
  return rows[0]?.at ?? null;
}

/** From when on is looked back: the start, where it is later. */
export const sinceOf = (start: Date | null, now: Date): Date =>
  new Date(Math.max(now.getTime() - DAYS * 86_400_000, start?.getTime() ?? 0));
