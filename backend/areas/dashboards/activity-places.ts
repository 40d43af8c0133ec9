// SQL of what people did in regions: the log tells it, by where its records lie.
import { sql } from 'kysely';
import { ZONE } from '../../../contract/dates';
import type { Db } from '../../db/engine';
import { regionFilter } from '../../geo/sight';
import { type Asked, bucket, type Count, MAX_GROUPS, within } from './store';

/** What a report by place looks through, the newest first: rows of the log, and records whose place is looked up once each. */
const PLACE_LIMITS = { rows: 100_000, records: 20_000 };

/**
 * Each record `n` once for each of these regions that it meets, as `p.id`. One record after the other: a join of the two tables
 * is refused by the embedded engine where their statistics lie apart ("invalid join selectivity").
 */
const meetingRegions = (regions: readonly number[]) =>
  sql`cross join lateral (select distinct t.region_id as id from region_part t
    where t.region_id = any(${[...regions]}::int[]) and t.geom && n.geom and st_intersects(t.geom, n.geom) offset 0) p`;

/**
 * Counts of the log's rows whose records lie in regions: by each region, or kept to some. Rows are counted by their records first, so that
 * the place of each record is looked up once, however often it was changed.
 */
export async function activityByPlace(
  db: Db,
  a: Asked,
  limits = PLACE_LIMITS,
): Promise<{ rows: Count[]; isPart: boolean }> {
  const id = { user: sql`a.account_id`, layer: sql`a.layer_id`, region: sql`p.region_id`, none: sql`null::int` }[a.by ?? 'none']; // biome-ignore format: one line
  const isByRegion = a.by === 'region';
  const { rows } = await sql<{ counts: Count[]; rows: number; records: number }>`
    with log as materialized (
      select g.* from unnest(${[...(a.layers ?? [])]}::int[]) as l(id) cross join lateral (
        select g.layer_id, g.record_id, g.account_id, g.at, g.action from record_log g
          where g.layer_id = l.id and g.at >= (${a.from}::timestamp at time zone ${sql.lit(ZONE)}) and g.at < ((${a.to}::date + 1)::timestamp at time zone ${sql.lit(ZONE)})
          ${within(sql`g.account_id`, a.users)}
          order by g.at desc limit ${limits.rows + 1}::int) g
      order by g.at desc limit ${limits.rows + 1}::int),
    acts as materialized (
      select g.layer_id, g.record_id, g.account_id, g.action, ${bucket(sql`(g.at at time zone ${sql.lit(ZONE)})::date`, a.starts)}::int as period, count(*) as n, max(g.at) as last
        from log g group by 1, 2, 3, 4, 5),
    touched as materialized (
      select layer_id, record_id from acts group by 1, 2 order by max(last) desc limit ${limits.records + 1}::int),
    placed as materialized (
      select g.layer_id, g.record_id, ${isByRegion ? sql`p.id` : sql`null::int`} as region_id
        from touched g join record n on n.layer_id = g.layer_id and n.id = g.record_id ${isByRegion ? meetingRegions(a.regions) : sql``}
        where n.geom is not null ${a.own.length ? sql`and ${regionFilter(a.own)}` : sql``}
          ${!isByRegion && a.regions.length ? sql`and ${regionFilter(a.regions)}` : sql``}),
    counts as (
      select ${id} as id, a.period, a.action, sum(a.n)::float8 as n
        from placed p join acts a on a.layer_id = p.layer_id and a.record_id = p.record_id
        group by 1, 2, 3 order by 4 desc limit ${MAX_GROUPS}::int)
    select coalesce((select jsonb_agg(to_jsonb(c)) from counts c), '[]') as counts, (select count(*)::int from log) as rows,
      (select count(*)::int from touched) as records`.execute(db);
  const [read] = rows;
  const isPart = (read?.rows ?? 0) > limits.rows || (read?.records ?? 0) > limits.records;
  return { rows: read?.counts ?? [], isPart };
}
export const isCapped = ({ rows, isPart = false }: { rows: readonly Count[]; isPart?: boolean }): boolean =>
  rows.length === MAX_GROUPS || isPart;
