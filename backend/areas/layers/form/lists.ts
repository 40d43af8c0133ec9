// The shared lists that a form names are lists of its organisation.
import { sql } from 'kysely';
import type { Field } from '../../../../contract/schemas/form';
import type { Db } from '../../../db/engine';
import { Refusal } from '../../../http/errors';

/** Refuses a form whose field names a list that is not there; what stood there before may stay. */
export async function refuseGoneLists(
  db: Db,
  customer: number,
  before: readonly Field[],
  after: readonly Field[],
): Promise<void> {
  const old = new Set(before.map(({ list }) => list));
  const lists = after.flatMap(({ list }) => (list === undefined || old.has(list) ? [] : [list]));
  if (lists.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select id from choice_list where customer_id = ${customer}::int and id = any(${lists}::int[])`.execute(db);
  const ids = new Set(rows.map(({ id }) => id));
  const absent = after.flatMap(({ list }, i) =>
    list === undefined || old.has(list) || ids.has(list) ? [] : [[`form.${i}.list`, 'formListGone'] as const],
  );
  if (absent.length > 0) throw new Refusal(400, 'formUnsound', { fields: Object.fromEntries(absent) });
}
