// The format XLSX: each sheet is a table, whose rows lie where its columns of coordinates or well-known text say.
import { mkdtemp } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { Single } from '../../../contract/schemas/form';
import { guessPlace } from './coordinates';
import { columnNames, geometryOf, namedPlace } from './csv';
import { coordinate, findPlace } from './csv-columns';
import { textOf } from './encoding';
import { ImportProblem, stopIfCancelled, type Warning } from './problems';
import type { Format, Layer, RawRow, Source } from './types';
import { type Element, elements } from './xml';
import { openZip, type Zip } from './zip';

/** As many rows and columns as the program that the format comes from. */
const MAX_COLUMNS = 16_384;
const SAMPLE_ROWS = 200;
/** Texts that cells share are held in memory: beyond this a sheet is no table for people. */
const MAX_SHARED = 128 * 1024 ** 2;
const DAY_MS = 86_400_000;

type Cell = string | number | boolean | null;

async function* partsOf(path: string, tag: string, signal?: AbortSignal): AsyncGenerator<Element> {
  for await (const { element } of elements(textOf(path, 'UTF-8', signal), new Set([tag]))) yield element;
}

/** The text of a cell's string: plain, or in pieces of different looks; readings of a script are left out. */
function textIn(element: Element): string {
  if (element.name === 't') return element.text;
  return element.children
    .filter((c) => c.name !== 'rPh')
    .map(textIn)
    .join('');
}

/** Whether a number format shows a day (Excel's own 14 to 22 and 45 to 47, or one with letters of days in it). */
function isDay(id: number, code: string | undefined): boolean {
  if (code === undefined) return (id >= 14 && id <= 22) || (id >= 45 && id <= 47);
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '');
  const letters = bare.toLowerCase();
  const follows = (a: string, b: string) => letters.includes(a) && letters.indexOf(a) < letters.lastIndexOf(b);
  return /[dy]/.test(letters) || follows('h', 'm') || follows('m', 's');
}

interface Book {
  sheets: { name: string; path: string }[];
  shared: string[];
  /** By the number of a cell's style: whether it shows days. */
  days: boolean[];
  /** The serial number of 1 January 1970. */
  epoch: number;
}

async function bookOf(zip: Zip, folder: string, signal?: AbortSignal): Promise<Book> {
  let turn = 0;
  const take = async (name: string) => {
    const entry = zip.entries.find((e) => e.name.toLowerCase() === name.toLowerCase());
    return entry ? zip.extract(entry, folder, `part-${turn++}.xml`) : null;
  };
  /** What a part points at, by the ids and by the kinds of its relations; paths within the archive. */
  const relationsOf = async (part: string) => {
    const { dir, base } = posix.parse(part);
    const [ids, kinds] = [new Map<string, string>(), new Map<string, string>()];
    const path = await take(posix.join(dir, '_rels', `${base}.rels`));
    if (path)
      for await (const { attributes } of partsOf(path, 'Relationship', signal)) {
        const target = posix.resolve('/', dir, attributes.Target ?? '').slice(1);
        ids.set(attributes.Id ?? '', target);
        kinds.set(posix.basename(attributes.Type ?? ''), target);
      }
    return { ids, kinds };
  };
  const workbook = (await relationsOf('')).kinds.get('officeDocument') ?? 'xl/workbook.xml';
  const main = await take(workbook);
  const { ids: targets, kinds } = await relationsOf(workbook);
  if (!main || targets.size === 0) throw new ImportProblem('wrong_type', 'no workbook inside');
  const beside = (kind: string, name: string) => take(kinds.get(kind) ?? posix.join(posix.dirname(workbook), name));
  let epoch = 25_569;
  for await (const { attributes } of partsOf(main, 'workbookPr', signal))
    if (/^(1|true)$/.test(attributes.date1904 ?? '')) epoch = 24_107;
  const sheets: Book['sheets'] = [];
  for await (const { attributes } of partsOf(main, 'sheet', signal)) {
    const path = await take(targets.get(attributes.id ?? '') ?? '');
    if (path) sheets.push({ name: attributes.name ?? '', path });
  }
  const shared: string[] = [];
  const strings = await beside('sharedStrings', 'sharedStrings.xml');
  let size = 0;
  if (strings)
    for await (const element of partsOf(strings, 'si', signal)) {
      const text = textIn(element);
      size += text.length;
      if (size > MAX_SHARED) throw new ImportProblem('too_large');
      shared.push(text);
    }
  const days: boolean[] = [];
  const styles = await beside('styles', 'styles.xml');
  if (styles) {
    const codes = new Map<number, string>();
    for await (const { attributes } of partsOf(styles, 'numFmt', signal))
      codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
    for await (const { children } of partsOf(styles, 'cellXfs', signal))
      for (const { name, attributes } of children)
        if (name === 'xf') days.push(isDay(Number(attributes.numFmtId), codes.get(Number(attributes.numFmtId))));
  }
  return { sheets, shared, days, epoch };
}

