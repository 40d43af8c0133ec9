// How often something was tried, counted in the database, because several processes share the count.
import { sql } from 'kysely';
import type { Db } from '../../db/engine';

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

/**
 * Counts one try, if fewer than `max` were counted in the last `ms`; false where it is one too many, which is then not counted.
 * One statement on one row: of many at once no more than `max` pass.
 */
export async function countWithin(db: Db, key: string, max: number, ms: number, now: Date): Promise<boolean> {
  const since = before(now, ms);
  const { rows } = await sql`
    insert into attempt (key, times, last) values (${key}::text, array[${now}::timestamptz], ${now}::timestamptz)
      on conflict (key) do update set times = array(select t from unnest(attempt.times) t where t > ${since}::timestamptz) || ${now}::timestamptz,
        last = ${now}::timestamptz
      where (select count(*) from unnest(attempt.times) t where t > ${since}::timestamptz) < ${max}::int
      returning 1`.execute(db);
  return rows.length > 0;
}

/** How many tries were counted in the last `ms`. */
export async function getCount(db: Db, key: string, ms: number, now: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from attempt, unnest(times) t where key = ${key}::text and t > ${before(now, ms)}::timestamptz`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

export const clearAttempts = (db: Db, key: string) => db.deleteFrom('attempt').where('key', '=', key).execute();

/** Forgets what no rule asks for any more. */
export const removeOldAttempts = (db: Db, before: Date) =>
  db.deleteFrom('attempt').where('last', '<', before).execute();

/** Attempts at one name from one place that do not wait; each further one doubles the wait. */
export const FREE_ATTEMPTS = 5;
const FIRST_WAIT_SECONDS = 30;
const MAX_WAIT_SECONDS = 3600;

/** The outcome of counting an attempt: how many there are now without a success, or the seconds after which it may be repeated. */
export type Count = { failures: number } | { waitSeconds: number };

/**
 * Counts an attempt that fails until it proves right (`forget`). After FREE_ATTEMPTS each one waits: 30 s, 1 min, 2 min, up to an
 * hour; what is a day old counts no more. `onlyFirst`: none may stand there yet. One statement on one row: of many at once no more
 * pass than one after the other would.
 */
export async function countAttempt(db: Db, key: string, at: Date, onlyFirst = false): Promise<Count> {
  const dayAgo = before(at, DAY_MS);
  const free = FREE_ATTEMPTS - 1;
  const wait = sql`make_interval(secs => case when cardinality(attempt.times) <= ${free}::int then 0
    else least(${MAX_WAIT_SECONDS}::float8, ${FIRST_WAIT_SECONDS}::float8 * 2 ^ (cardinality(attempt.times) - ${FREE_ATTEMPTS}::int)) end)`;
  const isDue = onlyFirst ? sql`false` : sql`attempt.last + ${wait} <= ${at}::timestamptz`;
  const { rows } = await sql<{ n: number }>`
    insert into attempt (key, times, last) values (${key}::text, array[${at}::timestamptz], ${at}::timestamptz)
      on conflict (key) do update set last = ${at}::timestamptz,
        times = case when attempt.last <= ${dayAgo}::timestamptz then array[${at}::timestamptz] else (${at}::timestamptz || attempt.times)[1:20] end
      where attempt.last <= ${dayAgo}::timestamptz or ${isDue}
      returning cardinality(times) as n`.execute(db);
  if (rows[0]) return { failures: rows[0].n };
  const left = await sql<{ seconds: number }>`
    select ceil(extract(epoch from attempt.last + ${wait} - ${at}::timestamptz))::int as seconds from attempt where key = ${key}::text`.execute(
    db,
  );
  return { waitSeconds: Math.max(1, left.rows[0]?.seconds ?? 1) };
}
