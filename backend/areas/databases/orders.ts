// Orders of jobs that bring a table of a connected database in, or bring its layer up to date.
import type { FromDatabase } from '../../../contract/schemas/database';
import type { Ctx, World } from '../../http/context';
import { fieldRefusal, forbidden, invalid, Refusal } from '../../http/errors';
import type { JobQueue } from '../jobs/queue';
import { layerFor } from '../layers/access';
import { type Connector, connectionFor } from './connections';
import { conditionOf } from './foreign-filter';
import { checkKey } from './foreign-preview';
import { table as tableOf } from './foreign-tables';
import * as schedules from './schedule-store';
import * as store from './store';
import { type SyncOrder, sourceOf } from './sync';

/** Both return the job's id, and refuse what the caller may not order. */
export function createOrders({ engine }: World, queue: JobQueue, connector: Connector) {
  async function orderNew(ctx: Ctx, from: FromDatabase): Promise<string> {
    const row = await connectionFor(ctx, from.arcsde);
    await connector.noting(row.id, async () => {
      const target = await connector.open(ctx.caller.customer, row);
      const table = await tableOf(target, from.schema, from.table);
      const fieldNames = new Set(table.fields.map((f) => f.name));
      const stranger = [...(from.fields ?? []), ...Object.keys(from.labels ?? {})].find(
        (name) => !fieldNames.has(name),
      );
      if (stranger !== undefined) throw invalid(stranger);
      if (table.type === null && from.type === undefined) throw fieldRefusal({ type: 'geometryKind' });
      if (table.type !== 0 && table.srid === null && from.srid === undefined)
        throw new Refusal(400, 'unknown_crs', { fields: { srid: 'unknown_crs' } });
      conditionOf(table, from.where ?? null);
      await checkKey(target, table, from.key);
    });
    const order: SyncOrder = { from };
    return queue.add({ account: ctx.caller.id, kind: 'sync', label: from.label, order, upload: null, layer: null });
  }

  async function orderAgain(ctx: Ctx, id: string | number): Promise<string> {
    const { row, rights } = await layerFor(ctx, id);
    if (!rights.add || !rights.edit || !rights.delete) throw forbidden();
    const { arcsde } = sourceOf(row.config);
    if (!(await store.one(engine.db, ctx.caller.customer, arcsde))) throw new Refusal(404, 'dbGone');
    const order: SyncOrder = { again: true };
    const job = { account: ctx.caller.id, kind: 'sync' as const, label: row.label, order, upload: null, layer: row.id };
    return queue.add(job, async (tx) => {
      await schedules.hold(tx, row.id);
      if (await schedules.isRunning(tx, row.id)) throw new Refusal(409, 'syncRunning');
    });
  }

  return { orderNew, orderAgain };
}
