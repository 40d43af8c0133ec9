// SQL of events: what was written by those that had not ended when a snapshot was taken.
import { sql } from 'kysely';
import type { Db } from '../../db/engine';
import type { Cursor } from './cursor';

/** More than this at once is not told one by one: everything may have changed then. */
export const MAX_EVENTS = 1000;
/** So long events can be asked for after they happened, in milliseconds. */
export const KEEP_MS = 10 * 60_000;

export interface EventRow {
  tx: string;
  kind: 'layer' | 'job' | 'message' | 'notice' | 'rights';
  layer_id: number | null;
  rev: number | null;
  boxes: [number, number, number, number][] | null;
  job_id: string | null;
  accounts: number[] | null;
  /** Of the layer as it is now; null where it is gone or in the trash. */
  customer_id: number | null;
  owner_id: number | null;
}

export interface Reading {
  cursor: Cursor;
  rows: EventRow[];
  /** There were more than are told. */
  isCut: boolean;
}

/** What has happened since a cursor, with the cursor of now; nothing where there is none. One statement, so both are of one moment. */
export async function readEvents(db: Db, since: Cursor | null): Promise<Reading> {
  const snapshot = since?.snapshot ?? null;
  const { rows } = await sql<{ now: string; at: number; rows: EventRow[] }>`
    select pg_current_snapshot()::text as now, (extract(epoch from clock_timestamp()) * 1000)::float8 as at, coalesce((select jsonb_agg(to_jsonb(t) order by t.id) from (
      select e.id, e.tx::text as tx, e.kind, e.layer_id, e.rev, e.boxes, e.job_id, e.accounts, l.customer_id, l.owner_id
        from event e left join layer l on l.id = e.layer_id and l.deleted_at is null
        where e.tx >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(e.tx, ${snapshot}::pg_snapshot)
        order by e.id limit ${MAX_EVENTS + 1}::int) t), '[]') as rows`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database has no snapshot');
  const cursor = { at: row.at, snapshot: row.now };
  return { cursor, rows: row.rows.slice(0, MAX_EVENTS), isCut: row.rows.length > MAX_EVENTS };
}

/** Of these sessions, the ones that stand: neither they nor those that they hang on have ended, and nobody is locked or gone. */
export async function findStanding(db: Db, sessions: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select s.id from session s join account a on a.id = s.account_id left join session v on v.id = s.viewer_session
      where s.id = any(${[...sessions]}::text[]) and s.revoked_at is null and not a.locked and a.deleted_at is null
        and (s.viewer_session is null or (v.id is not null and v.revoked_at is null))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Forgets what nobody can ask for any more. */
export const forgetEvents = (db: Db) =>
  sql`delete from event where at < clock_timestamp() - ${KEEP_MS * 2}::float8 * interval '1 millisecond'`.execute(db);
