// What of a record waits or was judged, as its history keeps it beside each state.
import { sql } from 'kysely';
import { type LayerRecord, STATUS } from '../../../../contract/schemas/record';
import type { Waiting } from '../review';

/** Null in a history where nothing waited; absent where the step is older than this note. */
export interface Stood {
  waiting: Waiting | null;
  authors: number[] | null;
  first: number | null;
  verdict: LayerRecord['verdict'];
}

/** What waits on a record, as `standing` of its history has it; JSON null where nothing does. */
export function standingNote(alias: 'n' | 'o' | 'r') {
  const c = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`case when ${c('status')} <> ${sql.lit(STATUS.approved)} or ${c('unconfirmed')} is not null or ${c('verdict')} is not null
    then jsonb_build_object('waiting', ${c('unconfirmed')}, 'authors', ${c('authors')}, 'first', ${c('first_id')}, 'verdict', ${c('verdict')}) else 'null'::jsonb end`;
}
/** `waitingAuthors` in SQL: a list of accounts of record `n`, whoever changed it last at the end. */
export const AUTHORS = sql`case when n.status = ${sql.lit(STATUS.approved)} then coalesce(n.unconfirmed->'authors', '[]'::jsonb)
  else coalesce(n.authors, jsonb_build_array(n.creator_id)) end`;
/** Whose work it is by the last change: the account's id, 0 where that is not known. */
export const SENDER = sql`coalesce(((${AUTHORS}) ->> -1)::int, 0)`;
/** `kindOf` of the queue in SQL: what of record `n` waits or was sent back. */
export const KIND = sql`case when n.status <> ${sql.lit(STATUS.approved)} or n.unconfirmed is null then 'new'
  when n.unconfirmed->'deletion' is not null then 'deletion'
  when n.unconfirmed->'value' is not null then case when n.unconfirmed->'geometry' is null then 'values' else 'both' end
  when n.unconfirmed->'geometry' is not null then 'shape' else 'files' end`;
/** Condition that what waits on record `n` is somebody's work. */
export const isWorkOf = (account: number) => sql`((${AUTHORS}) @> ${JSON.stringify([account])}::jsonb)`;
/** Condition that what waits on record `n` has the first of two approvals. */
export const HAS_FIRST = sql`(n.status = ${sql.lit(STATUS.first)} or n.unconfirmed->'first' is not null)`;
export const standingNow = standingNote('n');
