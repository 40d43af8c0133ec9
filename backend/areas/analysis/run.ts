// An analysis as a job: it reads under the rights that the person has when it runs, and ends in a new layer or in drawings.
import { sql } from 'kysely';
import type { AnalysisOrder } from '../../../contract/schemas/analysis';
import type { Field } from '../../../contract/schemas/form';
import { ImportProblem } from '../../geo/import';
import { partition } from '../../geo/tiles';
import type { Asking, World } from '../../http/context';
import { forbidden, type Lang, Refusal } from '../../http/errors';
import { getCallerById } from '../../identity/caller';
import type { Run } from '../jobs/attempt';
import { load, type SourceRow } from '../jobs/load';
import { createLayer } from '../jobs/new-layer';
import { refuse } from '../jobs/store';
import * as layers from '../layers/store';
import type { WorkTables } from './bench';
import { getValues } from './columns';
import { getRoom, insertDrawings, type NewRow, noRoomRefusal, toDrawing } from './drawn';
import * as limits from './limits';
import { createPace } from './pace';
import { computeFeatures, createPlan, type Plan, prepare } from './work';

/** An order as its job keeps it: with the language of the new fields' labels. */
export type StoredOrder = AnalysisOrder & { lang: Lang };

const IMPORT_MODULE = 1;

/** Refuses a new layer to whom may not import, or may not take records out of a layer that goes into it. */
export function checkRights({ caller }: Asking, { order, of, by }: Plan): void {
  if (order.into !== 'layer') return;
  if (!caller.modules.includes(IMPORT_MODULE) || !of.export || by?.export === false) throw forbidden();
}

/** The plan under the rights of now. What is gone or hidden since it was ordered ends the job with 'analysisGone'. */
async function planNow(world: World, run: Run): Promise<{ asking: Asking; plan: Plan }> {
  const caller = await getCallerById(world.engine.db, run.job.account_id);
  if (!caller) throw forbidden();
  const { lang, ...order } = run.job.order as StoredOrder;
  const asking = { engine: world.engine, caller };
  try {
    const plan = await createPlan(asking, order, lang);
    checkRights(asking, plan);
    return { asking, plan };
  } catch (error) {
    throw error instanceof Refusal && error.status === 404 ? new Refusal(404, 'analysisGone') : error;
  }
}

/** Tables of this attempt. They are logged: an engine that starts again would empty others without a word. */
function createWorkTables(world: World, run: Run): WorkTables {
  const { db } = world.engine;
  const table = (name: string) => `import_${run.job.id.replaceAll('-', '')}_${run.job.attempts}_${name}`;
  return {
    db,
    inTransaction: false,
    table,
    check() {
      if (run.signal.aborted) throw new ImportProblem('cancelled');
    },
    async make(name, columns) {
      await run.stage(table(name));
      await sql`create table ${sql.table(table(name))} (${columns})`.execute(db);
    },
    pace: createPace(world.engine.kind),
    loaded: { features: 0, vertices: 0 },
  };
}

/** Layer type of the new layer: what the analysis gives, of mixed sources what most of their features give. */
async function getLayerType(workTables: WorkTables, { order: { how }, of, by }: Plan): Promise<1 | 2 | 3> {
  if (how === 'centroid') return 1;
  if (how === 'nearest') return 2;
  if (how === 'buffer' || how === 'hull' || how === 'summary') return 3;
  const most = async (side: 'of' | 'by', count: number | null) => {
    if (count !== null) return count;
    const { rows } = await sql<{ type: number }>`
      select st_dimension(geom) + 1 as type from ${sql.table(workTables.table(side))} group by 1 order by count(*) desc, 1 desc limit 1`.execute(
      workTables.db,
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
  const workTables = createWorkTables(world, run);
  const room = plan.order.into === 'drawings' ? await getRoom(world.engine.db, caller.id) : Infinity;
  const ready = await prepare(workTables, plan, { features: limits.JOB_FEATURES, vertices: limits.JOB_VERTICES });
  if (!ready) throw new Refusal(400, 'analysisHuge');
  await run.report(ready.features);
  if (plan.order.into === 'drawings')
    return intoDrawings(world, run, workTables, plan, { ...ready, room, account: caller.id });
  const { order, columns } = plan;
  const type = await getLayerType(workTables, plan);
  const layer = await layers.reserveId(world.engine.db);
  const form: Field[] = columns.map(({ name, label, type: kind }) => ({ name, label, type: kind }));
  const loading = {
    rows: readRows(workTables, plan, ready.skipped),
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
async function* readRows(workTables: WorkTables, plan: Plan, unsound: number): AsyncGenerator<SourceRow> {
  const lost = (row: number): SourceRow => ({ row, values: {}, geometry: null, problem: 'analysisNothing' });
  for (let i = 0; i < unsound; i++) yield lost(0);
  for await (const one of computeFeatures(workTables, plan))
    yield one.geometry === null
      ? lost(one.id)
      : { row: one.id, values: getValues(plan.columns, one), geometry: one.geometry };
}

async function intoDrawings(
  world: World,
  run: Run,
  workTables: WorkTables,
  plan: Plan,
  { skipped, room, account }: { skipped: number; room: number; account: number },
): Promise<void> {
  const batch: NewRow[] = [];
  for (let i = 0; i < skipped; i++) refuse(run.tally, 0, 'analysisNothing');
  for await (const one of computeFeatures(workTables, plan)) {
    run.tally.read++;
    const drawing = one.geometry && toDrawing(plan.columns, one, plan.order.label);
    if (!drawing) refuse(run.tally, one.id, 'analysisNothing');
    else if (batch.push(drawing) > room) throw noRoomRefusal();
    await run.report();
  }
  if (batch.length === 0) throw new Refusal(400, 'analysisEmpty');
  await planNow(world, run);
  run.tally.imported = batch.length;
  await run.commit(async (tx) => {
    await insertDrawings(tx, account, batch);
    return {};
  });
}
