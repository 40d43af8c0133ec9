// Which tiles of a view show what some boxes hold.
import type { Extent } from '@/contract/schemas/common';
import { toWorld } from '../../geo/scale';

/** More tiles than this are not asked for one by one. */
const MAX_TILES = 300;
/** Zooms below the view's whose tiles may be on the screen, while finer ones load, and above. */
const BELOW = 6;
const ABOVE = 2;
/** What a tile draws beyond its edge, as a share of it. */
const EDGE = 80 / 4096;

export interface TileId {
  z: number;
  x: number;
  y: number;
}

/** The upper left and the lower right of a box, in Mercator's square. */
const cornersOf = ([west, south, east, north]: Extent) => [toWorld([west, north]), toWorld([east, south])] as const;

/** Tiles, of the zooms that may be drawn, that meet a box within the view (degrees); null where they are too many. */
export function touchedTiles(boxes: readonly Extent[], view: Extent, zoom: number, maxZoom: number): TileId[] | null {
  const tiles = new Map<string, TileId>();
  const [[viewLeft, viewTop], [viewRight, viewBottom]] = cornersOf(view);
  const corners = boxes.map(cornersOf);
  const top = Math.min(maxZoom, Math.ceil(zoom) + ABOVE);
  for (let z = Math.max(0, Math.min(maxZoom, Math.floor(zoom)) - BELOW); z <= top; z++) {
    const n = 2 ** z;
    const at = (value: number, by: number) => Math.max(0, Math.min(n - 1, Math.floor(value * n + by)));
    const [left, right] = [at(viewLeft, -1), at(viewRight, 1)];
    const [above, below] = [at(viewTop, -1), at(viewBottom, 1)];
    for (const [[west, north], [east, south]] of corners) {
      const [x0, x1] = [Math.max(left, at(west, -EDGE)), Math.min(right, at(east, EDGE))];
      const [y0, y1] = [Math.max(above, at(north, -EDGE)), Math.min(below, at(south, EDGE))];
      if (x1 < x0 || y1 < y0) continue;
      if ((x1 - x0 + 1) * (y1 - y0 + 1) + tiles.size > MAX_TILES) return null;
      for (let x = x0; x <= x1; x++) for (let y = y0; y <= y1; y++) tiles.set(`${z}/${x}/${y}`, { z, x, y });
    }
  }
  return [...tiles.values()];
}
