// SQL of a project's cells. The project has been looked up for the caller before.
import { type RawBuilder, sql } from 'kysely';
import type { Geometry } from '../../../../contract/schemas/common';
import type { TaskState } from '../../../../contract/schemas/projects/project-work';
import type { Person } from '../../../../contract/schemas/session';
import type { Db } from '../../../db/engine';
import { visibleTo } from '../../../geo/sight';
import type { Caller } from '../../../identity/caller';
import { selectPerson } from '../../../identity/people';

export interface TaskRow {
  id: number;
  label: string;
  geometry: Geometry;
  state: TaskState;
  account_id: number | null;
  person: Person | null;
  until: Date | null;
  done: Date | null;
  checker: Person | null;
  reason: string | null;
  covered?: boolean;
}

const columns = sql`k.id, k.label, st_asgeojson(k.geom, 7)::jsonb as geometry, k.state, k.account_id, ${selectPerson('k.account_id')} as person,
  k.until, k.done, ${selectPerson('k.checked_id')} as checker, k.reason`;

/** Whether a record of these layers that the caller sees lies in the cell `k`: found by the index of each layer, no further than the first. */
const covered = (caller: Caller, layers: readonly number[]) => sql`exists (
  select 1 from unnest(${[...layers]}::int[]) as l(id) cross join lateral (
    select 1 from record n where n.layer_id = l.id and n.deleted_at is null and n.geom && k.geom and st_intersects(n.geom, k.geom)
      and ${visibleTo(caller)} limit 1 offset 0) n)`;

export interface TaskFilter {
  project: number;
  state?: TaskState | undefined;
  holder?: number | undefined;
  at: Date;
}

/** The state of cell `k` at a time: a lease that has run out counts as open. */
const stateAt = (at: Date) =>
  sql`case when k.state = 'taken' and k.until <= ${at}::timestamptz then 'open' else k.state end`;

/** Condition on a cell `k`. */
export const matches = ({ project, state, holder, at }: TaskFilter): RawBuilder<unknown> =>
  sql`k.project_id = ${project}::int ${state === undefined ? sql`` : sql`and ${stateAt(at)} = ${state}::text`}
    ${holder === undefined ? sql`` : sql`and k.account_id = ${holder}::int`}`;

/** How many cells a project has of each state. */
export async function countByState(db: Db, project: number, at: Date): Promise<Partial<Record<TaskState, number>>> {
  const { rows } = await sql<{ state: TaskState; n: number }>`
    select ${stateAt(at)} as state, count(*)::int as n from project_task k where k.project_id = ${project}::int group by 1`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

export async function list(
  db: Db,
  where: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
  coverage: { caller: Caller; layers: readonly number[] } | null,
): Promise<TaskRow[]> {
  const more = coverage ? sql`, ${covered(coverage.caller, coverage.layers)} as covered` : sql``;
  const { rows } = await sql<TaskRow>`select ${columns} ${more} from project_task k where ${where} ${end}`.execute(db);
  return rows;
}

export async function one(db: Db, project: number, id: number, lock = false): Promise<TaskRow | undefined> {
  if (lock) await sql`select id from project_task where id = ${id}::int and project_id = ${project}::int for update`.execute(db); // biome-ignore format: one statement
  const { rows } = await sql<TaskRow>`
    select ${columns} from project_task k where k.id = ${id}::int and k.project_id = ${project}::int`.execute(db);
  return rows[0];
}

/** The open cell whose edge or inside is nearest to a place. */
export async function nearest(
  db: Db,
  project: number,
  at: Date,
  { lon, lat }: { lon: number; lat: number },
): Promise<TaskRow | undefined> {
  const point = sql`st_setsrid(st_makepoint(${lon}::float8, ${lat}::float8), 4326)`;
  const { rows } = await sql<TaskRow>`
    select ${columns} from project_task k where k.project_id = ${project}::int and ${stateAt(at)} = 'open'
      order by st_distance(k.geom, ${point}), st_distance(st_centroid(k.geom), ${point}), k.id limit 1`.execute(db);
  return rows[0];
}

export interface TaskChange {
  state: TaskState;
  holder: number | null;
  until: Date | null;
  done: Date | null;
  checker: number | null;
  reason: string | null;
}
export async function update(db: Db, id: number, c: TaskChange): Promise<void> {
  await sql`
    update project_task set state = ${c.state}::text, account_id = ${c.holder}::int, until = ${c.until}::timestamptz, done = ${c.done}::timestamptz,
      checked_id = ${c.checker}::int, reason = ${c.reason}::text where id = ${id}::int`.execute(db);
}

/** Frees the cells that people have who are no members any more. */
export async function freeOthers(db: Db, project: number, members: readonly number[]): Promise<void> {
  await sql`
    update project_task set state = 'open', account_id = null, until = null
      where project_id = ${project}::int and state = 'taken' and account_id <> all(${[...members]}::int[])`.execute(db);
}

/** Whether anybody has begun in a cell. */
export async function isBegun(db: Db, project: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from project_task where project_id = ${project}::int and state <> 'open' limit 1`.execute(db);
  return rows.length > 0;
}
export async function removeAll(db: Db, project: number): Promise<void> {
  await sql`delete from project_task where project_id = ${project}::int`.execute(db);
}
