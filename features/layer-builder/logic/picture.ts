// Places on the small picture of the world (/base/overview.svg), which is in the web's Mercator projection. Pure.

/** Side of the picture's world, as scripts/base-map draws it. */
export const MERCATOR_SIDE = 1024;
/** Least side of what is shown: some fifteen degrees, about the width of Iran. */
const MIN_SIDE = (MERCATOR_SIDE * 15) / 360;
const MARGIN = 1.15;

/** A position in degrees as one on the picture. */
export function toPicture([lon, lat]: readonly [number, number]): [number, number] {
  const sin = Math.sin((Math.max(-85, Math.min(85, lat)) * Math.PI) / 180);
  return [(lon / 360 + 0.5) * MERCATOR_SIDE, (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * MERCATOR_SIDE];
}

/** The window of the picture, `side` wide and 0.6 of it high, that holds all places. */
export function windowOf(places: readonly (readonly [number, number])[]): { left: number; top: number; side: number } {
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const side = Math.max(MIN_SIDE, (east - west) * MARGIN, ((south - north) * MARGIN) / 0.6);
  return { left: (west + east - side) / 2, top: (north + south - side * 0.6) / 2, side };
}
