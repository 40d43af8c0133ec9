// Which tiles are asked for: drawn from the data itself, so that full places are asked more often, as people do.
import { latOf, lonOf, worldX, worldY } from '../backend/geo/morton';
import { tileTemplate } from '../contract/ogc';
import { places } from './data';

export interface Zxy {
  z: number;
  x: number;
  y: number;
}

/** The tile that holds a place. */
export const tileAt = (z: number, [lon, lat]: readonly [number, number]): Zxy => ({
  z,
  x: Math.floor(worldX(lon) * 2 ** z),
  y: Math.floor(worldY(lat) * 2 ** z),
});

/** `n` different tiles of the zooms in turn; fewer where a zoom has no more. */
export function tileList(n: number, zooms: readonly number[]): Zxy[] {
  const place = places(3);
  const tiles = new Map<string, Zxy>();
  for (let i = 0; tiles.size < n && i < n * 20; i++) {
    const tile = tileAt(zooms[i % zooms.length] as number, place());
    tiles.set(`${tile.z}/${tile.x}/${tile.y}`, tile);
  }
  return [...tiles.values()];
}

/** The four tiles of a view whose middle is at the corner next to a place. */
export function view(z: number, place: readonly [number, number]): Zxy[] {
  const { x, y } = tileAt(z, [lonOf(worldX(place[0]) - 0.5 / 2 ** z), latOf(worldY(place[1]) - 0.5 / 2 ** z)]);
  return [0, 1].flatMap((dx) => [0, 1].map((dy) => ({ z, x: x + dx, y: y + dy })));
}

/** The address of a tile, as the product's own map asks it. */
export const tilePath = (layer: number, { z, x, y }: Zxy): string =>
  tileTemplate(layer).replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
