// Acts on all records of a filter: counted exactly, ordered for exactly that number, done and taken back as jobs.
import type { ActOrder } from '../../../contract/schemas/acts/act';
import type { Ctx, World } from '../../http/context';
import { fieldRefusal, invalid, isWording, Refusal, say } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { getJobAnswer, jobFor } from '../jobs/handlers';
import type { JobQueue } from '../jobs/queue';
import type { LayerRow } from '../layers/store';
import * as rules from '../records/rules';
import { checkLinks } from '../records/values/links';
import { editRows } from './rows';
import { runAct } from './run';
import * as store from './store';
import { targetOf } from './target';
import { orderActUndo, runActUndo } from './undo';

/** Refuses values that no record of the layer could take from a change of many. */
async function checkValues(ctx: Ctx, { config: { form } }: LayerRow, { value, count }: ActOrder): Promise<void> {
  const changed = rules.cleanValues(form, value ?? {}, null);
  if (Object.keys(changed).length === 0) throw invalid('value');
  rules.checkReadOnly(form, changed, []);
  await checkLinks(ctx, ctx.engine.db, form, changed, null);
  const only = form.find(({ name, unique }) => unique && (changed[name] ?? null) !== null);
  if (only && count > 1) throw fieldRefusal({ [only.name]: 'unique' });
}

/** Builds the handlers and teaches the queue their kinds of jobs. */
export function actHandlers(world: World, queue: JobQueue): Handlers['acts'] {
  const { engine } = world;

  async function order(ctx: Ctx, body: ActOrder): Promise<string> {
    const target = await targetOf(ctx, body);
    const { layer } = target;
    if (body.act === 'edit') await checkValues(ctx, layer, body);
    return queue.add(
      { account: ctx.caller.id, kind: 'act', label: layer.label, order: body, upload: null, layer: layer.id },
      async (tx, id) => {
        const now = await store.noteTargets(tx, id, target);
        if (now !== body.count) throw new Refusal(409, 'countChanged', { params: { count: now } });
      },
    );
  }

  /** An act that is ordered once more means what its filter leaves now. */
  async function again(ctx: Ctx, body: ActOrder): Promise<string> {
    const count = (await store.countByProblem(engine.db, await targetOf(ctx, body))).get(null) ?? 0;
    return order(ctx, { ...body, count });
  }

  queue.register('act', {
    run: (run) => runAct(world, run),
    again: (ctx, row) => again(ctx, row.order as ActOrder),
    undo: (ctx, row) => orderActUndo(ctx, queue, row),
    stays: (job) => store.countChanged(engine.db, job.id, job.layer_id ?? 0),
  });
  queue.register('act_undo', {
    run: (run) => runActUndo(world, run),
    again: async (ctx, row) => orderActUndo(ctx, queue, await jobFor(ctx, (row.order as { job: string }).job)),
    stays: async (job) => job.imported,
  });

  return {
    async count(ctx, { body }) {
      const counts = await store.countByProblem(ctx.engine.db, await targetOf(ctx, body));
      return {
        count: counts.get(null) ?? 0,
        refused: [...counts].flatMap(([code, count]) =>
          code === null ? [] : [{ reason: isWording(code) ? say(ctx.lang, code) : code, count }],
        ),
      };
    },
    editRows: (ctx, { body }) => editRows(ctx, body),
    start: async (ctx, { body }) => getJobAnswer(ctx, await order(ctx, body)),
  };
}
