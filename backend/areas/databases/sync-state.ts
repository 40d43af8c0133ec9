// When a layer is read again and what came of the last time, as the wire shows it.
import type { LayerConfig } from '../../../contract/schemas/layer';
import type { LayerSync } from '../../../contract/schemas/sources/layer-sync';
import type { Ctx } from '../../http/context';
import { isWording, say } from '../../http/errors';
import * as schedules from './schedule-store';
import * as store from './store';
import { sourceOf } from './sync';

/** Throws 'notFromDatabase'. */
export async function syncStateOf(ctx: Ctx, { id, config }: { id: number; config: LayerConfig }): Promise<LayerSync> {
  const { db } = ctx.engine;
  const { arcsde, schema, table } = sourceOf(config);
  const connection = await store.one(db, ctx.caller.customer, arcsde);
  const { every, hour, edits, next_at, paused_at, last, key, filter } = await schedules.get(db, id);
  const error = last?.error ?? null;
  return {
    connection: connection?.label ?? null,
    arcsde: connection?.id ?? null,
    schema,
    table,
    where: filter,
    key,
    every,
    hour,
    edits,
    next: next_at?.toISOString() ?? null,
    is_paused: paused_at !== null,
    is_running: await schedules.isRunning(db, id),
    last: last && { ...last, error: error !== null && isWording(error) ? say(ctx.lang, error) : error },
  };
}
