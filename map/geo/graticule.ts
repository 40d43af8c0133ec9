// The lines of the map grid for a window: meridians and parallels, or the squares of UTM zone by zone.
import { bboxClip } from '@turf/bbox-clip';
import type { LineString, MultiLineString } from 'geojson';
import type { Extent } from '@/contract/schemas/common';
import type { LngLat } from '../types';
import type { Converter } from './coordinates-systems';
import { UTM_CELLS, UTM_NORTH, UTM_SOUTH, type UtmCell, utmDefinition } from './utm';

export interface GridLine {
  path: LngLat[];
  /** Latin digits; '' for a line without a name. */
  text: string;
  /** A border of zones is drawn heavier. */
  border: boolean;
}

/** Lines along the longer side of the window, at the most, where the step is chosen for it. */
const MAX_LINES = 7;
/** Lines in one direction, at the most, where the step is a person's own: of closer ones every second, fifth and so on is drawn. */
export const MAX_OWN = 50;
/** Mercator ends here. */
const POLE = 85;

/** Steps of a graticule in seconds of arc. Neighbours are never further apart than 2.5 times, so that two lines at least are seen. */
export const DEGREE_STEPS = [
  216_000, 108_000, 54_000, 36_000, 18_000, 7200, 3600, 1800, 900, 600, 300, 120, 60, 30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1,
  0.05, 0.02, 0.01,
] as const; // biome-ignore format: one list

/** The smallest step that keeps within the number of lines; `span` in degrees, the answer in seconds. */
export const degreeStep = (span: number): number => {
  const fitting = DEGREE_STEPS.filter((step) => (span * 3600) / step <= MAX_LINES);
  return fitting.at(-1) ?? DEGREE_STEPS[0];
};

/** The smallest of 1, 2, 2.5, 5 and their tens that keeps within the number of lines; metres. */
export const metreStep = (span: number): number => {
  const tens = 10 ** Math.floor(Math.log10(span / MAX_LINES));
  return ([1, 2, 2.5, 5, 10].find((n) => span / (n * tens) <= MAX_LINES) ?? 10) * tens;
};

/** A person's own step made 2, 5, 10, 20 and so on times as long, until a window holds no more lines of it than it may. */
export const coarsenStep = (own: number, span: number): number => {
  let step = own;
  for (const times of [2, 2.5, 2]) if (span / step > MAX_OWN) step *= times;
  return span / step > MAX_OWN ? coarsenStep(step, span) : step;
};

/** The multiples of a step from `low` to `high`. */
const multiples = (low: number, high: number, step: number): number[] => {
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, i) => (first + i) * step);
};

/** Seconds of arc as degrees, minutes and seconds, as many as the step needs, with the letter of the side. */
export const angleText = (seconds: number, step: number, axis: 'lng' | 'lat'): string => {
  const turn = 1_296_000;
  const home = axis === 'lng' ? ((((seconds + turn / 2) % turn) + turn) % turn) - turn / 2 : seconds;
  // Counted in hundredths of a second, so that no remainder shows.
  const size = Math.round(Math.abs(home) * 100);
  const [d, m, s] = [Math.floor(size / 360_000), Math.floor(size / 6000) % 60, (size % 6000) / 100];
  const pad = (n: number) => String(n).padStart(2, '0');
  const parts =
    step % 60 !== 0 ? `${pad(m)}\u2032${s < 10 ? '0' : ''}${s}\u2033` : step % 3600 !== 0 ? `${pad(m)}\u2032` : '';
  const side = size === 0 || (axis === 'lng' && d === 180) ? '' : home < 0 ? 'SW' : 'NE';
  return `${d}\u00b0${parts}${side && (axis === 'lng' ? side[1] : side[0])}`;
};

/** The window, not wider than the earth and within Mercator. */
const bounded = ([west, south, east, north]: Extent): Extent => {
  const middle = (west + east) / 2;
  const half = Math.min(180, (east - west) / 2);
  return [middle - half, Math.max(-POLE, south), middle + half, Math.min(POLE, north)];
};

/** The longer side of a window, in seconds of arc. */
const secondsOf = (extent: Extent): number => {
  const [west, south, east, north] = bounded(extent);
  return Math.max(east - west, north - south) * 3600;
};
/** The longer side of a window, in metres. */
const metresOf = (extent: Extent): number => {
  const [west, south, east, north] = bounded(extent);
  const narrow = Math.cos((((south + north) / 2) * Math.PI) / 180) * 111_320;
  return Math.max((east - west) * narrow, (north - south) * 110_574);
};
/** How many times as far apart the lines of a window are as a person has asked for. */
export const sparseness = (extent: Extent, kind: 'degrees' | 'utm', own: number): number =>
  Math.round(coarsenStep(own, kind === 'utm' ? metresOf(extent) : secondsOf(extent)) / own);

