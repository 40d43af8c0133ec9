// SQL of the journals.
import { type RawBuilder, sql } from 'kysely';
import type { SeeAsKind } from '../../../contract/rights';
import type {
  AppLogGroup,
  AppLogLine,
  AppLogQuery,
  SystemLogLine,
  SystemLogQuery,
} from '../../../contract/schemas/log';
import type { Person } from '../../../contract/schemas/session';
import { type Db, holdsWords } from '../../db/engine';
import { dayEnd, dayStart } from '../../db/time';
import { selectPerson } from '../../identity/people';

/** Forgets errors that are older. Answers how many. */
export async function removeOldErrors(db: Db, before: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with gone as (delete from app_log where at < ${before}::timestamptz returning 1) select count(*)::int as n from gone`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

const dayConditions = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => [
  ...(from === undefined ? [] : [sql`u.at >= ${dayStart(from)}`]),
  ...(to === undefined ? [] : [sql`u.at < ${dayEnd(to)}`]),
];

/** Lines by which ids and instants of calls that ran side by side may be out of step. */
const SLACK = 10_000;
/** The days as ids, which follow the instants: the page begins where its days are, however far back. */
const dayIds = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => {
  const firstFrom = (instant: RawBuilder<unknown>) =>
    sql`(select f.id from audit f where f.at >= ${instant} order by f.at limit 1)`;
  return [
    ...(from === undefined ? [] : [sql`u.id >= ${firstFrom(dayStart(from))} - ${sql.lit(SLACK)}`]),
    ...(to === undefined
      ? []
      : [sql`u.id <= coalesce(${firstFrom(dayEnd(to))} + ${sql.lit(SLACK)}, 9223372036854775807)`]),
  ];
};

interface AuditRow extends Omit<SystemLogLine, 'date' | 'user' | 'layer' | 'label' | 'view_as'> {
  at: Date;
  person: Person | null;
  layer_id: number | null;
  view_as: string | null;
}
/** An address's beginning as a pattern that is found in whole. */
const startsWith = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Condition on a line `u` of a customer's system log. */
export function matchesSystemLog(customer: number, q: SystemLogQuery): RawBuilder<unknown> {
  const where = [sql`u.customer_id = ${customer}::int`, ...dayIds(q), ...dayConditions(q)];
  if (q.users) where.push(sql`u.account_id = any(${q.users}::int[])`);
  if (q.call !== undefined) {
    // An index leads to the lines of an area.
    where.push(sql`split_part(u.call, '.', 1) = ${q.call.split('.', 1)[0]}::text`);
    if (q.call.includes('.')) where.push(sql`u.call = ${q.call}::text`);
  }
  if (q.object !== undefined) where.push(sql`u.object = ${q.object}::text`);
  if (q.layer !== undefined) where.push(sql`u.layer_id = ${q.layer}::int`);
  if (q.ip !== undefined) where.push(sql`u.ip like ${startsWith(q.ip)}::text`);
  if (q.request !== undefined) where.push(sql`u.request_id = ${q.request}::text`);
  if (q.before !== undefined) where.push(sql`u.id < ${q.before}::bigint`);
  if (q.refused !== undefined) where.push(q.refused ? sql`u.status >= 400` : sql`u.status < 400`);
  return sql.join(where, sql` and `);
}

/** Where the things that calls of an area are about have their names; a record's name is its layer's matter. */
const NAMES: Readonly<Record<string, { table: string; name: string }>> = {
  layers: { table: 'layer', name: 'label' },
  layerForms: { table: 'layer', name: 'label' },
  formJobs: { table: 'layer', name: 'label' },
  rasters: { table: 'layer', name: 'label' },
  groups: { table: 'layer_group', name: 'label' },
  regions: { table: 'region', name: 'label' },
  users: { table: 'account', name: 'username' },
  roles: { table: 'role', name: 'name' },
  projects: { table: 'project', name: 'name' },
  projectWork: { table: 'project', name: 'name' },
  databases: { table: 'arcsde', name: 'label' },
};
const NO_ID = -1;
/** The id at the head of what a line is about: `7` of `7/12`. */
const headId = ({ object }: { object: string }): number => Number(/^(\d{1,9})(?:[/ ]|$)/.exec(object)?.[1] ?? NO_ID);

/** Where what somebody sees as has its name. */
const VIEWS: Record<SeeAsKind, string> = { user: 'account', role: 'role', region: 'region' };

/** The audit's word of a view, "user 12". */
function viewOf(word: string | null) {
  const [kind, id] = word?.split(' ') ?? [];
  return kind ? { kind: kind as SeeAsKind, id: Number(id) } : null;
}

/** The names of a customer's things by id, as they are now. */
async function namesIn(db: Db, customer: number, of: { table: string; name: string }, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const { rows } = await sql<{ id: number; name: string }>`
    select id, ${sql.ref(of.name)} as name from ${sql.table(of.table)} where customer_id = ${customer}::int and id = any(${[...ids]}::int[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Lines with the names of what they are about: a statement for each table that the page names. */
async function withNames(db: Db, customer: number, rows: readonly AuditRow[]): Promise<SystemLogLine[]> {
  const idsOf = new Map<string, Set<number>>([['layer', new Set()]]);
  const areaOf = ({ call }: Pick<AuditRow, 'call'>) => NAMES[call.split('.', 1)[0] ?? ''];
  for (const row of rows) {
    const of = areaOf(row);
    const id = headId(row);
    if (of && id !== NO_ID) idsOf.set(of.table, (idsOf.get(of.table) ?? new Set()).add(id));
    if (row.layer_id !== null) idsOf.get('layer')?.add(row.layer_id);
    const target = viewOf(row.view_as);
    if (target) idsOf.set(VIEWS[target.kind], (idsOf.get(VIEWS[target.kind]) ?? new Set()).add(target.id));
  }
  const names = new Map<string, ReadonlyMap<number, string>>();
  for (const [table, ids] of idsOf) {
    const name = Object.values(NAMES).find((of) => of.table === table)?.name ?? 'label';
    names.set(table, await namesIn(db, customer, { table, name }, [...ids]));
  }
  return rows.map(({ at, person, layer_id: layer, view_as: view, ...row }) => {
    const of = areaOf(row);
    const target = viewOf(view);
    return {
      ...row,
      date: at.toISOString(),
      user: person,
      view_as: target && { ...target, name: names.get(VIEWS[target.kind])?.get(target.id) ?? null },
      label: (of && names.get(of.table)?.get(headId(row))) ?? null,
      layer: layer === null ? null : { id: layer, label: names.get('layer')?.get(layer) ?? null },
    };
  });
}

export async function getSystemLog(
  db: Db,
  customer: number,
  where: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
): Promise<SystemLogLine[]> {
  const { rows } = await sql<AuditRow>`
    select u.id, u.at, u.call, u.object, u.layer_id, u.status, u.ip, u.request_id, u.view_as, ${selectPerson('u.account_id')} as person
      from audit u where ${where} ${end}`.execute(db);
  return withNames(db, customer, rows);
}

interface AppRow extends Omit<AppLogLine, 'date' | 'user'> {
  at: Date;
  person: Person | null;
}
/** Condition on an error `u` of a customer's people; those of nobody in particular too where `all` says so. */
export function matchesAppLog(
  customer: number,
  all: boolean,
  q: Pick<AppLogQuery, 'from' | 'to' | 'source' | 'search'>,
): RawBuilder<unknown> {
  const own = sql`u.customer_id = ${customer}::int`;
  const where = [all ? sql`(${own} or u.customer_id is null)` : own, ...dayConditions(q)];
  if (q.source !== undefined) where.push(sql`u.source = ${q.source}::text`);
  if (q.search) where.push(holdsWords(sql`(u.message || ' ' || u.place)`, q.search));
  return sql.join(where, sql` and `);
}

export async function getAppLog(db: Db, where: RawBuilder<unknown>, end: RawBuilder<unknown>): Promise<AppLogLine[]> {
  const { rows } = await sql<AppRow>`
    select u.id, u.at, u.source, u.place, u.message, u.request_id, ${selectPerson('u.account_id')} as person
      from app_log u where ${where} ${end}`.execute(db);
  return rows.map(({ at, person, ...row }) => ({ ...row, date: at.toISOString(), user: person }));
}

interface GroupRow extends Omit<AppLogGroup, 'first' | 'last' | 'user'> {
  first: Date;
  last: Date;
  person: Person | null;
}
/** A statement's "from" for errors with the same message at the same place, as `g`. */
export const appGroups = (where: RawBuilder<unknown>) => sql`
  from (select u.source, u.place, u.message, count(*)::int as count, min(u.at) as first, max(u.at) as last, max(u.id) as id
          from app_log u where ${where} group by u.source, u.place, u.message) g`;

export async function getAppGroups(
  db: Db,
  where: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
): Promise<AppLogGroup[]> {
  const { rows } = await sql<GroupRow>`
    select g.id, g.source, g.place, g.message, g.count, g.first, g.last, n.request_id, ${selectPerson('n.account_id')} as person
      ${appGroups(where)} join app_log n on n.id = g.id ${end}`.execute(db);
  return rows.map(({ first, last, person, ...row }) => ({
    ...row,
    first: first.toISOString(),
    last: last.toISOString(),
    user: person,
  }));
}
