// Rows as CSV: what people open in a spreadsheet, and what GDAL reads them from.
import type { Field, Value } from '../../../contract/schemas/form';

/** Beginnings that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Text that no spreadsheet runs: an apostrophe before what would be a formula. */
export const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One line with its end. Null is empty; booleans are 1 and 0. */
export const csvLine = (cells: readonly Value[]): string =>
  `${cells.map((v) => (v === null ? '' : typeof v === 'boolean' ? (v ? '1' : '0') : quoted(String(v)))).join(',')}\r\n`;

/** A value for people's eyes: text made harmless, all else as it is. */
export const shownValue = (field: Field, value: Value | undefined): Value =>
  value === undefined || value === null
    ? null
    : typeof value === 'string' && field.type !== 'date' && field.type !== 'datetime'
      ? harmless(value)
      : value;
