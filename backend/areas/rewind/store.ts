// SQL of what a rewind writes: its steps, the records with their history, and the way back.
import { sql } from 'kysely';
import type { Field } from '../../../contract/schemas/form';
import type { RewindAct } from '../../../contract/schemas/records/rewind';
import type { Db } from '../../db/engine';
import { searchText } from '../../db/search-text';
import { extentOf } from '../../geo/geography';
import { partition } from '../../geo/tiles';
import type { Box } from '../records/batch';
import { standingNow } from '../records/sql/standing';
import { asGeoJson } from '../records/store';
import type { Target } from './target';

export interface Step {
  layer_id: number;
  record_id: number;
  act: RewindAct;
}

/** The steps of a job that are still to be done, from `after` on: those of one layer. */
export async function nextSteps(db: Db, job: string, max: number): Promise<Step[]> {
  const { rows } = await sql<Step>`
    select s.layer_id, s.record_id::float8 as record_id, s.act from rewind_step s where s.job_id = ${job} and s.version is null
      and s.layer_id = (select layer_id from rewind_step where job_id = ${job} and version is null order by layer_id limit 1)
      order by s.record_id limit ${max}::int`.execute(db);
  return rows;
}

/** Forgets steps that are not done after all. */
export const dropSteps = (db: Db, job: string, layer: number, ids: readonly number[]) =>
  sql`delete from rewind_step where job_id = ${job} and layer_id = ${layer}::int and record_id = any(${[...ids]}::bigint[])`.execute(db); // biome-ignore format: one statement

const orNull = (v: unknown) => (v === null || v === undefined ? null : JSON.stringify(v));
const box = (alias: string) => extentOf(sql.ref(`${alias}.geom`));

export interface Written {
  /** Living records that the layer has more. */
  more: number;
  before: (Box | null)[];
  now: (Box | null)[];
}
interface WrittenRow {
  more: number;
  was: Box | null;
  now: Box | null;
}
const toWritten = (rows: readonly WrittenRow[]): Written => ({
  more: rows.reduce((sum, { more }) => sum + more, 0),
  before: rows.map(({ was }) => was),
  now: rows.map(({ now }) => now),
});

interface By {
  job: string;
  layer: { id: number; config: { form: Field[] } };
  account: number;
}

/** Writes targets of one layer with their history, and notes what each record was: one statement. */
export async function writeTargets(db: Db, { job, layer, account }: By, targets: readonly Target[]): Promise<Written> {
  const each = <T>(of: (t: Target) => T) => targets.map(of);
  const r = sql.table(partition(layer.id));
  const state = sql`jsonb_build_object('value', n.value, 'geometry', ${asGeoJson}, 'status', n.status, 'standing', ${standingNow})`;
  const { rows } = await sql<WrittenRow>`
    with c as materialized (
      select * from unnest(${each((t) => t.id)}::bigint[], ${each((t) => t.deleted)}::bool[], ${each((t) => JSON.stringify(t.value))}::jsonb[],
          ${each((t) => searchText(layer.config.form, t.value))}::text[], ${each((t) => t.moved !== undefined)}::bool[], ${each((t) => orNull(t.moved?.geometry))}::text[],
          ${each((t) => t.moved?.placed?.q ?? null)}::bigint[], ${each((t) => t.moved?.placed?.minz ?? null)}::int[], ${each((t) => t.status)}::int[],
          ${each((t) => orNull(t.stood?.waiting))}::jsonb[], ${each((t) => orNull(t.stood?.authors))}::jsonb[], ${each((t) => t.stood?.first ?? null)}::int[],
          ${each((t) => orNull(t.stood?.verdict))}::jsonb[])
        as u(id, deleted, value, search, moved, geo, q, minz, status, unconfirmed, authors, first, verdict)),
      old as materialized (
        select n.id, n.version, n.geom, n.deleted_at, ${state} as state, jsonb_build_object('value', n.value, 'search', n.search, 'q', n.q, 'minz', n.minz,
            'status', n.status, 'unconfirmed', n.unconfirmed, 'authors', n.authors, 'first_id', n.first_id, 'verdict', n.verdict, 'deleted_at', n.deleted_at) as whole
          from ${r} n join c on c.id = n.id where n.layer_id = ${layer.id}::int),
      noted as (
        update rewind_step s set version = o.version + 1, before = o.whole, geom = o.geom from old o
          where s.job_id = ${job} and s.layer_id = ${layer.id}::int and s.record_id = o.id),
      logged as (
        insert into record_log (layer_id, record_id, account_id, action, before, after)
          select ${layer.id}::int, o.id, ${account}::int, 'rewind', case when o.deleted_at is null then o.state end,
            case when not c.deleted then jsonb_build_object('value', c.value, 'geometry', case when c.moved then c.geo::jsonb else o.state->'geometry' end, 'status', c.status) end
            from old o join c on c.id = o.id),
      written as (
        update ${r} n set value = c.value, search = case when c.value = n.value then n.search else c.search end, status = c.status, unconfirmed = c.unconfirmed, authors = c.authors,
            first_id = c.first, verdict = c.verdict, geom = case when c.moved then st_setsrid(st_geomfromgeojson(c.geo), 4326) else n.geom end,
            q = case when c.moved then c.q else n.q end, minz = case when c.moved then c.minz else n.minz end,
            deleted_at = case when c.deleted then coalesce(n.deleted_at, now()) end, modifier_id = ${account}::int, modified = now(), version = n.version + 1
          from c where n.id = c.id and n.layer_id = ${layer.id}::int returning n.id, n.geom, n.deleted_at)
    select (w.deleted_at is null)::int - (o.deleted_at is null)::int as more, case when o.deleted_at is null then ${box('o')} end as was,
        case when w.deleted_at is null then ${box('w')} end as now
      from written w join old o on o.id = w.id`.execute(db);
  if (rows.length !== targets.length) throw new Error('a record was not written');
  return toWritten(rows);
}

