// The format XLSX: each sheet is a table, whose rows lie where its columns of coordinates or well-known text say.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Single } from '../../../contract/schemas/form';
import type { Note } from '../../../contract/schemas/upload';
import { guessPlace } from './coordinates';
import { columnNames, geometryOf, namedPlace } from './csv';
import { coordinate, findPlace } from './csv-columns';
import type { Warning } from './problems';
import { type Book, bookOf, type Cell, rowsOf } from './sheets/workbook';
import type { Format, Layer, RawRow, Source } from './types';
import { openZip } from './zip';

const SAMPLE_ROWS = 200;
/** Cells that are named of those whose formula has no result. */
const MAX_CELLS = 5;

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
  for await (const { cells } of rowsOf(sheet.path, book, signal)) {
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
  const notes: Note[] = [];
  async function* rows(): AsyncGenerator<RawRow> {
    let skip = headed;
    let row = 0;
    const formulas = { code: 'formulas' as const, count: 0, cells: [] as string[] };
    notes.length = 0;
    const countFormula = (reference: string) => {
      if (formulas.count++ === 0) notes.push(formulas);
      if (formulas.count <= MAX_CELLS) formulas.cells.push(reference);
    };
    for await (const { cells } of rowsOf(sheet.path, book, signal, countFormula)) {
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
    notes,
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
