// Who may see a project, for this area and for the filters of records.
import { type RawBuilder, sql } from 'kysely';
import type { Geometry } from '../../../contract/schemas/common';
import { PROJECT_STATES } from '../../../contract/schemas/project';
import type { Db } from '../../db/engine';
import { meetsRegions } from '../../geo/shape-checks';
import { regionFilter } from '../../geo/sight';
import type { Asking } from '../../http/context';
import { notFound, ruled } from '../../http/errors';
import { rowId } from '../../http/row-id';
import { managesProjects } from '../../identity/projects';
import * as store from './store';

/** The project if the caller may see it; else it does not exist for him. */
export async function getProject(
  ctx: Asking,
  id: number | string,
  db: Db = ctx.engine.db,
  lock = false,
): Promise<store.ProjectRow> {
  const number = rowId(id);
  if (lock) await store.hold(db, ctx.caller.customer, number);
  const row = await store.one(db, ctx.caller, number);
  if (!row) throw notFound();
  return row;
}

/** What records `n` must meet to belong to a project: its layers, inside its region. */
export async function projectCondition(ctx: Asking, id: number): Promise<RawBuilder<unknown>> {
  const { layers, region_id } = await getProject(ctx, id);
  const listed = sql`n.layer_id = any(${layers.map((l) => l.id)}::int[])`;
  return region_id === null ? listed : sql`(${listed} and n.geom is not null and ${regionFilter([region_id])})`;
}

/** Work that is saved for a project: by one of its people, while it runs, in one of its layers, inside its region. */
export async function checkWork(
  ctx: Asking,
  db: Db,
  id: number,
  { layer, geometry }: { layer: number; geometry: Geometry | null },
): Promise<void> {
  const project = await getProject(ctx, id, db);
  const isMember = project.members.some((person) => person.id === ctx.caller.id);
  if (!isMember && !managesProjects(ctx.caller)) throw ruled('projectMember');
  if (project.state !== PROJECT_STATES.running) throw ruled('projectNotRunning');
  if (!project.layers.some((one) => one.id === layer)) throw ruled('projectLayer');
  if (geometry && project.region_id !== null && !(await meetsRegions(db, [geometry], [project.region_id])))
    throw ruled('projectOutside');
}
