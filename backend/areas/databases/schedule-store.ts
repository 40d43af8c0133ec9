// SQL of when a layer of a foreign table is read again, and what came of the last time. All times are the database's own.
import { type RawBuilder, sql } from 'kysely';
import { ZONE } from '../../../contract/dates';
import type { FromDatabase } from '../../../contract/schemas/database';
import type { Schedule, SyncOutcome } from '../../../contract/schemas/sources/layer-sync';
import type { Db } from '../../db/engine';
import { notFound } from '../../http/errors';
import type { Filter } from './foreign-filter';

/** When it is due next: after an hour, or when the clock of the organisation next shows the hour. */
const nextOf = ({ every, hour }: { every: string; hour?: number | null | undefined }): RawBuilder<unknown> => {
  if (every === 'manual') return sql`null::timestamptz`;
  if (every === 'hourly') return sql`now() + interval '1 hour'`;
  const clock = sql`now() at time zone ${sql.lit(ZONE)}`;
  const today = sql`date_trunc('day', ${clock}) + ${hour ?? 0}::int * interval '1 hour'`;
  return sql`((${today} + case when ${today} <= (${clock}) then interval '1 day' else interval '0' end) at time zone ${sql.lit(ZONE)})`;
};

export async function get(db: Db, layer: number) {
  const row = await db.selectFrom('layer_sync').selectAll().where('layer_id', '=', layer).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
export type SyncRow = Awaited<ReturnType<typeof get>>;

interface Fresh extends Pick<FromDatabase, 'key' | 'where' | 'schedule'> {
  account: number;
  columns: readonly string[];
}

export const create = (tx: Db, layer: number, { key, where, schedule, account, columns }: Fresh) =>
  sql`insert into layer_sync (layer_id, key, filter, columns, every, hour, edits, account_id, next_at)
    values (${layer}::int, ${key ?? null}::text, ${where ? JSON.stringify(where) : null}::jsonb, ${JSON.stringify(columns)}::jsonb,
      ${schedule?.every ?? 'manual'}::text, ${schedule?.hour ?? null}::int, ${schedule?.edits ?? 'ours'}::text, ${account}::int,
      ${nextOf(schedule ?? { every: 'manual' })})`.execute(tx);

/** A new schedule begins afresh, also after a pause. */
export const setSchedule = (db: Db, layer: number, account: number, { every, hour, edits }: Schedule) =>
  sql`update layer_sync set every = ${every}::text, hour = ${hour ?? null}::int, edits = ${edits}::text, account_id = ${account}::int,
      next_at = ${nextOf({ every, hour })}, failures = 0, paused_at = null where layer_id = ${layer}::int`.execute(db);

/** Other rows or another key; what is absent stays. */
export async function setSource(
  tx: Db,
  layer: number,
  { where, key }: { where?: Filter | null | undefined; key?: string | null | undefined },
): Promise<void> {
  if (where !== undefined)
    await sql`update layer_sync set filter = ${where && JSON.stringify(where)}::jsonb where layer_id = ${layer}::int`.execute(
      tx,
    );
  if (key !== undefined) await sql`update layer_sync set key = ${key}::text where layer_id = ${layer}::int`.execute(tx);
}

const outcome = (o: Omit<SyncOutcome, 'at'>) =>
  sql`${JSON.stringify(o)}::jsonb || jsonb_build_object('at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

/** A sync that went well also ends a pause. */
export async function setOutcome(tx: Db, layer: number, o: Omit<SyncOutcome, 'at'>): Promise<void> {
  const { every, hour, paused_at } = await get(tx, layer);
  await sql`update layer_sync set last = ${outcome(o)}, failures = 0, paused_at = null,
      next_at = ${paused_at ? nextOf({ every, hour }) : sql`next_at`} where layer_id = ${layer}::int`.execute(tx);
}

/** Failures in a row after which nobody but a person tries again. */
export const MAX_FAILURES = 3;

/** Counts a failure; true: it pauses from now on. */
export async function countFailure(tx: Db, layer: number, error: string): Promise<boolean> {
  const none = { error, added: 0, changed: 0, removed: 0, rejected: 0, conflicts: 0, conflict_ids: [] };
  const { rows } = await sql<{ pauses: boolean }>`
    with was as (select layer_id, paused_at from layer_sync where layer_id = ${layer}::int for update)
    update layer_sync s set last = ${outcome(none)}, failures = failures + 1,
        paused_at = case when s.every <> 'manual' and failures + 1 >= ${MAX_FAILURES}::int then coalesce(s.paused_at, now()) end,
        next_at = case when failures + 1 < ${MAX_FAILURES}::int then next_at end
      from was where s.layer_id = was.layer_id returning s.paused_at is not null and was.paused_at is null as pauses`.execute(
    tx,
  );
  return rows[0]?.pauses ?? false;
}

export interface Due {
  layer: number;
  account: number;
  label: string;
}

/** Layers whose time has come, with whoever set it, else their owner. */
export async function listDue(db: Db): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select s.layer_id as layer, coalesce(s.account_id, l.owner_id) as account, l.label from layer_sync s join layer l on l.id = s.layer_id
      where s.next_at <= now() and l.deleted_at is null and coalesce(s.account_id, l.owner_id) is not null order by s.next_at limit 100`.execute(
    db,
  );
  return rows;
}

export async function isRunning(db: Db, layer: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from job where layer_id = ${layer}::int and kind = 'sync' and state in ('waiting', 'running') limit 1`.execute(
      db,
    );
  return rows.length > 0;
}

/** Holds a layer's schedule until the transaction ends; undefined where there is none. */
export const hold = (tx: Db, layer: number) =>
  tx.selectFrom('layer_sync').selectAll().where('layer_id', '=', layer).forUpdate().executeTakeFirst();

/** Takes the turn of a due layer: false where another process has done so, or its time has changed. */
export async function takeTurn(tx: Db, layer: number): Promise<boolean> {
  const row = await hold(tx, layer);
  if (!row) return false;
  const { rows } =
    await sql`update layer_sync set next_at = ${nextOf(row)} where layer_id = ${layer}::int and next_at <= now() returning 1`.execute(
      tx,
    );
  return rows.length > 0 && !(await isRunning(tx, layer));
}

/** Whom a pause is told: superusers of the customer, the layer's owner, and whoever set the schedule. */
export async function listPeople(
  tx: Db,
  layer: number,
): Promise<{ label: string; customer: number; sender: number | null; people: number[] }> {
  const { rows } = await sql<{ label: string; customer: number; sender: number | null; people: number[] }>`
    select l.label, l.customer_id as customer, coalesce(s.account_id, l.owner_id) as sender,
        array(select a.id from account a where a.customer_id = l.customer_id and a.deleted_at is null
          and (a.is_superuser or a.id = l.owner_id or a.id = s.account_id) order by a.id) as people
      from layer l join layer_sync s on s.layer_id = l.id where l.id = ${layer}::int`.execute(tx);
  if (!rows[0]) throw notFound();
  return rows[0];
}
