// Rows out of GDAL as the lines of a PostgreSQL COPY: exact numbers, exact text, and several times faster than GeoJSON.
import { fromEwkb } from './ewkb';
import type { Gdal } from './gdal';
import { ImportProblem } from './problems';

/** A row of GDAL's, whose shape is read when it is asked for. */
export class GdalRow {
  constructor(
    /** Text as the database would read it; null for NULL. */
    readonly cells: Record<string, string | null>,
    private readonly hex: string | null,
    /** The heights are GDAL's own. */
    private readonly isFlat: boolean,
    /** The row's own number, where it was asked for by `KEEP_FID`. */
    readonly fid: number | undefined,
  ) {}

  /** GeoJSON; null for NULL, undefined where it cannot be read. */
  get geometry(): unknown {
    return this.hex === null ? null : fromEwkb(this.hex, this.isFlat);
  }

  /** The same as hexadecimal EWKB, where all of it is the file's. */
  get ewkb(): string | undefined {
    return this.isFlat ? undefined : (this.hex ?? undefined);
  }
}

// Names that no file's own column has.
const GEOMETRY = '__pahneh_geometry__';
const FID = '__pahneh_fid__';
/** Lets rows come with their own numbers. */
export const KEEP_FID = '-preserve_fid';
const SHAPE = '__pahneh_shape__';
/** Characters of a shape's text in which its first position ends, in whatever collections it is. */
const SHAPE_START = 250;
const ARGS = ['-f', 'PGDUMP', '-unsetFieldWidth', '--config', 'PG_USE_COPY', 'YES'];
const OPTIONS = [
  'LAUNDER=NO',
  'CREATE_TABLE=OFF',
  'DROP_TABLE=OFF',
  'SPATIAL_INDEX=NONE',
  `GEOMETRY_NAME=${GEOMETRY}`,
  `FID=${FID}`,
];

const ESCAPES: Record<string, string> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', v: '\v' };

function unquoted(cell: string): string | null {
  if (cell === '\\N') return null;
  return cell.includes('\\') ? cell.replace(/\\(.)/gs, (_, c: string) => ESCAPES[c] ?? c) : cell;
}

/** Where rows differ (`mixed`) GDAL gives a height to every position of all; which of them are the file's, the rows' texts tell. */
export type Dimensions = 'XY' | 'XYZ' | 'mixed';

/** What reads a layer whose rows differ: all of it, and how the text of each shape begins. */
export const mixedRowsArgs = (layer: string): string[] => [
  ...['-dialect', 'OGRSQL', '-sql'],
  `SELECT *, SUBSTR(OGR_GEOM_WKT, 1, ${SHAPE_START}) AS "${SHAPE}" FROM "${layer.replaceAll('"', '\\"')}"`,
];

/** Whether the text of a shape has heights: its first place has three numbers, and the third is no measure. */
function hasHeights(text = ''): boolean {
  const [, place = ''] = /[(,]\s*([-\d.][^(),A-Z]*)[,)]/.exec(text) ?? [];
  return place.trim().split(/\s+/).length > 2 && !/^\w+ M /.test(text);
}

/** Whether a text ends in a backslash that takes what follows, a tab or a line break, into the value. */
function isOpen(text: string): boolean {
  let slashes = 0;
  while (text.charCodeAt(text.length - 1 - slashes) === 92) slashes++;
  return slashes % 2 === 1;
}

function cellsOf(line: string): string[] {
  const parts = line.split('\t');
  if (!line.includes('\\\t')) return parts;
  const cells: string[] = [];
  let open: string[] = [];
  for (const part of parts) {
    open.push(part);
    if (isOpen(part)) continue;
    cells.push(open.join('\t'));
    open = [];
  }
  return cells;
}

/** The columns that a line says the rows to come have; null of any other line, which is for the database. */
function columnsIn(line: string): string[] | null {
  const list = /^COPY .* \((.*)\) FROM STDIN;$/.exec(line)?.[1];
  if (list === undefined) return null;
  return [...list.matchAll(/"((?:[^"]|"")*)"/g)].map((match) => (match[1] as string).replaceAll('""', '"'));
}

/** The rows that ogr2ogr makes of a file of ours with `args`, in order; `dimensions` is null where there is no geometry. */
export async function* gdalRows(
  gdal: Gdal,
  input: string,
  args: string[],
  dimensions: Dimensions | null,
): AsyncGenerator<GdalRow> {
  let columns: string[] | null = null;
  let place = -1;
  let shape = -1;
  let number = -1;
  let ended = false;
  let pending: string[] = [];
  // Any type in one layer: files hold polygons of several parts where they declare polygons.
  const shaped = [
    '-nlt',
    'GEOMETRY',
    '--config',
    'OGR_STROKE_CURVE',
    'YES',
    '-dim',
    dimensions === 'XY' ? 'XY' : 'XYZ',
  ];
  const all = [...ARGS, ...OPTIONS.flatMap((o) => ['-lco', o]), ...(dimensions ? shaped : []), ...args];
  for await (const lines of gdal.lines(input, all)) {
    for (const line of lines) {
      if (!columns) {
        columns = columnsIn(line);
        place = columns?.indexOf(GEOMETRY) ?? -1;
        shape = columns?.indexOf(SHAPE) ?? -1;
        number = columns?.indexOf(FID) ?? -1;
        continue;
      }
      // The end is read on to, because only then GDAL says whether it got through the whole file.
      if (line === '\\.' && pending.length === 0) ended = true;
      if (ended) continue;
      pending.push(line);
      if (isOpen(line)) continue;
      const parts = cellsOf(pending.length === 1 ? line : pending.join('\n'));
      pending = [];
      if (parts.length !== columns.length) throw new ImportProblem('broken_file', 'a row of another width');
      const cells: GdalRow['cells'] = {};
      for (let i = 0; i < columns.length; i++) {
        if (i !== place && i !== shape && i !== number) cells[columns[i] as string] = unquoted(parts[i] as string);
      }
      const cell = parts[place];
      const hex = !cell || cell === '\\N' ? null : cell;
      const isFlat = dimensions === 'mixed' && !hasHeights(parts[shape]);
      yield new GdalRow(cells, hex, isFlat, number < 0 ? undefined : Number(parts[number]));
    }
  }
  if (columns && !ended) throw new ImportProblem('broken_file', 'the rows break off');
}
