// A layer of rows that were loaded into a table of its own: indexed, attached and told of in one commit, or not at all.
import type { LayerConfig } from '../../../contract/schemas/layer';
import { unhurried } from '../../db/engine';
import { ImportProblem } from '../../geo/import';
import type { World } from '../../http/context';
import { firstConfig, readFacts } from '../layers/first-look';
import * as layers from '../layers/store';
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

/** Ends a job with the layer. Throws 'layerQuota' or 'planFull' where the plan has no room. */
export async function createLayer(
  world: World,
  run: Run,
  l: Loading,
  extent: Box | null,
  newLayer: NewLayer,
): Promise<void> {
  const { layer, table, type, form } = l;
  const statements = layers.indexStatements(table);
  for (const [done, statement] of statements.entries()) {
    if (run.signal.aborted) throw new ImportProblem('cancelled');
    await run.step('indexing', done / statements.length);
    await unhurried(world.engine.db, (connection) => statement.execute(connection));
  }
  if (run.signal.aborted) throw new ImportProblem('cancelled');
  await run.step('writing', 0);
  const facts = await readFacts(world.engine.db, table, form, run.tally.imported, extent);
  const config = firstConfig(type, [...form], newLayer.source, layer, newLayer.supervised, facts);
  await run.commit(
    async (tx) => {
      await layers.attach(tx, table, layer);
      const values = { customer: l.customer, owner: l.account, label: newLayer.label, type, config };
      await layers.insert(tx, { ...values, extent, count: run.tally.imported }, layer);
      await lockDiskRoom(tx, l.customer);
      await layers.addToGroups(tx, l.customer, layer, newLayer.groups);
      return { layer };
    },
    [table],
  );
  await world.engine.analyse(table);
}
