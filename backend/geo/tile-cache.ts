// Encoded tiles in memory: made once for concurrent requests, dropped where an edit changes them.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { worldX, worldY } from './morton';
import { MAX_ZOOM, type Tile } from './tiles';

const zip = promisify(gzip);
const MAX_BYTES = 256 * 1024 * 1024;
/** An edit that touches more tiles of one zoom than this drops the whole layer instead. */
const MAX_DROPPED = 400;
/** Below this size compression costs more than it saves. */
const MIN_GZIP = 860;

export interface CachedTile {
  body: Buffer;
  gzipped: boolean;
  etag: string;
  thinned: boolean;
}

type Box = readonly [west: number, south: number, east: number, north: number];

async function pack({ bytes, thinned }: Tile): Promise<CachedTile> {
  const gzipped = bytes.length >= MIN_GZIP;
  const body = gzipped ? await zip(bytes, { level: 2 }) : Buffer.from(bytes);
  const etag = `"${createHash('sha1').update(body).digest('base64url').slice(0, 20)}"`;
  return { body, gzipped, etag, thinned };
}

/** The tiles of a zoom that a box (degrees) meets, their margins counted in: first and last in both directions. */
function tilesAt(z: number, [west, south, east, north]: Box) {
  const n = 2 ** z;
  const pad = 80 / 4096;
  return {
    x0: Math.floor(worldX(west) * n - pad),
    x1: Math.floor(worldX(east) * n + pad),
    y0: Math.floor(worldY(north) * n - pad),
    y1: Math.floor(worldY(south) * n + pad),
  };
}

const nameOf = (layer: number, epoch: number, scope: string, z: number, x: number, y: number) =>
  `${layer}/${epoch}/${scope}/${z}/${x}/${y}`;

/** Scopes of a layer, and the revision of the layer that its tiles belong to. */
interface LayerState {
  rev: number;
  scopes: Set<string>;
  epoch: number;
}

function stateIn(layers: Map<number, LayerState>, layer: number, rev: number): LayerState {
  const state = layers.get(layer) ?? { rev, scopes: new Set(), epoch: 0 };
  layers.set(layer, state);
  return state;
}

/** `scope` tells apart callers who see different records (their regions and the fields drawn). */
export function tileCache() {
  const tiles = new LRUCache<string, CachedTile>({ maxSize: MAX_BYTES, sizeCalculation: (t) => t.body.length + 200 });
  const making = new Map<string, { tile?: Promise<CachedTile> }>();
  let [hits, misses] = [0, 0];
  const layers = new Map<number, LayerState>();
  return {
    /** The tile from memory, or made now. `rev` is the layer's revision as the database has it: an unknown one drops the layer's tiles. */
    async get(
      layer: number,
      rev: number,
      scope: string,
      z: number,
      x: number,
      y: number,
      make: () => Promise<Tile>,
    ): Promise<CachedTile> {
      const state = stateIn(layers, layer, rev);
      if (rev > state.rev) {
        state.rev = rev;
        state.epoch++;
      }
      state.scopes.add(scope);
      const name = nameOf(layer, state.epoch, scope, z, x, y);
      const cached = tiles.get(name);
      if (cached) {
        hits++;
        return cached;
      }
      const underWay = making.get(name);
      if (underWay?.tile) return underWay.tile;
      const work: { tile?: Promise<CachedTile> } = {};
      making.set(name, work);
      misses++;
      work.tile = (async () => {
        const tile = await pack(await make());
        // An edit that came meanwhile has taken this entry out: the tile is answered but not kept.
        if (making.get(name) === work) tiles.set(name, tile);
        return tile;
      })();
      try {
        return await work.tile;
      } finally {
        if (making.get(name) === work) making.delete(name);
      }
    },
    /** Tiles and bytes in memory; how many were given out from there and how many made, since the start. */
    stats: () => ({ tiles: tiles.size, bytes: tiles.calculatedSize, hits, misses }),
    /** Our own edit brought the layer to `rev`: drops the tiles that meet the boxes (degrees), at every zoom. */
    touched(layer: number, rev: number, boxes: readonly Box[]) {
      const state = layers.get(layer);
      if (!state) return;
      if (rev !== state.rev + 1) {
        state.rev = rev;
        state.epoch++;
        return;
      }
      state.rev = rev;
      for (let z = 0; z <= MAX_ZOOM; z++) {
        for (const box of boxes) {
          const { x0, x1, y0, y1 } = tilesAt(z, box);
          if ((x1 - x0 + 1) * (y1 - y0 + 1) > MAX_DROPPED) {
            state.epoch++;
            return;
          }
          for (let x = x0; x <= x1; x++)
            for (let y = y0; y <= y1; y++)
              for (const scope of state.scopes) {
                const name = nameOf(layer, state.epoch, scope, z, x, y);
                tiles.delete(name);
                making.delete(name);
              }
        }
      }
    },
  };
}
export type TileCache = ReturnType<typeof tileCache>;
