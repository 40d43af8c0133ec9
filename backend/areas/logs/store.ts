// SQL of the journals.
import { type RawBuilder, sql } from 'kysely';
import type { AppLogLine, AppLogQuery, SystemLogLine, SystemLogQuery } from '../../../contract/schemas/log';
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

interface AuditRow extends Omit<SystemLogLine, 'date' | 'user'> {
  at: Date;
  person: Person | null;
}
/** Condition on a line `u` of a customer's system log. */
export function matchesSystemLog(customer: number, q: SystemLogQuery): RawBuilder<unknown> {
  const where = [sql`u.customer_id = ${customer}::int`, ...dayConditions(q)];
  if (q.users) where.push(sql`u.account_id = any(${q.users}::int[])`);
  if (q.call !== undefined)
    where.push(
      q.call.includes('.') ? sql`u.call = ${q.call}::text` : sql`split_part(u.call, '.', 1) = ${q.call}::text`,
    );
  if (q.object !== undefined) where.push(sql`u.object = ${q.object}::text`);
  if (q.refused !== undefined) where.push(q.refused ? sql`u.status >= 400` : sql`u.status < 400`);
  return sql.join(where, sql` and `);
}

export async function getSystemLog(
  db: Db,
  where: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
): Promise<SystemLogLine[]> {
  const { rows } = await sql<AuditRow>`
    select u.id, u.at, u.call, u.object, u.status, u.ip, u.request_id, ${selectPerson('u.account_id')} as person
      from audit u where ${where} ${end}`.execute(db);
  return rows.map(({ at, person, ...row }) => ({ ...row, date: at.toISOString(), user: person }));
}

interface AppRow extends Omit<AppLogLine, 'date' | 'user'> {
  at: Date;
  person: Person | null;
}
/** Condition on an error `u` of a customer's people; those of nobody in particular too where `all` says so. */
export function matchesAppLog(customer: number, all: boolean, q: AppLogQuery): RawBuilder<unknown> {
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
