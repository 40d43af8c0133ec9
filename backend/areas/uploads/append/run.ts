// Adds the rows of one dataset to a layer, checked by its form, all of them in one commit; rows that are records already may change them.
import { sql } from 'kysely';
import type { Field, Values } from '../../../../contract/schemas/form';
import type { AppendOrder, JobOutcome } from '../../../../contract/schemas/upload';
import { unhurried } from '../../../db/engine';
import { ImportProblem, type Kind, read } from '../../../geo/import';
import type { Approval } from '../../../geo/sight';
import { partition } from '../../../geo/tiles';
import type { World } from '../../../http/context';
import { Refusal } from '../../../http/errors';
import { noteArrival } from '../../activity/places';
import type { Run } from '../../jobs/attempt';
import { type Box, type Loading, load, type SourceRow } from '../../jobs/load';
import { advanceLayer, indexIds, insertAll, lockLayer } from '../../jobs/merge';
import type { RejectsFile } from '../../jobs/rejects';
import { reportOf } from '../../jobs/report';
import { refuse } from '../../jobs/store';
import { lockDiskRoom } from '../../subscription/service';
import { sourceOf, totalOf, whereOf } from '../runner';
import { countOrphans, type Links, linkRows, type StrayRow, usedKeyRows } from './links';
import * as matching from './match';
import { layerBoxes, mergePieces, PIECE_ROWS, takeBackPieces } from './pieces';
import { changeRecords, lockMatching, noteAdded } from './steps';

/** An append as its job keeps it: with the status that its records begin with, and what its person sees, by the rights of who ordered it. */
export type KeptAppend = AppendOrder & {
  status: number;
  approval?: Approval | null;
  /** By reference field: the field of its layer whose values the file has. */
  keyFields?: Record<string, Field>;
};

/** From so many new rows on, a layer's statistics are made afresh. */
const MANY = 5000;

const isNew = sql<boolean>`s.act is null`;

/** Gives each row its number in the file: when it is refused later, that is told. */
async function* numbered(rows: AsyncIterable<SourceRow>): AsyncGenerator<SourceRow> {
  for await (const row of rows) yield { ...row, key: String(row.row) };
}

/** Takes out the rows of all pieces. */
async function rejectAll(world: World, run: Run, l: Loading, rejects: RejectsFile, pieces: AsyncIterable<StrayRow[]>) {
  for await (const rows of pieces) {
    if (run.signal.aborted) throw new ImportProblem('cancelled');
    for (const { row, field, value, reason } of rows)
      await reject(run, l, rejects, { row, value, reason: `${field}: ${reason}` });
    await matching.dropRows(
      world.engine.db,
      l.table,
      rows.map(({ id }) => id),
    );
  }
}

/** Tells of a loaded row that it does not come in. */
async function reject(
  run: Run,
  { fields }: Loading,
  rejects: RejectsFile,
  { row, value, reason }: { row: number; value: Values; reason: string },
) {
  refuse(run.tally, row, reason);
  run.tally.imported--;
  await rejects.add(row, Object.fromEntries(fields.map((f) => [f.source, value[f.field] ?? null])), reason);
}

/** Marks the loaded rows, and takes out those that their record, or the lack of one, refuses. */
async function examineMatch(world: World, run: Run, l: Loading, m: matching.Match, rejects: RejectsFile) {
  const { engine } = world;
  const { db } = engine;
  await run.step('checking', 1);
  await matching.prepareMatch(engine, m);
  if (engine.kind === 'embedded')
    for await (const piece of matching.stretches(db, m.table, PIECE_ROWS))
      await matching.markRows(db, engine, m, piece);
  else await unhurried(db, (connection) => matching.markRows(connection, engine, m));
  const missing = l.form.find(({ name, required }) => required && !m.filled.includes(name));
  if (m.on !== 'update' && !(m.on === 'skip' && missing)) return;
  for (let after = 0; ; ) {
    const rows = await matching.refusedRows(db, m.table, after, missing !== undefined);
    const last = rows.at(-1);
    if (!last) return;
    for (const { row, act, value } of rows) {
      const reason = act === null ? `${missing?.name}: required` : matching.REFUSALS[act as 'several'];
      await reject(run, l, rejects, { row, value, reason });
    }
    await matching.dropRows(
      db,
      m.table,
      rows.map(({ id }) => id),
    );
    after = last.id;
  }
}

function matchOf(
  order: KeptAppend,
  layer: { config: { form: Field[]; supervised: boolean } },
  l: Loading,
): matching.Match | null {
  const { match } = order.append_metadata;
  const field = match && l.form.find(({ name }) => name === match.field);
  if (!match) return null;
  if (!field) throw new Refusal(409, 'layerChanged');
  return {
    table: l.table,
    layer: l.layer,
    field,
    on: match.on,
    filled: l.fields.map((one) => one.field),
    supervised: layer.config.supervised,
    approval: order.approval ?? null,
    regions: l.regions,
  };
}

