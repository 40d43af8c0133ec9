// The queue of work: what waits in the layers that somebody judges, by default in the order in which it was sent, a page after a key.
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
import { findMany, type LayerRow } from '../layers/store';
import { projectCondition } from '../projects/access';
import { firstApproval, type Standing, type Waiting, waitingAuthors } from '../records/review';
import { HAS_FIRST, isWorkOf, KIND, SENDER } from '../records/sql/standing';
import { titleOf } from '../records/values/title';
import { getRegion } from '../regions/access';
import { encodePlace, orderedParts, type QueuePart, sentAt } from './queue-order';
import { COUNT_CAP, IS_QUEUED, judged } from './store';

type Sql = RawBuilder<unknown>;
type Query = z.infer<typeof QueueQuery>;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

const PAGE = 50;

interface QueueRow {
  id: number;
  layer_id: number;
  status: number;
  version: number;
  value: Values;
  unconfirmed: Waiting | null;
  authors: number[] | null;
  creator_id: number | null;
  first_id: number | null;
  sender: number;
  at: Date;
  /** What the next page begins after. */
  place: string[];
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
export async function filterOf(ctx: Ctx, q: Query): Promise<Sql> {
  const all = [regionFilter(ctx.caller.regions)];
  const at = sentAt(q);
  if (q.kind !== undefined) all.push(sql`${KIND} = ${q.kind}::text`);
  if (q.sender !== undefined) all.push(sql`${SENDER} = ${q.sender}::int`);
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
export const layersOf = ({ caller }: Ctx, { layer }: Query): Sql =>
  sql`l.customer_id = ${caller.customer}::int and l.type <= 3 and ${judged(caller)} ${layer === undefined ? sql`` : sql`and l.id = ${layer}::int`}`;

/** A layer alone is read from its own table. */
const tableOf = ({ layer }: Query): Sql => (layer === undefined ? sql`record` : sql.table(partition(layer)));

/** Ids alone are sorted: whole rows would be carried along. */
async function findRows(
  ctx: Ctx,
  q: Query,
  where: Sql,
  parts: readonly QueuePart[],
  limit: number,
): Promise<QueueRow[]> {
  const all: QueueRow[] = [];
  for (const part of parts) {
    const left = limit - all.length;
    if (left === 0) break;
    const { rows } = await sql<QueueRow>`
      ${part.with} select n.id::float8 as id, n.layer_id, n.status, n.version, n.value, n.unconfirmed, n.authors, n.creator_id, n.first_id,
          ${SENDER} as sender, ${sentAt(q)} as at, ${part.place} as place
        from layer l cross join lateral (
          select n.id, ${part.columns} from ${tableOf(q)} n ${part.join}
            where n.layer_id = l.id and ${ofState(q.state)} and ${where} and ${part.where} order by ${part.by} limit ${left}::int) p
          join ${tableOf(q)} n on n.layer_id = l.id and n.id = p.id
        where ${layersOf(ctx, q)} order by ${part.byColumns} limit ${left}::int`.execute(ctx.engine.db);
    all.push(...rows);
  }
  return all;
}

/** What `select` reads of the queue's records `n`, in no order, of at most so many of them. */
export const queuedRows = (ctx: Ctx, q: Query, where: Sql, select: Sql, max: number): Sql => sql`
  (select c.* from layer l cross join lateral (
    select ${select} from ${tableOf(q)} n where n.layer_id = l.id and ${ofState(q.state)} and ${where} limit ${max}::int) c
    where ${layersOf(ctx, q)} limit ${max}::int)`;

async function countQueue(ctx: Ctx, q: Query, where: Sql): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${queuedRows(ctx, q, where, sql`1`, COUNT_CAP + 1)} s`.execute(ctx.engine.db);
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

/** The layer that is asked, if one is. One that is not there has no table either. */
export async function getQueueLayer({ engine, caller }: Ctx, q: Pick<Query, 'layer'>): Promise<LayerRow | undefined> {
  if (q.layer === undefined) return undefined;
  const [layer] = await findMany(engine.db, caller, [rowId(q.layer)]);
  if (!layer) throw notFound();
  return layer;
}

export async function readQueue(ctx: Ctx, q: Query): Promise<z.infer<typeof Queue>> {
  const { caller, engine } = ctx;
  const layer = await getQueueLayer(ctx, q);
  const limit = q.limit ?? PAGE;
  const where = await filterOf(ctx, q);
  const all = await findRows(ctx, q, where, await orderedParts(ctx, layer, q), limit + 1);
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
      version: row.version,
      since: row.at.toISOString(),
      sender: row.sender,
      authors: authors.flatMap((id) => people.get(id) ?? []),
      first_approval: people.get(firstApproval(standing) ?? 0) ?? null,
      own: authors.includes(caller.id),
      looking: looking.get(row.id) ?? null,
    };
  });
  const last = all.length > limit ? rows.at(-1) : undefined;
  return {
    results,
    next: last ? encodePlace(last.place) : null,
    count: counted === null ? null : Math.min(counted, COUNT_CAP),
    count_capped: counted !== null && counted > COUNT_CAP,
  };
}
