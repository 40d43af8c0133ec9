// SQL of supervision: in which layers something waits for a verdict, and how much.
import { type RawBuilder, sql } from 'kysely';
import { type Db, holdsKeyWords } from '../../db/engine';
import { regionFilter } from '../../geo/sight';
import type { Caller } from '../../identity/caller';
import { AUTHORS, HAS_FIRST, isWorkOf } from '../records/sql/standing';

/** Waiting records of one layer are counted up to here. */
export const COUNT_CAP = 10_000;

export interface WaitingLayer {
  id: number;
  label: string;
  type: number;
  /** At most COUNT_CAP. */
  waiting: number;
  own: number;
  oldest: string | null;
  /** Of those that were counted. */
  newest: string | null;
  people: number;
  second: number;
}
interface InboxQuery {
  label?: string | undefined;
  type?: number | undefined;
  /** Supervised layers in which nothing waits too. */
  all: boolean;
}

/** Layers whose work the caller may judge. */
export const judged = (caller: Caller) =>
  caller.superuser
    ? sql`l.deleted_at is null`
    : sql`l.deleted_at is null and (l.owner_id = ${caller.id}::int or l.id = any(${[...caller.granted].filter(([, r]) => r.view && r.approve).map(([id]) => id)}::int[]))`;

/** Condition that a record `n` stands in the queue, word by word that of its index. */
export const IS_QUEUED = sql`n.waits_since is not null and n.deleted_at is null`;

/** Condition that a record `n` waits, as far as the caller sees it. */
export const waits = (caller: Caller) => sql`${IS_QUEUED} and ${regionFilter(caller.regions)}`;

/** Condition on a layer `l`: the caller judges it, and something waits in it. */
export function matches(caller: Caller, q: InboxQuery): RawBuilder<unknown> {
  const some = sql`exists (select 1 from record n where n.layer_id = l.id and ${waits(caller)})`;
  return sql`l.customer_id = ${caller.customer}::int and l.type <= 3 and ${judged(caller)}
    ${q.label ? sql`and ${holdsKeyWords(sql`l.label_search`, q.label)}` : sql``} ${q.type === undefined ? sql`` : sql`and l.type = ${q.type}::int`}
    and (${q.all ? sql`coalesce((l.config->>'supervised')::boolean, false) or ${some}` : some})`;
}

/** A page of layers `l` with what waits in each, `c`. Only an order by what waits (`byWaiting`) counts in layers of other pages too. */
export async function inbox(
  db: Db,
  caller: Caller,
  where: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
  byWaiting: boolean,
): Promise<WaitingLayer[]> {
  const candidates = sql`select l.id, l.label, l.type from layer l where ${where}`;
  const { rows } = await sql<Omit<WaitingLayer, 'oldest' | 'newest'> & { oldest: Date | null; newest: Date | null }>`
    with shown as materialized (select l.*, row_number() over () as place from (${candidates} ${byWaiting ? sql`` : end}) l)
    select l.id, l.label, l.type, c.waiting, c.own, c.oldest, c.newest, c.people, c.second from shown l cross join lateral (
        select count(*)::int as waiting, (count(*) filter (where w.mine))::int as own, min(w.since) as oldest, max(w.since) as newest,
            (count(distinct w.author))::int as people, (count(*) filter (where w.second))::int as second from (
          select ${isWorkOf(caller.id)} as mine, n.waits_since as since, (${AUTHORS}) ->> -1 as author, ${HAS_FIRST} as second
            from record n where n.layer_id = l.id and ${waits(caller)} order by n.waits_since limit ${COUNT_CAP}::int) w) c
      ${byWaiting ? end : sql`order by l.place`}`.execute(db);
  return rows.map((row) => ({
    ...row,
    oldest: row.oldest?.toISOString() ?? null,
    newest: row.newest?.toISOString() ?? null,
  }));
}
