// SQL of projects. Every statement names the customer or a project that was found through it.
import { type RawBuilder, sql } from 'kysely';
import { PROJECT_STATES as S } from '../../../contract/schemas/project';
import type { Person } from '../../../contract/schemas/session';
import { type Db, holdsWords } from '../../db/engine';
import type { Caller } from '../../identity/caller';
import { SECOND_APPROVAL } from '../../identity/caller';
import { selectPerson } from '../../identity/people';

/** Manages all projects of the organisation. */
export const managesProjects = (caller: Caller): boolean => caller.superuser || caller.modules.includes(17);

export interface ProjectRow {
  id: number;
  name: string;
  description: string;
  region_id: number | null;
  due_date: string | null;
  state: number;
  first_id: number | null;
  worked: number[];
  created: Date;
  modified: Date;
  version: number;
  layers: { id: number; label: string; owner_id: number | null; customer_id: number }[];
  region: string | null;
  members: Person[];
  supervisors: Person[];
  creator: Person | null;
  reason: string | null;
}

const people = (supervises: boolean) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', a.id, 'username', a.username, 'first_name', a.first_name, 'last_name', a.last_name) order by a.id)
    from project_person m join account a on a.id = m.account_id where m.project_id = p.id and m.supervises = ${sql.lit(supervises)}), '[]'::jsonb)`;

const columns = sql`p.id, p.name, p.description, p.region_id, p.due_date::text as due_date, p.state, p.first_id, p.worked, p.created, p.modified,
  p.version, (select r.label from region r where r.id = p.region_id) as region, ${selectPerson('p.creator_id')} as creator, ${people(false)} as members, ${people(true)} as supervisors,
  coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'label', l.label, 'owner_id', l.owner_id, 'customer_id', l.customer_id) order by l.id)
    from project_layer pl join layer l on l.id = pl.layer_id and l.deleted_at is null where pl.project_id = p.id), '[]'::jsonb) as layers,
  case when p.state = ${sql.lit(S.returned)} then
    (select g.reason from project_log g where g.project_id = p.id and g.to_state = ${sql.lit(S.returned)} order by g.id desc limit 1) end as reason`;

const takesPart = (caller: Caller, supervises?: boolean) => sql`exists (
  select 1 from project_person m where m.project_id = p.id and m.account_id = ${caller.id}::int
    ${supervises === undefined ? sql`` : sql`and m.supervises = ${sql.lit(supervises)}`})`;

/** Projects of the own customer that the caller made or takes part in; all for whoever manages them. */
const visible = (caller: Caller) =>
  sql`p.customer_id = ${caller.customer}::int ${
    managesProjects(caller) ? sql`` : sql`and (p.creator_id = ${caller.id}::int or ${takesPart(caller)})`
  }`;

/** Projects whose next verdict the caller may give, as `rules` decides it. */
function waitsFor(caller: Caller, secondOnly: boolean) {
  const second = caller.perms.includes(SECOND_APPROVAL)
    ? sql`(p.state = ${sql.lit(S.first)} and p.first_id is distinct from ${caller.id}::int)`
    : sql`false`;
  return sql`${takesPart(caller, true)} and not ${takesPart(caller, false)} and not p.worked @> array[${caller.id}::int]
    and ${secondOnly ? second : sql`(p.state = ${sql.lit(S.submitted)} or ${second})`}`;
}

export interface Filter {
  mine: boolean;
  second: boolean;
  search?: string | undefined;
  state?: number | undefined;
}
/** Condition on a project `p`. */
export const matches = (caller: Caller, f: Filter): RawBuilder<unknown> =>
  sql`${visible(caller)} ${f.mine ? sql`and ${waitsFor(caller, false)}` : sql``} ${f.second ? sql`and ${waitsFor(caller, true)}` : sql``}
    ${f.search ? sql`and ${holdsWords(sql`p.name`, f.search)}` : sql``} ${f.state === undefined ? sql`` : sql`and p.state = ${f.state}::int`}`;

export const list = async (db: Db, where: RawBuilder<unknown>, end: RawBuilder<unknown>): Promise<ProjectRow[]> =>
  (await sql<ProjectRow>`select ${columns} from project p where ${where} ${end}`.execute(db)).rows;

/** A project that the caller may see. */
export async function one(db: Db, caller: Caller, id: number): Promise<ProjectRow | undefined> {
  const { rows } = await sql<ProjectRow>`
    select ${columns} from project p where p.id = ${id}::int and ${visible(caller)}`.execute(db);
  return rows[0];
}

/** Holds a project of the customer until the transaction ends, so that who reads it next reads the newest. */
export async function hold(db: Db, customer: number, id: number): Promise<void> {
  await sql`select id from project where id = ${id}::int and customer_id = ${customer}::int for update`.execute(db);
}

export async function insert(
  db: Db,
  customer: number,
  account: number,
  p: { name: string; description: string; region: number | null; due_date: string | null; at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into project (customer_id, name, description, region_id, due_date, state, creator_id, created, modified)
      values (${customer}::int, ${p.name}::text, ${p.description}::text, ${p.region}::int, ${p.due_date}::date, ${S.draft}::int, ${account}::int,
        ${p.at}::timestamptz, ${p.at}::timestamptz) returning id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the project was not written');
  return id;
}

export interface Change {
  name: string;
  description: string;
  region_id: number | null;
  due_date: string | null;
  state: number;
  first_id: number | null;
  at: Date;
}
export async function update(db: Db, id: number, p: Change): Promise<void> {
  const { rows } = await sql`
    update project set name = ${p.name}::text, description = ${p.description}::text, region_id = ${p.region_id}::int, due_date = ${p.due_date}::date,
      state = ${p.state}::int, first_id = ${p.first_id}::int, modified = ${p.at}::timestamptz, version = version + 1
      where id = ${id}::int returning id`.execute(db);
  if (rows.length !== 1) throw new Error('the project was not written');
}

export async function setLayers(db: Db, project: number, layers: readonly number[]): Promise<void> {
  await sql`delete from project_layer where project_id = ${project}::int`.execute(db);
  await sql`insert into project_layer (project_id, layer_id) select ${project}::int, unnest(${[...layers]}::int[])`.execute(
    db,
  );
}

/** Replaces the members or the supervisors. Members are remembered for good once the work has begun. */
export async function setPeople(
  db: Db,
  project: number,
  supervises: boolean,
  accounts: readonly number[],
  begun: boolean,
): Promise<void> {
  await sql`delete from project_person where project_id = ${project}::int and supervises = ${supervises}::boolean`.execute(
    db,
  );
  await sql`
    insert into project_person (project_id, account_id, supervises) select ${project}::int, unnest(${[...accounts]}::int[]), ${supervises}::boolean`.execute(
    db,
  );
  if (!supervises)
    await sql`
      update project set worked = (select coalesce(array_agg(distinct w order by w), '{}') from unnest(${begun ? sql`worked ||` : sql``} ${[...accounts]}::int[]) w)
        where id = ${project}::int`.execute(db);
}

export interface Step {
  project: number;
  account: number;
  at: Date;
  from: number | null;
  to: number;
  reason: string | null;
}
export async function log(db: Db, s: Step): Promise<void> {
  await sql`
    insert into project_log (project_id, account_id, at, from_state, to_state, reason)
      values (${s.project}::int, ${s.account}::int, ${s.at}::timestamptz, ${s.from}::int, ${s.to}::int, ${s.reason}::text)`.execute(
    db,
  );
}

export interface LogRow {
  id: number;
  at: Date;
  from_state: number | null;
  to_state: number;
  reason: string | null;
  person: Person | null;
}
/** The newest 500 steps, newest first. */
export async function logs(db: Db, project: number): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    select l.id, l.at, l.from_state, l.to_state, l.reason, ${selectPerson('l.account_id')} as person
      from project_log l where l.project_id = ${project}::int order by l.id desc limit 500`.execute(db);
  return rows;
}

export async function remove(db: Db, id: number): Promise<void> {
  await sql`delete from project where id = ${id}::int`.execute(db);
}
