// Orders of a new form for a layer with many records.

import type { Ctx, World } from '../../../http/context';
import { forbidden, notFound, Refusal } from '../../../http/errors';
import type { Handlers } from '../../../http/mount';
import { layerFor } from '../../layers/access';
import { checkCurrent } from '../../layers/changes';
import { compareForms, refuseUnfit } from '../../layers/form/forms';
import { getJobAnswer } from '../handlers';
import type { JobQueue } from '../queue';
import { type FormOrder, runFormJob } from './run';

/** Builds the handlers and teaches the queue its kind of job. */
export function formJobHandlers(world: World, queue: JobQueue): Handlers['formJobs'] {
  async function order(
    ctx: Ctx,
    id: string | number,
    { form, force, renames = {} }: Pick<FormOrder, 'form' | 'force' | 'renames'>,
  ): Promise<string> {
    const { row: layer, rights } = await layerFor(ctx, id);
    if (!rights.manage) throw forbidden();
    checkCurrent(ctx, layer, rights);
    if (layer.type > 3) throw new Refusal(400, 'noRecords');
    compareForms(layer.config.form, form);
    await refuseUnfit(ctx.engine.db, ctx.caller.customer, layer.id, layer.config.form, form);
    const stored: FormOrder = { form, force, renames, version: layer.rev };
    return queue.add({ account: ctx.caller.id, kind: 'form', label: layer.label, order: stored, upload: null, layer: layer.id }); // biome-ignore format: one order
  }
  queue.register('form', {
    run: (run) => runFormJob(world, run),
    again(ctx, row) {
      if (row.layer_id === null) throw notFound();
      return order(ctx, row.layer_id, row.order as FormOrder);
    },
  });
  return {
    start: async (ctx, { params, body }) =>
      getJobAnswer(
        ctx,
        await order(ctx, params.id, { form: body.form, force: body.force ?? false, renames: body.renames ?? {} }),
      ),
  };
}
