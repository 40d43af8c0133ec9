// Spatial analysis: answered at once where it is small, else ordered as a job.
import { sql } from 'kysely';
import { type AnalysisDone, type AnalysisOrder, MAX_AT_ONCE } from '../../../contract/schemas/analysis';
import { place } from '../../geo/geometry';
import type { Ctx, World } from '../../http/context';
import { Refusal } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { getJobAnswer } from '../jobs/handlers';
import type { JobQueue } from '../jobs/queue';
import { type Bench, LATE } from './bench';
import { dissolves, shownValues } from './columns';
import { drawingOf, keep, noRoom, roomFor } from './drawn';
import * as limits from './limits';
import { paceFor } from './pace';
import { type KeptOrder, mayMake, runAnalysis } from './run';
import { holdTurn } from './store';
import { features, type Plan, planOf, prepare, type Shaped } from './work';

/** More than is done while somebody waits. */
class TooMuch extends Error {}

/** Features and how many gave nothing. */
interface Waited {
  made: Shaped[];
  skipped: number;
}

/** Every feature of one source gives one of the answer, or nothing. */
const oneEach = ({ order }: Plan) => ['buffer', 'centroid', 'hull'].includes(order.how) && !dissolves(order);

/** Runs the analysis in one transaction whose tables vanish with it; `then` may write what came of it. Throws TooMuch. */
async function atOnce<T>(ctx: Ctx, plan: Plan, then: (waited: Waited, bench: Bench) => Promise<T>): Promise<T> {
  const most = limits.WAITED_MS[ctx.engine.kind];
  const late = (error: unknown) => {
    throw (error as { code?: string }).code === LATE ? new TooMuch() : error;
  };
  const work = ctx.engine.db.transaction().execute(async (db) => {
    // Waiting for a turn does not count: nobody waits for that.
    const begun = Date.now();
    await sql`set local statement_timeout = ${sql.lit(most)}`.execute(db);
    const bench: Bench = {
      db,
      held: true,
      table: (name) => `analysis_${name}`,
      check() {
        const { features: count, vertices } = bench.taken;
        const few = count <= limits.FEW_FEATURES && vertices <= limits.FEW_VERTICES;
        if (ctx.signal.aborted || Date.now() - begun > (few ? limits.FEW_MS : most)) throw new TooMuch();
      },
      async make(name, columns) {
        await sql`create temp table ${sql.table(`analysis_${name}`)} (${columns}) on commit drop`.execute(db);
      },
      pace: paceFor(ctx.engine.kind),
      taken: { features: 0, vertices: 0 },
    };
    const ready = await prepare(bench, plan, { features: limits.WAITED_FEATURES, vertices: limits.WAITED_VERTICES });
    if (!ready || (oneEach(plan) && ready.features > MAX_AT_ONCE)) throw new TooMuch();
    const waited: Waited = { made: [], skipped: ready.skipped };
    let vertices = 0;
    for await (const one of features(bench, plan)) {
      if (one.geometry === null) waited.skipped += 1;
      else {
        vertices += place(one.geometry)?.vertices ?? 0;
        if (waited.made.push(one) > MAX_AT_ONCE || vertices > limits.ANSWERED_VERTICES) throw new TooMuch();
      }
    }
    return then(waited, bench);
  });
  return work.catch(late);
}

/** One person's analyses run one after the other. */
function inTurn() {
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
  const turn = inTurn();

  async function ordered(ctx: Ctx, plan: Plan): Promise<string> {
    const { order } = plan;
    const kept: KeptOrder = { ...order, lang: ctx.lang };
    const { id: account } = ctx.caller;
    return queue.add(
      { account, kind: 'analysis', label: order.label ?? plan.of.label ?? '', order: kept, upload: null, layer: null },
      (tx) => holdTurn(tx, account),
    );
  }

  queue.register('analysis', {
    run: (run) => runAnalysis(world, run),
    async again(ctx, row) {
      const { lang: _, ...order } = row.order as KeptOrder;
      const plan = await planOf(ctx, order, ctx.lang);
      mayMake(ctx, plan);
      return ordered(ctx, plan);
    },
  });

  async function drawn(ctx: Ctx, plan: Plan): Promise<AnalysisDone> {
    const { engine, caller } = ctx;
    const { columns, order } = plan;
    const room = await roomFor(engine.db, caller.id);
    if (oneEach(plan) && plan.of.kind !== 'layer' && plan.of.count > room) throw noRoom();
    try {
      return await atOnce(ctx, plan, async ({ made, skipped }, { db }) => {
        const rows = made.map((one) => drawingOf(columns, one, order.label));
        const good = rows.filter((row) => row !== null);
        return { drawings: await keep(db, caller.id, good), skipped: skipped + rows.length - good.length };
      });
    } catch (error) {
      if (!(error instanceof TooMuch) || ctx.signal.aborted) throw error;
      return { job: await getJobAnswer(ctx, await ordered(ctx, plan)), skipped: 0 };
    }
  }

  return {
    async run(ctx, { body }): Promise<AnalysisDone> {
      const plan = await planOf(ctx, body as AnalysisOrder, ctx.lang);
      mayMake(ctx, plan);
      if (body.into === 'layer') return { job: await getJobAnswer(ctx, await ordered(ctx, plan)), skipped: 0 };
      try {
        return await turn(ctx.caller.id, async () => {
          if (ctx.signal.aborted) throw new TooMuch();
          if (body.into === 'drawings') return drawn(ctx, plan);
          const { made, skipped } = await atOnce(ctx, plan, async (waited) => waited);
          return {
            features: made.map((one) => ({ geometry: one.geometry, values: shownValues(plan.columns, one) })),
            columns: plan.columns.map(({ name, label, type }) => ({ name, label, type })),
            skipped,
          };
        });
      } catch (error) {
        throw error instanceof TooMuch ? new Refusal(400, 'analysisBig', { params: { max: MAX_AT_ONCE } }) : error;
      }
    },
  };
}
