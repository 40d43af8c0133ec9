// Clusters nearby points into one with a count while a tile is made, so that a million points travel as a few.
import { CLUSTER_COUNT, CLUSTER_MORE, clusterShare, listKey, readListText } from '../../contract/ogc';
import type { TileFeature } from './tile-encoder';

/** From this zoom on every point stands for itself: tiles are drawn larger beyond it and would never fall apart. */
export const CLUSTERS_END = 16;
/** CSS pixels of a tile's side on the map. */
const TILE_PIXELS = 512;
/** Records that one tile's clusters count; each cell stops at its share of them. */
const MAX_COUNTED = 640_000;
/** More cells a side would be finer than the grid of a thinned tile. */
const MAX_BITS = 5;
/** Different values that one cluster counts, the most frequent ones; a style has no more classes. */
const MAX_SHARES = 200;

type Tags = TileFeature['tags'];

/** What a cell holds: its records, and how many of them have each value, where that is asked for; one with several choices counts for each. */
export interface CellCount {
  count: number;
  shares: Map<string, number>;
}

/** A value as the classes of a style compare it. */
export const shareKey = (value: unknown): string => (value === undefined ? '' : String(value));

const shareTags = (shares: ReadonlyMap<string, number>): Tags =>
  Object.fromEntries(
    [...shares]
      .sort((a, b) => b[1] - a[1])
      .slice(0, MAX_SHARES)
      .map(([value, count]) => [clusterShare(value), count]),
  );

const countShares = (dots: readonly TileFeature[], field: string): Map<string, number> => {
  const shares = new Map<string, number>();
  for (const { tags } of dots) {
    const all = tags[listKey(field)];
    const keys = typeof all === 'string' ? readListText(all) : [shareKey(tags[field])];
    for (const key of keys) shares.set(key, (shares.get(key) ?? 0) + 1);
  }
  return shares;
};

/** Cells a side for a radius in CSS pixels, as a power of two. */
export const clusterBits = (radius: number): number =>
  Math.min(MAX_BITS, Math.max(0, Math.floor(Math.log2(TILE_PIXELS / radius))));

/** Records that are counted in one cell before it says "and more". */
export const maxPerCell = (bits: number): number => Math.floor(MAX_COUNTED / 4 ** bits);

/** The place of a cell in Morton order. */
function morton(x: number, y: number, bits: number): number {
  let key = 0;
  for (let i = 0; i < bits; i++) key |= (((x >> i) & 1) << (2 * i)) | (((y >> i) & 1) << (2 * i + 1));
  return key;
}

/**
 * The dots of one tile with those of one cell put together in their middle. `counts` has the true number of each cell by its place
 * in Morton order, where the dots are only a sample; a number above `most` is a bound. `by` is the field whose values are counted.
 */
export function clusterPoints(
  dots: readonly TileFeature[],
  bits: number,
  extent: number,
  counts: ReadonlyMap<number, CellCount> | null,
  most: number,
  by?: string,
): TileFeature[] {
  const side = 2 ** bits;
  const cells = new Map<number, TileFeature[]>();
  const at = (n: number) => Math.min(side - 1, Math.max(0, Math.floor((n / extent) * side)));
  const placeOf = ({ geometry }: TileFeature) => geometry[0]?.[0] as readonly [number, number];
  for (const dot of dots) {
    const [x, y] = placeOf(dot);
    const key = morton(at(x), at(y), bits);
    const cell = cells.get(key);
    if (cell) cell.push(dot);
    else cells.set(key, [dot]);
  }
  return [...cells].map(([key, inside]) => {
    const [first] = inside as [TileFeature];
    const cell = counts?.get(key);
    const count = cell?.count ?? inside.length;
    if (count <= 1 && inside.length === 1) return first;
    const mean = (axis: 0 | 1) => Math.round(inside.reduce((sum, dot) => sum + placeOf(dot)[axis], 0) / inside.length);
    const { id: _, ...plain } = first;
    const more = count > most;
    const shares = by === undefined ? {} : shareTags(cell?.shares ?? countShares(inside, by));
    return {
      ...plain,
      geometry: [[[mean(0), mean(1)]]],
      tags: { [CLUSTER_COUNT]: more ? most : count, ...(more ? { [CLUSTER_MORE]: true } : {}), ...shares },
    };
  });
}
