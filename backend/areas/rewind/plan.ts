// SQL of what a rewind finds: the records of a layer that a person acted on in a time, and what each was before.
import { type RawBuilder, sql } from 'kysely';
import type { Geometry } from '../../../contract/schemas/common';
import type { Values } from '../../../contract/schemas/form';
import { type LogAction, STATUS } from '../../../contract/schemas/record';
import type { RewindAct, RewindReason, RewindSelection } from '../../../contract/schemas/records/rewind';
import type { Db } from '../../db/engine';
import { type Reader, regionFilter, visibleTo } from '../../geo/sight';
import { partition } from '../../geo/tiles';
import { type Stood, standingNow } from '../records/sql/standing';
import { asGeoJson, type Version } from '../records/store';

/** Steps about files: a rewind leaves files where they are. */
const FILE_STEPS: LogAction[] = ['add_file', 'remove_file', 'ask_add_file', 'ask_remove_file', 'approve_file', 'reject_file', 'label_file']; // biome-ignore format: one list

export interface Planned {
  id: number;
  act: RewindAct;
  conflict: RewindReason | null;
  acts: LogAction[];
  first_at: Date;
  last_at: Date;
  /** Who changed it later. */
  by: number | null;
  /** Where some fields alone go back: their names, an empty text for the shape. */
  fields: string[] | null;
  deleted: boolean;
  value: Values;
  geometry: Geometry | null;
  status: number;
  stood: Stood | null;
  /** Null where it goes to the trash. */
  before: Version | null;
}

const list = (steps: readonly string[]) => sql`${[...steps]}::text[]`;
/** A step `o` of the person in the time. */
const isOwn = ({ person, from, to }: RewindSelection, o: 'o' | 'l') =>
  sql`(${sql.ref(`${o}.account_id`)} = ${person}::int and ${sql.ref(`${o}.at`)} >= ${from}::timestamptz and ${sql.ref(`${o}.at`)} < ${to}::timestamptz)`;

const valueAt = (state: RawBuilder<unknown>, key: RawBuilder<unknown>) =>
  sql`coalesce(${state}->'value'->${key}, 'null'::jsonb)`;
const shapeOf = (state: RawBuilder<unknown>) => sql`coalesce(${state}->'geometry', 'null'::jsonb)`;

/** Fields that the person changed, that nobody else did since, and that are not what they were; an empty text for the shape. */
const untouchedFields = (s: RewindSelection) => sql`
  (with step as (select o.before, o.after, ${isOwn(s, 'o')} is true as own from record_log o
      where o.record_id = n.id and o.layer_id = n.layer_id and o.id >= h.first_log and o.action <> all(${list(FILE_STEPS)})),
    touch as (
      select k, own from step, jsonb_object_keys(coalesce(step.before->'value', '{}') || coalesce(step.after->'value', '{}')) k
        where ${valueAt(sql`step.before`, sql`k`)} <> ${valueAt(sql`step.after`, sql`k`)}
      union all select '', own from step where ${shapeOf(sql`step.before`)} <> ${shapeOf(sql`step.after`)})
    select array_agg(u.k order by u.k) from (select k from touch group by k having bool_and(own)) u
      where case when u.k = '' then ${shapeOf(sql`f.before`)} <> coalesce(${asGeoJson}, 'null'::jsonb)
        else ${valueAt(sql`f.before`, sql`u.k`)} <> coalesce(n.value->u.k, 'null'::jsonb) end)`;

export interface PlanOf {
  id: number;
  config: { supervised: boolean };
}

/**
 * The statement of a layer's plan: its rows are `Planned`. Where `ids` are given, of those records alone. A record that is already what it
 * would become is no part of it.
 */
