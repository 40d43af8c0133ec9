// SQL of the journals.
import { type RawBuilder, sql } from 'kysely';
import type { AppLogLine, AppLogQuery, SystemLogLine, SystemLogQuery } from '../../../contract/schemas/log';
import type { Person } from '../../../contract/schemas/session';
import { type Db, holdsWords } from '../../db/engine';
import { dayEnd, dayStart } from '../../db/time';
import { selectPerson } from '../../identity/people';

/** Lines are counted up to here. */
const MAX_COUNTED = 10_000;

/** Forgets errors that are older. Answers how many. */
export async function removeOldErrors(db: Db, before: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with gone as (delete from app_log where at < ${before}::timestamptz returning 1) select count(*)::int as n from gone`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

async function getPage<T>(
  db: Db,
  from: RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
  where: readonly RawBuilder<unknown>[],
  limit: number,
  offset: number,
): Promise<{ rows: T[]; count: number; capped: boolean }> {
  const condition = sql.join([...where], sql` and `);
  const { rows } = await sql<T>`
    select ${columns} from ${from} where ${condition} order by u.id desc limit ${limit}::int offset ${offset}::int`.execute(
    db,
  );
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 from ${from} where ${condition} limit ${MAX_COUNTED + 1}::int) c`.execute(
    db,
  );
  const n = counted.rows[0]?.n ?? 0;
  return { rows, count: Math.min(n, MAX_COUNTED), capped: n > MAX_COUNTED };
}
const dayConditions = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => [
  ...(from === undefined ? [] : [sql`u.at >= ${dayStart(from)}`]),
  ...(to === undefined ? [] : [sql`u.at < ${dayEnd(to)}`]),
];

interface AuditRow extends Omit<SystemLogLine, 'date' | 'user'> {
  at: Date;
  person: Person | null;
}
/** The system log of a customer, the newest line first. */
export async function getSystemLog(db: Db, customer: number, q: SystemLogQuery, limit: number, offset: number) {
  const where = [sql`u.customer_id = ${customer}::int`, ...dayConditions(q)];
  if (q.users) where.push(sql`u.account_id = any(${q.users}::int[])`);
  if (q.call !== undefined)
    where.push(
      q.call.includes('.') ? sql`u.call = ${q.call}::text` : sql`split_part(u.call, '.', 1) = ${q.call}::text`,
    );
  if (q.object !== undefined) where.push(sql`u.object = ${q.object}::text`);
  if (q.refused !== undefined) where.push(q.refused ? sql`u.status >= 400` : sql`u.status < 400`);
  const columns = sql`u.id, u.at, u.call, u.object, u.status, u.ip, u.request_id, ${selectPerson('u.account_id')} as person`;
  const linePage = await getPage<AuditRow>(db, sql`audit u`, columns, where, limit, offset);
  const lines = linePage.rows.map(
    ({ at, person, ...row }): SystemLogLine => ({ ...row, date: at.toISOString(), user: person }),
  );
  return { ...linePage, rows: lines };
}

interface AppRow extends Omit<AppLogLine, 'date' | 'user'> {
  at: Date;
  person: Person | null;
}
/** Errors of a customer's people; those of nobody in particular too where `all` says so. The newest first. */
export async function getAppLog(db: Db, customer: number, all: boolean, q: AppLogQuery, limit: number, offset: number) {
  const own = sql`u.customer_id = ${customer}::int`;
  const where = [all ? sql`(${own} or u.customer_id is null)` : own, ...dayConditions(q)];
  if (q.source !== undefined) where.push(sql`u.source = ${q.source}::text`);
  if (q.search) where.push(holdsWords(sql`(u.message || ' ' || u.place)`, q.search));
  const columns = sql`u.id, u.at, u.source, u.place, u.message, u.request_id, ${selectPerson('u.account_id')} as person`;
  const linePage = await getPage<AppRow>(db, sql`app_log u`, columns, where, limit, offset);
  const lines = linePage.rows.map(
    ({ at, person, ...row }): AppLogLine => ({ ...row, date: at.toISOString(), user: person }),
  );
  return { ...linePage, rows: lines };
}
