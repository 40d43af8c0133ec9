// How one region lies beside the others of its parent: where they share ground with it, and where none of them covers the parent.
import { type RawBuilder, sql } from 'kysely';
import type { RegionFit } from '../../../../contract/schemas/regions/tree';
import type { Db, Engine } from '../../../db/engine';
import { onEarth } from '../../../geo/geography';
import { UNION_GRID } from '../../../geo/geometry';
import { boxOf } from '../store';

/** Milliseconds of one statement. */
const LIMIT_MS: Record<Engine['kind'], number> = { server: 15_000, embedded: 8000 };
const MAX_PIECES = 100;
/** Square metres: shapes that were drawn along each other share hairs. */
export const MIN_AREA = 1;

const timed = <T>({ db, kind }: Engine, work: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(LIMIT_MS[kind])}`.execute(tx);
    return work(tx);
  });

const piece = (g: RawBuilder<unknown>) =>
  sql`st_area(${onEarth(g)}) as area, ${boxOf(g)} as extent, st_asgeojson(${g}, 9)::jsonb as geometry`;

const overlapsOf = (tx: Db, id: number) =>
  sql<RegionFit['overlaps'][number]>`
    select o.id, o.label, o.area / nullif(o.whole, 0) as share, o.area, o.extent, o.geometry from (
      select s.id, s.label, r.area as whole, ${piece(sql`x.geom`)} from region r
        join region s on s.customer_id = r.customer_id and s.id <> r.id and s.parent_id is not distinct from r.parent_id and s.geom && r.geom
        cross join lateral (select st_collectionextract(st_intersection(r.geom, s.geom, ${UNION_GRID}::float8), 3) as geom offset 0) x
        where r.id = ${id}::int and not st_isempty(x.geom)) o
      where o.area > ${MIN_AREA}::float8 order by o.area desc, o.id limit ${MAX_PIECES + 1}::int`.execute(tx);

/** What the parts of `parent` leave of it; `beside` keeps what touches that region. */
const gapsOf = (tx: Db, parent: number, beside: number | null) =>
  sql<RegionFit['gaps'][number]>`
    with whole as (select p.id, p.label, p.geom from region p where p.id = ${parent}::int),
      part as materialized (select c.id, c.label, c.geom from region c where c.parent_id = ${parent}::int),
      gap as materialized (select (st_dump(st_collectionextract(st_difference(w.geom, (select st_union(c.geom, ${UNION_GRID}::float8) from part c), ${UNION_GRID}::float8), 3))).geom as geom from whole w),
      sized as materialized (select ${piece(sql`g.geom`)}, g.geom as shape from gap g)
    select s.area, s.extent, s.geometry, (select jsonb_build_object('id', w.id, 'label', w.label) from whole w) as of,
        coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'label', c.label) order by c.id) from part c where c.geom && st_expand(s.shape, 1e-7) and st_dwithin(c.geom, s.shape, 1e-7)), '[]') as neighbours
      from sized s where s.area > ${MIN_AREA}::float8
        ${beside === null ? sql`` : sql`and exists (select 1 from part c where c.id = ${beside}::int and st_dwithin(c.geom, s.shape, 1e-7))`}
      order by s.area desc limit ${MAX_PIECES + 1}::int`.execute(tx);

const beyondOf = (tx: Db, id: number, parent: number) =>
  sql<NonNullable<RegionFit['beyond']>>`
    select * from (select ${piece(sql`x.geom`)} from region r join region p on p.id = ${parent}::int
      cross join lateral (select st_collectionextract(st_difference(r.geom, p.geom, ${UNION_GRID}::float8), 3) as geom offset 0) x
      where r.id = ${id}::int and not st_isempty(x.geom)) s where s.area > ${MIN_AREA}::float8`.execute(tx);

/** What lies wrong round one region. */
export const fitOf = (engine: Engine, id: number, parent: number | null): Promise<RegionFit> =>
  timed(engine, async (tx) => {
    const overlaps = (await overlapsOf(tx, id)).rows;
    const { rows: parts } = await sql`select 1 from region where parent_id = ${id}::int limit 1`.execute(tx);
    const inside = parts.length > 0 ? (await gapsOf(tx, id, null)).rows : [];
    const beside = parent === null ? [] : (await gapsOf(tx, parent, id)).rows;
    const beyond = parent === null ? undefined : (await beyondOf(tx, id, parent)).rows[0];
    const gaps = [...inside, ...beside];
    return {
      overlaps: overlaps.slice(0, MAX_PIECES),
      gaps: gaps.slice(0, MAX_PIECES),
      beyond: beyond ?? null,
      capped: overlaps.length > MAX_PIECES || gaps.length > MAX_PIECES,
    };
  });