const linksOf = (l: Loading, match: matching.Match | null): Links => ({
  table: l.table,
  layer: l.layer,
  account: l.account,
  form: l.form,
  filled: new Set(l.fields.map(({ field }) => field)),
  keys: l.keys ?? new Map(),
  match: match && match.on !== 'add' ? match.field.name : null,
});

export async function runAppend(world: World, run: Run): Promise<void> {
  const order = run.job.order as KeptAppend;
  const meta = order.append_metadata;
  const { db } = world.engine;
  // What an attempt that was cut off has written goes before this one begins.
  await takeBackPieces(world, run.job.id);
  const { account, row, path, work } = await sourceOf(world, run);
  const before = await db.transaction().execute((tx) => lockLayer(tx, meta.layer_id));
  const type = meta.geom_type as Kind;
  const reading = {
    dataset: meta.dataset_layer,
    type,
    ...(order.encoding ? { encoding: order.encoding } : {}),
    ...whereOf(order),
  };
  const loading: Loading = {
    rows: numbered(read(path, row.file_name, reading, { signal: run.signal, scratch: work, bytes: true })),
    form: before.config.form,
    fields: Object.entries(meta.field_mapping).map(([source, field]) => {
      const words = meta.words?.[field];
      return { source, field, ...(words ? { words } : {}) };
    }),
    type,
    status: order.status,
    account: account.id,
    customer: account.customer,
    regions: account.regions,
    layer: meta.layer_id,
    table: `import_${run.job.id.replaceAll('-', '')}_${run.job.attempts}`,
    lasting: false,
  };
  const match = matchOf(order, before, loading);
  if (match) {
    loading.match = { field: match.field.name, isRefusing: match.on !== 'add' };
  }
  loading.keys = new Map(Object.entries(order.keyFields ?? {}));
  const links = linksOf(loading, match);
  loading.examine = async (rejects) => {
    await rejectAll(world, run, loading, rejects, linkRows(world.engine, links));
    if (!match) return;
    await examineMatch(world, run, loading, match, rejects);
    if (match.on === 'update') await rejectAll(world, run, loading, rejects, usedKeyRows(world.engine, links));
  };
  await run.report(totalOf(row, meta.dataset_layer, type));
  const { extent, nulls } = await load(world, run, loading);
  if (!run.job.dry_run) return mergeInto(world, run, loading, { extent, match });
  const report = { ...(await reportOf(db, run, loading, nulls)), orphans: await countOrphans(world.engine, links) };
  const outcome = match
    ? await unhurried(db, (connection) => matching.countActs(connection, match))
    : { added: report.accepted, changed: 0, same: 0, skipped: 0 };
  await run.commit(async () => ({ report, outcome }));
}

/** Moves a loaded table into its layer and drops the tiles that show it. */
async function mergeInto(
  world: World,
  run: Run,
  l: Loading,
  { extent, match }: { extent: Box | null; match: matching.Match | null },
): Promise<void> {
  const { engine } = world;
  await indexIds(engine.db, l.table);
  if (engine.kind === 'embedded' && run.tally.imported > PIECE_ROWS) {
    await mergePieces(world, run, l, { extent, match });
    if (run.tally.imported >= MANY) await engine.analyse(partition(l.layer));
    return;
  }
  let rev = 0;
  let boxes: Box[] = extent ? [extent] : [];
  let outcome: JobOutcome = { added: run.tally.imported, changed: 0, same: 0, skipped: 0 };
  await run.commit(async (tx) => {
    if (match) {
      await sql`set local statement_timeout = 0`.execute(tx);
      await lockMatching(tx, l.layer);
    }
    await lockLayer(tx, l.layer);
    if (match) {
      // What was marked before others wrote is marked anew, now that no other append does.
      await matching.markRows(tx, engine, match);
      outcome = await matching.countActs(tx, match);
      if ((await matching.refusedRows(tx, l.table, 0, false)).length > 0 && match.on === 'update')
        throw new Refusal(409, 'layerChanged');
    }
    const where = match && match.on !== 'add' ? isNew : sql<boolean>`true`;
    if (outcome.changed > 0) {
      const { account, form } = l;
      outcome.changed = await changeRecords(tx, run, match as matching.Match, {
        account,
        form,
        at: world.now().toISOString(),
      });
    }
    const added = await insertAll(tx, l.table, l.layer, run.signal, where);
    if (added !== outcome.added) throw new Error(`${added} of ${outcome.added} rows were written`);
    await noteAdded(tx, run, l.table, l.layer, where);
    await noteArrival(tx, { ...l, job: run.job.id, where: match && match.on !== 'add' ? matching.isWritten : where });
    rev = await advanceLayer(tx, l.layer, added, extent, l.form);
    if (outcome.changed > 0) boxes = await layerBoxes(tx, l.layer);
    await lockDiskRoom(tx, l.customer);
    run.tally.imported = outcome.added + outcome.changed;
    return { layer: l.layer, outcome };
  });
  world.tiles.touched(l.layer, rev, boxes);
  if (run.tally.imported >= MANY) await engine.analyse(partition(l.layer));
}
