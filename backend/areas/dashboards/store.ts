// SQL of the reports: one statement each, and none that reads without a bound.
import { type RawBuilder, sql } from 'kysely';
import { ZONE } from '../../../contract/dates';
import type { Db } from '../../db/engine';
import { partition } from '../../geo/tiles';
import { isPresence } from '../../identity/seen';
import { type Counting, foldedValues, readKeyed, totals, valueColumns, valueName, valueNames } from './tally';

/** Groups of one report. */
export const MAX_GROUPS = 20_000;
export interface Asked {
  customer: number;
  from: string;
  to: string;
  starts: readonly string[];
  by: 'user' | 'layer' | 'region' | undefined;
  users: readonly number[] | undefined;
  /** Null: all of the customer, also layers that are gone. */
  layers: readonly number[] | null;
  /** Regions to tell apart or to keep to. */
  regions: readonly number[];
  /** Regions that limit what the caller sees. */
  own: readonly number[];
}
export interface Count {
  id: number | null;
  /** Place of the period in `starts`, from 1; 0 without periods. */
  period: number;
  action: string;
  n: number;
}

export const within = (column: RawBuilder<unknown>, values: readonly number[] | null | undefined) =>
  values ? sql`and ${column} = any(${[...values]}::int[])` : sql``;
export const bucket = (day: RawBuilder<unknown>, starts: readonly string[]) =>
  starts.length ? sql`width_bucket(${day}, ${[...starts]}::date[])` : sql`0`;

/** Jobs `j` that brought records: what others did the log says. */
export const IMPORTS = sql`j.state = 'done' and j.imported > 0 and j.layer_id is not null and j.kind = any(array['import', 'append', 'sync', 'analysis'])`;

/** Counts from the days that the database keeps, with what came by import. */
export async function activity(db: Db, a: Asked): Promise<Count[]> {
  const id = a.by === 'user' ? sql`account_id` : a.by === 'layer' ? sql`layer_id` : sql`null::int`;
  const { rows } = await sql<Count>`
    with done as (
      select v.day, v.layer_id, v.account_id, v.action, v.n from activity v
        where v.customer_id = ${a.customer}::int and v.day between ${a.from}::date and ${a.to}::date
      union all
      select (j.created at time zone ${sql.lit(ZONE)})::date, j.layer_id, j.account_id, 'import', j.imported
        from job j join account p on p.id = j.account_id
        where p.customer_id = ${a.customer}::int and ${IMPORTS}
          and j.created >= (${a.from}::timestamp at time zone ${sql.lit(ZONE)}) and j.created < ((${a.to}::date + 1)::timestamp at time zone ${sql.lit(ZONE)}))
    select ${id} as id, ${bucket(sql`day`, a.starts)}::int as period, action, sum(n)::float8 as n from done
      where true ${within(sql`layer_id`, a.layers)} ${within(sql`account_id`, a.users)}
      group by 1, 2, 3 order by 4 desc limit ${MAX_GROUPS}::int`.execute(db);
  return rows;
}

/** What people read for a row of `account`. */
export const USER_LABEL = sql`coalesce(nullif(trim(first_name || ' ' || last_name), ''), username)`;

/** What people read for ids of users, layers or regions of a customer. */
export async function labels(db: Db, kind: 'user' | 'layer' | 'region', customer: number, ids: readonly number[]) {
  const from =
    kind === 'user'
      ? sql`select id, ${USER_LABEL} as label from account`
      : kind === 'layer'
        ? sql`select id, label from layer`
        : sql`select id, label from region`;
  const { rows } = await sql<{ id: number; label: string }>`
    ${from} where customer_id = ${customer}::int and id = any(${[...ids]}::int[])`.execute(db);
  return new Map(rows.map((r) => [r.id, r.label]));
}

