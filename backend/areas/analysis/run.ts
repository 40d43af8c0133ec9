// An analysis as a job: it reads under the rights that the person has when it runs, and ends in a new layer or in drawings.
import { sql } from 'kysely';
import type { AnalysisOrder } from '../../../contract/schemas/analysis';
import type { Field } from '../../../contract/schemas/form';
import { ImportProblem } from '../../geo/import';
import { partition } from '../../geo/tiles';
import type { Asking, World } from '../../http/context';
import { forbidden, type Lang, Refusal } from '../../http/errors';
import { getCallerById } from '../../identity/caller';
import { load, type SourceRow } from '../jobs/load';
import { createLayer } from '../jobs/new-layer';
import type { Run } from '../jobs/queue';
import { refuse } from '../jobs/store';
import * as layers from '../layers/store';
import type { Bench } from './bench';
import { valuesOf } from './columns';
import { drawingOf, keep, type NewRow, noRoom, roomFor } from './drawn';
import * as limits from './limits';
import { paceFor } from './pace';
import { features, type Plan, planOf, prepare } from './work';

/** An order as its job keeps it: with the language of the new fields' labels. */
export type KeptOrder = AnalysisOrder & { lang: Lang };

const IMPORT_MODULE = 1;

/** Refuses a new layer to whom may not import, or may not take records out of a layer that goes into it. */
export function mayMake({ caller }: Asking, { order, of, by }: Plan): void {
  if (order.into !== 'layer') return;
  if (!caller.modules.includes(IMPORT_MODULE) || !of.export || by?.export === false) throw forbidden();
}

/** The plan under the rights of now. What is gone or hidden since it was ordered ends the job with 'analysisGone'. */
async function planNow(world: World, run: Run): Promise<{ asking: Asking; plan: Plan }> {
  const caller = await getCallerById(world.engine.db, run.job.account_id);
  if (!caller) throw forbidden();
  const { lang, ...order } = run.job.order as KeptOrder;
  const asking = { engine: world.engine, caller };
  try {
    const plan = await planOf(asking, order, lang);
    mayMake(asking, plan);
    return { asking, plan };
  } catch (error) {
    throw error instanceof Refusal && error.status === 404 ? new Refusal(404, 'analysisGone') : error;
  }
}

/** Tables of this attempt. They are logged: an engine that starts again would empty others without a word. */
function benchOf(world: World, run: Run): Bench {
  const { db } = world.engine;
  const table = (name: string) => `import_${run.job.id.replaceAll('-', '')}_${run.job.attempts}_${name}`;
  return {
    db,
    held: false,
    table,
    check() {
      if (run.signal.aborted) throw new ImportProblem('cancelled');
    },
    async make(name, columns) {
      await run.stage(table(name));
      await sql`create table ${sql.table(table(name))} (${columns})`.execute(db);
    },
    pace: paceFor(world.engine.kind),
    taken: { features: 0, vertices: 0 },
  };
}

/** Layer type of the new layer: what the analysis gives, of mixed sources what most of their features give. */
async function typeOf(bench: Bench, { order: { how }, of, by }: Plan): Promise<1 | 2 | 3> {
  if (how === 'centroid') return 1;
  if (how === 'nearest') return 2;
  if (how === 'buffer' || how === 'hull' || how === 'summary') return 3;
  const most = async (side: 'of' | 'by', known: number | null) => {
    if (known !== null) return known;
    const { rows } = await sql<{ type: number }>`
      select st_dimension(geom) + 1 as type from ${sql.table(bench.table(side))} group by 1 order by count(*) desc, 1 desc limit 1`.execute(
      bench.db,
    );
    return rows[0]?.type ?? 3;
  };
  const first = await most('of', of.type);
  if (how !== 'intersection' || !by) return first as 1 | 2 | 3;
  const second = await most('by', by.type);
  // Lines cross in points.
  return (first === 2 && second === 2 ? 1 : Math.min(first, second)) as 1 | 2 | 3;
}

/** Runs a job of kind analysis to its commit. Throws 'analysisGone', 'analysisHuge', 'analysisEmpty', and what loading a layer throws. */
export async function runAnalysis(world: World, run: Run): Promise<void> {
  const { asking, plan } = await planNow(world, run);
  const { caller } = asking;
  const bench = benchOf(world, run);
  const room = plan.order.into === 'drawings' ? await roomFor(world.engine.db, caller.id) : Infinity;
  const ready = await prepare(bench, plan, { features: limits.JOB_FEATURES, vertices: limits.JOB_VERTICES });
  if (!ready) throw new Refusal(400, 'analysisHuge');
  await run.report(ready.features);
  if (plan.order.into === 'drawings')
    return intoDrawings(world, run, bench, plan, { ...ready, room, account: caller.id });
  const { order, columns } = plan;
  const type = await typeOf(bench, plan);
  const layer = await layers.reserveId(world.engine.db);
  const form: Field[] = columns.map(({ name, label, type: kind }) => ({ name, label, type: kind }));
  const loading = {
    rows: rowsOf(bench, plan, ready.skipped),
    form,
    fields: form.map(({ name }) => ({ source: name, field: name })),
    type,
    status: 3,
    account: caller.id,
    customer: caller.customer,
    regions: caller.regions,
    layer,
    table: partition(layer),
    lasting: true,
  };
  const { extent } = await load(world, run, loading).catch((error: unknown) => {
    throw error instanceof Refusal && error.wording === 'nothing_imported' ? new Refusal(400, 'analysisEmpty') : error;
  });
  // Nothing is made of what the person may no longer see.
  await planNow(world, run);
  await createLayer(world, run, loading, extent, {
    label: order.label ?? '',
    source: { kind: 'analysis', how: order.how },
    supervised: false,
    groups: order.group_layer ?? [],
  });
}

/** The features as rows of an import; those that gave nothing are told as rejects. */
async function* rowsOf(bench: Bench, plan: Plan, unsound: number): AsyncGenerator<SourceRow> {
  const lost = (row: number): SourceRow => ({ row, values: {}, geometry: null, problem: 'analysisNothing' });
  for (let i = 0; i < unsound; i++) yield lost(0);
  for await (const one of features(bench, plan))
    yield one.geometry === null
      ? lost(one.id)
      : { row: one.id, values: valuesOf(plan.columns, one), geometry: one.geometry };
}

async function intoDrawings(
  world: World,
  run: Run,
  bench: Bench,
  plan: Plan,
  { skipped, room, account }: { skipped: number; room: number; account: number },
): Promise<void> {
  const made: NewRow[] = [];
  for (let i = 0; i < skipped; i++) refuse(run.tally, 0, 'analysisNothing');
  for await (const one of features(bench, plan)) {
    run.tally.read++;
    const drawing = one.geometry && drawingOf(plan.columns, one, plan.order.label);
    if (!drawing) refuse(run.tally, one.id, 'analysisNothing');
    else if (made.push(drawing) > room) throw noRoom();
    await run.report();
  }
  if (made.length === 0) throw new Refusal(400, 'analysisEmpty');
  await planNow(world, run);
  run.tally.imported = made.length;
  await run.commit(async (tx) => {
    await keep(tx, account, made);
    return {};
  });
}
