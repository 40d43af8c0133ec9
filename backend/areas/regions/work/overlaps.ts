// All pairs of regions of one parent that share ground, as a list to work off. Looked for some regions at a time: what was found when the
// time is over is told. Kept until a region changes, so that a page costs nothing.
import { sql } from 'kysely';
import type { z } from 'zod';
import type { RegionOverlaps, RegionOverlapsQuery } from '../../../../contract/schemas/regions/tree';
import { type Db, type Engine, isEnded } from '../../../db/engine';
import { onEarth } from '../../../geo/geography';
import type { Ctx } from '../../../http/context';
import { MIN_AREA } from './fit';

/** Milliseconds for all of it; on the embedded engine everybody waits, a statement at a time. */
const BUDGET_MS: Record<Engine['kind'], number> = { server: 30_000, embedded: 20_000 };
/** Regions of one statement. */
const CHUNK = 250;
const MAX_PAIRS = 10_000;
const PAGE = 50;

interface Pair {
  a: number;
  b: number;
  area: number;
}
interface Overlaps {
  stamp: string;
  pairs: Pair[];
  capped: boolean;
}

/** By engine and customer. */
const overlapsByEngine = new WeakMap<Engine, Map<number, Promise<Overlaps>>>();

/** Another text after every change of a region. */
async function stampOf(db: Db, customer: number): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select concat_ws('/', count(*), max(id), sum(version)) as stamp from region where customer_id = ${customer}::int`.execute(
    db,
  );
  return rows[0]?.stamp ?? '';
}

/** Pairs of some regions with those of a higher number, part by part through the index. Others of the parent are picked before shapes are laid on each other. */
const pairsOf = (tx: Db, ids: readonly number[]) =>
  sql<Pair>`
    select s.a, s.b, s.area from (
      select r.id as a, q.region_id as b, sum(q.area) as area from region r join region_part p on p.region_id = r.id
        cross join lateral (
          select x.region_id, st_area(${onEarth(sql`x.geom`)}) as area from (
            select o.region_id, st_collectionextract(st_intersection(o.geom, p.geom), 3) as geom from region_part o join region s on s.id = o.region_id
              where o.geom && p.geom and o.region_id > r.id and s.customer_id = r.customer_id and s.parent_id is not distinct from r.parent_id offset 0) x
            where not st_isempty(x.geom) offset 0) q
        where r.id = any(${[...ids]}::int[]) group by 1, 2) s where s.area > ${MIN_AREA}::float8`.execute(tx);

async function findOverlaps({ db, kind }: Engine, customer: number, stamp: string): Promise<Overlaps> {
  const until = Date.now() + BUDGET_MS[kind];
  const { rows } = await sql<{ id: number }>`
    select id from region where customer_id = ${customer}::int order by id`.execute(db);
  const pairs: Pair[] = [];
  const toResult = (capped: boolean): Overlaps => ({
    stamp,
    pairs: pairs.sort((a, b) => b.area - a.area || a.a - b.a || a.b - b.b).slice(0, MAX_PAIRS),
    capped,
  });
  for (let at = 0; at < rows.length; at += CHUNK) {
    const ms = until - Date.now();
    if (ms <= 0 || pairs.length > MAX_PAIRS) return toResult(true);
    const ids = rows.slice(at, at + CHUNK).map(({ id }) => id);
    try {
      const chunk = await db.transaction().execute(async (tx) => {
        await sql`set local statement_timeout = ${sql.lit(Math.round(ms))}`.execute(tx);
        return pairsOf(tx, ids);
      });
      pairs.push(...chunk.rows);
    } catch (error) {
      if (!isEnded(error)) throw error;
      return toResult(true);
    }
  }
  return toResult(pairs.length > MAX_PAIRS);
}

/** What is known of a customer's regions as they are; looked for again after a change. */
async function readOverlaps(engine: Engine, customer: number): Promise<Overlaps> {
  const stamp = await stampOf(engine.db, customer);
  const byCustomer = overlapsByEngine.get(engine) ?? new Map<number, Promise<Overlaps>>();
  overlapsByEngine.set(engine, byCustomer);
  const last = await byCustomer.get(customer)?.catch(() => null);
  if (last?.stamp === stamp) return last;
  const search = findOverlaps(engine, customer, stamp);
  byCustomer.set(customer, search);
  return search;
}

/** A page of them with their names. */
export async function listOverlaps(
  { engine, caller }: Ctx,
  { limit = PAGE, after = 0 }: z.infer<typeof RegionOverlapsQuery>,
): Promise<z.infer<typeof RegionOverlaps>> {
  const { pairs, capped } = await readOverlaps(engine, caller.customer);
  const page = pairs.slice(after, after + limit);
  const { rows } = await sql<{ id: number; label: string }>`
    select id, label from region where customer_id = ${caller.customer}::int and id = any(${page.flatMap(({ a, b }) => [a, b])}::int[])`.execute(
    engine.db,
  );
  const labels = new Map(rows.map(({ id, label }) => [id, label]));
  const nameOf = (id: number) => ({ id, label: labels.get(id) ?? '' });
  return {
    pairs: page.map(({ a, b, area }) => ({ a: nameOf(a), b: nameOf(b), area })),
    count: pairs.length,
    regions: [...new Set(pairs.flatMap(({ a, b }) => [a, b]))],
    capped,
  };
}
