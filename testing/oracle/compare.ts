// How the oracle compares a value of a record with what a rule asks, knowing nothing of SQL.
import { readDay, readMoment, startOfDay } from '../../contract/dates';
import { latinDigits } from '../../contract/digits';
import { fold } from '../../contract/fold';
import type { Field, Value } from '../../contract/schemas/form';
import type { Comparison, Scalar } from '../../contract/schemas/query';

/** In the order of code points, as bytes are compared. */
const order = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** A value as a stretch of a line: a day is as long as the day is, everything else a point. */
type Stretch<T> = { first: T; last: T };
function compare<T>(
  value: Stretch<T>,
  is: Comparison,
  operands: Stretch<T>[],
  difference: (a: T, b: T) => number,
): boolean {
  const [a, b = a] = operands as [Stretch<T>, Stretch<T>?];
  const inside = (one: Stretch<T>, other = one) =>
    difference(value.first, one.first) >= 0 && difference(value.first, other.last) <= 0;
  switch (is) {
    case 'eq':
      return inside(a);
    case 'lt':
      return difference(value.first, a.first) < 0;
    case 'le':
      return difference(value.first, a.last) <= 0;
    case 'gt':
      return difference(value.first, a.last) > 0;
    case 'ge':
      return difference(value.first, a.first) >= 0;
    case 'between':
      return inside(a, b);
    case 'in':
      return operands.some((one) => inside(one));
    default:
      throw new Error(`no order: ${is}`);
  }
}
const point = <T>(at: T): Stretch<T> => ({ first: at, last: at });
const numberOf = (raw: unknown) => Number(latinDigits(String(raw)).replace('٫', '.'));
const truthOf = (raw: unknown) => raw === true || raw === 'true' || raw === '1';

function momentsOf(raw: Scalar): Stretch<number> {
  const day = readDay(String(raw));
  if ('value' in day) {
    const next = new Date(Date.parse(day.value) + 86_400_000).toISOString().slice(0, 10);
    return { first: Date.parse(startOfDay(day.value)), last: Date.parse(startOfDay(next)) - 1 };
  }
  const moment = readMoment(String(raw));
  if ('problem' in moment) throw new Error(`no moment: ${raw}`);
  return point(Date.parse(moment.value));
}

const isLess = (a: number, b: number) => a - b;
function dayOf(raw: unknown): string {
  const day = readDay(String(raw));
  if ('problem' in day) throw new Error(`no day: ${raw}`);
  return day.value;
}

/** Whether a value that is there passes a comparison. */
export function comparePlain(type: Field['type'], value: Value, is: Comparison, operands: Scalar[]): boolean {
  switch (type) {
    case 'integer':
    case 'decimal':
      return compare(point(Number(value)), is, operands.map((v) => point(numberOf(v))), isLess); // biome-ignore format: one line
    case 'boolean':
      return operands.some((v) => truthOf(v) === value);
    case 'date':
      return compare(point(String(value)), is, operands.map((v) => point(dayOf(v))), order); // biome-ignore format: one line
    case 'datetime':
      return compare(point(Date.parse(String(value))), is, operands.map(momentsOf), isLess);
  }
  const [text, ...words] = [String(value), ...operands.map(String)].map(fold) as [string, ...string[]];
  const [word = ''] = words;
  if (is === 'contains') return text.includes(word);
  if (is === 'starts') return text.startsWith(word);
  if (is === 'ends') return text.endsWith(word);
  return compare(point(text), is, words.map(point), order);
}
