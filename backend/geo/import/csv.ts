// The format CSV (also TSV and TXT): separators, digits and encodings as Persian spreadsheets write them.
import { pipeline, Readable } from 'node:stream';
import { type Options, parse } from 'csv-parse';
import type { Single } from '../../../contract/schemas/form';
import type { PlaceColumns } from '../../../contract/schemas/upload';
import { fromWkt } from '../../../contract/wkt';
import { distinctNames } from '../distinct-names';
import { guessPlace, positionOf } from './coordinates';
import { coordinate, findPlace, type Place, sniffDelimiter } from './csv-columns';
import { chosenEncoding, decode, head, sniffText, textOf } from './encoding';
import { ImportProblem, toImportProblem, type Warning } from './problems';
import type { Format, RawRow, Source } from './types';

const SAMPLE_BYTES = 256 * 1024;
const SAMPLE_LINES = 200;

interface Table {
  encoding: string;
  delimiter: string;
  /** Excel's first line "sep=;" and the heading are no rows. */
  skip: number;
  names: string[];
  place: Place | null;
  guess: PlaceColumns | null;
}

async function* records(text: AsyncIterable<string> | Iterable<string>, delimiter: string): AsyncGenerator<string[]> {
  const options: Options = {
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: 16 * 1024 ** 2,
  };
  const parser = parse(options);
  // What ends the text early (a signal, a disk) ends the parser with the same error: a pipe alone would leave it to nobody.
  pipeline(Readable.from(text, { objectMode: false, encoding: 'utf8' }), parser, () => undefined);
  for await (const record of parser) yield record as string[];
}

/** The names of columns by their heading: none empty, none twice. */
export const columnNames = (heading: string[]): string[] =>
  distinctNames(heading.map((cell, i) => cell.trim() || `column_${i + 1}`));

async function look(source: Source, warnings: Set<Warning>): Promise<Table & { sure: boolean }> {
  const bytes = await head(source.path, SAMPLE_BYTES);
  const sniffed = sniffText(bytes);
  const encoding = source.encoding ? chosenEncoding(source.encoding) : sniffed.name;
  const sure = source.encoding !== undefined || sniffed.sure;
  if (!sure) warnings.add('encoding_guessed');
  let sample = decode(bytes, encoding).replace(/^\ufeff/, '');
  if (bytes.length === SAMPLE_BYTES) sample = sample.slice(0, sample.lastIndexOf('\n') + 1) || sample;
  const directive = /^sep=(.)\r?\n/i.exec(sample);
  if (directive) sample = sample.slice(directive[0].length);
  const delimiter = directive?.[1] ?? sniffDelimiter(sample);
  const rows: string[][] = [];
  for await (const record of records([sample], delimiter)) {
    rows.push(record);
    if (rows.length > SAMPLE_LINES) break;
  }
  const first = rows[0];
  if (!first) throw new ImportProblem('empty_file');
  const headed = first.some((cell) => cell.trim() !== '' && Number.isNaN(coordinate(cell, delimiter)));
  if (!headed) warnings.add('no_header');
  const names = columnNames(headed ? first : first.map(() => ''));
  const body = headed ? rows.slice(1) : rows;
  const place = namedPlace(names, source.place) ?? findPlace(names, body, delimiter);
  const guess = place ? null : guessPlace(names, body);
  if (place?.by === 'xy' && place.assumed) warnings.add('crs_assumed');
  if (place && place.srid === null) warnings.add('no_crs');
  return { encoding, sure, delimiter, names, place, guess, skip: Number(headed) + Number(directive !== null) };
}

/** The columns that a person named, where the table has them. */
export const namedPlace = (names: readonly string[], place: PlaceColumns | undefined): Place | null =>
  place && names.includes(place.x) && (place.y === undefined || names.includes(place.y))
    ? { by: 'named', place, srid: null }
    : null;

/** Where a row of a table lies. */
export function geometryOf(
  record: string[],
  place: Place,
  delimiter: string,
  names: readonly string[],
): Pick<RawRow, 'geometry' | 'problem'> {
  if (place.by === 'named') {
    const position = positionOf((column) => record[names.indexOf(column)] ?? '', place.place);
    return { geometry: position && { type: 'Point', coordinates: position } };
  }
  if (place.by === 'wkt') {
    const text = record[place.column] ?? '';
    if (text.trim() === '') return { geometry: null };
    const geometry = fromWkt(text);
    return geometry === undefined ? { geometry: null, problem: 'bad_geometry' } : { geometry };
  }
  const [x, y] = [record[place.x] ?? '', record[place.y] ?? ''];
  if (x.trim() === '' && y.trim() === '') return { geometry: null };
  return { geometry: { type: 'Point', coordinates: [coordinate(x, delimiter), coordinate(y, delimiter)] } };
}

async function* rows({ path, signal }: Source, table: Table): AsyncGenerator<RawRow> {
  const { names, place, delimiter } = table;
  let skip = table.skip;
  let row = 0;
  try {
    for await (const record of records(textOf(path, table.encoding, signal), delimiter)) {
      if (skip > 0) {
        skip--;
        continue;
      }
      row++;
      const values: Record<string, Single> = {};
      for (let i = 0; i < names.length; i++) values[names[i] as string] = record[i]?.trim() || null;
      const place2 = place ? geometryOf(record, place, delimiter, names) : { geometry: null };
      // More cells than columns: a separator inside a value, so nothing after it can be trusted.
      const extra = record.slice(names.length).some((cell) => cell.trim() !== '');
      yield extra ? { row, values, geometry: null, problem: 'bad_row' } : { row, values, ...place2 };
    }
  } catch (error) {
    throw toImportProblem('broken_file', signal, error);
  }
}

export const csv: Format = {
  id: 'csv',
  extensions: ['csv', 'tsv', 'txt'],
  detect: (start) => {
    const { name } = sniffText(start);
    const text = decode(start, name);
    // Control characters, or letters that are none, are the sign of a binary file under a wrong name.
    const odd = [...text].filter((c) => (c < ' ' && !'\t\r\n'.includes(c)) || c === '\ufffd').length;
    return odd * 200 <= text.length && !/^\s*(<\?xml|<kml|<html|%PDF)/i.test(text);
  },
  async open(source) {
    const warnings = new Set<Warning>();
    const { sure, ...table } = await look(source, warnings);
    const { place } = table;
    return {
      encoding: table.encoding,
      encodingSure: sure,
      warnings: [...warnings],
      layers: [
        {
          name: source.fileName.replace(/\.[^.]*$/, ''),
          crs: { srid: place?.srid ?? null, text: place?.srid === 4326 ? 'WGS 84' : null },
          columns: table.names.map((name) => ({ name })),
          textual: true,
          table: place === null,
          guess: table.guess,
          rows: () => rows(source, table),
        },
      ],
    };
  },
};
