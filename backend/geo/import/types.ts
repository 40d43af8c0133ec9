// The types shared by the formats and the entry of the import.
import type { Geometry } from '../../../contract/schemas/common';
import type { FieldType, Single } from '../../../contract/schemas/form';
import type { RelationDefinition } from '../../../contract/schemas/layers/file-relation';
import type { Inspection, Note, PlaceColumns } from '../../../contract/schemas/upload';
import type { Placed } from '../geometry';
import type { RowProblem, Warning } from './problems';

/** Layer kinds as the wire counts them: 0 no geometry, 1 point, 2 line, 3 polygon. */
export type Kind = 0 | 1 | 2 | 3;

/** A geometry of one kind as hexadecimal EWKB in EPSG:4326, and where it lies. */
export interface ShapeBytes {
  hex: string;
  kind: Kind;
  placed: Placed;
}

/** What `read` yields: a row of the file, counted from 1, clean unless it says why not. */
export interface Feature {
  row: number;
  /** By the file's own column names, as the file writes them: what a day or a number is, a form says (contract checkValue). */
  values: Record<string, Single>;
  /** EPSG:4326, longitude first; null in a table, in a row with a problem and where `bytes` hold it. */
  geometry: Geometry | null;
  /** The geometry, sound and in EPSG:4326, as the file's reader gave it; only for who asks for bytes. */
  bytes?: ShapeBytes;
  /** The number under which the file's relations know the row. */
  fid?: number;
  problem?: RowProblem;
}

/** A row as a format finds it: `geometry` is unchecked GeoJSON in the file's own coordinates, undefined where it cannot be read. */
export interface RawRow {
  row: number;
  values: Record<string, Single>;
  geometry: unknown;
  /** The same as EWKB, in bytes or hexadecimal, where the reader has it so and all of it is the file's. */
  ewkb?: Buffer | string | undefined;
  fid?: number | undefined;
  problem?: RowProblem;
  /** What of the row cannot be kept. */
  lost?: Note['code'];
}

/** A coordinate system: an EPSG code, or text that GDAL understands, and the words that people read. */
export interface Crs {
  srid: number | null;
  text: string | null;
  /** WKT or PROJ text; only where there is no EPSG code. */
  wkt?: string;
}

export interface Column {
  name: string;
  /** Set where the file itself declares the type; otherwise the values are looked at. */
  declared?: FieldType;
}

/** One layer inside a file, as the format describes it before its rows are looked at. */
export interface Layer {
  name: string;
  crs: Crs;
  /** In file order; null where only the rows know. */
  columns: Column[] | null;
  /** Every value is text (CSV, KML), so numbers are told by their look. */
  textual: boolean;
  /** A table: rows are not expected to have a geometry. */
  table: boolean;
  /** Of a table without a place: the columns that probably hold it. */
  guess?: PlaceColumns | null;
  /** What of every row cannot be kept. */
  notes?: Note[];
  /** Known without reading: then only the first rows are looked at. */
  known?: { kind: Kind; count: number; extent: [number, number, number, number] | null; is3d: boolean };
  /** The rows, from the first, as often as asked; no more than `limit` need be prepared. */
  rows: (limit?: number) => AsyncIterable<RawRow>;
}

/** A relation that a file holds between two of its layers, with the rows of `base` as parents. */
export interface OpenedRelation {
  name: string;
  base: string;
  related: string;
  /** What of ours comes back with it; null in a file that somebody else wrote. */
  definition: RelationDefinition | null;
  /** Numbers of rows that belong together, those of `base` first. */
  pairs: () => AsyncIterable<readonly [number, number]>;
}

export interface Opened {
  relations?: OpenedRelation[];
  encoding: string;
  encodingSure: boolean;
  layers: Layer[];
  warnings: Warning[];
}

export interface Source {
  path: string;
  /** As the person's computer calls it: for its extension and for the layer's name, never opened. */
  fileName: string;
  /** An empty folder of this call alone. */
  scratch: string;
  encoding?: string | undefined;
  /** The columns that hold the place, where a person named them. */
  place?: PlaceColumns | undefined;
  signal?: AbortSignal | undefined;
}

/** One row of the table of formats: all that a new format has to bring. */
export interface Format {
  id: string;
  extensions: readonly string[];
  /** Whether the first bytes (of the file at `path`, where they do not settle it) can be this format. */
  detect: (head: Buffer, path: string) => boolean | Promise<boolean>;
  open: (source: Source) => Promise<Opened>;
}

export type Inspected = Omit<Inspection, 'file_id' | 'size'>;
