// The filters of records as an address has them, read into the query that they stand for, and a query written as an address. Pure.
//
// All filters of an address must hold. By their keys:
//
//   ids, status              records by id, by status            {column: 'id' | 'status', is: 'in', value}
//   accepted                 approved records, or all others     {column: 'status', is: 'eq' | 'ne', value: 3}
//   create_date_after        from this day in Tehran on          {column: 'create_date', is: 'ge', value}
//   create_date_before       up to this day                      {column: 'create_date', is: 'le', value}
//   search                   every word, somewhere in a record   {search}
//   supervision              what waits for a verdict, or not    {waiting}
//   project, region          of a project, meeting a region      {project}, {place: 'intersects', region}
//   geometry                 meeting a shape (GeoJSON or WKT)    {place: 'intersects', geometry}
//   filter_query             a query as JSON                     as it is
//   value__{field}           a comparison with one value         {field, is, value}
//
// A comparison, white space around it aside:
//
//   ~                        no value
//   part, =whole             text and choices: a part of it, or the whole
//   value                    several choices: one of them
//   true, false              yes and no; other words for them, and 1 and 0, are taken too
//   5, =5, >5, >=5, <5, <=5  numbers, days and moments
//   5..8                     the same from one to another, both ends counting
//
// What a comparison cannot say (`ne`, text after "~" or "=", either of two rules) stands in `filter_query`.
import { readDay } from '../dates';
import { isTextual, isYesNo, type Operand, specOf } from '../fields';
import { Geometry } from '../schemas/common';
import type { Field, Value } from '../schemas/form';
import {
  type Comparison,
  isSmall,
  MAX_IN_VALUES,
  QUERY_TOO_LARGE,
  type QueryNode,
  QueryTree,
  type Scalar,
  type ValueRule,
} from '../schemas/query';
import { type RecordFilter, STATUS } from '../schemas/record';
import { ewktSrid, fromWkt } from '../wkt';
import { FIELD_KEY, MAX_FIELD_FILTER, MAX_STATUSES } from './filter-key';

/** Why a filter cannot be read: its field is gone, it makes no sense, its day is of another calendar, or all of them are too much. */
export interface FilterProblem {
  key: string;
  problem: 'unknown' | 'wrong' | 'calendar' | 'large';
}

const SIGNS = { '=': 'eq', '>': 'gt', '>=': 'ge', '<': 'lt', '<=': 'le' } as const;
const SIGN_OF = new Map<Comparison, string>(Object.entries(SIGNS).map(([sign, is]) => [is, sign]));
const SIGN = /^[<>]?=?/;
/** Stands for "no value". */
export const NO_VALUE = '~';

/** One operand of a comparison made clean for a field, whatever its form allows to be written; null where it says nothing. */
export const readOperand = (field: Pick<Field, 'type' | 'expr'>, raw: Scalar): Operand =>
  raw === '' && !isTextual(field) ? { value: null } : specOf(field).operand(raw);

/** The sign and the values of a comparison with numbers, days or moments; `high` is absent where there is one. Null where it is none. */
export function splitComparison(
  text: string,
): { is: (typeof SIGNS)[keyof typeof SIGNS]; low: string; high?: string } | null {
  const sign = SIGN.exec(text)?.[0] || '=';
  const [low = '', ...more] = text
    .replace(SIGN, '')
    .split('..', 3)
    .map((part) => part.trim());
  if (low === '' || (more.length > 0 && (sign !== '=' || more.length > 1))) return null;
  return { is: SIGNS[sign as keyof typeof SIGNS], low, ...(more[0] === undefined ? {} : { high: more[0] }) };
}

type Reading = { query: QueryNode } | { problem: FilterProblem['problem'] };

