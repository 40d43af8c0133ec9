// A layer of rows that were loaded into a table of its own: indexed, attached and told of in one commit, or not at all.
import type { LayerConfig } from '../../../contract/schemas/layer';
import { type Db, unhurried } from '../../db/engine';
import { ImportProblem } from '../../geo/import';
import type { World } from '../../http/context';
import { noteArrival } from '../activity/places';
import { firstConfig, readFacts } from '../layers/first-look';
import * as layers from '../layers/store';
import { indexText } from '../layers/table/text-index';
import { lockDiskRoom } from '../subscription/service';
import type { Run } from './attempt';
import type { Box, Loading } from './load';

/** How the new layer is called, where it came from, and on top of which groups it stands. */
export interface NewLayer {
  label: string;
  source: LayerConfig['source'];
  supervised: boolean;
  groups: readonly number[];
}

/** Indexes that are made at once where several statements can be. */
const INDEX_LANES = 2;

async function indexRows({ engine }: World, run: Run, table: string): Promise<void> {
  const statements = layers.indexStatements(table, { text: !engine.runAlone });
  const waiting = statements.entries();
  const lane = async () => {
    for (const [done, statement] of waiting) {
      if (run.signal.aborted) throw new ImportProblem('cancelled');
      await run.step('indexing', done / statements.length);
      await unhurried(engine.db, (connection) => statement.execute(connection));
    }
  };
  await Promise.all(Array.from({ length: engine.runAlone ? INDEX_LANES : 1 }, lane));
}

/**
 * Indexes the rows of a layer, and answers what makes them one in the job's commit. That throws 'layerQuota' or 'planFull' where the plan
 * has no room. `count` is how many rows came in.
 */
export async function prepareLayer(
  world: World,
  run: Run,
  l: Pick<Loading, 'layer' | 'table' | 'type' | 'form' | 'customer' | 'account'>,
  extent: Box | null,
  count: number,
  newLayer: NewLayer,
): Promise<(tx: Db) => Promise<void>> {
  const { layer, table, type, form } = l;
  await indexRows(world, run, table);
  if (run.signal.aborted) throw new ImportProblem('cancelled');
  const facts = await readFacts(world.engine.db, table, form, count, extent);
  const config = firstConfig(type, [...form], newLayer.source, layer, newLayer.supervised, facts);
  return async (tx) => {
    await layers.attach(tx, table, layer);
    const values = { customer: l.customer, owner: l.account, label: newLayer.label, type, config };
    await layers.insert(tx, { ...values, extent, count }, layer);
    await noteArrival(tx, { ...l, job: run.job.id });
    await lockDiskRoom(tx, l.customer);
    await layers.addToGroups(tx, l.customer, layer, newLayer.groups);
  };
}

/** Ends a job with the layer. Throws 'layerQuota' or 'planFull' where the plan has no room. */
export async function createLayer(
  world: World,
  run: Run,
  l: Loading,
  extent: Box | null,
  newLayer: NewLayer,
): Promise<void> {
  const create = await prepareLayer(world, run, l, extent, run.tally.imported, newLayer);
  await run.step('writing', 0);
  await run.commit(
    async (tx) => {
      await create(tx);
      return { layer: l.layer };
    },
    [l.table],
  );
  await world.engine.analyse(l.table);
  await indexText(world.engine, l.table);
}
