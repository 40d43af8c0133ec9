// Finds the layers of records whose ids alone are known, so that a query plans few partitions.
import { type RawBuilder, sql } from 'kysely';

/** Layers that a question names one by one. */
const MAX_NAMED = 200;

/**
 * Condition on record `n`: it is in one of these layers. A few are named, and no other partition is planned. The price of naming them
 * grows with the square of their number, so that many are a table of their own beside all partitions.
 */
export const inLayers = (layers: readonly number[]) =>
  layers.length <= MAX_NAMED
    ? sql`n.layer_id = any(${[...layers]}::int[])`
    : sql`n.layer_id in (select unnest(${[...layers]}::int[]))`;

interface Place {
  id: number;
  layer_id: number;
}
/** Ids whose layers are remembered together: an import takes its ids in one run, so that neighbours are mostly of one layer. */
const BLOCK = 1024;
/** Blocks that are remembered, those that came first going first, and the layers of one. */
const MAX_BLOCKS = 50_000;
const MAX_LAYERS = 16;

/** The layers that records of a block were seen in. A record never changes its layer, and no id is given twice. */
const layersByBlock = new Map<number, Set<number>>();
const blockOf = (id: number) => Math.floor(id / BLOCK);

/** Remembers the layers of records. */
export function rememberLayers(places: readonly Place[]): void {
  for (const { id, layer_id } of places) {
    const block = blockOf(id);
    let layers = layersByBlock.get(block);
    if (!layers) {
      if (layersByBlock.size >= MAX_BLOCKS) layersByBlock.delete(layersByBlock.keys().next().value as number);
      layers = new Set();
      layersByBlock.set(block, layers);
    }
    if (layers.size < MAX_LAYERS) layers.add(layer_id);
  }
}

/** The layers in which these ids may be; null where nothing is known of one of them, or there are too many. */
function guessLayers(ids: readonly number[]): number[] | null {
  const layers = new Set<number>();
  for (const block of new Set(ids.map(blockOf))) {
    const blockLayers = layersByBlock.get(block);
    if (!blockLayers) return null;
    for (const layer of blockLayers) layers.add(layer);
  }
  return layers.size <= MAX_NAMED ? [...layers] : null;
}

/**
 * Rows of records of which nothing but the ids is known: `ask` is called with ids and a condition on `n`. Where those ids were seen is
 * asked first, which takes the planner a hundredth of the time among thousands of layers; what was not there is asked of all of them.
 */
export async function locateRecords<T extends Place>(
  ids: readonly number[],
  selectRows: (ids: readonly number[], where: RawBuilder<unknown>) => Promise<T[]>,
): Promise<T[]> {
  const layers = guessLayers(ids);
  const near = layers ? await selectRows(ids, inLayers(layers)) : [];
  const there = new Set(near.map((row) => row.id));
  const left = ids.filter((id) => !there.has(id));
  const far = left.length > 0 ? await selectRows(left, sql`true`) : [];
  rememberLayers(far);
  return [...near, ...far];
}