export function planQuery(layer: PlanOf, s: RewindSelection, reader: Reader, ids?: readonly number[]) {
  const table = sql.table(partition(layer.id));
  const some = (column: string) => (ids ? sql`and ${sql.ref(column)} = any(${[...ids]}::bigint[])` : sql``);
  const { supervised } = layer.config;
  const former = sql`st_setsrid(st_geomfromgeojson(nullif(f.before->'geometry', 'null'::jsonb)), 4326)`;
  const isHere = (geom: RawBuilder<unknown>) => sql`(${geom} is not null and ${regionFilter([s.region ?? 0], geom)})`;
  const place = s.region === undefined ? sql`` : sql`and (${isHere(sql`n.geom`)} or ${isHere(former)})`;
  const isSupervised = sql`(${supervised}::bool or n.status <> ${sql.lit(STATUS.approved)} or n.unconfirmed is not null)`;
  const wants = s.conflicts === 'fields';
  return sql<Planned>`
    with own as (
      select l.record_id as id, min(l.id) as first_log, min(l.at) as first_at, max(l.at) as last_at, array_agg(distinct l.action) as acts from record_log l
        where l.layer_id = ${layer.id}::int and ${isOwn(s, 'l')} and l.action <> all(${list(FILE_STEPS)}) ${some('l.record_id')} group by 1),
    made as (
      select n.id, n.created from ${table} n
        where n.creator_id = ${s.person}::int and n.created >= ${s.from}::timestamptz and n.created < ${s.to}::timestamptz ${some('n.id')}),
    hit as (
      select coalesce(o.id, m.id) as id, m.id is not null as made, coalesce(o.first_log, 0) as first_log, coalesce(o.first_at, m.created) as first_at,
        coalesce(o.last_at, m.created) as last_at, coalesce(o.acts, '{import}') as acts from own o full join made m on m.id = o.id),
    state as (
      select n.id, h.acts, h.first_at, h.last_at, n.deleted_at is not null as deleted, n.value, ${asGeoJson} as geometry, n.status, ${standingNow} as stood,
          case when h.made then null else f.before end as before, (h.made or f.before is null) as removes,
          (select coalesce(o.account_id, 0) from record_log o where o.record_id = n.id and o.layer_id = n.layer_id and o.action <> all(${list(FILE_STEPS)})
            and case when h.made then o.at >= n.created else o.id > h.first_log end and ${isOwn(s, 'o')} is not true order by o.id desc limit 1) as later,
          ${isSupervised} and exists (select 1 from record_log o where o.record_id = n.id and o.id > h.first_log and o.at >= h.first_at
            and o.action = any(${list(FILE_STEPS)})) as filed,
          ${isSupervised} and not coalesce(f.before ? 'standing', false) as unknown,
          case when ${wants}::bool and not h.made and f.before is not null and n.deleted_at is null and not ${isSupervised} then ${untouchedFields(s)} end as fields
        from hit h join ${table} n on n.id = h.id left join record_log f on f.id = h.first_log
        where n.layer_id = ${layer.id}::int and ${visibleTo(reader, layer.id)} ${place}),
    judged as (
      select t.*, case when t.later is not null then 'changed' when t.removes then null when t.filed then 'files' when t.unknown then 'unknown' end as conflict
        from state t
        where case when t.removes then not t.deleted else t.deleted or t.value <> t.before->'value' or coalesce(t.geometry, 'null'::jsonb) <> ${shapeOf(sql`t.before`)}
          or (t.before ? 'standing' and t.stood <> t.before->'standing') end)
    select j.id::float8 as id, j.conflict, j.acts, j.first_at, j.last_at, nullif(j.later, 0) as by, j.deleted, j.value, j.geometry, j.status, nullif(j.stood, 'null'::jsonb) as stood,
        case when j.removes then null else j.before end as before, case when j.conflict = 'changed' then j.fields end as fields,
        case when j.conflict is null then case when j.removes then 'remove' when j.deleted then 'restore' else 'revert' end
          when j.conflict = 'changed' and j.fields is not null then 'fields' else 'skip' end as act
      from judged j`;
}

/** Records of a layer's plan in the order of their ids. */
export const readPlan = async (
  db: Db,
  query: RawBuilder<Planned>,
  end: RawBuilder<unknown> = sql``,
): Promise<Planned[]> => (await sql<Planned>`select * from (${query}) p order by p.id ${end}`.execute(db)).rows;

/** How many records become what. */
export async function countPlan(db: Db, query: RawBuilder<Planned>): Promise<Partial<Record<RewindAct, number>>> {
  const { rows } = await sql<{ act: RewindAct; n: number }>`
    select p.act, count(*)::int as n from (${query}) p group by 1`.execute(db);
  return Object.fromEntries(rows.map(({ act, n }) => [act, n]));
}

/** Layers among those named in which the person did something in the time. */
export async function activeLayers(db: Db, s: RewindSelection, layers: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from unnest(${[...layers]}::int[]) as l(id)
      where exists (select 1 from record_log o where o.layer_id = l.id and ${isOwn(s, 'o')})
        or exists (select 1 from record n where n.layer_id = l.id and n.creator_id = ${s.person}::int and n.created >= ${s.from}::timestamptz
          and n.created < ${s.to}::timestamptz) order by l.id`.execute(db);
  return rows.map(({ id }) => id);
}
