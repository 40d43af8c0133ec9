// What PostGIS says of shapes before they are written.
import { sql } from 'kysely';
import type { Geometry } from '../../contract/schemas/common';
import type { Db } from '../db/engine';
import { regionFilter } from './sight';

/** A shape as PostGIS takes it, EPSG:4326. */
export const geom = (geometry: Geometry | null) =>
  geometry ? sql`st_setsrid(st_geomfromgeojson(${JSON.stringify(geometry)}::text), 4326)` : sql`null`;

/** Whether PostGIS calls the shape valid. Invalid ones never reach a table. */
export async function isValid(db: Db, geometry: Geometry): Promise<boolean> {
  if (geometry.type === 'Point' || geometry.type === 'MultiPoint') return true;
  const { rows } = await sql<{
    ok: boolean;
  }>`select coalesce(st_isvalid(${geom(geometry)}) and not st_isempty(${geom(geometry)}), false) as ok`.execute(db);
  return rows[0]?.ok === true;
}

/** Whether each shape meets one of the regions; without regions all do. */
export async function meetsRegions(
  db: Db,
  geometries: readonly Geometry[],
  regions: readonly number[],
): Promise<boolean> {
  if (regions.length === 0) return true;
  const { rows } = await sql<{ ok: boolean }>`
    select not exists (
      select 1 from (select st_setsrid(st_geomfromgeojson(g), 4326) as geom from unnest(${geometries.map((g) => JSON.stringify(g))}::text[]) as g) s
        where not ${regionFilter(regions, sql`s.geom`)}) as ok`.execute(db);
  return rows[0]?.ok === true;
}
