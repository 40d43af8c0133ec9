// Several datasets of a file in one commit: a layer of each, and the relations between them that the file holds.
import type { ImportOrder } from '../../../../contract/schemas/upload';
import { unhurried } from '../../../db/engine';
import { ensureKeyIndex } from '../../../db/indexes/key-index';
import { keepUnique } from '../../../db/indexes/unique-index';
import { type Kind, type OpenedRelation, read } from '../../../geo/import';
import { withRelations } from '../../../geo/import/relations/with-relations';
import { partition } from '../../../geo/tiles';
import type { World } from '../../../http/context';
import type { Run } from '../../jobs/attempt';
import { type Box, type Loading, load } from '../../jobs/load';
import { prepareLayer } from '../../jobs/new-layer';
import { insertRelation } from '../../layers/relation/store';
import * as layers from '../../layers/store';
import { indexText } from '../../layers/table/text-index';
import { formOf, sourceOf, totalOf, whereOf } from '../runner';
import { linkByPairs, noteKeys, type Part, rowOf, type Tie, tiesOf } from './ties';

type PartOrder = NonNullable<ImportOrder['related']>[number];
interface NewPart extends Part {
  order: PartOrder;
  table: string;
  extent: Box | null;
  count: number;
}

/** Loads the rows of one dataset, and notes which record each became where a relation goes by that. */
async function loadPart(
  world: World,
  run: Run,
  part: NewPart,
  source: Awaited<ReturnType<typeof sourceOf>>,
  isNoted: boolean,
): Promise<void> {
  const { account, row, path, work } = source;
  const { order, table, form } = part;
  const { encoding } = run.job.order as ImportOrder;
  const fids: number[] = [];
  const loading: Loading = {
    rows: read(path, row.file_name, { dataset: order.dataset, type: order.type as Kind, ...whereOf(order), ...(encoding ? { encoding } : {}) }, { signal: run.signal, scratch: work, bytes: true }), // biome-ignore format: one order
    form,
    fields: part.fields,
    type: order.type,
    status: 3,
    account: account.id,
    customer: account.customer,
    regions: account.regions,
    layer: part.layer,
    table,
    lasting: true,
    section: order.dataset,
    ...(isNoted && {
      accepted: ({ fid }) => fids.push(fid ?? 0),
      copied: () => noteKeys({ engine: world.engine, stage: run.stage }, { table }, fids),
    }),
  };
  const before = run.tally.imported;
  part.extent = (await load(world, run, loading)).extent;
  part.count = run.tally.imported - before;
}

/** Makes the relations as far as the rows allow. Answers the names of those that they do not. */
async function tie(world: World, run: Run, ties: Tie[], tableOf: (part: Part) => string): Promise<string[]> {
  const { engine } = world;
  const staging = { engine, stage: run.stage };
  const unrelated: string[] = [];
  for (const [at, one] of [...ties].entries()) {
    const { parent, child, field, keys } = one;
    const isMade = field
      ? await linkByPairs(staging, { ...one, field }, { parent: tableOf(parent), child: tableOf(child) }, at) // biome-ignore format: one call
      : (await unhurried(engine.db, (db) => keepUnique(db, tableOf(parent), parent.form))) === null;
    if (isMade) continue;
    unrelated.push(one.relation.name);
    ties.splice(ties.indexOf(one), 1);
    if (keys && !ties.some((other) => other.keys?.parent === keys.parent)) delete keys.parent.unique;
    if (field && !one.relation.definition) child.form.splice(child.form.indexOf(field), 1);
  }
  return unrelated;
}

async function build(world: World, run: Run, relations: readonly OpenedRelation[]): Promise<void> {
  const order = run.job.order as ImportOrder;
  const { engine } = world;
  const source = await sourceOf(world, run);
  const { account, row } = source;
  const parts: NewPart[] = [];
  for (const one of [order, ...(order.related ?? [])]) {
    const layer = await layers.reserveId(engine.db);
    const form = formOf(one);
    const fields = one.fields.map(({ source: column }, i) => ({ source: column, field: form[i]?.name ?? '' }));
    parts.push({ dataset: one.dataset, label: one.label, order: one as PartOrder, layer, table: partition(layer), form, fields, extent: null, count: 0 }); // biome-ignore format: one row
  }
  const ties = tiesOf(relations, parts);
  const totals = parts.map(({ order: { dataset, type } }) => totalOf(row, dataset, type));
  await run.report(totals.includes(null) ? null : totals.reduce<number>((sum, total) => sum + (total ?? 0), 0));
  for (const part of parts) {
    const isNoted = ties.some(({ field, parent, child }) => field && (parent === part || child === part));
    await loadPart(world, run, part, source, isNoted);
  }
  const tableOf = (part: Part) => partition(part.layer);
  const unrelated = await tie(world, run, ties, tableOf);
  const creates: Awaited<ReturnType<typeof prepareLayer>>[] = [];
  for (const part of parts) {
    const { layer, table, form } = part;
    const of = { layer, table, form, type: part.order.type, customer: account.customer, account: account.id };
    creates.push(
      await prepareLayer(world, run, of, part.extent, part.count, {
        label: part.label,
        source: { file: row.file_name, dataset: part.dataset, encoding: order.encoding ?? null, srid: part.order.srid ?? null }, // biome-ignore format: one row
        supervised: order.supervised ?? false,
        groups: part.order.group_layer ?? [],
      }),
    );
  }
  await run.step('writing', 0);
  const ids = parts.map(({ layer }) => layer);
  await run.commit(
    async (tx) => {
      for (const create of creates) await create(tx);
      for (const one of ties) {
        const input = rowOf(one);
        if (input) await insertRelation(tx, account.customer, input);
      }
      const outcome = { added: run.tally.imported, changed: 0, same: 0, skipped: 0, layers: ids, relations: ties.length, unrelated }; // biome-ignore format: one row
      return { layer: ids[0] ?? 0, outcome };
    },
    parts.map(({ table }) => table),
  );
  for (const { table } of parts) await engine.analyse(table);
  for (const { table } of parts) await indexText(engine, table);
  for (const { child, keys, field } of ties)
    await ensureKeyIndex(engine, tableOf(child), (keys?.child ?? field)?.name ?? '');
}

/** Makes layers of several datasets of a file, with the relations between them; all of it in one commit, or nothing. */
export async function runRelated(world: World, run: Run): Promise<void> {
  const { row, path, work } = await sourceOf(world, run);
  await withRelations(path, row.file_name, { signal: run.signal, scratch: work }, (relations) => build(world, run, relations)); // biome-ignore format: one call
}
