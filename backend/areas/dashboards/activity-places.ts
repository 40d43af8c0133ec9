// SQL of what people did in regions: counts by day for each set of regions that acts met, and the few acts that wait to be looked up.
import { sql } from 'kysely';
import { ZONE } from '../../../contract/dates';
import type { ActivityReport } from '../../../contract/schemas/dashboard';
import type { Db } from '../../db/engine';
import { type Asked, bucket, type Count, IMPORTS, MAX_GROUPS, within } from './store';

/** Acts without a place that one report looks up by itself. */
const MAX_FRESH = 2000;

/** Condition on the set of regions that an act met. */
const meets = (regions: ReturnType<typeof sql>, { regions: filter, own }: Pick<Asked, 'regions' | 'own'>) =>
  sql.join(
    [filter, own].filter((ids) => ids.length > 0).map((ids) => sql`${regions} && ${[...ids]}::int[]`),
    sql` and `,
  );

export interface PlacedCounts {
  rows: Count[];
  places: NonNullable<ActivityReport['places']>;
}

/**
 * What was done in regions, by each region or kept to some: where each act lay at the time, in the regions as they are now. An act that
 * meets several of them counts once in each, and once where they are not told apart. What has no shape lies nowhere.
 */
export async function activityByPlace(db: Db, a: Asked, maxFresh = MAX_FRESH): Promise<PlacedCounts> {
  if (a.regions.length + a.own.length === 0) return { rows: [], places: { pending: false, unplaced: 0 } };
  const isByRegion = a.by === 'region';
  const id = { user: sql`d.account_id`, layer: sql`d.layer_id`, region: sql`p.id`, none: sql`null::int` }[a.by ?? 'none']; // biome-ignore format: one line
  const layers = [...(a.layers ?? [])];
  const since = sql`(${a.from}::timestamp at time zone ${sql.lit(ZONE)})`;
  const until = sql`((${a.to}::date + 1)::timestamp at time zone ${sql.lit(ZONE)})`;
  const { rows } = await sql<{ counts: Count[]; fresh: number; waits: boolean; unplaced: number }>`
    with sets as materialized (select s.id, s.regions from place s where s.customer_id = ${a.customer}::int and ${meets(sql`s.regions`, a)}),
    fresh as materialized (
      select g.* from unnest(${layers}::int[]) as l(id) cross join lateral (
        select g.id, g.layer_id, g.record_id, g.account_id, g.at, g.action, g.before, g.after from record_log g
          where g.layer_id = l.id and g.place_id is null and g.at >= ${since} and g.at < ${until} ${within(sql`g.account_id`, a.users)}
          limit ${maxFresh + 1}::int) g limit ${maxFresh + 1}::int),
    placed as materialized (
      select f.layer_id, f.account_id, f.at, f.action, regions_at(${a.customer}::int, log_shape(f.after, f.before, f.layer_id, f.record_id)) as regions from fresh f),
    done as (
      select ${bucket(sql`v.day`, a.starts)}::int as period, v.layer_id, v.account_id, v.action, s.regions, sum(v.n) as n
        from sets s join activity_place v on v.place_id = s.id
        where v.customer_id = ${a.customer}::int and v.day between ${a.from}::date and ${a.to}::date ${within(sql`v.layer_id`, a.layers)} ${within(sql`v.account_id`, a.users)}
        group by 1, 2, 3, 4, 5
      union all
      select ${bucket(sql`(f.at at time zone ${sql.lit(ZONE)})::date`, a.starts)}::int, f.layer_id, f.account_id, f.action, f.regions, 1
        from placed f where ${meets(sql`f.regions`, a)}),
    counts as (
      select ${id} as id, d.period, d.action, sum(d.n)::float8 as n
        from done d ${isByRegion ? sql`cross join lateral (select r as id from unnest(d.regions) as r where r = any(${[...a.regions]}::int[])) p` : sql``}
        group by 1, 2, 3 having sum(d.n) > 0 order by 4 desc limit ${MAX_GROUPS}::int)
    select coalesce((select jsonb_agg(to_jsonb(c)) from counts c), '[]') as counts, (select count(*)::int from fresh) as fresh,
      exists (select 1 from activity_recount where customer_id = ${a.customer}::int)
        or exists (select 1 from arrival where customer_id = ${a.customer}::int and places is null) as waits,
      (select coalesce(sum(j.imported), 0)::float8 from job j join account o on o.id = j.account_id
        where o.customer_id = ${a.customer}::int and ${IMPORTS} and not j.placed and j.created >= ${since} and j.created < ${until}
          ${within(sql`j.layer_id`, a.layers)} ${within(sql`j.account_id`, a.users)}) as unplaced`.execute(db);
  const [read] = rows;
  const pending = read?.waits === true || (read?.fresh ?? 0) > maxFresh;
  return { rows: read?.counts ?? [], places: { pending, unplaced: read?.unplaced ?? 0 } };
}
