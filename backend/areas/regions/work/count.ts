// Counts records in pieces of ground, layer by layer, through the index of each layer's places and no longer than there is time.
import { sql } from 'kysely';
import { LAYER_TYPES } from '../../../../contract/schemas/layer';
import { type Db, type Engine, isEnded } from '../../../db/engine';
import type { Box } from '../../../geo/geography';
import { partition } from '../../../geo/tiles';
import { soundShape } from './sound-shape';

/** Milliseconds for all layers of one answer. On the embedded engine everybody waits meanwhile, a statement at a time. */
const BUDGET_MS: Record<Engine['kind'], number> = { server: 10_000, embedded: 6000 };

/** Ground as hexadecimal EWKB, small enough for an index. */
export interface Ground {
  pieces: readonly string[];
  /** What meets this too is not counted: a region as it is, or a shape as WKB. Null: all that meets the ground counts. */
  other: { region: number } | { shape: Buffer } | null;
  box: Box | null;
}

export interface PlacedLayer {
  id: number;
  label: string;
}

/** Layers of a customer whose records may lie in a box. */
export async function findLayersIn(db: Db, customer: number, [w, s, e, n]: Box): Promise<PlacedLayer[]> {
  const { rows } = await sql<PlacedLayer>`
    select l.id, l.label from layer l where l.customer_id = ${customer}::int and l.deleted_at is null and l.record_count > 0
      and l.type between ${LAYER_TYPES.point}::int and ${LAYER_TYPES.polygon}::int
      and (l.extent is null or (l.extent[1] <= ${e}::float8 and l.extent[3] >= ${w}::float8 and l.extent[2] <= ${n}::float8 and l.extent[4] >= ${s}::float8))
      order by l.id`.execute(db);
  return rows;
}

/**
 * Records of a layer that meet pieces of ground. Each piece asks the layer's index: "offset 0" keeps the planner from another way round.
 * What lies in a piece without meeting its edge counts; the rest is `open` where another shape is to be missed, and may meet that too.
 */
const meeting = (layer: number, grounds: readonly Ground[], max: number) => {
  const pieces = grounds.flatMap((ground) => ground.pieces);
  const places = grounds.flatMap((ground, place) => ground.pieces.map(() => place));
  const isFree = grounds.flatMap((ground) => ground.pieces.map(() => ground.other === null));
  return sql<{ place: number; settled: number; open: number[]; scanned: number }>`
    with piece as materialized (select o.place, o.free, st_geomfromewkb(decode(o.piece, 'hex')) as geom
      from unnest(${pieces}::text[], ${places}::int[], ${isFree}::bool[]) as o(piece, place, free))
    select g.place, count(*) filter (where g.settled)::int as settled, sum(g.scanned)::int as scanned,
        coalesce(array_agg(g.id) filter (where not g.settled), '{}') as open from (
      select f.place, f.id, bool_or(f.settled) as settled, count(*) as scanned from (
        select d.place, x.id, x.settled from piece d cross join lateral (
          select n.id, d.free or st_containsproperly(d.geom, n.geom) as settled from ${sql.table(partition(layer))} n
            where n.deleted_at is null and n.geom && d.geom and st_intersects(d.geom, n.geom) offset 0) x
          limit ${max + 1}::int) f
        group by f.place, f.id) g
      group by g.place`;
};

/** More records than these are worth cutting the shape that they are compared with: the database compares a shape by its bytes before it uses what it prepared. */
const MANY = 1000;
const CUT_VERTICES = 1024;
const WHOLE_VERTICES = 10_000_000;

/** How many of these records miss a shape. */
function missing(layer: number, ids: readonly number[], other: NonNullable<Ground['other']>) {
  const parts =
    'region' in other
      ? sql`select p.geom from region_part p where p.region_id = ${other.region}::int`
      : sql`select st_subdivide(${soundShape(other.shape)}, ${ids.length > MANY ? CUT_VERTICES : WHOLE_VERTICES}::int) as geom`;
  return sql<{ n: number }>`
    with part as materialized (${parts})
    select count(*)::int as n from ${sql.table(partition(layer))} n where n.id = any(${[...ids]}::int[])
      and not exists (select 1 from part o where o.geom && n.geom and st_intersects(o.geom, n.geom))`;
}

export interface Counting {
  /** How many records of a layer meet each ground; what is no longer looked at once time or number are spent counts nothing. */
  count(layer: number, grounds: readonly Ground[]): Promise<number[]>;
  isCapped(): boolean;
}

/** One answer's counting: at most `max` records and the engine's time. */
export function startCounting({ db, kind }: Engine, signal: AbortSignal, max: number): Counting {
  const until = Date.now() + BUDGET_MS[kind];
  let [left, isCapped] = [max, false];
  const read = async (tx: Db, layer: number, grounds: readonly Ground[], counts: number[]) => {
    const { rows } = await meeting(layer, grounds, left).execute(tx);
    const scanned = rows.reduce((sum, row) => sum + row.scanned, 0);
    if (scanned > left) isCapped = true;
    left -= Math.min(scanned, left);
    for (const { place, settled } of rows) counts[place] = settled;
    for (const { place, open } of rows) {
      const other = grounds[place]?.other;
      if (!other || open.length === 0) continue;
      const [row] = (await missing(layer, open, other).execute(tx)).rows;
      if (row) counts[place] = (counts[place] ?? 0) + row.n;
      else isCapped = true;
    }
  };
  return {
    isCapped: () => isCapped,
    async count(layer, grounds) {
      const counts = grounds.map(() => 0);
      if (grounds.every(({ pieces }) => pieces.length === 0)) return counts;
      const ms = until - Date.now();
      if (isCapped || ms <= 0 || signal.aborted) {
        isCapped = true;
        return counts;
      }
      try {
        await db.transaction().execute(async (tx) => {
          await sql`set local statement_timeout = ${sql.lit(Math.max(1, Math.round(ms)))}`.execute(tx);
          // The planner takes the work of a shape's functions for more than it is, and compiles for a second what runs for a quarter of it.
          await sql`set local jit = off`.execute(tx);
          await read(tx, layer, grounds, counts);
        });
      } catch (error) {
        if (!isEnded(error)) throw error;
        isCapped = true;
      }
      return counts;
    },
  };
}