/** Meridians and parallels of a window, `own` seconds of arc apart or as it suits the window. Longitudes may go beyond 180 where the window does. */
export const degreeLines = (extent: Extent, own: number | null = null): GridLine[] => {
  const [west, south, east, north] = bounded(extent);
  const same = own === null ? null : coarsenStep(own, secondsOf(extent));
  const [across, up] = [same ?? degreeStep(east - west), same ?? degreeStep(north - south)];
  return [
    ...multiples(west * 3600, east * 3600, across).map((s): GridLine => {
      const x = s / 3600;
      return { path: [[x, south], [x, north]], text: angleText(s, across, 'lng'), border: false }; // biome-ignore format: a line
    }),
    ...multiples(south * 3600, north * 3600, up).map((s): GridLine => {
      const y = s / 3600;
      return { path: [[west, y], [(west + east) / 2, y], [east, y]], text: angleText(s, up, 'lat'), border: false }; // biome-ignore format: a line
    }),
  ];
};

/** The parts of a path inside a box, cut exactly at its sides. */
export const clipPath = (path: readonly LngLat[], [...box]: Extent): LngLat[][] => {
  if (path.length < 2) return [];
  const line: LineString = { type: 'LineString', coordinates: path.map((p) => [...p]) };
  const { type, coordinates } = bboxClip(line, box).geometry as LineString | MultiLineString;
  return (type === 'LineString' ? [coordinates] : coordinates).map((piece) =>
    piece.map(([x = 0, y = 0]): LngLat => [x, y]),
  );
};

/** Points along a line of the UTM grid, and along each side of a window when its metres are sought. */
const SAMPLES = 16;
const steps = (low: number, high: number, count = SAMPLES): number[] =>
  Array.from({ length: count + 1 }, (_, i) => low + ((high - low) * i) / count);

/** The square lines of one zone inside a box. `shift` is how many degrees the window is turned round the earth. */
const cellLines = (cell: UtmCell, box: Extent, shift: number, step: number, convert: Converter): GridLine[] => {
  const [west, south, east, north] = box;
  const definition = utmDefinition(cell.zone, cell.south);
  const around: LngLat[] = [
    ...steps(west, east).flatMap((x): LngLat[] => [[x - shift, south], [x - shift, north]]), // biome-ignore format: two sides
    ...steps(south, north).flatMap((y): LngLat[] => [[west - shift, y], [east - shift, y]]), // biome-ignore format: two sides
  ];
  const projected = around.flatMap((p) => [convert.forward(definition, p) ?? []]).filter((p) => p.length === 2);
  const [xs, ys] = [projected.map(([x = 0]) => x), projected.map(([, y = 0]) => y)];
  const [x1, x2, y1, y2] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  if (!Number.isFinite(x1 + x2 + y1 + y2)) return [];
  const middle = (west + east) / 2;
  const back = (x: number, y: number): LngLat[] => {
    const at = convert.inverse(definition, [x, y]);
    // A place beyond 180 comes back on the other side of the earth; it belongs beside its neighbours.
    return at ? [[at[0] + Math.round((middle - at[0]) / 360) * 360, at[1]]] : [];
  };
  const lines = (values: number[], path: (value: number) => LngLat[]): GridLine[] =>
    values.flatMap((value) =>
      clipPath(path(value), box).map((piece) => ({
        path: piece,
        text: String(Number(value.toFixed(3))),
        border: false,
      })),
    );
  return [
    ...lines(multiples(x1, x2, step), (x) => steps(y1, y2).flatMap((y) => back(x, y))),
    ...lines(multiples(y1, y2, step), (y) => steps(x1, x2).flatMap((x) => back(x, y))),
  ];
};

/** A window wider than this, in degrees, shows the zones only: squares of several zones at once would tell nothing. */
const WIDEST = 30;

/** The squares of UTM, cut at the borders of the zones; of a wide window the borders alone. `own` is their side in metres. Text is metres, or "38 | 39" at a border. */
export const utmLines = (extent: Extent, convert: Converter, own: number | null = null): GridLine[] => {
  const whole = bounded(extent);
  const [west, , east] = whole;
  const [south, north] = [Math.max(UTM_SOUTH, whole[1]), Math.min(UTM_NORTH, whole[3])];
  if (south >= north) return [];
  const wide = east - west > WIDEST || north - south > WIDEST;
  const span = metresOf([west, south, east, north]);
  const step = own === null ? metreStep(span) : coarsenStep(own, span);
  const apart = Math.max(1, Math.ceil((east - west) / 6 / MAX_LINES));
  const lines: GridLine[] = south < 0 && north > 0 ? [{ path: [[west, 0], [east, 0]], text: '0', border: true }] : []; // biome-ignore format: the equator
  for (const cell of UTM_CELLS)
    for (const shift of [-360, 0, 360]) {
      const [w, s, e, n] = cell.box;
      const box: Extent = [
        Math.max(west, w + shift),
        Math.max(south, s),
        Math.min(east, e + shift),
        Math.min(north, n),
      ];
      if (box[0] >= box[2] || box[1] >= box[3]) continue;
      const border = w + shift;
      if (border > west && (!wide || cell.zone % apart === 0))
        lines.push({
          path: [[border, box[1]], [border, box[3]]], // biome-ignore format: a line
          text: `${cell.zone === 1 ? 60 : cell.zone - 1} | ${cell.zone}`,
          border: true,
        });
      if (!wide) lines.push(...cellLines(cell, box, shift, step, convert));
    }
  return lines;
};
