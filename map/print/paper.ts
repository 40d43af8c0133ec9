// Paper and scale: the sizes, resolutions and scales that can be printed, and the arithmetic that makes a scale true. Pure.
import { bbox } from '@turf/bbox';
import type { Extent } from '@/contract/schemas/common';
import { fromWorld, POLE, toWorld } from '../geo/scale';
import type { LngLat } from '../types';

/** Millimetres of a sheet, upright: ISO 216. */
export const PAPERS = { A4: [210, 297], A3: [297, 420] } as const;
export type PaperName = keyof typeof PAPERS;
/** Dots per inch. */
export const RESOLUTIONS = [96, 150, 254, 300, 400] as const;
/** The number under one, largest first; `null` in the settings is the scale of the present view. */
export const SCALES = [
  20_000_000, 10_000_000, 5_000_000, 1_000_000, 500_000, 250_000, 100_000, 50_000, 24_000, 10_000, 5_000, 2_000, 1_000,
  500,
] as const; // biome-ignore format: one list
export const MM_PER_INCH = 25.4;
/** Millimetres of a typographic point. */
export const MM_PER_POINT = MM_PER_INCH / 72;
/** Millimetres of a CSS pixel. */
export const MM_PER_PX = MM_PER_INCH / 96;

/** WGS84: metres of the half axis at the equator, and the square of the eccentricity. */
const AXIS = 6_378_137;
const E2 = 0.006_694_379_990_14;
/** Pixels round the world at zoom 0. */
export const WORLD = 512;
/** Zooms that the map can draw. */
const [MIN_ZOOM, MAX_ZOOM] = [0, 22];

export interface Box {
  /** Millimetres from the sheet's top left corner. */
  x: number;
  y: number;
  width: number;
  height: number;
}
/** The map in its box: where its middle is, CSS pixels of 1/96 inch on paper for the zoom, and how it is turned. */
export interface Place {
  center: LngLat;
  zoom: number;
  /** Degrees clockwise from north. */
  bearing: number;
}

/** Width and height of the sheet in millimetres. */
export const sheetSize = (paper: PaperName, landscape: boolean): [number, number] => {
  const [short, long] = PAPERS[paper];
  return landscape ? [long, short] : [short, long];
};

/**
 * Ground metres for one metre of Web Mercator at a latitude, on the ellipsoid. Mercator on a sphere errs in two directions by up to
 * 0.7 %; the geometric mean of both keeps every direction within 0.34 %.
 */
export const groundFactor = (lat: number): number => {
  const phi = (Math.max(-POLE, Math.min(POLE, lat)) * Math.PI) / 180;
  const w = 1 - E2 * Math.sin(phi) ** 2;
  const eastWest = 1 / Math.sqrt(w);
  const northSouth = (1 - E2) / w ** 1.5;
  return Math.cos(phi) * Math.sqrt(eastWest * northSouth);
};

/** Ground metres that a millimetre of paper covers at a latitude, for a zoom of paper. */
export const metresPerMm = (lat: number, zoom: number): number =>
  (2 * Math.PI * AXIS * groundFactor(lat)) / (WORLD * 2 ** zoom) / MM_PER_PX;

/** The number under one of the scale that a zoom of paper has at a latitude. */
export const scaleOf = (lat: number, zoom: number): number => metresPerMm(lat, zoom) * 1000;

/** The zoom of paper at which a scale is true at a latitude, within what the map can draw. */
export const zoomOf = (lat: number, scale: number): number =>
  Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, Math.log2(scaleOf(lat, 0) / scale)));

/** Millimetres on the sheet of a place on earth, and the way back, for a map that fills a box. */
export const projection = ({ center, zoom, bearing }: Place, box: Box) => {
  const size = WORLD * 2 ** zoom * MM_PER_PX;
  const [cx, cy] = toWorld(center);
  const [mx, my] = [box.x + box.width / 2, box.y + box.height / 2];
  const turn = (bearing * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return {
    toPaper: (at: LngLat): [number, number] => {
      const [wx, wy] = toWorld(at);
      const [dx, dy] = [(wx - cx) * size, (wy - cy) * size];
      return [mx + dx * cos + dy * sin, my - dx * sin + dy * cos];
    },
    toEarth: ([x, y]: readonly [number, number]): [number, number] => {
      const [dx, dy] = [x - mx, y - my];
      return fromWorld(cx + (dx * cos - dy * sin) / size, cy + (dx * sin + dy * cos) / size);
    },
  };
};

/** The four corners on earth of a map that fills a box, closed, clockwise from the top left. */
export const cornersOf = (place: Place, box: Box): [number, number][] => {
  const { toEarth } = projection(place, box);
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  const at: [number, number][] = [[box.x, box.y], [right, box.y], [right, bottom], [box.x, bottom], [box.x, box.y]]; // biome-ignore format: a ring
  return at.map(toEarth);
};

/** [west, south, east, north] that holds a map in its box. */
export const extentOfPlace = (place: Place, box: Box): Extent =>
  bbox({ type: 'LineString', coordinates: cornersOf(place, box) }) as Extent;

/** The zoom of paper at which an extent fills a box but for a margin, as a share of the box. The map is not turned. */
export const zoomToFit = (
  [west, south, east, north]: readonly [number, number, number, number],
  box: Box,
  margin = 0.06,
): { center: [number, number]; zoom: number } => {
  const [x1, y1] = toWorld([west, north]);
  const [x2, y2] = toWorld([east, south]);
  const room = 1 - 2 * margin;
  const most = Math.min((box.width * room) / (x2 - x1 || 1e-9), (box.height * room) / (y2 - y1 || 1e-9));
  const zoom = Math.log2(most / MM_PER_PX / WORLD);
  return {
    center: fromWorld((x1 + x2) / 2, (y1 + y2) / 2),
    // A single point is shown with its street round it.
    zoom: Math.min(17, Math.max(MIN_ZOOM, zoom)),
  };
};

/** The longest of 1, 2, 3, 5 x 10^n metres that fits into so many millimetres of paper, and its length there. */
export const paperBar = (lat: number, zoom: number, most: number): { metres: number; mm: number } => {
  const perMm = metresPerMm(lat, zoom);
  const ten = 10 ** Math.floor(Math.log10(perMm * most));
  const metres = ten * ([5, 3, 2].find((n) => n * ten <= perMm * most) ?? 1);
  return { metres, mm: metres / perMm };
};

/** Whole pixels of so many millimetres. */
export const pixelsOf = (mm: number, dpi: number): number => Math.max(1, Math.round((mm * dpi) / MM_PER_INCH));
