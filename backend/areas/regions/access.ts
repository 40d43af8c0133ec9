// A region as a condition on records.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/engine';
import type { Asking } from '../../http/context';
import { notFound } from '../../http/errors';
import { seesAllRegions } from './rules';

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
    select array[st_xmin(r.geom), st_ymin(r.geom), st_xmax(r.geom), st_ymax(r.geom)] as box from region r
      where r.id = ${id}::int and r.customer_id = ${caller.customer}::int`.execute(db);
  if (!rows[0]) throw notFound();
  return { geom: sql`(select r.geom from region r where r.id = ${id}::int)`, box: rows[0].box };
}
