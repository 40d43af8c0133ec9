// Records on their way into a table by COPY: one line of text each, the same for imports, the demo data and benchmarks.
import type { Geometry } from '../../../contract/schemas/common';
import type { Field, Values } from '../../../contract/schemas/form';
import { copyText } from '../../db/engine';
import { searchText } from '../../db/search-text';
import type { Placed } from '../../geo/geometry';

export const COPY_COLUMNS = ['status', 'geom', 'q', 'minz', 'value', 'search', 'creator_id', 'modifier_id'] as const;

export interface BulkRecord {
  status: number;
  geometry: Geometry | null;
  placed: Placed | null;
  value: Values;
  account: number;
  /** The layer's form. */
  form: readonly Field[];
}

type Nested = readonly number[] | readonly Nested[];
const coordinates = (c: Nested): string =>
  typeof c[0] === 'number' ? c.join(' ') : `(${(c as readonly Nested[]).map(coordinates).join(',')})`;

/** How many ordinates the first position has. Every position of a shape has the same. */
function dimension(c: Nested): number {
  return typeof c[0] === 'number' ? c.length : dimension(c[0] as Nested);
}

/** A geometry in PostGIS's text form. */
function ewkt({ type, coordinates: c }: Geometry): string {
  const inside = coordinates(c);
  return `SRID=4326;${type}${dimension(c) === 3 ? ' Z' : ''}${type === 'Point' ? `(${inside})` : inside}`;
}

/** One line of COPY text with the columns of COPY_COLUMNS. */
export const copyLine = ({ status, geometry, placed, value, account, form }: BulkRecord): string =>
  `${[status, geometry && ewkt(geometry), placed?.q ?? null, placed?.minz ?? null, JSON.stringify(value), searchText(form, value), account, account].map(copyText).join('\t')}\n`;
