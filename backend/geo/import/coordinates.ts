// Parses coordinates as people write them in tables: decimals or degrees, minutes and seconds, in one column or in two.
import { latinDigits, readNumber } from '../../../contract/digits';
import { fold } from '../../../contract/fold';
import { BOTH_NAME, HEMISPHERE, WEST_OR_SOUTH, X_NAME, Y_NAME } from '../../../contract/import-words';
import type { PlaceColumns } from '../../../contract/schemas/upload';

const MARKS = /[\u200e\u200f\u00a0]/g;

/** A decimal in digits of either script: "51.42", "۵۱٫۴۲", "۵۱/۴۲", "535,090.5", "۵۳۵٬۰۹۰"; NaN where it is none. */
export function readDecimal(text: string): number {
  const latin = latinDigits(text).replace(MARKS, '').trim().replace(/°$/, '').replace('٫', '.').replaceAll('٬', '');
  // Commas in groups of three before a point, or more than one of them, part thousands; one alone is a decimal sign.
  const plain =
    /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(latin) && /\.|,.*,|^[+-]?\d{3},/.test(latin)
      ? latin.replaceAll(',', '')
      : latin;
  const clean = /^[+-]?\d+\/\d+$/.test(plain) ? plain.replace('/', '.') : plain.replace(',', '.');
  return readNumber(clean);
}

const ANGLE = /^([+-]?)\s*(\d+(?:\.\d+)?)(?:[°º\s:-]+(\d+(?:\.\d+)?)(?:['′’\s:-]+(\d+(?:\.\d+)?))?)?[°º'′’"″”\s]*$/;

/** Degrees, minutes and seconds in any of their usual writings, as degrees; NaN where it is none. */
export function readAngle(text: string): number {
  const latin = latinDigits(text).replace(MARKS, '').replaceAll('٫', '.').replace(/''/g, '"');
  const match = ANGLE.exec(latin.replace(HEMISPHERE, ' ').trim());
  if (!match) return Number.NaN;
  const [, sign, degrees, minutes = '0', seconds = '0'] = match;
  if (Number(minutes) >= 60 || Number(seconds) >= 60) return Number.NaN;
  const size = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600;
  return sign === '-' || WEST_OR_SOUTH.test(latin) ? -size : size;
}

/** A cell of both coordinates as two texts; null where it does not come apart. */
function parted(text: string): [string, string] | null {
  const clean = text.replace(MARKS, ' ').trim();
  for (const separator of [/[;؛،|]/, /,\s+/, /,/, /(?<=[NSEWnsew])\s+(?=\d)/, /\s+/]) {
    const parts = clean.split(separator);
    if (parts.length === 2) return parts.map((part) => part.trim()) as [string, string];
  }
  return null;
}

/** [x, y] of a row by the columns that a person named, NaN where a text is no number; null where the cells are empty. */
export function positionOf(cell: (column: string) => string, place: PlaceColumns): [number, number] | null {
  const read = place.notation === 'dms' ? readAngle : readDecimal;
  const first = cell(place.x);
  if (place.y !== undefined) {
    const second = cell(place.y);
    return first.trim() === '' && second.trim() === '' ? null : [read(first), read(second)];
  }
  if (first.trim() === '') return null;
  const [a, b] = (parted(first) ?? [Number.NaN, Number.NaN]).map((text) => read(String(text))) as [number, number];
  return place.order === 'yx' ? [b, a] : [a, b];
}

/** Iran and its neighbourhood in degrees, and the numbers of its UTM zones. */
const isLon = (n: number) => n >= 40 && n <= 68;
const isLat = (n: number) => n >= 22 && n <= 42;
const isEasting = (n: number) => n >= 100_000 && n <= 900_000;
const isNorthing = (n: number) => n >= 2_400_000 && n <= 4_700_000;

/** The columns that probably hold the place, by their headings and their values; null where none do. */
export function guessPlace(names: readonly string[], rows: readonly string[][]): PlaceColumns | null {
  const columns = names.map((name, i) => {
    const cells = rows.map((row) => row[i] ?? '').filter((cell) => cell.trim() !== '');
    const notation = cells.some((cell) => /[°º'′]|^\s*\S+[\s:]\S+[\s:]\S+\s*$/.test(cell))
      ? ('dms' as const)
      : ('decimal' as const);
    const read = notation === 'dms' ? readAngle : readDecimal;
    const most = (fits: (n: number) => boolean) =>
      cells.length > 0 && cells.filter((c) => fits(read(c))).length * 2 > cells.length;
    const isNumber = most(Number.isFinite);
    return { name, heading: fold(name).replace(/[_-]+/g, ' '), cells, notation, isNumber, most };
  });
  const numbers = columns.filter((c) => c.isNumber);
  const x =
    numbers.find((c) => X_NAME.test(c.heading)) ??
    numbers.find((c) => c.most(isLon)) ??
    numbers.find((c) => c.most(isEasting));
  const y =
    numbers.find((c) => c !== x && Y_NAME.test(c.heading)) ??
    numbers.find((c) => c !== x && (c.most(isLat) || c.most(isNorthing)));
  if (x && y)
    return { x: x.name, y: y.name, notation: x.notation === 'dms' || y.notation === 'dms' ? 'dms' : 'decimal' };
  for (const { name, heading, cells } of columns) {
    for (const notation of ['decimal', 'dms'] as const) {
      const pairs = cells.map((cell) => positionOf(() => cell, { x: name, notation }));
      const fitting = pairs.filter((p) => p?.every(Number.isFinite)) as [number, number][];
      if (fitting.length === 0 || fitting.length * 2 <= cells.length) continue;
      const turned = fitting.every(([a, b]) => (isLat(a) && isLon(b)) || (isNorthing(a) && isEasting(b)));
      const upright = fitting.every(([a, b]) => (isLon(a) && isLat(b)) || (isEasting(a) && isNorthing(b)));
      if (turned || upright || BOTH_NAME.test(heading)) return { x: name, notation, order: turned ? 'yx' : 'xy' };
    }
  }
  return null;
}