function readComparison(field: Field, typed: string): { query: ValueRule } | { problem: FilterProblem['problem'] } {
  const text = typed.trim();
  const about = { field: field.name };
  if (text === NO_VALUE) return { query: { ...about, is: 'empty' } };
  if (isTextual(field))
    return text.startsWith('=')
      ? { query: { ...about, is: 'eq', value: text.slice(1) } }
      : { query: { ...about, is: 'contains', value: text } };
  const { format } = specOf(field);
  if (format === 'list') return { query: { ...about, is: 'contains', value: text.replace(/^=/, '') } };
  const parts = isYesNo(field) ? { is: 'eq' as const, low: text } : splitComparison(text);
  if (!parts) return { problem: 'wrong' };
  const values: Value[] = [];
  for (const part of 'high' in parts && parts.high !== undefined ? [parts.low, parts.high] : [parts.low]) {
    const operand = readOperand(field, part);
    if ('problem' in operand) return { problem: operand.problem === 'calendar' ? 'calendar' : 'wrong' };
    if (operand.value === null) return { problem: 'wrong' };
    values.push(operand.value);
  }
  const [low, high] = values as [Scalar, Scalar?];
  return {
    query:
      high === undefined ? { ...about, is: parts.is, value: low } : { ...about, is: 'between', value: [low, high] },
  };
}

/** Records by their ids, however many. */
export const idsRule = (ids: readonly number[]): QueryNode => inRule('id', ids);

function inRule(column: 'id' | 'status', values: readonly number[]): QueryNode {
  const chunks = Array.from({ length: Math.ceil(values.length / MAX_IN_VALUES) }, (_, i): QueryNode => {
    const value = values.slice(i * MAX_IN_VALUES, (i + 1) * MAX_IN_VALUES);
    return { column, is: 'in', value };
  });
  return chunks.length === 1 && chunks[0] ? chunks[0] : { or: chunks };
}

function readShape(text: string): Reading {
  let raw: unknown;
  if (text.trimStart().startsWith('{')) raw = parseJson(text);
  else if (ewktSrid(text) === null) raw = fromWkt(text);
  const read = Geometry.safeParse(raw);
  return read.success ? { query: { place: 'intersects', geometry: read.data } } : { problem: 'wrong' };
}

