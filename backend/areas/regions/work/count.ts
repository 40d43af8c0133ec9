// Counts records in pieces of ground, layer by layer, through the index of each layer's places and no longer than there is time.
import { sql } from 'kysely';
import { LAYER_TYPES } from '../../../../contract/schemas/layer';
import { type Db, type Engine, isEnded } from '../../../db/engine';
import type { Box } from '../../../geo/geography';
import { partition } from '../../../geo/tiles';

/** Milliseconds for all layers of one answer. On the embedded engine everybody waits meanwhile, a statement at a time. */
const BUDGET_MS: Record<Engine['kind'], number> = { server: 10_000, embedded: 6000 };

/** Ground as hexadecimal EWKB, small enough for an index. */
export interface Ground {
  pieces: readonly string[];
  /** To each piece what of `without` its box meets; null where that is nothing. */
  near: readonly (string | null)[];
  /** What meets this too is not counted. */
  without: readonly string[];
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

const wkb = (hex: ReturnType<typeof sql>) => sql`st_geomfromewkb(decode(${hex}, 'hex'))`;

/**
 * Records of a layer that meet a piece and nothing of `without`. What a piece's box holds wholly can meet only what that box meets;
 * the rest is held against all. Each piece asks the layer's index: "offset 0" keeps the planner from another way round.
 */
const countIn = (layer: number, { pieces, near, without }: Ground, max: number) => sql<{ n: number; scanned: number }>`
  with piece as materialized (select ${wkb(sql`o.piece`)} as geom, ${wkb(sql`o.near`)} as near from unnest(${[...pieces]}::text[], ${[...near]}::text[]) as o(piece, near)),
    other as materialized (select ${wkb(sql`o.part`)} as geom from unnest(${[...without]}::text[]) as o(part))
  select count(distinct f.id)::int as n, count(*)::int as scanned from (
    select x.id from piece d cross join lateral (
        select n.id, n.geom from ${sql.table(partition(layer))} n where n.deleted_at is null and n.geom && d.geom and st_intersects(d.geom, n.geom) offset 0) x
      where (d.near is null or not st_intersects(d.near, x.geom))
        and (x.geom @ d.geom or not exists (select 1 from other o where o.geom && x.geom and st_intersects(o.geom, x.geom)))
      limit ${max + 1}::int) f`;

export interface Counting {
  /** How many records of a layer meet the ground; what is no longer looked at once time or number are spent counts nothing. */
  count(layer: number, ground: Ground): Promise<number>;
  isCapped(): boolean;
}

/** One answer's counting: at most `max` records and the engine's time. */
export function startCounting({ db, kind }: Engine, signal: AbortSignal, max: number): Counting {
  const until = Date.now() + BUDGET_MS[kind];
  let [left, isCapped] = [max, false];
  return {
    isCapped: () => isCapped,
    async count(layer, ground) {
      if (ground.pieces.length === 0) return 0;
      const ms = until - Date.now();
      if (isCapped || ms <= 0 || signal.aborted) {
        isCapped = true;
        return 0;
      }
      try {
        const { rows } = await db.transaction().execute(async (tx) => {
          await sql`set local statement_timeout = ${sql.lit(Math.max(1, Math.round(ms)))}`.execute(tx);
          // The planner takes the work of a shape's functions for more than it is, and compiles for a second what runs for a quarter of it.
          await sql`set local jit = off`.execute(tx);
          return countIn(layer, ground, left).execute(tx);
        });
        const { n = 0, scanned = 0 } = rows[0] ?? {};
        if (!rows[0] || scanned > left) isCapped = true;
        left -= Math.min(scanned, left);
        return n;
      } catch (error) {
        if (!isEnded(error)) throw error;
        isCapped = true;
        return 0;
      }
    },
  };
}