/** Regions of a customer, or those of a person. */
export async function regionIds(db: Db, customer: number, own: readonly number[] | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from region where customer_id = ${customer}::int ${within(sql`id`, own)} order by id`.execute(db);
  return rows.map((r) => r.id);
}

export type Grouping = Counting & {
  order: RawBuilder<unknown>;
  limit: number;
};
interface GroupRow {
  key: string | null;
  count: number;
  values: (number | null)[];
  groups: number;
  seen: number;
}

/** Records of a layer in groups, with measures. */
export const groups = (db: Db, layer: number, g: Grouping): Promise<GroupRow[]> =>
  readKeyed<GroupRow & { rows: number }>(
    db,
    layer,
    g,
    sql`, grouped as (select k0 as k, sum(n)::float8 as count, ${totals(g.measures)} as values, count(*) as rows from keyed group by k0)
    select s.k as key, s.count, s.values, (count(*) over ())::int as groups, (select sum(n)::int from tally) as seen, (max(s.rows) over ())::int as rows
      from grouped s order by ${g.order}, s.k collate "C" nulls last limit ${g.limit}::int`,
  );

/** Regions that one statement counts: so many end in time on a million records. */
const REGIONS_AT_ONCE = 20;

export type RegionRow = Pick<GroupRow, 'key' | 'count' | 'values'>;

/**
 * Every record of a layer in each region that it meets, with measures, without any limit. Starts from the parts of the regions, for each
 * finds its records by their index: one record after the other would take as long as there are records.
 */
export async function regionGroups(
  db: Db,
  layer: number,
  regions: readonly number[],
  g: Pick<Counting, 'measures' | 'where'>,
): Promise<RegionRow[]> {
  // A record that meets two parts of a region counts once.
  const once = valueNames(g.measures).map((name) => sql`, min(${name}) as ${name}`);
  const values = g.measures.map((measure) => measure.all(valueName(g.measures, measure)));
  const folded = foldedValues(g.measures);
  const all: RegionRow[] = [];
  for (let from = 0; from < regions.length; from += REGIONS_AT_ONCE) {
    const some = regions.slice(from, from + REGIONS_AT_ONCE);
    const { rows } = await sql<RegionRow>`
      with met as (
        select t.region_id as k, n.id ${valueColumns(g.measures)}
          from region_part t cross join lateral (
            select n.* from ${sql.table(partition(layer))} n
              where n.geom && t.geom and st_intersects(t.geom, n.geom) and ${g.where} offset 0) n
          where t.region_id = any(${[...some]}::int[])),
      raw as materialized (select k, id ${once.length ? sql.join(once, sql` `) : sql``} from met group by k, id),
      s as (select ${sql.join([sql`raw.k`, ...folded.columns])} from raw ${folded.joins})
      select s.k::text as key, count(*)::float8 as count, ${values.length > 0 ? sql`array[${sql.join(values)}]` : sql`'{}'::float8[]`} as values from s group by s.k`.execute(
      db,
    );
    all.push(...rows);
  }
  return all;
}

/** How many records of a layer a condition on `n` leaves. */
export async function countAll(db: Db, layer: number, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(partition(layer))} n where ${where}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** What an organisation has, by the layers that a person may see. */
export async function overview(db: Db, customer: number, layers: RawBuilder<unknown>, day: string, since: Date) {
  const { rows } = await sql<{
    types: { type: number; layers: number; records: number }[];
    largest: { id: number; label: string; records: number }[];
    regions: number;
    projects: number;
    users: number;
    online: number;
    today: number;
  }>`
    with l as materialized (select l.id, l.type, l.label, l.record_count from layer l where ${layers})
    select coalesce((select jsonb_agg(jsonb_build_object('type', t.type, 'layers', t.layers, 'records', t.records) order by t.type)
                       from (select type, count(*) as layers, sum(record_count) as records from l group by type) t), '[]') as types,
           coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'label', t.label, 'records', t.record_count) order by t.record_count desc, t.id)
                       from (select * from l where record_count > 0 order by record_count desc, id limit 10) t), '[]') as largest,
           (select count(*)::int from region where customer_id = ${customer}::int) as regions,
           (select count(*)::int from project where customer_id = ${customer}::int) as projects,
           (select count(*)::int from account where customer_id = ${customer}::int and deleted_at is null) as users,
           (select count(distinct s.account_id)::int from session s join account a on a.id = s.account_id
             where a.customer_id = ${customer}::int and ${isPresence(since)}) as online,
           (select coalesce(sum(n), 0)::float8 from activity where customer_id = ${customer}::int and day = ${day}::date and layer_id in (select id from l)) as today`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('no overview');
  return row;
}

/** Counts that are kept by day, and what tells two of them apart beside the customer and the day. */
const COUNTED = {
  activity: ['layer_id', 'account_id', 'action'],
  activity_place: ['layer_id', 'account_id', 'action', 'place_id'],
} as const;

/** Folds the rows of days that are over into one for each day, layer, person, kind and place. Answers how many rows there are less. */
export async function foldDays(db: Db, today: string, name: keyof typeof COUNTED): Promise<number> {
  const table = sql.table(name);
  const apart = sql.join(COUNTED[name].map((column) => sql.ref(column)));
  const { rows } = await sql<{ less: number }>`
    with many as (
      select customer_id, day from ${table} where day < ${today}::date
        group by customer_id, day having count(*) > count(distinct (${apart})) limit 100),
    gone as (
      delete from ${table} v using many m where v.customer_id = m.customer_id and v.day = m.day returning v.*),
    kept as (
      insert into ${table} (customer_id, day, ${apart}, n)
        select customer_id, day, ${apart}, sum(n) from gone group by customer_id, day, ${apart} having sum(n) <> 0 returning 1)
    select (select count(*) from gone)::int - (select count(*) from kept)::int as less`.execute(db);
  return rows[0]?.less ?? 0;
}