function readTree(text: string): Reading {
  const read = QueryTree.safeParse(parseJson(text));
  if (read.success) return { query: read.data };
  return { problem: read.error.issues[0]?.message === QUERY_TOO_LARGE ? 'large' : 'wrong' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const numbersOf = (value: unknown): number[] =>
  Array.isArray(value) ? value : value === '' ? [] : String(value).split(',').map(Number);
const isTrue = (value: unknown) => value === true || value === 'true' || value === '1';
const rule = (query: QueryNode): Reading => ({ query });

/** The filters whose keys are always the same. Their values are those of the list's schema, or the same as text. */
const FILTERS: Record<string, (value: unknown) => Reading> = {
  ids: (value) => rule(inRule('id', numbersOf(value))),
  status: (value) => rule(inRule('status', numbersOf(value))),
  accepted: (value) => rule({ column: 'status', is: isTrue(value) ? 'eq' : 'ne', value: STATUS.approved }),
  create_date_after: (value) => rule({ column: 'create_date', is: 'ge', value: String(value) }),
  create_date_before: (value) => rule({ column: 'create_date', is: 'le', value: String(value) }),
  search: (value) => rule({ search: String(value) }),
  supervision: (value) => rule({ waiting: isTrue(value) }),
  project: (value) => rule({ project: Number(value) }),
  region: (value) => rule({ place: 'intersects', region: Number(value) }),
  geometry: (value) => readShape(String(value)),
  filter_query: (value) => readTree(String(value)),
};

function readFilter(form: readonly Field[], key: string, value: unknown): Reading {
  const fixed = Object.hasOwn(FILTERS, key) ? FILTERS[key] : undefined;
  if (fixed) return fixed(value);
  const field = key.startsWith(FIELD_KEY) && form.find(({ name }) => name === key.slice(FIELD_KEY.length));
  return field ? readComparison(field, String(value)) : { problem: 'unknown' };
}

const isBlank = (key: string, value: unknown) =>
  value === undefined || (value === '' && (key === 'search' || key.startsWith(FIELD_KEY)));

/**
 * The query that the filters of an address stand for; without any an `and` of nothing. What does not filter (`limit`, `order`) is
 * no filter, and unknown like every other key.
 */
export function parseFilter(form: readonly Field[], filter: RecordFilter): { query: QueryNode } | FilterProblem {
  const all: QueryNode[] = [];
  for (const [key, value] of Object.entries(filter)) {
    if (isBlank(key, value)) continue;
    const reading = readFilter(form, key, value);
    if ('problem' in reading) return { key, problem: reading.problem };
    all.push(...('and' in reading.query ? reading.query.and : [reading.query]));
  }
  const query = all.length === 1 && all[0] ? all[0] : { and: all };
  return isSmall(query) ? { query } : { key: 'filter_query', problem: 'large' };
}

/** A comparison with a field's value as an address has it; null where it can only be a query. */
export function formatComparison(field: Field, { is, value }: ValueRule): string | null {
  const text = (() => {
    if (is === 'empty') return NO_VALUE;
    if (is === 'contains') return String(value);
    if (is === 'between') return (value as Scalar[]).join('..');
    const sign = SIGN_OF.get(is);
    return sign === undefined ? null : isYesNo(field) ? String(value) : `${sign}${value}`;
  })();
  return text &&
    text.length <= MAX_FIELD_FILTER &&
    readsAs(readComparison(field, text), { field: field.name, is, value })
    ? text
    : null;
}

function readsAs(reading: Reading, node: QueryNode): boolean {
  return 'query' in reading && textOf(reading.query) === textOf(node);
}
const textOf = (node: QueryNode) => JSON.stringify(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1)));

function candidate(form: readonly Field[], node: QueryNode): [key: string, text: string] | null {
  if ('field' in node) {
    const field = form.find(({ name }) => name === node.field);
    const text = field && formatComparison(field, node);
    return text ? [FIELD_KEY + node.field, text] : null;
  }
  if ('search' in node) return ['search', node.search];
  if ('waiting' in node) return ['supervision', String(node.waiting)];
  if ('project' in node) return ['project', String(node.project)];
  if ('place' in node) {
    if (node.region !== undefined) return ['region', String(node.region)];
    return ['geometry', JSON.stringify(node.geometry)];
  }
  if (!('column' in node) || node.column === 'creator' || node.column === 'modified_date') return null;
  const { column, is, value } = node;
  if (column === 'create_date')
    return 'value' in readDay(String(value))
      ? [`create_date_${is === 'ge' ? 'after' : 'before'}`, String(value)]
      : null;
  if (column === 'status' && is !== 'in') return ['accepted', String(is === 'eq')];
  const isList = Array.isArray(value) && value.every((one) => Number.isSafeInteger(one) && Number(one) > 0);
  if (!isList || (column === 'status' && value.length > MAX_STATUSES)) return null;
  return [column === 'id' ? 'ids' : 'status', value.join()];
}

/** The filters of an address that stand for a query: what has a key of its own under it, and the rest in `filter_query`. */
export function formatFilter(form: readonly Field[], query: QueryNode): Record<string, string> {
  const filter: Record<string, string> = {};
  const rest: QueryNode[] = [];
  for (const node of 'and' in query ? query.and : [query]) {
    const [key, text] = candidate(form, node) ?? [];
    if (key !== undefined && text !== undefined && !(key in filter) && readsAs(readFilter(form, key, text), node))
      filter[key] = text;
    else rest.push(node);
  }
  if (rest.length > 0) filter.filter_query = JSON.stringify(rest.length === 1 ? rest[0] : { and: rest });
  return filter;
}
