// The queue of work: what waits in the layers that somebody judges, in the order in which it was sent, a page after a key.
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Values } from '../../../contract/schemas/form';
import { STATUS } from '../../../contract/schemas/record';
import type { Person } from '../../../contract/schemas/session';
import type { CHANGE_KINDS, Queue, QueueItem, QueueQuery } from '../../../contract/schemas/supervision';
import type { Db } from '../../db/engine';
import { dayEnd, dayStart } from '../../db/time';
import { regionFilter } from '../../geo/sight';
import { partition } from '../../geo/tiles';
import type { Ctx } from '../../http/context';
import { notFound } from '../../http/errors';
import { rowId } from '../../http/row-id';
import { findPersons, selectPerson } from '../../identity/people';
import { findMany } from '../layers/store';
import { projectCondition } from '../projects/access';
import { firstApproval, type Standing, type Waiting, waitingAuthors } from '../records/review';
import { HAS_FIRST, isWorkOf } from '../records/sql/standing';
import { titleOf } from '../records/values/title';
import { getRegion } from '../regions/access';
import { COUNT_CAP, IS_QUEUED, judged } from './store';

type Sql = RawBuilder<unknown>;
type Query = z.infer<typeof QueueQuery>;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

const PAGE = 50;

interface QueueRow {
  id: number;
  layer_id: number;
  status: number;
  value: Values;
  unconfirmed: Waiting | null;
  authors: number[] | null;
  creator_id: number | null;
  first_id: number | null;
  at: Date;
  /** Seconds since 1970 with six decimals: what the next page begins after. */
  place: string;
}

/** What of a record waits or was sent back. */
export function kindOf({ status, waiting }: Pick<Standing, 'status' | 'waiting'>): ChangeKind {
  if (status !== STATUS.approved || !waiting) return 'new';
  if (waiting.deletion) return 'deletion';
  const hasShape = waiting.geometry !== undefined;
  if (waiting.value) return hasShape ? 'both' : 'values';
  return hasShape ? 'shape' : 'files';
}

const ofState = (state: Query['state']): Sql => {
  const sentBack = sql`n.deleted_at is null and (n.status in (4, 5) or n.unconfirmed->>'returned' is not null)`;
  if (state === 'returned') return sql`${sentBack} and n.status <> ${sql.lit(STATUS.rejected)}`;
  if (state === 'rejected') return sql`${sentBack} and n.status = ${sql.lit(STATUS.rejected)}`;
  return sql`${IS_QUEUED} ${state === 'first' ? sql`and ${HAS_FIRST}` : state === 'waiting' ? sql`and not ${HAS_FIRST}` : sql``}`;
};

/** Conditions on records `n` beside their state. */
async function filterOf(ctx: Ctx, q: Query): Promise<Sql> {
  const all = [regionFilter(ctx.caller.regions)];
  const at = q.state === 'returned' || q.state === 'rejected' ? sql`n.modified` : sql`n.waits_since`;
  if (q.person !== undefined) all.push(isWorkOf(q.person));
  if (q.region !== undefined) {
    await getRegion(ctx, q.region);
    all.push(sql`(n.geom is not null and ${regionFilter([q.region])})`);
  }
  if (q.project !== undefined) all.push(await projectCondition(ctx, q.project));
  if (q.since_after) all.push(sql`${at} >= ${dayStart(q.since_after)}`);
  if (q.since_before) all.push(sql`${at} < ${dayEnd(q.since_before)}`);
  return sql.join(all, sql` and `);
}

/** The layers `l` that are asked; one by one, so that each is read from its own end of the queue. */
const layersOf = ({ caller }: Ctx, { layer }: Query): Sql =>
  sql`l.customer_id = ${caller.customer}::int and l.type <= 3 and ${judged(caller)} ${layer === undefined ? sql`` : sql`and l.id = ${layer}::int`}`;

