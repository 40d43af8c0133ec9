// The field types of a form, in the order in which they are offered. A type is one file here and one line of FIELDS; every
// table over FieldType elsewhere then asks the compiler for its row.
import { isNumberOf, parseExpr } from '../computed/parse';
import { barcode } from './barcode';
import { boolean } from './boolean';
import { choice } from './choice';
import { computed } from './computed';
import { date } from './date';
import { datetime } from './datetime';
import { decimal } from './decimal';
import { file } from './files/file';
import { image } from './files/image';
import { signature } from './files/signature';
import { integer } from './integer';
import { longText } from './long-text';
import { note } from './marks/note';
import { section } from './marks/section';
import { multiChoice } from './multi-choice';
import { reference } from './reference';
import type { FieldSpec } from './spec';
import { text } from './text';
import { time } from './time';

export type { Choice, Definition, DefinitionProblem, FieldProblem, FieldSpec, Operand, Reading, Single, Value } from './spec'; // biome-ignore format: one line

export const FIELDS = {
  text,
  long_text: longText,
  integer,
  decimal,
  date,
  datetime,
  time,
  boolean,
  choice,
  multi_choice: multiChoice,
  file,
  image,
  signature,
  barcode,
  reference,
  computed,
  section,
  note,
} satisfies Record<string, FieldSpec>;
export type FieldType = keyof typeof FIELDS;
export const FIELD_TYPES = Object.keys(FIELDS) as [FieldType, ...FieldType[]];

interface Typed {
  type: FieldType;
  expr?: string | undefined;
}

/** The type whose rules a field's values follow: of a computed one, that of what comes of its expression. */
export function valueType({ type, expr = '' }: Typed): FieldType {
  if (type !== 'computed') return type;
  const parsed = parseExpr(expr);
  return 'expr' in parsed && isNumberOf(parsed.expr) ? 'decimal' : 'text';
}
/** What the type of a field's values says of them. */
export const specOf = (field: Typed): FieldSpec => FIELDS[valueType(field)];

const isOf =
  (...formats: FieldSpec['format'][]) =>
  (field: Typed): boolean =>
    formats.includes(specOf(field).format);

/** Values are numbers. */
export const isNumeric = isOf('number');
/** Values are days or moments. */
export const isDated = isOf('date', 'datetime');
/** Values are text whose order is that of its bytes: ISO days, moments and times of day, and yes or no. */
export const isOrderedText = isOf('date', 'datetime', 'time', 'boolean');
/** Values have an order that an index can follow: numbers, and ordered text. */
export const isOrdered = isOf('number', 'date', 'datetime', 'time', 'boolean');
/** Values are text that people wrote or chose. */
export const isTextual = isOf('text');
/** Values are yes or no. */
export const isYesNo = isOf('boolean');
/** Values are lists. */
export const isList = isOf('list', 'files');
/** Values are ids of files. */
export const isFiles = isOf('files');
/** There is no value: what stands between the fields. */
export const hasNoValue = isOf('none');
/** Values are read one by one: there is a value, and it is no file. */
export const isReadable = (field: Typed): boolean => !hasNoValue(field) && !isFiles(field);
/** A value that people choose from a list. */
export const isChoice = ({ type }: Typed): boolean => type === 'choice' || type === 'multi_choice';

/** The type of a copy whose definition stays behind: of a column of a result, or of a file. */
export const plainType = (field: Typed): FieldType =>
  FIELDS[field.type].standsAlone ? field.type : specOf(field).standsAlone ? valueType(field) : 'text';

/** A field that may name a record where nothing else says so: a short text, the first of the form before the others. */
export const isTitle = ({ type }: Typed): boolean => type === 'text';
