// Which layers a caller may reach.
import type { Db } from '../../db/engine';
import type { Asking } from '../../http/context';
import { notFound } from '../../http/errors';
import { rowId } from '../../http/row-id';
import { find } from './store';

/** The layer if the caller may see it; else it does not exist for him. Inside a transaction, hand it over as `db`. */
export async function layerFor(ctx: Asking, id: number | string, db: Db = ctx.engine.db) {
  const row = await find(db, ctx.caller, rowId(id));
  if (!row) throw notFound();
  return { row, rights: ctx.caller.rightsOn(row) };
}
