// The field types of a form, in the order in which they are offered. A type is one file here and one line of FIELDS; every
// table over FieldType elsewhere then asks the compiler for its row.
import { boolean } from './boolean';
import { choice } from './choice';
import { date } from './date';
import { datetime } from './datetime';
import { decimal } from './decimal';
import { integer } from './integer';
import { longText } from './long-text';
import type { FieldSpec } from './spec';
import { text } from './text';

export type { DefinitionProblem, FieldProblem, FieldSpec, Reading, Value } from './spec';

export const FIELDS = {
  text,
  long_text: longText,
  integer,
  decimal,
  date,
  datetime,
  boolean,
  choice,
} satisfies Record<string, FieldSpec>;
export type FieldType = keyof typeof FIELDS;
export const FIELD_TYPES = Object.keys(FIELDS) as [FieldType, ...FieldType[]];

interface Typed {
  type: FieldType;
}
const isOf =
  (...formats: FieldSpec['format'][]) =>
  ({ type }: Typed): boolean =>
    formats.includes(FIELDS[type].format);

/** Values are numbers. */
export const isNumeric = isOf('number');
/** Values are days or moments. */
export const isDated = isOf('date', 'datetime');
/** Values are text that people wrote or chose. */
export const isTextual = isOf('text');
/** Values are yes or no. */
export const isYesNo = isOf('boolean');

/** The type of a copy whose definition stays behind: of a column of a result, or of a file. */
export const plainType = ({ type }: Typed): FieldType => (FIELDS[type].standsAlone ? type : 'text');

/** A field that may name a record where nothing else says so: a short text, the first of the form before the others. */
export const isTitle = ({ type }: Typed): boolean => type === 'text';