/** Rows of the queue; a layer alone is read from its own table. */
async function findRows(ctx: Ctx, q: Query, where: Sql, limit: number): Promise<QueueRow[]> {
  const isSettled = q.state === 'returned' || q.state === 'rejected';
  const [seconds, id] = (q.after ?? '').split('_');
  const at = isSettled ? sql`n.modified` : sql`n.waits_since`;
  const after = !q.after
    ? sql``
    : isSettled
      ? sql`and n.id < ${id}::bigint`
      : sql`and (n.waits_since, n.id) > (to_timestamp(${seconds}::float8), ${id}::bigint)`;
  const order = (alias: 'n' | 'q') =>
    isSettled ? sql`${sql.ref(`${alias}.id`)} desc` : sql`${alias === 'n' ? at : sql`q.at`}, ${sql.ref(`${alias}.id`)}`;
  const table = q.layer === undefined ? sql`record` : sql.table(partition(q.layer));
  const { rows } = await sql<QueueRow>`
    select q.* from layer l cross join lateral (
      select n.id::float8 as id, n.layer_id, n.status, n.value, n.unconfirmed, n.authors, n.creator_id, n.first_id, ${at} as at, extract(epoch from ${at})::text as place
        from ${table} n where n.layer_id = l.id and ${ofState(q.state)} and ${where} ${after} order by ${order('n')} limit ${limit}::int) q
      where ${layersOf(ctx, q)} order by ${order('q')} limit ${limit}::int`.execute(ctx.engine.db);
  return rows;
}

async function countQueue(ctx: Ctx, q: Query, where: Sql): Promise<number> {
  const table = q.layer === undefined ? sql`record` : sql.table(partition(q.layer));
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 from layer l cross join lateral (
      select 1 from ${table} n where n.layer_id = l.id and ${ofState(q.state)} and ${where} limit ${COUNT_CAP + 1}::int) c
      where ${layersOf(ctx, q)} limit ${COUNT_CAP + 1}::int) s`.execute(ctx.engine.db);
  return rows[0]?.n ?? 0;
}

/** Who else looks at records just now, by the record's id. */
export async function findLooking(db: Db, ids: readonly number[], except: number, now: Date) {
  const { rows } = await sql<{ id: number; person: Person }>`
    select r.record_id::float8 as id, ${selectPerson('r.account_id')} as person from review_lease r
      where r.record_id = any(${[...ids]}::bigint[]) and r.until > ${now}::timestamptz and r.account_id <> ${except}::int`.execute(
    db,
  );
  return new Map(rows.map(({ id, person }) => [id, person]));
}

export async function readQueue(ctx: Ctx, q: Query): Promise<z.infer<typeof Queue>> {
  const { caller, engine } = ctx;
  // A layer that is not there has no table either.
  if (q.layer !== undefined && (await findMany(engine.db, caller, [rowId(q.layer)])).length === 0) throw notFound();
  const limit = q.limit ?? PAGE;
  const where = await filterOf(ctx, q);
  const all = await findRows(ctx, q, where, limit + 1);
  const rows = all.slice(0, limit);
  const counted = q.after === undefined ? await countQueue(ctx, q, where) : null;
  const layers = new Map(
    (await findMany(engine.db, caller, [...new Set(rows.map((r) => r.layer_id))])).map((l) => [l.id, l]),
  );
  const standings = rows.map(
    (r): Standing => ({
      status: r.status,
      creator: r.creator_id,
      authors: r.authors,
      first: r.first_id,
      waiting: r.unconfirmed,
    }),
  );
  const people = await findPersons(
    engine.db,
    caller.customer,
    standings.flatMap((s) => [...waitingAuthors(s), firstApproval(s)]),
  );
  const looking = await findLooking(engine.db, rows.map(({ id }) => id), caller.id, ctx.now()); // biome-ignore format: one call
  const results = rows.map((row, i): QueueItem => {
    const standing = standings[i] as Standing;
    const layer = layers.get(row.layer_id);
    const authors = waitingAuthors(standing);
    return {
      id: row.id,
      layer: row.layer_id,
      layer_label: layer?.label ?? '',
      title: titleOf(layer, row),
      kind: kindOf(standing),
      status: row.status,
      since: row.at.toISOString(),
      authors: authors.flatMap((id) => people.get(id) ?? []),
      first_approval: people.get(firstApproval(standing) ?? 0) ?? null,
      own: authors.includes(caller.id),
      looking: looking.get(row.id) ?? null,
    };
  });
  const last = all.length > limit ? rows.at(-1) : undefined;
  return {
    results,
    next: last ? `${last.place}_${last.id}` : null,
    count: counted === null ? null : Math.min(counted, COUNT_CAP),
    count_capped: counted !== null && counted > COUNT_CAP,
  };
}
