// A workbook of XLSX: its sheets, row by row, as the values of their cells.
import { posix } from 'node:path';
import { textOf } from '../encoding';
import { ImportProblem, stopIfCancelled } from '../problems';
import { type Element, elements } from '../xml';
import type { Zip } from '../zip';

/** As many columns as the program that the format comes from. */
const MAX_COLUMNS = 16_384;
/** Texts that cells share are held in memory: beyond this a sheet is no table for people. */
const MAX_SHARED = 128 * 1024 ** 2;
const DAY_MS = 86_400_000;

export type Cell = string | number | boolean | null;

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

export interface Book {
  sheets: { name: string; path: string }[];
  shared: string[];
  /** By the number of a cell's style: whether it shows days. */
  days: boolean[];
  /** The serial number of 1 January 1970. */
  epoch: number;
}

/** `folder`: where the parts of the archive are written. */
export async function bookOf(zip: Zip, folder: string, signal?: AbortSignal): Promise<Book> {
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

/** A formula that was saved without what it comes to, as programs write it that do not reckon. An empty text is a result. */
const isUnreckoned = ({ attributes, children }: Element): boolean => {
  if (!children.some(({ name }) => name === 'f')) return false;
  const value = children.find(({ name }) => name === 'v');
  return !value || (value.text.trim() === '' && attributes.t !== 'str');
};

/** The letters of a column, which is counted from 0. */
function lettersOf(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : lettersOf(Math.floor(column / 26) - 1) + last;
}

export interface BookRow {
  /** As the sheet counts, from 1. */
  number: number;
  cells: Cell[];
}

/** The rows of a sheet that hold anything. `onUnreckoned`: a cell is empty because its formula has no result. */
export async function* rowsOf(
  path: string,
  book: Book,
  signal?: AbortSignal,
  onUnreckoned?: (reference: string) => void,
): AsyncGenerator<BookRow> {
  let number = 0;
  for await (const { attributes, children } of partsOf(path, 'row', signal)) {
    stopIfCancelled(signal);
    number = Number(attributes.r) || number + 1;
    const cells: Cell[] = [];
    for (const cell of children) {
      if (cell.name !== 'c') continue;
      const column = columnOf(cell.attributes.r, cells.length);
      if (column >= MAX_COLUMNS) throw new ImportProblem('too_many_columns');
      while (cells.length < column) cells.push(null);
      cells[column] = contentOf(cell, book);
      if (onUnreckoned && isUnreckoned(cell)) onUnreckoned(`${lettersOf(column)}${number}`);
    }
    if (cells.some((c) => c !== null)) yield { number, cells };
  }
}
