// Comparisons of a record's values with what is asked, as SQL on `n`, by the types of fields.
import { type RawBuilder, sql } from 'kysely';
import { readDay, startOfDay } from '../../../../contract/dates';
import { isList, isNumeric, isOrderedText, valueType } from '../../../../contract/fields';
import { readOperand } from '../../../../contract/filters/record-filter';
import { fold } from '../../../../contract/fold';
import { addDays } from '../../../../contract/jalali';
import type { Field, FieldProblem, FieldType } from '../../../../contract/schemas/form';
import { type Comparison, type Scalar, TRIGRAM, type ValueRule } from '../../../../contract/schemas/query';
import { like, likeText } from '../../../db/engine';
import { invalid, Refusal } from '../../../http/errors';
import { fieldValue } from '../record-page';
import { type IsCommon, rarePart } from './common-words';

type Sql = RawBuilder<unknown>;

const ORDER: Partial<Record<Comparison, string>> = { eq: '=', lt: '<', le: '<=', gt: '>', ge: '>=' };
export const list = (value: unknown): Scalar[] => (Array.isArray(value) ? value : [value as Scalar]);

/** A comparison of a column with values that are made clean one by one; `cast` is the type of both. */
export function compareColumn(column: Sql, is: Comparison, values: readonly unknown[], cast: string): Sql {
  const type = sql.raw(cast);
  if (is === 'between') return sql`${column} between ${values[0]}::${type} and ${values[1]}::${type}`;
  if (is === 'in') return sql`${column} = any(${[...values]}::${type}[])`;
  const sign = ORDER[is === 'ne' ? 'eq' : is];
  if (!sign) throw invalid('is');
  return sql`${column} ${sql.raw(sign)} ${values[0]}::${type}`;
}

type Compare = (column: Sql, is: Comparison, values: readonly Scalar[], isCommon: IsCommon) => Sql;

/** Of more words, looking each of them up in the index takes longer than comparing every record's value with all of them at once. */
const MAX_NARROWING = 20;

const compareText: Compare = (value, is, operands, isCommon) => {
  const column = sql`record_fold(${value})`;
  const values = operands.map((v) => fold(String(v)));
  const [one = ''] = values;
  // Shorter text has no trigram of its own. What a field holds, the record's folded text holds: its index narrows, the field itself decides.
  const narrowed = (rule: Sql) =>
    one.length < TRIGRAM
      ? sql`(strpos(n.search, ${one}::text) > 0 and ${rule})`
      : sql`(n.search like ${like(rarePart(one, isCommon))} and ${rule})`;
  if (is === 'contains') return narrowed(sql`${column} like ${like(one)}`);
  if (is === 'starts') return narrowed(sql`${column} like ${`${likeText(one)}%`}`);
  if (is === 'ends') return narrowed(sql`${column} like ${`%${likeText(one)}`}`);
  const rule = compareColumn(sql`${column} collate "C"`, is, values, 'text');
  if (is === 'in' && values.length <= MAX_NARROWING && values.every((v) => v.length >= TRIGRAM))
    return sql`(n.search like any(${values.map(like)}::text[]) and ${rule})`;
  return is === 'eq' || is === 'ne' ? narrowed(rule) : rule;
};

/** A refusal of a day or a moment that was asked for. */
export const refusalOf = (problem: FieldProblem, key: string) =>
  problem === 'calendar' ? new Refusal(400, 'calendar') : invalid(key);
export function valueRule(rule: ValueRule, field: Field, isCommon: IsCommon): Sql {
  const column = fieldValue(field);
  const blank = isList(field)
    ? sql`(coalesce(${column}, '[]') = '[]')`
    : isNumeric(field)
      ? sql`(${column} is null)`
      : isOrderedText(field)
        ? sql`(${column} collate "C" is null or ${column} collate "C" = '')`
        : sql`(coalesce(${column}, '') = '')`;
  if (rule.is === 'empty') return blank;
  if (rule.is === 'not_empty') return sql`(not ${blank})`;
  const values = list(rule.value).map((raw) => {
    const operand = readOperand(field, raw);
    if ('problem' in operand) throw refusalOf(operand.problem, field.name);
    if (operand.value === null) throw invalid(field.name);
    return operand.value;
  });
  return COMPARE[valueType(field)](column, rule.is, values, isCommon);
}

