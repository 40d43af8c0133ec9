// Users that did nothing, whom a report names too.
import { sql } from 'kysely';
import type { Db } from '../../db/engine';
import { USER_LABEL } from './store';

/** Users that a report names although they did nothing. */
const MAX_IDLE = 1000;

/** Users of a customer, or some of them, by name; without those that are named already. */
export async function idleUsers(
  db: Db,
  customer: number,
  some: readonly number[] | undefined,
  busy: readonly number[],
) {
  const { rows } = await sql<{ id: number; label: string }>`
    select id, ${USER_LABEL} as label from account
      where customer_id = ${customer}::int and deleted_at is null ${some ? sql`and id = any(${[...some]}::int[])` : sql``} and id <> all(${[...busy]}::int[])
      order by record_fold(${USER_LABEL}), id limit ${MAX_IDLE}::int`.execute(db);
  return rows;
}
