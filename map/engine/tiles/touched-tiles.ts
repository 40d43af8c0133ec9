// Which tiles of a view show what some boxes hold.
import type { Extent } from '@/contract/schemas/common';

/** More tiles than this are not asked for one by one. */
const MAX_TILES = 300;
/** Zooms below the view's whose tiles may be on the screen, while finer ones load, and above. */
const BELOW = 6;
const ABOVE = 2;
/** What a tile draws beyond its edge, as a share of it. */
const EDGE = 80 / 4096;
const MAX_LATITUDE = 85.0511287798066;

const worldX = (lon: number) => (lon + 180) / 360;
const worldY = (lat: number) => {
  const sin = Math.sin((Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI);
};

export interface TileId {
  z: number;
  x: number;
  y: number;
}

/** Tiles, of the zooms that may be drawn, that meet a box within the view (degrees); null where they are too many. */
export function touchedTiles(boxes: readonly Extent[], view: Extent, zoom: number, maxZoom: number): TileId[] | null {
  const tiles = new Map<string, TileId>();
  const top = Math.min(maxZoom, Math.ceil(zoom) + ABOVE);
  for (let z = Math.max(0, Math.min(maxZoom, Math.floor(zoom)) - BELOW); z <= top; z++) {
    const n = 2 ** z;
    const at = (value: number, by: number) => Math.max(0, Math.min(n - 1, Math.floor(value * n + by)));
    const [left, right] = [at(worldX(view[0]), -1), at(worldX(view[2]), 1)];
    const [above, below] = [at(worldY(view[3]), -1), at(worldY(view[1]), 1)];
    for (const [west, south, east, north] of boxes) {
      const [x0, x1] = [Math.max(left, at(worldX(west), -EDGE)), Math.min(right, at(worldX(east), EDGE))];
      const [y0, y1] = [Math.max(above, at(worldY(north), -EDGE)), Math.min(below, at(worldY(south), EDGE))];
      if (x1 < x0 || y1 < y0) continue;
      if ((x1 - x0 + 1) * (y1 - y0 + 1) + tiles.size > MAX_TILES) return null;
      for (let x = x0; x <= x1; x++) for (let y = y0; y <= y1; y++) tiles.set(`${z}/${x}/${y}`, { z, x, y });
    }
  }
  return [...tiles.values()];
}
