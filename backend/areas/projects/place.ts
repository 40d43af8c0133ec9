// SQL of where projects lie.
import { sql } from 'kysely';
import type { Geometry } from '../../../contract/schemas/common';
import { PROJECT_STATES as S } from '../../../contract/schemas/project';
import type { NearProject, NearQuery } from '../../../contract/schemas/projects/project-work';
import type { Db } from '../../db/engine';
import { onEarth } from '../../geo/geography';
import type { Caller } from '../../identity/caller';
import { visibleProjects } from '../../identity/projects';

/** Shapes of the regions of projects that the caller may see; of several at once, to a hundredth of a degree. */
export async function areas(db: Db, caller: Caller, ids: readonly number[]) {
  const shape = ids.length === 1 ? sql`r.geom` : sql`st_simplifypreservetopology(r.geom, 0.01)`;
  const { rows } = await sql<{ id: number; geometry: Geometry }>`
    select p.id, st_asgeojson(${shape}, 6)::jsonb as geometry from project p join region r on r.id = p.region_id
      where p.id = any(${[...ids]}::int[]) and ${visibleProjects(caller)} order by p.id`.execute(db);
  return rows;
}

/** Projects of one answer. */
const MAX_NEAR = 5;

/** Projects under way that the caller may see, by the way from a place to their region: 0 m inside of it. */
export async function near(db: Db, caller: Caller, { lon, lat }: NearQuery): Promise<NearProject[]> {
  const place = sql`st_setsrid(st_makepoint(${lon}::float8, ${lat}::float8), 4326)`;
  // Degrees choose, as an index of parts does it; metres are measured for those few.
  const { rows } = await sql<NearProject>`
    select n.id, n.name, n.state, (select min(st_distance(${onEarth(sql`t.geom`)}, ${place}::geography)) from region_part t where t.region_id = n.region_id) as distance
      from (
        select p.id, p.name, p.state, p.region_id from project p
          where ${visibleProjects(caller)} and p.state in (${sql.lit(S.running)}, ${sql.lit(S.submitted)}, ${sql.lit(S.first)}, ${sql.lit(S.returned)})
            and exists (select 1 from region_part t where t.region_id = p.region_id)
          order by (select min(t.geom <-> ${place}) from region_part t where t.region_id = p.region_id), p.id limit ${MAX_NEAR}::int) n
      order by distance, n.id`.execute(db);
  return rows;
}
