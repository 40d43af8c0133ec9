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

/** A part of the picture, `side` wide and 0.6 of it high. */
export interface Window {
  left: number;
  top: number;
  side: number;
}
export interface Town {
  /** Empty where only the other language has a name. */
  fa: string;
  en: string;
  lon: number;
  lat: number;
  /** Thousands of inhabitants. */
  people: number;
}

/** Names that find room beside each other. */
const MAX_TOWNS = 8;
const NEAR = 0.12;

/** The window that holds all places. */
export function windowOf(places: readonly (readonly [number, number])[]): Window {
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const side = Math.max(MIN_SIDE, (east - west) * MARGIN, ((south - north) * MARGIN) / 0.6);
  return { left: (west + east - side) / 2, top: (north + south - side * 0.6) / 2, side };
}

const isIn = ([x, y]: readonly [number, number], { left, top, side }: Window): boolean =>
  x >= left && x <= left + side && y >= top && y <= top + side * 0.6;

/** Lines in degrees as a path on the picture, those alone that come into the window. */
export const linesIn = (lines: readonly (readonly [number, number])[][], window: Window): string =>
  lines
    .map((line) => line.map(toPicture))
    .filter((line) => line.some((place) => isIn(place, window)))
    .map((line) => `M${line.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L')}`)
    .join('');

/** The largest towns of the window, none of them so near another that their names would meet. */
export function townsIn(towns: readonly Town[], window: Window): Town[] {
  const visible: { town: Town; at: [number, number] }[] = [];
  for (const town of [...towns].sort((a, b) => b.people - a.people)) {
    if (visible.length === MAX_TOWNS) break;
    const at = toPicture([town.lon, town.lat]);
    const isFree = visible.every(({ at: [x, y] }) => Math.hypot(x - at[0], y - at[1]) > window.side * NEAR);
    if (isIn(at, window) && isFree) visible.push({ town, at });
  }
  return visible.map(({ town }) => town);
}
