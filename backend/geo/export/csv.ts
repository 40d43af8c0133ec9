// Rows as CSV: what people open in a spreadsheet, and what GDAL reads them from.
import { clockAt } from '../../../contract/dates';
import { specOf } from '../../../contract/fields';
import type { Field, Single, Value } from '../../../contract/schemas/form';
import { cellOf } from '../../../contract/values/value-text';

/** Beginnings that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** What begins like one and is none: a number or a telephone number. Further signs would be reckoned with. */
const NUMBER = /^[+-][\d۰-۹٠-٩]+(?: [\d۰-۹٠-٩]+)*(?:[.,٫][\d۰-۹٠-٩]+)?$/;

export const isFormula = (text: string): boolean => FORMULA.test(text) && !NUMBER.test(text);

/** Text that no spreadsheet runs: an apostrophe before what would be a formula. */
export const escapeFormula = (text: string): string => (isFormula(text) ? `'${text}` : text);

const quoteCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** What a file begins with, so that spreadsheets read it as UTF-8. */
export const BOM = '\ufeff';

/** One line with its end. Null is empty; booleans are 1 and 0. */
export const csvLine = (cells: readonly Single[]): string =>
  `${cells.map((v) => (v === null ? '' : typeof v === 'boolean' ? (v ? '1' : '0') : quoteCell(String(v)))).join(',')}\r\n`;

/** A moment as the organisation's clocks show it, for formats that know no zone. */
export const formatClock = (value: Single): Single => {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? value : clockAt(at).replace('T', ' ');
};

/** A value for people's eyes: moments by the organisation's clocks, text made harmless, all else as it is. */
export function displayValue(field: Field, raw: Value | undefined, codes = false): Single {
  const value = cellOf(field, raw ?? null, codes);
  if (value === null) return null;
  const { format } = specOf(field);
  if (format === 'datetime') return formatClock(value);
  return typeof value === 'string' && format !== 'date' ? escapeFormula(value) : value;
}
