// Spatial analysis: answered at once where it is small, else ordered as a job.
import { sql } from 'kysely';
import { type AnalysisDone, type AnalysisOrder, MAX_AT_ONCE } from '../../../contract/schemas/analysis';
import { isEnded } from '../../db/engine';
import { place } from '../../geo/geometry';
import type { Ctx, World } from '../../http/context';
import { Refusal } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { getJobAnswer } from '../jobs/handlers';
import type { JobQueue } from '../jobs/queue';
import type { WorkTables } from './bench';
import { dissolves, toWireValues } from './columns';
import { getRoom, insertDrawings, noRoomRefusal, toDrawing } from './drawn';
import * as limits from './limits';
import { createPace } from './pace';
import { checkRights, runAnalysis, type StoredOrder } from './run';
import { acquireSlot } from './store';
import { computeFeatures, createPlan, type Plan, prepare, type Shaped } from './work';

/** More than is done while somebody waits. */
class LimitExceededError extends Error {}

/** Features and how many gave nothing. */
interface AnalysisResult {
  rows: Shaped[];
  skipped: number;
}

/** Every feature of one source gives one of the answer, or nothing. */
const isOneToOne = ({ order }: Plan) => ['buffer', 'centroid', 'hull'].includes(order.how) && !dissolves(order);

/** Runs the analysis in one transaction whose tables vanish with it; `then` may write what came of it. Throws TooMuch. */
async function runAtOnce<T>(
  ctx: Ctx,
  plan: Plan,
  then: (result: AnalysisResult, workTables: WorkTables) => Promise<T>,
): Promise<T> {
  const maxMs = limits.WAITED_MS[ctx.engine.kind];
  const refuseLate = (error: unknown) => {
    throw isEnded(error) ? new LimitExceededError() : error;
  };
  const work = ctx.engine.db.transaction().execute(async (db) => {
    // Waiting for a turn does not count: nobody waits for that.
    const startedAt = Date.now();
    await sql`set local statement_timeout = ${sql.lit(maxMs)}`.execute(db);
    const workTables: WorkTables = {
      db,
      inTransaction: true,
      table: (name) => `analysis_${name}`,
      check() {
        const { features: count, vertices } = workTables.loaded;
        const isSmall = count <= limits.FEW_FEATURES && vertices <= limits.FEW_VERTICES;
        if (ctx.signal.aborted || Date.now() - startedAt > (isSmall ? limits.FEW_MS : maxMs))
          throw new LimitExceededError();
      },
      async make(name, columns) {
        await sql`create temp table ${sql.table(`analysis_${name}`)} (${columns}) on commit drop`.execute(db);
      },
      pace: createPace(ctx.engine.kind),
      loaded: { features: 0, vertices: 0 },
    };
    const ready = await prepare(workTables, plan, {
      features: limits.WAITED_FEATURES,
      vertices: limits.WAITED_VERTICES,
    });
    if (!ready || (isOneToOne(plan) && ready.features > MAX_AT_ONCE)) throw new LimitExceededError();
    const result: AnalysisResult = { rows: [], skipped: ready.skipped };
    let vertices = 0;
    for await (const one of computeFeatures(workTables, plan)) {
      if (one.geometry === null) result.skipped += 1;
      else {
        vertices += place(one.geometry)?.vertices ?? 0;
        if (result.rows.push(one) > MAX_AT_ONCE || vertices > limits.ANSWERED_VERTICES) throw new LimitExceededError();
      }
    }
    return then(result, workTables);
  });
  return work.catch(refuseLate);
}

/** One person's analyses run one after the other. */
function createTurns() {
  const last = new Map<number, Promise<unknown>>();
  return async <T>(account: number, work: () => Promise<T>): Promise<T> => {
    const before = last.get(account) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(account, mine);
    try {
      return await mine;
    } finally {
      if (last.get(account) === mine) last.delete(account);
    }
  };
}

/** Builds the handlers and teaches the queue its kind of job. */
export function analysisHandlers(world: World, queue: JobQueue): Handlers['analysis'] {
  const runInTurn = createTurns();

  async function orderJob(ctx: Ctx, plan: Plan): Promise<string> {
    const { order } = plan;
    const storedOrder: StoredOrder = { ...order, lang: ctx.lang };
    const { id: account } = ctx.caller;
    return queue.add(
      {
        account,
        kind: 'analysis',
        label: order.label ?? plan.of.label ?? '',
        order: storedOrder,
        upload: null,
        layer: null,
      },
      (tx) => acquireSlot(tx, account),
    );
  }

  queue.register('analysis', {
    run: (run) => runAnalysis(world, run),
    async again(ctx, row) {
      const { lang: _, ...order } = row.order as StoredOrder;
      const plan = await createPlan(ctx, order, ctx.lang);
      checkRights(ctx, plan);
      return orderJob(ctx, plan);
    },
  });

  async function makeDrawings(ctx: Ctx, plan: Plan): Promise<AnalysisDone> {
    const { engine, caller } = ctx;
    const { columns, order } = plan;
    const room = await getRoom(engine.db, caller.id);
    if (isOneToOne(plan) && plan.of.kind !== 'layer' && plan.of.count > room) throw noRoomRefusal();
    try {
      return await runAtOnce(ctx, plan, async ({ rows: features, skipped }, { db }) => {
        const rows = features.map((one) => toDrawing(columns, one, order.label));
        const good = rows.filter((row) => row !== null);
        return { drawings: await insertDrawings(db, caller.id, good), skipped: skipped + rows.length - good.length };
      });
    } catch (error) {
      if (!(error instanceof LimitExceededError) || ctx.signal.aborted) throw error;
      return { job: await getJobAnswer(ctx, await orderJob(ctx, plan)), skipped: 0 };
    }
  }

  return {
    async run(ctx, { body }): Promise<AnalysisDone> {
      const plan = await createPlan(ctx, body as AnalysisOrder, ctx.lang);
      checkRights(ctx, plan);
      if (body.into === 'layer') return { job: await getJobAnswer(ctx, await orderJob(ctx, plan)), skipped: 0 };
      try {
        return await runInTurn(ctx.caller.id, async () => {
          if (ctx.signal.aborted) throw new LimitExceededError();
          if (body.into === 'drawings') return makeDrawings(ctx, plan);
          const { rows, skipped } = await runAtOnce(ctx, plan, async (result) => result);
          return {
            features: rows.map((one) => ({ geometry: one.geometry, values: toWireValues(plan.columns, one) })),
            columns: plan.columns.map(({ name, label, type }) => ({ name, label, type })),
            skipped,
          };
        });
      } catch (error) {
        throw error instanceof LimitExceededError
          ? new Refusal(400, 'analysisBig', { params: { max: MAX_AT_ONCE } })
          : error;
      }
    },
  };
}