/** A serial number as an ISO day, with the clock's time where it has one, or as that time alone. No zone: a sheet has none. */
function dayOf(serial: number, epoch: number): Cell {
  const at = new Date(Math.round((serial - epoch) * DAY_MS));
  if (Number.isNaN(at.getTime())) return serial;
  const [day, time = ''] = at
    .toISOString()
    .replace(/(\.000)?Z$/, '')
    .split('T');
  if (serial >= 0 && serial < 1) return time;
  return Number.isInteger(serial) ? (day ?? null) : `${day}T${time}`;
}

/** Column number from 0 of a reference such as "AB12". */
function columnOf(reference: string | undefined, next: number): number {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? '')?.[0];
  if (!letters) return next;
  return [...letters].reduce((n, c) => n * 26 + c.charCodeAt(0) - 64, 0) - 1;
}

function contentOf({ attributes, children }: Element, book: Book): Cell {
  const raw = children.find((c) => c.name === 'v')?.text ?? '';
  switch (attributes.t) {
    case 's':
      return book.shared[Number(raw)]?.trim() || null;
    case 'inlineStr':
      return (
        children
          .filter((c) => c.name === 'is')
          .map(textIn)
          .join('')
          .trim() || null
      );
    case 'str':
    case 'd':
      return raw.trim() || null;
    case 'b':
      return raw === '1';
    case 'e':
      return null;
    default: {
      if (raw.trim() === '') return null;
      const value = Number(raw);
      if (!Number.isFinite(value)) return raw;
      return book.days[Number(attributes.s ?? -1)] ? dayOf(value, book.epoch) : value;
    }
  }
}

/** The rows of a sheet that hold anything. */
async function* cellsOf(path: string, book: Book, signal?: AbortSignal): AsyncGenerator<Cell[]> {
  for await (const { children } of partsOf(path, 'row', signal)) {
    stopIfCancelled(signal);
    const cells: Cell[] = [];
    for (const cell of children) {
      if (cell.name !== 'c') continue;
      const column = columnOf(cell.attributes.r, cells.length);
      if (column >= MAX_COLUMNS) throw new ImportProblem('too_many_columns');
      while (cells.length < column) cells.push(null);
      cells[column] = contentOf(cell, book);
    }
    if (cells.some((c) => c !== null)) yield cells;
  }
}

/** No comma separates anything here, so one in a number is a decimal sign. */
const DELIMITER = ';';
const asText = (cell: Cell | undefined) => (cell === null || cell === undefined ? '' : String(cell));

async function layerOf(
  sheet: Book['sheets'][number],
  book: Book,
  { signal, place: requestedPlace }: Source,
  warnings: Set<Warning>,
): Promise<Layer | null> {
  const sample: string[][] = [];
  let first: Cell[] | null = null;
  for await (const cells of cellsOf(sheet.path, book, signal)) {
    first ??= cells;
    sample.push(cells.map(asText));
    if (sample.length > SAMPLE_ROWS) break;
  }
  if (!first) return null;
  const headed = first.some((c) => typeof c === 'string' && Number.isNaN(coordinate(c, DELIMITER)));
  if (!headed) warnings.add('no_header');
  const width = Math.max(...sample.map((cells) => cells.length));
  const heading = Array.from({ length: width }, (_, i) => (headed ? asText(first[i]) : ''));
  const names = columnNames(heading);
  const body = headed ? sample.slice(1) : sample;
  const rowsOfText = body.map((cells) => names.map((_, i) => cells[i] ?? ''));
  const place = namedPlace(names, requestedPlace) ?? findPlace(names, rowsOfText, DELIMITER);
  if (place?.by === 'xy' && place.assumed) warnings.add('crs_assumed');
  if (place && place.srid === null) warnings.add('no_crs');
  async function* rows(): AsyncGenerator<RawRow> {
    let skip = headed;
    let row = 0;
    for await (const cells of cellsOf(sheet.path, book, signal)) {
      if (skip) {
        skip = false;
        continue;
      }
      row++;
      const values: Record<string, Single> = {};
      for (let i = 0; i < names.length; i++) values[names[i] as string] = cells[i] ?? null;
      yield { row, values, ...(place ? geometryOf(cells.map(asText), place, DELIMITER, names) : { geometry: null }) };
    }
  }
  return {
    name: sheet.name,
    crs: { srid: place?.srid ?? null, text: place?.srid === 4326 ? 'WGS 84' : null },
    columns: names.map((name) => ({ name })),
    textual: false,
    table: place === null,
    guess: place ? null : guessPlace(names, rowsOfText),
    rows,
  };
}

export const xlsx: Format = {
  id: 'xlsx',
  extensions: ['xlsx'],
  detect: (start) => start.toString('latin1', 0, 2) === 'PK',
  async open(source) {
    const zip = await openZip(source.path, source.signal);
    try {
      const book = await bookOf(zip, await mkdtemp(join(source.scratch, 'xlsx-')), source.signal);
      const warnings = new Set<Warning>();
      const layers: Layer[] = [];
      for (const sheet of book.sheets) {
        const layer = await layerOf(sheet, book, source, warnings);
        if (layer) layers.push(layer);
      }
      return { encoding: 'UTF-8', encodingSure: true, layers, warnings: [...warnings] };
    } finally {
      zip.close();
    }
  },
};
