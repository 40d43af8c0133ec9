// Shapes out of shapes: cutting, joining and moving sideways. Nothing is saved; GEOS may fail without an error.
import { sql } from 'kysely';
import type { z } from 'zod';
import { Geometry } from '../../../contract/schemas/common';
import type { ShapingOrder } from '../../../contract/schemas/drawing';
import type { Db } from '../../db/engine';
import { place, UNION_GRID } from '../../geo/geometry';
import { invalid, Refusal } from '../../http/errors';
import { prepareShape } from '../records/filter';
import { splitShape } from '../records/shape-store';

/** Vertices that take part in one overlay: more can stall the embedded engine. */
const OVERLAY_VERTICES = 5000;
const MAX_PARTS = 500;
/** Corners of a quarter circle where an area grows round a corner. */
const ROUND = 8;

type Order = z.infer<typeof ShapingOrder>;

/** 1 point, 2 line, 3 polygon. */
const kindOf = (g: Geometry): 1 | 2 | 3 => (g.type.endsWith('Point') ? 1 : g.type.endsWith('LineString') ? 2 : 3);
const text = (shapes: readonly Geometry[]) => sql`${shapes.map((g) => JSON.stringify(g))}::text[]`;

const read = (rows: readonly { shape: unknown }[]): Geometry[] =>
  rows.flatMap(({ shape }) => {
    const parsed = Geometry.safeParse(shape);
    return parsed.success && place(parsed.data) ? [parsed.data] : [];
  });

async function joined(db: Db, shapes: readonly Geometry[], kind: number): Promise<Geometry[]> {
  const union = sql`st_union(st_setsrid(st_geomfromgeojson(o.g), 4326), ${UNION_GRID}::float8)`;
  const { rows } = await sql<{ shape: unknown }>`
    select st_asgeojson(st_collectionextract(${kind === 2 ? sql`st_linemerge(${union})` : union}, ${kind}::int), 9)::jsonb as shape
      from unnest(${text(shapes)}) as o(g)`.execute(db);
  return read(rows);
}

/** In the metres of the plane that fits each shape best, as PostGIS buffers on the globe. */
async function beside(db: Db, shapes: readonly Geometry[], metres: number): Promise<Geometry[]> {
  const kind = kindOf(shapes[0] as Geometry);
  const flat = sql`st_transform(s.g, s.srid)`;
  const geometry =
    kind === 2
      ? sql`(select st_collect(st_offsetcurve(p.geom, ${metres}::float8, ${`quad_segs=${ROUND}`}::text)) from st_dump(${flat}) p)`
      : sql`st_buffer(${flat}, ${metres}::float8, ${ROUND}::int)`;
  const { rows } = await sql<{ shape: unknown }>`
    with s as materialized (
      select st_setsrid(st_geomfromgeojson(o.g), 4326) as g, _st_bestsrid(st_geomfromgeojson(o.g)::geography) as srid, o.place
        from unnest(${text(shapes)}) with ordinality as o(g, place))
    select st_asgeojson(case when st_numgeometries(m.made) = 1 then st_geometryn(m.made, 1) else m.made end, 9)::jsonb as shape
      from (select st_collectionextract(st_transform(${geometry}, 4326), ${kind === 2 ? 2 : 3}::int) as made, s.place from s) m
      where not st_isempty(m.made) order by m.place`.execute(db);
  return read(rows);
}

/** Shapes of one kind, sound and light enough to work on. */
async function checked(db: Db, order: Order): Promise<Geometry[]> {
  const all = [...order.geometries, ...(order.by ? [order.by] : [])];
  const vertices = all.reduce((sum, g) => sum + (place(g)?.vertices ?? 0), 0);
  if (vertices > OVERLAY_VERTICES) throw new Refusal(400, 'geometryBig', { params: { max: OVERLAY_VERTICES } });
  if (new Set(order.geometries.map(kindOf)).size > 1) throw new Refusal(400, 'drawingKinds');
  const sound: Geometry[] = [];
  for (const g of order.geometries) sound.push(await prepareShape(db, g));
  return sound;
}

export async function shape(db: Db, order: Order): Promise<Geometry[]> {
  const shapes = await checked(db, order);
  const kind = kindOf(shapes[0] as Geometry);
  switch (order.how) {
    case 'split': {
      if (!order.by || kind === 1 || (kind === 3 && order.by.type.endsWith('Point'))) throw invalid('by');
      const blade = await prepareShape(db, order.by);
      const geometries: Geometry[] = [];
      for (const one of shapes) geometries.push(...(await splitShape(db, one, blade)));
      if (geometries.length <= shapes.length || geometries.length > MAX_PARTS) throw new Refusal(400, 'drawingSplit');
      return geometries;
    }
    case 'merge': {
      const whole = shapes.length > 1 ? await joined(db, shapes, kind) : [];
      if (whole.length === 0) throw new Refusal(400, 'drawingMerge');
      return whole;
    }
    case 'offset': {
      if (!order.metres || (kind === 1 && order.metres < 0)) throw invalid('metres');
      const offsets = await beside(db, shapes, order.metres);
      if (offsets.length !== shapes.length) throw new Refusal(400, 'drawingOffset');
      return offsets;
    }
  }
}
