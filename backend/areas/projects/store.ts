// SQL of projects. Every statement names the customer or a project that was found through it.
import { type RawBuilder, sql } from 'kysely';
import { type PROJECT_ROLES, PROJECT_STATES as S } from '../../../contract/schemas/project';
import { STATUS } from '../../../contract/schemas/record';
import type { Person } from '../../../contract/schemas/session';
import { type Db, holdsWords } from '../../db/engine';
import { regionFilter } from '../../geo/sight';
import type { Caller } from '../../identity/caller';
import { SECOND_APPROVAL } from '../../identity/caller';
import { selectPerson } from '../../identity/people';
import { managesProjects, takesPart, visibleProjects } from '../../identity/projects';

export interface ProjectRow {
  id: number;
  name: string;
  description: string;
  region_id: number | null;
  due_date: string | null;
  state: number;
  first_id: number | null;
  worked: number[];
  approvals: number;
  /** Supervisors who may give the second approval. */
  seconds: number[];
  submitted: Date | null;
  submitter: Person | null;
  tasks: number;
  /** Cells that are not done. */
  tasks_left: number;
  returned: number;
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

/** Records that were sent back are counted up to here. */
const MAX_RETURNED = 1000;

/** Layers of a project `pl` whose unapproved work the caller may know of. */
const seesWork = (caller: Caller) =>
  caller.superuser
    ? sql`true`
    : sql`(pl.layer_id = any(${[...caller.granted].filter(([, r]) => r.view && (r.add || r.edit || r.approve)).map(([id]) => id)}::int[])
        or exists (select 1 from layer l where l.id = pl.layer_id and l.owner_id = ${caller.id}::int))`;

const returned = (caller: Caller) => sql`(select count(*)::int from (
  select 1 from project_layer pl cross join lateral (
      select 1 from record n where n.layer_id = pl.layer_id and n.status = ${sql.lit(STATUS.returned)} and n.deleted_at is null
        and ${regionFilter(caller.regions)}
        and (p.region_id is null or exists (select 1 from region_part t where t.region_id = p.region_id and st_intersects(t.geom, n.geom)))
      offset 0) n
    where pl.project_id = p.id and ${seesWork(caller)} limit ${MAX_RETURNED}::int) c)`;

const columns = (
  caller: Caller,
) => sql`p.id, p.name, p.description, p.region_id, p.due_date::text as due_date, p.state, p.first_id, p.worked, p.approvals, p.created, p.modified,
  p.version, p.submitted, ${selectPerson('p.submitted_id')} as submitter, ${returned(caller)} as returned,
  (select count(*)::int from project_task k where k.project_id = p.id) as tasks,
  (select count(*)::int from project_task k where k.project_id = p.id and k.state in ('open', 'taken')) as tasks_left,
  array(select m.account_id from project_person m where m.project_id = p.id and m.supervises and exists (
    select 1 from account_role ar join role r on r.id = ar.role_id
      where ar.account_id = m.account_id and ${SECOND_APPROVAL}::text = any(r.custom_perms)) order by 1) as seconds, (select r.label from region r where r.id = p.region_id) as region, ${selectPerson('p.creator_id')} as creator, ${people(false)} as members, ${people(true)} as supervisors,
  coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'label', l.label, 'owner_id', l.owner_id, 'customer_id', l.customer_id) order by l.id)
    from project_layer pl join layer l on l.id = pl.layer_id and l.deleted_at is null where pl.project_id = p.id), '[]'::jsonb) as layers,
  case when p.state = ${sql.lit(S.returned)} then
    (select g.reason from project_log g where g.project_id = p.id and g.to_state = ${sql.lit(S.returned)} order by g.id desc limit 1) end as reason`;

/** Projects whose next verdict the caller may give, as `rules` decides it. */
function waitsFor(caller: Caller, secondOnly: boolean) {
  const second = caller.perms.includes(SECOND_APPROVAL)
    ? sql`(p.state = ${sql.lit(S.first)} and p.first_id is distinct from ${caller.id}::int)`
    : sql`false`;
  return sql`${takesPart(caller, true)} and not ${takesPart(caller, false)} and not p.worked @> array[${caller.id}::int]
    and ${secondOnly ? second : sql`(p.state = ${sql.lit(S.submitted)} or ${second})`}`;
}

/** How many projects wait for the caller, and those of them that have their first approval. */
export async function countWaiting(db: Db, caller: Caller, cap: number): Promise<{ all: number; second: number }> {
  const { rows } = await sql<{ all: number; second: number }>`
    select count(*)::int as "all", (count(*) filter (where w.state = ${sql.lit(S.first)}))::int as second
      from (select p.state from project p where ${visibleProjects(caller)} and ${waitsFor(caller, false)} limit ${cap}::int) w`.execute(
    db,
  );
  return rows[0] ?? { all: 0, second: 0 };
}

export interface Filter {
  mine: boolean;
  second: boolean;
  search?: string | undefined;
  state?: number | undefined;
  role?: (typeof PROJECT_ROLES)[number] | undefined;
  /** Due before this day, and still under way. */
  overdueOn?: string | undefined;
}

/** What somebody is in a project; whoever manages all of them manages each, others those that they made. */
const hasRole = (caller: Caller, role: NonNullable<Filter['role']>) =>
  role === 'manager'
    ? sql`and ${managesProjects(caller) ? sql`true` : sql`p.creator_id = ${caller.id}::int`}`
    : sql`and ${takesPart(caller, role === 'supervisor')}`;

/** Condition on a project `p`. */
export const matches = (caller: Caller, f: Filter): RawBuilder<unknown> =>
  sql`${visibleProjects(caller)} ${f.mine ? sql`and ${waitsFor(caller, false)}` : sql``} ${f.second ? sql`and ${waitsFor(caller, true)}` : sql``}
    ${f.search ? sql`and ${holdsWords(sql`p.name`, f.search)}` : sql``} ${f.state === undefined ? sql`` : sql`and p.state = ${f.state}::int`}
    ${f.role ? hasRole(caller, f.role) : sql``}
    ${f.overdueOn ? sql`and p.due_date < ${f.overdueOn}::date and p.state not in (${sql.lit(S.approved)}, ${sql.lit(S.closed)})` : sql``}`;

export const list = async (
  db: Db,
  caller: Caller,
  where: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
): Promise<ProjectRow[]> =>
  (await sql<ProjectRow>`select ${columns(caller)} from project p where ${where} ${end}`.execute(db)).rows;

/** A project that the caller may see. */
export async function one(db: Db, caller: Caller, id: number): Promise<ProjectRow | undefined> {
  const { rows } = await sql<ProjectRow>`
    select ${columns(caller)} from project p where p.id = ${id}::int and ${visibleProjects(caller)}`.execute(db);
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
  p: { name: string; description: string; region: number | null; due_date: string | null; approvals: number; at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into project (customer_id, name, description, region_id, due_date, approvals, state, creator_id, created, modified)
      values (${customer}::int, ${p.name}::text, ${p.description}::text, ${p.region}::int, ${p.due_date}::date, ${p.approvals}::int, ${S.draft}::int, ${account}::int,
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
  approvals: number;
  state: number;
  first_id: number | null;
  /** Who submits it with this change; nobody does without it. */
  submitter?: number | undefined;
  at: Date;
}
export async function update(db: Db, id: number, p: Change): Promise<void> {
  const { rows } = await sql`
    update project set name = ${p.name}::text, description = ${p.description}::text, region_id = ${p.region_id}::int, due_date = ${p.due_date}::date,
      approvals = ${p.approvals}::int, state = ${p.state}::int, first_id = ${p.first_id}::int,
      ${p.submitter === undefined ? sql`` : sql`submitted_id = ${p.submitter}::int, submitted = ${p.at}::timestamptz,`} modified = ${p.at}::timestamptz, version = version + 1
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
