// SQL of supervision: layers with how many of their records wait.
import { sql } from 'kysely';
import { type Db, like } from '../../db/engine';
import { inRegions } from '../../geo/tiles';
import { WAITS } from '../records/listing';
import type { Caller } from '../session/caller';

export interface WaitingLayer {
  id: number;
  label: string;
  type: number;
  waiting: number;
  own: number;
}

/** Layers by label, among those given. */
export async function waitingLayers(
  db: Db,
  caller: Caller,
  layers: readonly number[],
  q: { label?: string | undefined; type?: number | undefined; all: boolean; limit: number; offset: number },
): Promise<{ rows: WaitingLayer[]; count: number }> {
  const mine = sql`case when n.status in (1, 2) then coalesce(n.authors, jsonb_build_array(n.creator_id)) else n.unconfirmed->'authors' end @> ${JSON.stringify([caller.id])}::jsonb`;
  const { rows } = await sql<WaitingLayer & { total: number }>`
    select l.id, l.label, l.type, coalesce(d.waiting, 0) as waiting, coalesce(d.own, 0) as own, (count(*) over ())::int as total
      from layer l ${q.all ? sql`left join` : sql`join`} (
        select n.layer_id, count(*)::int as waiting, (count(*) filter (where ${mine}))::int as own from record n
          where n.layer_id = any(${[...layers]}::int[]) and n.deleted_at is null and ${WAITS} and ${inRegions(caller.regions)} group by n.layer_id) d
        on d.layer_id = l.id
      where l.customer_id = ${caller.customer}::int and l.id = any(${[...layers]}::int[])
        ${q.label ? sql`and l.label ilike ${like(q.label)}` : sql``} ${q.type === undefined ? sql`and l.type <= 3` : sql`and l.type = ${q.type}::int`}
      order by l.label, l.id limit ${q.limit}::int offset ${q.offset}::int`.execute(db);
  return { rows: rows.map(({ total: _total, ...row }) => row), count: rows[0]?.total ?? 0 };
}

/** Ids of the layers whose work the caller may judge. */
export async function judgedLayers(db: Db, caller: Caller): Promise<number[]> {
  const mine = caller.superuser
    ? sql`true`
    : sql`(l.owner_id = ${caller.id}::int or l.id = any(${[...caller.granted].filter(([, r]) => r.view && r.approve).map(([id]) => id)}::int[]))`;
  const { rows } = await sql<{ id: number }>`
    select l.id from layer l where l.customer_id = ${caller.customer}::int and l.type <= 3 and ${mine} order by l.id limit 10000`.execute(
    db,
  );
  return rows.map((r) => r.id);
}
