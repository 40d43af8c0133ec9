// Text from a spreadsheet as new records: cells, which column is what, and each row checked like the form would. Pure.
import { parse } from 'csv-parse/browser/esm/sync';
import { isFiles } from '@/contract/fields';
import { fold } from '@/contract/fold';
import { Geometry } from '@/contract/schemas/common';
import {
  checkValues,
  type Field,
  type FieldProblem,
  type FieldType,
  isWritten,
  type Values,
} from '@/contract/schemas/form';
import { ewktSrid, fromWkt } from '@/contract/wkt';
import { momentOf } from '@/lib/form/moment';
import { parseNumber, toLatin } from '@/lib/i18n/digits';
import { parseDay } from '@/lib/i18n/jalali';

/** Rows that are taken at once. */
export const MAX_ROWS = 1000;
/** What a column holds: nothing of use, a coordinate in degrees, a shape as WKT, or a field by its name. */
export type Target = 'skip' | 'x' | 'y' | 'wkt' | `field:${string}`;

export interface PastedRows {
  rows: string[][];
  /** Rows that were left out at the end. */
  more: number;
}

/** The cells of a text with tabs, else semicolons, else commas between them; null where it cannot be read. */
export function readCells(text: string): PastedRows | null {
  const [first = ''] = text.split('\n', 1);
  const delimiter = text.includes('\t') ? '\t' : first.includes(';') ? ';' : ',';
  try {
    const all = parse(text, {
      delimiter,
      bom: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as string[][];
    const rows = all.filter((row) => row.some((cell) => cell !== ''));
    // One row more than is taken may be the heading.
    return { rows: rows.slice(0, MAX_ROWS + 1), more: Math.max(0, rows.length - MAX_ROWS - 1) };
  } catch {
    return null;
  }
}

const HEADINGS: Record<'x' | 'y' | 'wkt', readonly string[]> = {
  x: ['x', 'lon', 'lng', 'long', 'longitude'],
  y: ['y', 'lat', 'latitude'],
  wkt: ['wkt', 'geometry', 'geom', 'shape'],
};

/** Fields that a column of text can fill. */
export const pastedFields = (form: readonly Field[]): Field[] =>
  form.filter((field) => !field.read_only && isWritten(field) && !isFiles(field));

/** What a heading says; null where it says nothing. */
function named(heading: string, form: readonly Field[], shaped: boolean): Target | null {
  const word = fold(heading.trim());
  const field = form.find(({ name, label }) => fold(label) === word || fold(name) === word);
  if (field) return `field:${field.name}`;
  const place = shaped && (['x', 'y', 'wkt'] as const).find((kind) => HEADINGS[kind].includes(word));
  return place || null;
}

/** Guesses by the headings, or by the order of the fields where no heading is known. Each target once. */
export function guessColumns(rows: readonly string[][], form: readonly Field[], shaped: boolean) {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const open = pastedFields(form);
  const first = rows[0] ?? [];
  const byName = Array.from({ length: width }, (_, i) => named(first[i] ?? '', open, shaped));
  const heading = byName.some((target) => target !== null);
  const inOrder = (i: number): Target => (open[i] ? `field:${open[i].name}` : 'skip');
  const targets = byName.map((target, i): Target => (heading ? (target ?? 'skip') : inOrder(i)));
  return { heading, targets: targets.map((target, i) => (targets.indexOf(target) === i ? target : 'skip')) };
}

/** Words for yes and no in the reader's languages. */
export interface Words {
  yes: readonly string[];
  no: readonly string[];
}

/** A Gregorian year is well above these; a day of such a year is a Jalali one, in whatever language the reader reads. */
const LAST_JALALI_YEAR = 1700;
const dayOf = (text: string) => parseDay(Number(toLatin(text).slice(0, 4)) < LAST_JALALI_YEAR ? 'fa' : 'en', text);

function pastedMoment(cell: string): string {
  if (cell === '' || /[tT].*([zZ]|[+-]\d{2}:?\d{2})$/.test(cell)) return cell;
  const [, day = '', time = ''] = /^(\S+)(?:[\sT]+(\d{1,2}:\d{2}))?(?::\d{2})?$/.exec(toLatin(cell)) ?? [];
  return momentOf(dayOf(day), time) || '?';
}

const pastedNumber = (cell: string) => {
  const number = parseNumber(cell);
  return number === null ? cell : String(number);
};

const hasWord = (words: readonly string[], cell: string) => words.some((word) => fold(word) === fold(cell));
const asIs = (cell: string) => cell;

/** A cell as the form's check takes it, by the type of its field. */
const CLEAN: Record<FieldType, (cell: string, words: Words) => string> = {
  text: asIs,
  long_text: asIs,
  integer: pastedNumber,
  decimal: pastedNumber,
  date: (cell) => cell && (dayOf(cell) ?? '?'),
  datetime: pastedMoment,
  boolean: (cell, { yes, no }) =>
    hasWord(yes, cell) ? 'true' : hasWord(no, cell) ? 'false' : toLatin(cell).toLowerCase(),
  time: asIs,
  choice: asIs,
  multi_choice: asIs,
  file: asIs,
  image: asIs,
  signature: asIs,
  barcode: asIs,
  reference: pastedNumber,
  computed: asIs,
  section: asIs,
  note: asIs,
};

/** A cell of a spreadsheet as the form's check takes it. */
export const cleanCell = (field: Field, cell: string, words: Words): string => CLEAN[field.type](cell, words);

export interface Row {
  /** As the spreadsheet numbers what was pasted, from 1. */
  line: number;
  value: Values;
  geometry: Geometry | null;
  problems: { field: Field; problem: FieldProblem }[];
  /** A shape was wanted and none could be read. */
  shapeless: boolean;
}

/** A shape in degrees; metres of another system would come to lie anywhere. */
const degreesOf = (wkt: string) => ((ewktSrid(wkt) ?? 4326) === 4326 ? fromWkt(wkt) : null);

function shapeOf(cells: readonly string[], targets: readonly Target[]): Geometry | null {
  const cell = (target: Target) => (cells[targets.indexOf(target)] ?? '').trim();
  const wkt = toLatin(cell('wkt'));
  const [x, y] = [parseNumber(cell('x')), parseNumber(cell('y'))];
  const inside = x !== null && y !== null && Math.abs(x) <= 180 && Math.abs(y) <= 90;
  const geometry = wkt ? degreesOf(wkt) : inside ? { type: 'Point', coordinates: [x, y] } : null;
  const read = Geometry.safeParse(geometry);
  return read.success ? read.data : null;
}

/** Rows checked against the form, with the shapes that their columns hold. */
export function readRows(
  rows: readonly string[][],
  { heading, targets }: { heading: boolean; targets: readonly Target[] },
  form: readonly Field[],
  shaped: boolean,
  words: Words,
): Row[] {
  const open = form.filter(isWritten);
  return rows.slice(heading ? 1 : 0, (heading ? 1 : 0) + MAX_ROWS).map((cells, i) => {
    const row: Row = { line: i + (heading ? 2 : 1), value: {}, geometry: null, problems: [], shapeless: false };
    const raw: Values = {};
    for (const field of open) {
      const at = targets.indexOf(`field:${field.name}`);
      if (at >= 0) raw[field.name] = CLEAN[field.type]((cells[at] ?? '').trim(), words);
    }
    const { values, problems } = checkValues(form, raw);
    row.value = Object.fromEntries(Object.entries(values).filter(([name, value]) => name in raw || value !== null));
    row.problems = open.flatMap((field) => (problems[field.name] ? [{ field, problem: problems[field.name] as FieldProblem }] : [])); // biome-ignore format: one list
    if (shaped) row.geometry = shapeOf(cells, targets);
    return { ...row, shapeless: shaped && row.geometry === null };
  });
}
