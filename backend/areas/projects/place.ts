// SQL of where projects lie.
import { sql } from 'kysely';
import type { Geometry } from '../../../contract/schemas/common';
import type { Db } from '../../db/engine';
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
