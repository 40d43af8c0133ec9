// The town that lies nearest to a place, of the file of places that the product brings along. Pure.
import { z } from 'zod';
import { distance } from './geodesy';

/** As scripts/places writes it: names in Persian and English, number of the area (-1 for a country), longitude, latitude, rank. */
const PlacesFile = z.object({
  places: z.array(z.tuple([z.string(), z.string(), z.number(), z.number(), z.number(), z.number()])),
});

export interface Town {
  names: readonly [string, string];
  lon: number;
  lat: number;
}
/** Towns by the square of half a degree that they lie in. */
export type Towns = ReadonlyMap<string, readonly Town[]>;

const CELLS = 2;
const keyOf = (x: number, y: number) => `${x},${y}`;
const cellOf = (degrees: number) => Math.floor(degrees * CELLS);
/** Metres beyond which a town says nothing of a place. */
const MAX_FAR = 40_000;

export function readTowns(file: unknown): Towns {
  const towns = new Map<string, Town[]>();
  for (const [fa, en, area, lon, lat] of PlacesFile.parse(file).places) {
    if (area < 0) continue;
    const key = keyOf(cellOf(lon), cellOf(lat));
    towns.set(key, [...(towns.get(key) ?? []), { names: [fa, en], lon, lat }]);
  }
  return towns;
}

/** The nearest town within 40 km and how far it is in metres. */
export function nearestTown(towns: Towns, lon: number, lat: number): { town: Town; metres: number } | null {
  let best: { town: Town; metres: number } | null = null;
  for (let x = -1; x <= 1; x++)
    for (let y = -1; y <= 1; y++)
      for (const town of towns.get(keyOf(cellOf(lon) + x, cellOf(lat) + y)) ?? []) {
        const metres = distance(lon, lat, town.lon, town.lat);
        if (metres <= MAX_FAR && metres < (best?.metres ?? Number.POSITIVE_INFINITY)) best = { town, metres };
      }
  return best;
}
