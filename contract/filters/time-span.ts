// Days that records are of: what a map's time, its tiles and the queries behind it mean by one.
import { isDated } from '../fields';
import type { Field } from '../schemas/form';
import type { DetailRule } from '../schemas/query';

/** A field, as `f:` and its name, or a column of every record. */
const FIELD = 'f:';
const FIELD_LENGTH = 63;
export const TIME_COLUMNS = ['create_date', 'modified_date'] as const;
type TimeColumn = (typeof TIME_COLUMNS)[number];

/** Records of these days; both count, and are days in Tehran where there are moments. */
export interface TimeSpan {
  /** What the time is taken from: see `timeSources`. */
  of: string;
  from: string;
  to: string;
}

const isColumn = (source: string): source is TimeColumn => (TIME_COLUMNS as readonly string[]).includes(source);
/** The name of the field that a source is; null for a column. */
export const fieldOfSource = (source: string): string | null =>
  source.startsWith(FIELD) ? source.slice(FIELD.length) : null;
export const isTimeSource = (text: string): boolean => {
  const name = fieldOfSource(text);
  return name === null ? isColumn(text) : name.length > 0 && name.length <= FIELD_LENGTH;
};

/** What has a time: the fields of days and moments first, then when a record was added and last changed. */
export const timeSources = (form: readonly Field[]): string[] => [
  ...form.filter(isDated).map(({ name }) => FIELD + name),
  ...TIME_COLUMNS,
];

/** The rule of a query that leaves the records of a span. */
export function spanRule({ of, from, to }: TimeSpan): DetailRule {
  const field = fieldOfSource(of);
  const days = { is: 'between' as const, value: [from, to] };
  return field === null ? { column: of as TimeColumn, ...days } : { field, ...days };
}
