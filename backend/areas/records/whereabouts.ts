// Which layers a question about records reads: each is a partition of its own, and what is not named is planned all the same.
import { type RawBuilder, sql } from 'kysely';

/** Layers that a question names one by one. */
const FEW = 200;

/**
 * Condition on record `n`: it is in one of these layers. A few are named, and no other partition is planned. The price of naming them
 * grows with the square of their number, so that many are a table of their own beside all partitions.
 */
export const inLayers = (layers: readonly number[]) =>
  layers.length <= FEW
    ? sql`n.layer_id = any(${[...layers]}::int[])`
    : sql`n.layer_id in (select unnest(${[...layers]}::int[]))`;

interface Place {
  id: number;
  layer_id: number;
}
/** Ids whose layers are remembered together: an import takes its ids in one run, so that neighbours are mostly of one layer. */
const BLOCK = 1024;
/** Blocks that are remembered, those that came first going first, and the layers of one. */
const MOST_BLOCKS = 50_000;
const MOST_LAYERS = 16;

/** The layers that records of a block were seen in. A record never changes its layer, and no id is given twice. */
const seen = new Map<number, Set<number>>();
const blockOf = (id: number) => Math.floor(id / BLOCK);

/** Keeps where records are. */
export function remember(places: readonly Place[]): void {
  for (const { id, layer_id } of places) {
    const block = blockOf(id);
    let layers = seen.get(block);
    if (!layers) {
      if (seen.size >= MOST_BLOCKS) seen.delete(seen.keys().next().value as number);
      layers = new Set();
      seen.set(block, layers);
    }
    if (layers.size < MOST_LAYERS) layers.add(layer_id);
  }
}

/** The layers in which these ids may be; null where nothing is known of one of them, or there are too many. */
function likely(ids: readonly number[]): number[] | null {
  const layers = new Set<number>();
  for (const block of new Set(ids.map(blockOf))) {
    const known = seen.get(block);
    if (!known) return null;
    for (const layer of known) layers.add(layer);
  }
  return layers.size <= FEW ? [...layers] : null;
}

/**
 * Rows of records of which nothing but the ids is known: `ask` is called with ids and a condition on `n`. Where those ids were seen is
 * asked first, which takes the planner a hundredth of the time among thousands of layers; what was not there is asked of all of them.
 */
export async function anywhere<T extends Place>(
  ids: readonly number[],
  ask: (ids: readonly number[], where: RawBuilder<unknown>) => Promise<T[]>,
): Promise<T[]> {
  const layers = likely(ids);
  const near = layers ? await ask(ids, inLayers(layers)) : [];
  const there = new Set(near.map((row) => row.id));
  const left = ids.filter((id) => !there.has(id));
  const far = left.length > 0 ? await ask(left, sql`true`) : [];
  remember(far);
  return [...near, ...far];
}
