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
export async function take(db: Db, key: string, max: number, ms: number, now: Date): Promise<boolean> {
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
export async function counted(db: Db, key: string, ms: number, now: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from attempt, unnest(times) t where key = ${key}::text and t > ${before(now, ms)}::timestamptz`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

export const forget = (db: Db, key: string) => db.deleteFrom('attempt').where('key', '=', key).execute();

/** Forgets what no rule asks for any more. */
export const forgetOld = (db: Db, before: Date) => db.deleteFrom('attempt').where('last', '<', before).execute();

/** What an address counts as: an IPv6 network of 64 bits is one household. */
export function addressKey(ip: string): string {
  const four = /(?:^|:)(\d+\.\d+\.\d+\.\d+)$/.exec(ip)?.[1];
  if (four || !ip.includes(':')) return four ?? ip;
  const [head = '', tail] = ip.split('::');
  const first = head.split(':').filter(Boolean);
  const last = (tail ?? '').split(':').filter(Boolean);
  const all = tail === undefined ? first : [...first, ...Array(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]; // biome-ignore format: one list
  return all
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':');
}
