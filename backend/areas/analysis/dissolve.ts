// One shape of all: joined in steps of neighbours, so that no statement has more than a few shapes to join.
import { sql } from 'kysely';
import { MAX_VERTICES, UNION_GRID } from '../../geo/geometry';
import { Refusal } from '../../http/errors';
import { tryStatement, type WorkTables } from './bench';
import type { Found } from './operations';

/** Vertices and shapes that one step joins. */
const STEP_VERTICES = 10_000;
const STEP_SHAPES = 64;
/** Shapes that are written at once. */
const WRITTEN = 500;

const failed = () => new Refusal(400, 'analysisFailed');

/** Neighbours together: as many as a step may join, at least two. */
function groupsOf(rows: readonly { id: number; n: number }[]): number[][] {
  const groups: number[][] = [];
  let vertices = 0;
  for (const { id, n } of rows) {
    const last = groups.at(-1);
    if (last && (last.length < 2 || (vertices + n <= STEP_VERTICES && last.length < STEP_SHAPES))) {
      last.push(id);
      vertices += n;
    } else {
      groups.push([id]);
      vertices = n;
    }
  }
  return groups;
}

/** Joins the features to one, and passes on those that gave nothing. */
export async function* dissolveFeatures(
  workTables: WorkTables,
  hull: boolean,
  all: AsyncIterable<Found>,
): AsyncGenerator<Found> {
  await workTables.make('heap', sql`id bigserial primary key, geom geometry not null`);
  const heap = sql.table(workTables.table('heap'));
  let count = 0;
  let waiting: string[] = [];
  const write = async () => {
    await sql`insert into ${heap} (geom) select st_setsrid(st_geomfromgeojson(o.g), 4326) from unnest(${waiting}::text[]) o(g)`.execute(
      workTables.db,
    );
    waiting = [];
  };
  for await (const row of all) {
    if (!row.shape) yield row;
    else {
      count += 1;
      waiting.push(JSON.stringify(row.shape));
      if (waiting.length >= WRITTEN) await write();
    }
  }
  if (waiting.length > 0) await write();
  if (count === 0) return;
  for (;;) {
    const { rows } = await sql<{ id: number; n: number }>`
      select id, st_npoints(geom) as n from ${heap} order by st_geohash(st_centroid(geom)), id`.execute(workTables.db);
    if (rows.length < 2) break;
    for (const group of groupsOf(rows)) {
      if (group.length < 2) continue;
      workTables.check();
      const joined = hull ? sql`st_convexhull(st_collect(g.geom))` : sql`st_union(g.geom, ${UNION_GRID}::float8)`;
      const done = await tryStatement(
        workTables,
        sql<{ n: number }>`
        with g as (delete from ${heap} where id = any(${group}::bigint[]) returning geom),
          put as (insert into ${heap} (geom) select ${joined} from g returning id)
        select count(*)::int as n from put`,
      );
      if (done?.[0]?.n !== 1) throw failed();
    }
  }
  const { rows } = await sql<{ shape: unknown; n: number }>`
    select case when st_dimension(geom) = 2 then st_asgeojson(geom, 9)::jsonb end as shape, st_npoints(geom) as n from ${heap}`.execute(
    workTables.db,
  );
  if (!rows[0]) throw failed();
  if (rows[0].n > MAX_VERTICES) throw new Refusal(400, 'analysisOneShape', { params: { max: MAX_VERTICES } });
  yield { id: 0, shape: rows[0].shape, of: null, by: null, more: { count } };
}
