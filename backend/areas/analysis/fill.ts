// Features onto the bench: taken from their source, mended, and cut in parts where an analysis needs it.
import { type RawBuilder, sql } from 'kysely';
import type { Box } from '../../geo/geography';
import { inBatches, indexTable, readBatches, type Side, tryStatement, type WorkTables } from './bench';
import type { Source } from './sources';

/** Which features of a source are taken. */
export interface Taking {
  /** Only what meets this box, in degrees. */
  box?: Box;
  /** Only what meets the box of a feature of this work table. */
  meeting?: string;
  areas?: boolean;
  /** Fields whose values come along; null for all. */
  fields: readonly string[] | null;
  /** More than this ends in `over`. */
  most: number;
  mostVertices: number;
}
export interface Filled {
  /** Features on the bench. */
  count: number;
  /** Features without a shape, with one that cannot be mended, or that is no area where areas are asked for. */
  unsound: number;
  over: boolean;
}

const FILL = 2000;

/** Shapes that cross themselves are mended; of what remains, only what is as much as the shape was. */
const sound = sql`case when st_isvalid(b.geom) then b.geom else st_collectionextract(st_makevalid(b.geom), st_dimension(b.geom) + 1) end`;

/** Puts a source's features into the work table of its side. */
export async function fill(
  workTables: WorkTables,
  side: Side,
  source: Source,
  take: Taking,
  report?: (n: number) => Promise<void>,
): Promise<Filled> {
  await workTables.make(side, sql`id bigint primary key, geom geometry not null, value jsonb not null`);
  const target = sql.table(workTables.table(side));
  const value =
    take.fields === null
      ? sql`b.value`
      : sql`coalesce((select jsonb_object_agg(k, b.value->k) from unnest(${[...take.fields]}::text[]) k), '{}'::jsonb)`;
  const [w, s, e, n] = take.box ?? [0, 0, 0, 0];
  const near = sql.join(
    [
      sql`true`,
      ...(take.box
        ? [sql`n.geom && st_makeenvelope(${w}::float8, ${s}::float8, ${e}::float8, ${n}::float8, 4326)`]
        : []),
      ...(take.meeting ? [sql`exists (select 1 from ${sql.table(take.meeting)} m where m.geom && n.geom)`] : []),
    ],
    sql` and `,
  );
  const done: Filled = { count: 0, unsound: 0, over: false };
  let vertices = 0;
  let after = -1;
  workTables.pace?.restart();
  const room = () => workTables.pace?.of(FILL) ?? FILL;
  let limit = room();
  for (;;) {
    workTables.check();
    const rows = await tryStatement(
      workTables,
      sql<{ read: number; last: number | null; put: number; vertices: number }>`
      with b as materialized (select * from (${source.rows}) n where ${near} and n.id > ${after}::bigint order by n.id limit ${limit}::int),
        put as (insert into ${target} (id, geom, value) select m.id, m.geom, m.value from (select b.id, ${sound} as geom, ${value} as value from b where b.geom is not null) m
          where not st_isempty(m.geom) ${take.areas ? sql`and st_dimension(m.geom) = 2` : sql``} returning st_npoints(geom) as v)
      select (select count(*)::int from b) as read, (select max(id) from b) as last, count(*)::int as put, coalesce(sum(v), 0)::int as vertices from put`,
    );
    const row = rows?.[0];
    if (!row) {
      // PostGIS gave up at a shape: nothing of the statement was written. Smaller steps find it.
      if (limit > 1) limit = Math.ceil(limit / 8);
      else {
        after = await idAfter(workTables, source, near, after);
        done.unsound += 1;
      }
      continue;
    }
    done.count += row.put;
    workTables.loaded.features += row.put;
    workTables.loaded.vertices += row.vertices;
    done.unsound += row.read - row.put;
    vertices += row.vertices;
    if (done.count > take.most || vertices > take.mostVertices) return { ...done, over: true };
    if (row.read < limit || row.last === null) return done;
    after = row.last;
    limit = room();
    await report?.(done.count);
  }
}

async function idAfter(
  workTables: WorkTables,
  source: Source,
  near: RawBuilder<unknown>,
  after: number,
): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    select min(n.id) as id from (${source.rows}) n where ${near} and n.id > ${after}::bigint`.execute(workTables.db);
  const id = rows[0]?.id;
  if (id === null || id === undefined) throw new Error('a source ended amid');
  return id;
}

/** Vertices of a part. Fewer make overlays quick; more make fewer seams. */
const PART_VERTICES = 1000;
/** Degrees: of wider shapes each part lies in one cell, so that it fits a plane in metres. */
const CELL = 4;

/**
 * The features of a side cut into small parts with an index, for overlays whose cost must not grow with the largest shape.
 * `cells` cuts by place too, `geo` keeps them over the ellipsoid as well. Features that cannot be cut are
 * taken away; answers how many.
 */
export async function cut(
  workTables: WorkTables,
  side: Side,
  how: { vertices?: number; cells?: boolean; geo?: boolean } = {},
): Promise<number> {
  const name = `${side}_part`;
  await workTables.make(
    name,
    sql`id bigint not null, geom geometry not null${how.geo ? sql`, geo geography not null` : sql``}`,
  );
  const [from, to] = [sql.table(workTables.table(side)), sql.table(workTables.table(name))];
  const wide = sql`greatest(st_xmax(s.geom) - st_xmin(s.geom), st_ymax(s.geom) - st_ymin(s.geom)) > ${CELL}::float8`;
  const celled = sql`(select s.geom as geom where not ${wide}
    union all select st_collectionextract(st_intersection(s.geom, c.geom), st_dimension(s.geom) + 1)
      from st_squaregrid(${CELL}::float8, s.geom) c where ${wide} and st_intersects(s.geom, c.geom))`;
  const whole = how.cells ? celled : sql`(select s.geom as geom)`;
  const lost: number[] = [];
  for await (const ids of readBatches(workTables, workTables.table(side)))
    for await (const done of inBatches(
      workTables,
      ids,
      (some) => sql<{ id: number | null }>`
        with put as (insert into ${to} (id, geom${how.geo ? sql`, geo` : sql``})
          select s.id, d.geom${how.geo ? sql`, st_segmentize(d.geom, 90)::geography` : sql``} from ${from} s cross join lateral ${whole} w
            cross join lateral st_subdivide(st_force2d(w.geom), ${how.vertices ?? PART_VERTICES}::int) d(geom)
            where s.id = any(${some}::bigint[]) and not st_isempty(w.geom) and not st_isempty(d.geom) returning id)
        select null::bigint as id, count(*) as n from put`,
    ))
      lost.push(...done.lost);
  if (lost.length > 0) await sql`delete from ${from} where id = any(${lost}::bigint[])`.execute(workTables.db);
  await indexTable(workTables, name, how.geo ? ['geom', 'geo', 'id'] : ['geom', 'id']);
  return lost.length;
}
