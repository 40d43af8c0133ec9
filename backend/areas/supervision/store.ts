// SQL of supervision: in which layers something waits for a verdict, and how much.
import { sql } from 'kysely';
import { type Db, holdsWords } from '../../db/engine';
import { regionFilter } from '../../geo/sight';
import type { Caller } from '../../identity/caller';
import { WAITS } from '../records/record-page';

/** Waiting records of one layer are counted up to here. */
export const COUNT_CAP = 10_000;

export interface WaitingLayer {
  id: number;
  label: string;
  type: number;
  /** At most COUNT_CAP. */
  waiting: number;
  own: number;
}
interface InboxQuery {
  label?: string | undefined;
  type?: number | undefined;
  /** Supervised layers in which nothing waits too. */
  all: boolean;
  limit: number;
  offset: number;
}

/** Layers whose work the caller may judge. */
const judged = (caller: Caller) =>
  caller.superuser
    ? sql`l.deleted_at is null`
    : sql`l.deleted_at is null and (l.owner_id = ${caller.id}::int or l.id = any(${[...caller.granted].filter(([, r]) => r.view && r.approve).map(([id]) => id)}::int[]))`;

/** A page of the layers that the caller judges, by label, with what waits in each; and how many such layers there are. */
export async function inbox(db: Db, caller: Caller, q: InboxQuery): Promise<{ rows: WaitingLayer[]; count: number }> {
  const waiting = sql`n.deleted_at is null and ${WAITS} and ${regionFilter(caller.regions)}`;
  const mine = sql`case when n.status in (1, 2) then coalesce(n.authors, jsonb_build_array(n.creator_id)) else n.unconfirmed->'authors' end @> ${JSON.stringify([caller.id])}::jsonb`;
  const some = sql`exists (select 1 from record n where n.layer_id = l.id and ${waiting})`;
  const where = sql`l.customer_id = ${caller.customer}::int and l.type <= 3 and ${judged(caller)}
    ${q.label ? sql`and ${holdsWords(sql`l.label`, q.label)}` : sql``} ${q.type === undefined ? sql`` : sql`and l.type = ${q.type}::int`}
    and (${q.all ? sql`coalesce((l.config->>'supervised')::boolean, false) or ${some}` : some})`;
  const { rows } = await sql<WaitingLayer>`
    with shown as materialized (
      select l.id, l.label, l.type from layer l where ${where} order by l.label, l.id limit ${q.limit}::int offset ${q.offset}::int)
    select s.id, s.label, s.type, c.waiting, c.own from shown s cross join lateral (
        select count(*)::int as waiting, (count(*) filter (where w.mine))::int as own from (
          select ${mine} as mine from record n where n.layer_id = s.id and ${waiting} limit ${COUNT_CAP}::int) w) c
      order by s.label, s.id`.execute(db);
  const counted = await sql<{ n: number }>`select count(*)::int as n from layer l where ${where}`.execute(db);
  return { rows, count: counted.rows[0]?.n ?? 0 };
}
