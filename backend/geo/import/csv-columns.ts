// Recognises in a table which characters separate its columns, and which columns hold the place.
import { latinDigits, readNumber } from '../../../contract/digits';
import type { PlaceColumns } from '../../../contract/schemas/upload';
import { ewktSrid, looksLikeWkt } from '../../../contract/wkt';

const DELIMITERS = [',', ';', '\t', '|', '،', '؛'];

/** How often each line holds a character outside of quotes. */
function counts(text: string, delimiter: string): number[] {
  const lines: number[] = [];
  let n = 0;
  let quoted = false;
  let any = false;
  for (const c of text) {
    if (c === '"') quoted = !quoted;
    if (c === '\n' && !quoted) {
      if (any) lines.push(n);
      n = 0;
      any = false;
    } else {
      if (c === delimiter && !quoted) n++;
      if (c.trim()) any = true;
    }
  }
  // The last line may be cut off by the end of the sample; it counts only where it is all there is.
  if (lines.length === 0) lines.push(n);
  return lines;
}

/** The character that separates columns: the one that most lines hold equally often. */
export function sniffDelimiter(sample: string): string {
  const scored = DELIMITERS.map((delimiter) => {
    const lines = counts(sample, delimiter);
    const first = lines[0] ?? 0;
    const same = lines.filter((n) => n === first).length / lines.length;
    return { delimiter, score: first === 0 ? 0 : same * 1000 + first };
  });
  scored.sort((a, b) => b.score - a.score);
  return scored[0]?.score ? scored[0].delimiter : ',';
}

const fold = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\u200c\u200e\u200f_\s-]+/g, ' ')
    .replaceAll('ي', 'ی')
    .replaceAll('ك', 'ک')
    .trim();

const LON = ['lon', 'lng', 'long', 'longitude', 'point x', 'طول', 'طول جغرافیایی'];
const LAT = ['lat', 'latitude', 'point y', 'عرض', 'عرض جغرافیایی'];
const X = ['x', 'x coord', 'xcoord', 'easting', 'utm x', 'ایکس'];
const Y = ['y', 'y coord', 'ycoord', 'northing', 'utm y', 'ایگرگ', 'وای'];
const WKT = ['wkt', 'geom', 'geometry', 'the geom', 'shape', 'wkt geom', 'هندسه'];

export type Place =
  | { by: 'wkt'; column: number; srid: number | null }
  | { by: 'named'; place: PlaceColumns; srid: null }
  /** `degrees`: the names and numbers leave no doubt; otherwise `srid` is a guess or null. */
  | { by: 'xy'; x: number; y: number; srid: number | null; assumed: boolean };

/** A coordinate in digits of either script and with either decimal sign; NaN where it is none. */
export function coordinate(text: string, delimiter: string): number {
  let clean = latinDigits(text.trim())
    .replace('٫', '.')
    .replace(/[\u200e\u200f°]/g, '');
  if (delimiter !== ',' || !clean.includes('.')) clean = clean.replace(',', '.');
  return readNumber(clean);
}

/** Where the rows of a table lie: a column of well-known text, a pair of coordinates, or nowhere (null). */
export function findPlace(header: string[], sample: string[][], delimiter: string): Place | null {
  const names = header.map(fold);
  const column = names.findIndex((name, i) => WKT.includes(name) && sample.some((row) => looksLikeWkt(row[i] ?? '')));
  if (column >= 0) {
    const text = sample.map((row) => row[column] ?? '').find(looksLikeWkt) ?? '';
    return { by: 'wkt', column, srid: ewktSrid(text) ?? 4326 };
  }
  const find = (candidates: string[]) => names.findIndex((name) => candidates.includes(name));
  const [lon, lat] = [find(LON), find(LAT)];
  const [x, y] = lon >= 0 && lat >= 0 ? [lon, lat] : [find(X), find(Y)];
  if (x < 0 || y < 0) return null;
  const inDegrees = sample.every((row) => {
    const [a, b] = [coordinate(row[x] ?? '', delimiter), coordinate(row[y] ?? '', delimiter)];
    return Number.isNaN(a) || Number.isNaN(b) || (a >= -180 && a <= 360 && Math.abs(b) <= 90);
  });
  const named = x === lon;
  // Metres under the heading "longitude" are common enough to look at the numbers.
  const most = sample.filter((row) => Math.abs(coordinate(row[x] ?? '', delimiter)) > 400).length * 2 > sample.length;
  return { by: 'xy', x, y, srid: inDegrees || (named && !most) ? 4326 : null, assumed: !named && inDegrees };
}
