// Reads the values of /ogc's query: boxes, coordinate systems, times, numbers. Pure; throws ParameterError alone.
import { CRS84, type Crs, EPSG_3857, EPSG_4326, isCrs } from './names';

/** A value that cannot be read; names its parameter. */
export class ParameterError extends Error {}

/** [west, south, east, north] in degrees. */
export type DegreeBox = [number, number, number, number];

/** ISO instants that bound a span, both counted in; null for no bound. */
export interface TimeSpan {
  from: string | null;
  to: string | null;
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
/** Half the width of the world in metres of EPSG:3857. */
const HALF_WORLD = 20_037_508.342789244;
/** Where Web Mercator ends. */
const MERCATOR_LAT = 85.05112877980659;

/** Metres of Web Mercator of degrees. */
export const mercatorOf = (lon: number, lat: number): [number, number] => {
  const clamped = Math.max(-MERCATOR_LAT, Math.min(MERCATOR_LAT, lat));
  return [
    (lon / 180) * HALF_WORLD,
    (Math.log(Math.tan(Math.PI / 4 + (clamped * Math.PI) / 360)) / Math.PI) * HALF_WORLD,
  ];
};

/** Degrees of metres of Web Mercator. */
export const degreesOf = (x: number, y: number): [number, number] => [
  (x / HALF_WORLD) * 180,
  (Math.atan(Math.sinh((y / HALF_WORLD) * Math.PI)) * 180) / Math.PI,
];

/** A whole number within bounds; what is above `max` is cut where `cuts` says so. */
export function wholeNumber(name: string, text: string, min: number, max: number, cuts = false): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min) || (value > max && !cuts)) throw new ParameterError(name);
  return Math.min(value, max);
}

/** One of the coordinate systems, with or without the angle brackets that some clients write. */
export function readCrs(name: string, text: string | undefined): Crs {
  if (text === undefined) return CRS84;
  const uri = text.replace(/^<(.*)>$/, '$1');
  if (!isCrs(uri)) throw new ParameterError(name);
  return uri;
}

/** The boxes in degrees that a bbox stands for: two where it crosses the date line. Heights are passed over. */
export function readBoxes(text: string, crs: Crs): DegreeBox[] {
  const parts = text.split(',').map((part) => part.trim());
  const numbers = parts.map((part) => (NUMBER.test(part) ? Number(part) : Number.NaN));
  if ((numbers.length !== 4 && numbers.length !== 6) || !numbers.every(Number.isFinite))
    throw new ParameterError('bbox');
  if (numbers.length === 6 && (numbers[2] as number) > (numbers[5] as number)) throw new ParameterError('bbox');
  const flat = numbers.length === 6 ? [numbers[0], numbers[1], numbers[3], numbers[4]] : numbers;
  let [w, s, e, n] = flat as DegreeBox;
  if (crs === EPSG_4326) [w, s, e, n] = [s, w, n, e];
  if (s > n || (crs === EPSG_3857 && w > e)) throw new ParameterError('bbox');
  if (crs === EPSG_3857) {
    [w, s] = degreesOf(w, s);
    [e, n] = degreesOf(e, n);
  }
  return w <= e ? [[w, s, e, n]] : [[w, s, 180, n], [-180, s, e, n]]; // biome-ignore format: two boxes
}

const INSTANT = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2}):(\d{2})(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2}))?$/;

/** The first and the last millisecond that a day or an instant stands for, as ISO UTC. */
function readInstant(text: string): { first: string; last: string } {
  const match = INSTANT.exec(text);
  if (!match) throw new ParameterError('datetime');
  const [, year = '', month = '', day = '', hour, minute = '00', second = '00', fraction = '', zone] = match;
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const isDay = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= days;
  // A leap second counts as the one before it.
  const isTime = Number(hour ?? 0) <= 23 && Number(minute) <= 59 && Number(second) <= 60;
  if (!isDay || !isTime) throw new ParameterError('datetime');
  const clock = `${hour ?? '00'}:${minute}:${second === '60' ? '59' : second}`;
  const at = Date.parse(`${year}-${month}-${day}T${clock}${fraction.slice(0, 4)}${zone?.toUpperCase() ?? 'Z'}`);
  if (Number.isNaN(at)) throw new ParameterError('datetime');
  return {
    first: new Date(at).toISOString(),
    last: new Date(hour === undefined ? at + 86_399_999 : at).toISOString(),
  };
}

/** An instant, a day, or a span with an open end: `..`, nothing, or the ends of time that QGIS names. */
export function readTimes(text: string): TimeSpan {
  const parts = text.split('/');
  if (parts.length > 2) throw new ParameterError('datetime');
  const [first = '', last] = parts;
  if (last === undefined) {
    const instant = readInstant(first);
    return { from: instant.first, to: instant.last };
  }
  const isOpen = (end: string) => end === '' || end === '..';
  const from = isOpen(first) || first.startsWith('0000-') ? null : readInstant(first).first;
  const to = isOpen(last) || last.startsWith('9999-12-31') ? null : readInstant(last).last;
  if (from !== null && to !== null && from > to) throw new ParameterError('datetime');
  return { from, to };
}

/** The cursor of a page that goes on behind a record, and back. */
export const cursorOf = (id: number): string => id.toString(36);
export function readCursor(text: string): number {
  const id = /^[0-9a-z]{1,11}$/.test(text) ? Number.parseInt(text, 36) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw new ParameterError('cursor');
  return id;
}
