// Records on their way into a table by COPY: one line of text each, the same for imports, the demo data and benchmarks.
import type { Geometry } from '../../../contract/schemas/common';
import type { Field, Values } from '../../../contract/schemas/form';
import { copyText } from '../../db/engine';
import { searchText } from '../../db/search-text';
import type { Placed } from '../../geo/geometry';

export const COPY_COLUMNS = ['status', 'geom', 'q', 'minz', 'value', 'search', 'creator_id', 'modifier_id'] as const;

export interface BulkRecord {
  status: number;
  /** Its shape, as `hexEwkb` writes it. */
  hex: string | null;
  placed: Placed | null;
  value: Values;
  account: number;
  /** The layer's form. */
  form: readonly Field[];
}

type Position = readonly number[];
type Nested = Position | readonly Nested[];
const isPosition = (c: Nested): c is Position => typeof c[0] === 'number';

/** Codes of OGC's well-known binary; those of the parts of a multiple geometry are less by three. */
const CODES: Record<Geometry['type'], number> = { Point: 1, LineString: 2, Polygon: 3, MultiPoint: 4, MultiLineString: 5, MultiPolygon: 6 }; // biome-ignore format: one table
const PART = 3;
/** PostGIS's own flags beside the code: a system follows, and positions have heights. */
const [HAS_SRID, HAS_HEIGHT] = [0x20000000, 0x80000000];
const SRID = 4326;

/** Ordinates, and lists with a count of their own, of nested coordinates. Every position of a shape has as many ordinates as the first. */
function sizeOf(c: Nested): { ordinates: number; lists: number; height: boolean } {
  if (isPosition(c)) return { ordinates: c.length, lists: 0, height: c.length === 3 };
  const first = c[0] as Nested;
  if (isPosition(first)) return { ordinates: c.length * first.length, lists: 1, height: first.length === 3 };
  const all = { ...sizeOf(first), ordinates: 0, lists: 1 };
  for (const part of c as readonly Nested[]) {
    const { ordinates, lists } = sizeOf(part);
    all.ordinates += ordinates;
    all.lists += lists;
  }
  return all;
}

/** A geometry in PostGIS's binary form, as hexadecimal text: a third of the work that decimals are, for us and for PostgreSQL. */
export function hexEwkb({ type, coordinates }: Geometry): string {
  const { ordinates, lists, height } = sizeOf(coordinates);
  const isMultiple = type.startsWith('Multi');
  const bytes = Buffer.allocUnsafe(9 + 4 * lists + 8 * ordinates + (isMultiple ? 5 * coordinates.length : 0));
  let at = 0;
  const uint = (value: number) => {
    at = bytes.writeUInt32LE(value >>> 0, at);
  };
  const head = (code: number, flags: number) => {
    bytes[at++] = 1;
    uint(code | flags | (height ? HAS_HEIGHT : 0));
  };
  const nested = (c: Nested) => {
    if (isPosition(c)) for (const ordinate of c) at = bytes.writeDoubleLE(ordinate, at);
    else {
      uint(c.length);
      for (const part of c) nested(part);
    }
  };
  head(CODES[type], HAS_SRID);
  uint(SRID);
  if (isMultiple) {
    uint(coordinates.length);
    for (const part of coordinates as readonly Nested[]) {
      head(CODES[type] - PART, 0);
      nested(part);
    }
  } else nested(coordinates);
  return bytes.toString('hex');
}

/** One line of COPY text with the columns of COPY_COLUMNS. */
export function copyLine({ status, hex, placed, value, account, form }: BulkRecord): string {
  const texts = `${copyText(JSON.stringify(value))}\t${copyText(searchText(form, value))}`;
  return `${status}\t${hex ?? '\\N'}\t${placed?.q ?? '\\N'}\t${placed?.minz ?? '\\N'}\t${texts}\t${account}\t${account}\n`;
}