/** Steps of a rewind that were done, of one layer. */
export async function doneSteps(db: Db, job: string, max: number): Promise<{ layer: number; ids: number[] }> {
  const { rows } = await sql<{ layer: number; id: number }>`
    select s.layer_id as layer, s.record_id::float8 as id from rewind_step s where s.job_id = ${job} and s.version is not null
      and s.layer_id = (select layer_id from rewind_step where job_id = ${job} and version is not null order by layer_id limit 1)
      order by s.record_id limit ${max}::int`.execute(db);
  return { layer: rows[0]?.layer ?? 0, ids: rows.map(({ id }) => id) };
}

/** Gives records of a layer back what they were before the rewind, if nobody changed them since, and forgets their steps. */
export async function undoSteps(
  db: Db,
  { job, layer, account }: Omit<By, 'layer'> & { layer: number },
  ids: readonly number[],
): Promise<Written & { left: number[] }> {
  const r = sql.table(partition(layer));
  const state = sql`jsonb_build_object('value', n.value, 'geometry', ${asGeoJson}, 'status', n.status, 'standing', ${standingNow})`;
  const { rows } = await sql<WrittenRow & { id: number }>`
    with hit as materialized (
      select n.id, n.geom, n.deleted_at, s.before as was, s.geom as former, ${state} as state from rewind_step s join ${r} n on n.id = s.record_id
        where s.job_id = ${job} and s.layer_id = ${layer}::int and s.record_id = any(${[...ids]}::bigint[]) and n.version = s.version),
      logged as (
        insert into record_log (layer_id, record_id, account_id, action, before, after)
          select ${layer}::int, h.id, ${account}::int, 'undo_rewind', case when h.deleted_at is null then h.state end,
            case when h.was->>'deleted_at' is null then jsonb_build_object('value', h.was->'value', 'geometry', st_asgeojson(h.former, 9)::jsonb, 'status', h.was->'status') end
            from hit h),
      forgotten as (
        delete from rewind_step where job_id = ${job} and layer_id = ${layer}::int and record_id = any(${[...ids]}::bigint[])),
      written as (
        update ${r} n set value = h.was->'value', search = h.was->>'search', q = (h.was->>'q')::bigint, minz = (h.was->>'minz')::int,
            status = (h.was->>'status')::int, unconfirmed = nullif(h.was->'unconfirmed', 'null'), authors = nullif(h.was->'authors', 'null'),
            first_id = (h.was->>'first_id')::int, verdict = nullif(h.was->'verdict', 'null'), geom = h.former,
            deleted_at = (h.was->>'deleted_at')::timestamptz, modifier_id = ${account}::int, modified = now(), version = n.version + 1
          from hit h where n.id = h.id and n.layer_id = ${layer}::int returning n.id, n.geom, n.deleted_at)
    select w.id::float8 as id, (w.deleted_at is null)::int - (h.deleted_at is null)::int as more, case when h.deleted_at is null then ${box('h')} end as was,
        case when w.deleted_at is null then ${box('w')} end as now
      from written w join hit h on h.id = w.id`.execute(db);
  const back = new Set(rows.map(({ id }) => id));
  return { ...toWritten(rows), left: ids.filter((id) => !back.has(id)) };
}

/** How many records a rewind has done and could take back. */
export async function countDone(db: Db, job: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from rewind_step where job_id = ${job} and version is not null`.execute(db);
  return rows[0]?.n ?? 0;
}
