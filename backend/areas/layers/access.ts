// Which layers a caller may reach, and what they may do there.

import type { Rights } from '../../../contract/schemas/layer';
import { type LayerAct, missingRight } from '../../../contract/schemas/layers/acts';
import type { Db } from '../../db/engine';
import type { Asking, Ctx } from '../../http/context';
import { forbidden, notFound } from '../../http/errors';
import { rowId } from '../../http/row-id';
import { find } from './store';

/**
 * The layer if the caller may see it; else it does not exist for him. Inside a transaction, hand it over as `db`. Of a call, the first
 * one is what the audit takes it to be about.
 */
export async function layerFor(ctx: Asking & Partial<Pick<Ctx, 'actor'>>, id: number | string, db: Db = ctx.engine.db) {
  const row = await find(db, ctx.caller, rowId(id));
  if (!row) throw notFound();
  if (ctx.actor) ctx.actor.layer ??= row.id;
  return { row, rights: ctx.caller.rightsOn(row) };
}

/** Refuses an act for which the layer's own rights do not suffice; its module is the guard's matter. */
export function checkAct(act: LayerAct, rights: Rights): void {
  if (missingRight(act, rights) !== null) throw forbidden();
}
