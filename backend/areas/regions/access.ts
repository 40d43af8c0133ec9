// A region as a condition on records.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/engine';
import { extentOf } from '../../geo/geography';
import type { Asking } from '../../http/context';
import { notFound } from '../../http/errors';
import type { Caller } from '../../identity/caller';
import { seesAllRegions } from './rules';
import { condition } from './store';

/** Whose regions a caller sees: those of the customer, and of these only `only` where it is not null. */
export const reachOf = (caller: Caller) => ({
  customer: caller.customer,
  only: seesAllRegions(caller) ? null : caller.regions,
});

/** Condition that a caller sees region `r`. */
export const visibleRegions = (caller: Caller): RawBuilder<unknown> => condition(reachOf(caller));

interface RegionShape {
  geom: RawBuilder<unknown>;
  /** [west, south, east, north] in degrees. */
  box: [number, number, number, number];
}

/** The shape and box of a region that the caller may see; else it does not exist. */
export async function getRegion(ctx: Asking, id: number, db: Db = ctx.engine.db): Promise<RegionShape> {
  const { caller } = ctx;
  if (!seesAllRegions(caller) && !caller.regions.includes(id)) throw notFound();
  const { rows } = await sql<{ box: [number, number, number, number] }>`
    select ${extentOf(sql`r.geom`)} as box from region r
      where r.id = ${id}::int and r.customer_id = ${caller.customer}::int`.execute(db);
  if (!rows[0]) throw notFound();
  return { geom: sql`(select r.geom from region r where r.id = ${id}::int)`, box: rows[0].box };
}
