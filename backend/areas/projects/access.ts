// Who may see a project, for this area and for the filters of records.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/engine';
import { regionFilter } from '../../geo/sight';
import type { Asking } from '../../http/context';
import { notFound } from '../../http/errors';
import { rowId } from '../../http/row-id';
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