/** The texts of a list as `c(v)`; none of what is no list. */
export const eachOf = (list: Sql): Sql =>
  sql`jsonb_array_elements_text(case when jsonb_typeof(${list}) = 'array' then ${list} else '[]' end) as c(v)`;

/** Several choices: the list holds one of what is asked, as a whole. */
const compareList = (value: Sql, is: Comparison, operands: readonly Scalar[]): Sql => {
  if (is !== 'contains' && is !== 'in') throw invalid('is');
  const values = operands.map((v) => fold(String(v)));
  const rule = sql`exists (select 1 from ${eachOf(sql`(${value})::jsonb`)} where record_fold(c.v) = any(${values}::text[]))`;
  const isNarrow = values.length <= MAX_NARROWING && values.every((v) => v.length >= TRIGRAM);
  return isNarrow ? sql`(n.search like any(${values.map(like)}::text[]) and ${rule})` : rule;
};

const compareNothing: Compare = () => {
  throw invalid('is');
};

const compareNumber: Compare = (column, is, values) => compareColumn(column, is, values, 'float8');

/** A field's value against what is asked, as SQL by the field's type. */
const COMPARE: Record<FieldType, Compare> = {
  text: compareText,
  long_text: compareText,
  integer: compareNumber,
  decimal: compareNumber,
  date: (column, is, values) => compareColumn(sql`${column} collate "C"`, is, values, 'text'),
  datetime: (column, is, values) => spanRule(sql`${column} collate "C"`, is, values.map(momentSpan)),
  boolean(column, is, values) {
    if (is !== 'eq' && is !== 'ne' && is !== 'in') throw invalid('is');
    return compareColumn(sql`${column} collate "C"`, is, values.map(String), 'text');
  },
  time: (column, is, values) => compareColumn(sql`${column} collate "C"`, is, values, 'text'),
  choice: compareText,
  multi_choice: compareList,
  file: compareNothing,
  image: compareNothing,
  signature: compareNothing,
  barcode: compareText,
  reference: (column, is, values) => compareColumn(column, is, values.map(String), 'text'),
  computed: compareText,
  section: compareNothing,
  note: compareNothing,
};

/** The first instant of a day in Tehran or of an exact time, and the first one after it. */
export interface Span {
  start: Sql;
  end: Sql;
}

/** Of a field of moments, which are kept as ISO text in UTC. */
function momentSpan(value: Scalar): Span {
  const text = String(value);
  const day = readDay(text);
  const [start, end] =
    'value' in day
      ? [startOfDay(day.value), startOfDay(addDays(day.value, 1))]
      : [text, new Date(Date.parse(text) + 1).toISOString()];
  return { start: sql`${start}::text`, end: sql`${end}::text` };
}

export function spanRule(column: Sql, is: Comparison, spans: readonly Span[]): Sql {
  const [one, other = one] = spans as [Span, Span?];
  const during = ({ start, end }: Span) => sql`(${column} >= ${start} and ${column} < ${end})`;
  switch (is) {
    case 'eq':
    case 'ne':
      return during(one);
    case 'lt':
      return sql`${column} < ${one.start}`;
    case 'le':
      return sql`${column} < ${one.end}`;
    case 'gt':
      return sql`${column} >= ${one.end}`;
    case 'ge':
      return sql`${column} >= ${one.start}`;
    case 'between':
      return sql`(${column} >= ${one.start} and ${column} < ${other.end})`;
    case 'in':
      return sql`(${sql.join(spans.map(during), sql` or `)})`;
    default:
      throw invalid('is');
  }
}
