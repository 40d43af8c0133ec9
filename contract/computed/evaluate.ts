// What comes of an expression for one record. Pure: the day and the shape are handed in.
import { dayAt, readDay, readMoment } from '../dates';
import type { Single, Value } from '../fields';
import { numberOf, rounded } from '../fields/decimal';
import type { Field, Values } from '../schemas/form';
import { cellOf } from '../values/value-text';
import { type Comparator, type Expr, isNumberOf, parseExpr } from './parse';

/** Square metres and metres over the ellipsoid; degrees of a point, or of the middle of the box around all else. */
export interface ShapeFacts {
  area: number;
  length: number;
  x: number;
  y: number;
}

export interface Given {
  form: readonly Field[];
  values: Values;
  /** Null for a record without a shape. */
  shape: ShapeFacts | null;
  /** ISO day. */
  today: string;
}

type Result = string | number | null;

/** Characters of a text that is reckoned. */
const MAX_TEXT = 2000;
/** Digits of a number that are told from one another: what binary fractions add behind them is dropped. */
const DIGITS = 12;

const finite = (value: number): number | null => (Number.isFinite(value) ? Number(value.toPrecision(DIGITS)) : null);
const toNumber = (value: Result): number | null => {
  if (value === null || value === '') return null;
  const number = numberOf(value);
  return Number.isNaN(number) ? null : number;
};

/** A field's value as it is reckoned with: yes is 1, a list is its text. */
function reckonable(value: Value | undefined): Result {
  if (Array.isArray(value)) return value.join(' ') || null;
  return typeof value === 'boolean' ? Number(value) : (value ?? null);
}

/** The day (ISO) of a value; null where it has none. */
function dayOf(value: Result): string | null {
  const day = readDay(String(value ?? ''));
  if ('value' in day) return day.value;
  const moment = readMoment(String(value ?? ''));
  return 'value' in moment ? dayAt(Date.parse(moment.value)) : null;
}

function compare(sign: Comparator, left: Result, right: Result): boolean {
  if (left === null || right === null) return (left === right) === (sign === '=' || sign === '<=' || sign === '>=');
  const [a, b] = [toNumber(left), toNumber(right)];
  const [first, second] = a !== null && b !== null ? [a, b] : [String(left), String(right)];
  switch (sign) {
    case '=':
      return first === second;
    case '!=':
      return first !== second;
    case '<':
      return first < second;
    case '<=':
      return first <= second;
    case '>':
      return first > second;
    case '>=':
      return first >= second;
  }
}

function call(expr: Extract<Expr, { kind: 'call' }>, input: Given): Result {
  const [first, second, third] = expr.args as [Expr, Expr, Expr];
  switch (expr.name) {
    case 'if':
      return evaluate(passes(first, input) ? second : third, input);
    case 'round': {
      const [value, digits] = [toNumber(evaluate(first, input)), second ? toNumber(evaluate(second, input)) : 0];
      return value === null ? null : finite(rounded(value, Math.min(10, Math.max(0, Math.trunc(digits ?? 0)))));
    }
    case 'coalesce':
      for (const one of expr.args) {
        const value = evaluate(one, input);
        if (value !== null && value !== '') return value;
      }
      return null;
    case 'concat':
      return expr.args.map((one) => textOf(one, input)).join('').slice(0, MAX_TEXT); // biome-ignore format: one line
    case 'days_between': {
      const [from, to] = [dayOf(evaluate(first, input)), dayOf(evaluate(second, input))];
      return from && to ? (Date.parse(to) - Date.parse(from)) / 86_400_000 : null;
    }
  }
}

const passes = (expr: Expr, input: Given): boolean =>
  expr.kind === 'compare' && compare(expr.sign, evaluate(expr.left, input), evaluate(expr.right, input));

/** As people read it: choices by their labels. */
function textOf(expr: Expr, input: Given): string {
  const field = expr.kind === 'field' ? input.form.find(({ name }) => name === expr.name) : undefined;
  const value = field ? reckonable(cellOf(field, input.values[field.name] ?? null)) : evaluate(expr, input);
  return String(value ?? '');
}

function evaluate(expr: Expr, input: Given): Result {
  switch (expr.kind) {
    case 'number':
    case 'text':
      return expr.value;
    case 'field':
      return reckonable(input.values[expr.name]);
    case 'fact':
      return expr.name === 'today' ? input.today : (input.shape?.[expr.name] ?? null);
    case 'negative': {
      const value = toNumber(evaluate(expr.of, input));
      return value === null ? null : -value;
    }
    case 'sum': {
      const [a, b] = [toNumber(evaluate(expr.left, input)), toNumber(evaluate(expr.right, input))];
      if (a === null || b === null) return null;
      return finite({ '+': a + b, '-': a - b, '*': a * b, '/': a / b }[expr.sign]);
    }
    case 'compare':
      return Number(passes(expr, input));
    case 'call':
      return call(expr, input);
  }
}

/** The value of a computed field, of one type for all records; null where nothing comes of it. */
export function compute(field: Pick<Field, 'expr' | 'precision'>, input: Given): Single {
  const parsed = parseExpr(field.expr ?? '');
  if (!('expr' in parsed)) return null;
  const result = evaluate(parsed.expr, input);
  if (!isNumberOf(parsed.expr)) return result === null || result === '' ? null : String(result).slice(0, MAX_TEXT);
  const number = toNumber(result);
  if (number === null) return null;
  return field.precision === undefined ? number : rounded(number, field.precision);
}
