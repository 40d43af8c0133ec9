// Shapes made of shapes and regions, saved nowhere: joined, cut out, split by a line, with fewer corners.
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { RegionShapeOrder, RegionShapes } from '../../../../contract/schemas/regions/shape';
import type { Db } from '../../../db/engine';
import { onEarth } from '../../../geo/geography';
import { UNION_GRID } from '../../../geo/geometry';
import { requirePlace } from '../../../geo/require-place';
import { notFound, Refusal } from '../../../http/errors';
import { boxOf, shapeOf } from '../store';

type Source = Extract<RegionShapeOrder, { act: 'split' }>['of'];
type Shapes = z.infer<typeof RegionShapes>;

/** The shapes as one column `geom` in the order of the sources; a region of somebody else is not found. */
async function collect(db: Db, customer: number, sources: readonly Source[]): Promise<RawBuilder<unknown>> {
  const ids = sources.flatMap((source) => ('region' in source ? [source.region] : []));
  const { rows } = await sql<{ id: number }>`
    select id from region where customer_id = ${customer}::int and id = any(${ids}::int[])`.execute(db);
  if (rows.length !== new Set(ids).size) throw notFound();
  const texts = sources.map((source) => ('region' in source ? null : JSON.stringify(source.geometry)));
  for (const source of sources) if (!('region' in source)) requirePlace(source.geometry);
  return sql`(select coalesce(r.geom, ${shapeOf(sql`o.text`)}) as geom, o.place
    from unnest(${sources.map((source) => ('region' in source ? source.region : null))}::int[], ${texts}::text[]) with ordinality as o(id, text, place) left join region r on r.id = o.id)`;
}

const areas = (g: RawBuilder<unknown>) => sql`st_multi(st_collectionextract(${g}, 3))`;

/** What the act makes of the shapes: a query with one column `geom`. */
async function compile(db: Db, customer: number, order: RegionShapeOrder): Promise<RawBuilder<unknown>> {
  const from = (sources: readonly Source[]) => collect(db, customer, sources);
  switch (order.act) {
    case 'union':
      return sql`select ${areas(sql`st_union(s.geom, ${UNION_GRID}::float8)`)} as geom from ${await from(order.of)} s`;
    case 'difference': {
      const [of, by] = [await from([order.of]), await from(order.by)];
      return sql`select ${areas(sql`st_difference(a.geom, (select st_union(b.geom, ${UNION_GRID}::float8) from ${by} b), ${UNION_GRID}::float8)`)} as geom from ${of} a`;
    }
    case 'split': {
      const line = sql`st_setsrid(st_geomfromgeojson(${JSON.stringify(order.line)}::text), 4326)`;
      return sql`select st_multi(d.geom) as geom from (select (st_dump(st_collectionextract(st_split(s.geom, ${line}), 3))).geom from ${await from([order.of])} s) d`;
    }
    case 'simplify':
      return sql`select ${areas(sql`st_simplifypreservetopology(s.geom, ${order.tolerance}::float8)`)} as geom from ${await from([order.of])} s`;
  }
}

/** Carries the act out. 400 where nothing with an area is left. */
export async function makeShapes(db: Db, customer: number, order: RegionShapeOrder): Promise<Shapes> {
  const query = await compile(db, customer, order);
  const { rows } = await sql<Shapes['shapes'][number]>`
    select s.geometry, s.area, s.perimeter, s.vertices, s.extent from (
      select st_asgeojson(g.geom, 9)::jsonb as geometry, st_area(${onEarth(sql`g.geom`)}) as area, st_perimeter(${onEarth(sql`g.geom`)}) as perimeter,
          st_npoints(g.geom) as vertices, ${boxOf(sql`g.geom`)} as extent
        from (${query}) g where not st_isempty(g.geom)) s where s.area > 0 order by s.area desc`.execute(db);
  if (rows.length === 0) throw new Refusal(400, 'regionShapeGone');
  return { shapes: rows };
}
