// Whose work waits in a queue: how much of it, and how often their work was sent back before.
import { sql } from 'kysely';
import type { z } from 'zod';
import type { QueuePeopleQuery, QueuePerson } from '../../../contract/schemas/supervision';
import { regionFilter } from '../../geo/sight';
import type { Ctx } from '../../http/context';
import { findPersons } from '../../identity/people';
import { isWorkOf, SENDER } from '../records/sql/standing';
import { filterOf, getQueueLayer, layersOf, queuedRows } from './queue';
import { sentAt } from './queue-order';

type Query = z.infer<typeof QueuePeopleQuery>;

/** Records that are counted, and returns that are looked through, the newest first. */
const MAX_WORK = 100_000;
const MAX_RETURNS = 10_000;
const MAX_PEOPLE = 500;
/** Reasons of a person's last returns. */
const MAX_REASONS = 3;

interface Returns {
  id: number;
  n: number;
  reasons: string[];
}

/** Returns of people's work in the layers that are asked, as far as the caller sees the records. */
async function findReturns(ctx: Ctx, q: Query, senders: readonly number[]): Promise<ReadonlyMap<number, Returns>> {
  const standing = sql`g.before->'standing'`;
  // The first half is that of the index over verdicts, which the planner must see word by word.
  const { rows } = await sql<Returns>`
    select r.sender as id, count(*)::int as n, (array_agg(r.reason order by r.id desc))[1:${sql.lit(MAX_REASONS)}] as reasons from (
      select g.id, g.reason, coalesce((case when (g.before->>'status')::int = 3 then ${standing}->'waiting'->'authors' else ${standing}->'authors' end ->> -1)::int, n.creator_id, 0) as sender
        from record_log g join layer l on l.id = g.layer_id join record n on n.layer_id = g.layer_id and n.id = g.record_id
        where g.action in ('approve', 'return', 'reject', 'reopen') and g.action = 'return' and ${layersOf(ctx, q)} and ${regionFilter(ctx.caller.regions)}
        order by g.id desc limit ${MAX_RETURNS}::int) r
      where r.sender = any(${[...senders]}::int[]) group by r.sender`.execute(ctx.engine.db);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function readQueuePeople(ctx: Ctx, q: Query): Promise<z.infer<typeof QueuePerson>[]> {
  const { caller, engine } = ctx;
  await getQueueLayer(ctx, q);
  const work = queuedRows(
    ctx,
    q,
    await filterOf(ctx, q),
    sql`${SENDER} as sender, ${isWorkOf(caller.id)} as mine, ${sentAt(q)} as at`,
    MAX_WORK,
  );
  const { rows } = await sql<{ id: number; waiting: number; own: number; oldest: Date }>`
    select w.sender as id, count(*)::int as waiting, (count(*) filter (where w.mine))::int as own, min(w.at) as oldest
      from ${work} w group by w.sender order by oldest limit ${MAX_PEOPLE}::int`.execute(engine.db);
  const ids = rows.map(({ id }) => id);
  const people = await findPersons(engine.db, caller.customer, ids);
  const returns = await findReturns(ctx, q, ids);
  return rows.map(({ id, waiting, own, oldest }) => ({
    id,
    person: people.get(id) ?? null,
    waiting,
    own,
    oldest: oldest.toISOString(),
    returned: returns.get(id)?.n ?? 0,
    reasons: returns.get(id)?.reasons ?? [],
  }));
}
