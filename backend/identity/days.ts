// For how many days a customer lets something stay, kept beside its other settings; absent for ever.
import { sql } from 'kysely';
import type { Db } from '../db/engine';

/** What may be let go: deleted records, and lines of the system log. */
export type DaysKey = 'deleted_days' | 'log_days';

export async function getDays(db: Db, customer: number, key: DaysKey): Promise<number | null> {
  const { rows } = await sql<{ days: number | null }>`
    select (config->${key}::text)::int as days from customer where id = ${customer}::int`.execute(db);
  return rows[0]?.days ?? null;
}

/** Null lets it stay for ever. */
export async function setDays(db: Db, customer: number, key: DaysKey, days: number | null): Promise<void> {
  const change =
    days === null ? sql`config - ${key}::text` : sql`config || jsonb_build_object(${key}::text, ${days}::int)`;
  await sql`update customer set config = ${change} where id = ${customer}::int`.execute(db);
}
