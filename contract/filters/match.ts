// Whether the values of a record pass a condition, as the server's SQL has it. Pure.
import { readDay, startOfDay } from '../dates';
import { type FieldType, type Single, specOf, type Value } from '../fields';
import { fold } from '../fold';
import { addDays } from '../jalali';
import { sameValue } from '../same';
import type { Grouped, ValueRule } from '../schemas/query';

/** Rules about values of one record, and groups of them. */
export type Condition = Grouped<ValueRule>;

interface Typed {
  name: string;
  type: FieldType;
  expr?: string | undefined;
}
/** A day of a field of moments is as long as the day is, everything else a point. */
interface Stretch {
  first: string | number;
  last: string | number;
}

function stretchOf(field: Typed, value: NonNullable<Single>): Stretch {
  const point = (at: string | number) => ({ first: at, last: at });
  switch (specOf(field).format) {
    case 'number':
    case 'reference':
      return point(Number(value));
    case 'text':
    case 'list':
      return point(fold(String(value)));
    case 'datetime': {
      const day = readDay(String(value));
      return 'value' in day
        ? { first: Date.parse(startOfDay(day.value)), last: Date.parse(startOfDay(addDays(day.value, 1))) - 1 }
        : point(Date.parse(String(value)));
    }
    default:
      return point(String(value));
  }
}

const liesIn = (value: Stretch, low: Stretch, high = low) => value.first >= low.first && value.first <= high.last;

/** `operands` are clean and at least one. */
function compare(
  field: Typed,
  value: NonNullable<Value>,
  is: ValueRule['is'],
  operands: NonNullable<Single>[],
): boolean {
  // A list holds a text, or one of several, as a whole.
  if (Array.isArray(value)) return value.some((one) => compare(field, one, 'in', operands));
  const own = stretchOf(field, value);
  const [low, high = low] = operands.map((one) => stretchOf(field, one)) as [Stretch, Stretch?];
  switch (is) {
    case 'eq':
      return liesIn(own, low);
    case 'ne':
      return !liesIn(own, low);
    case 'lt':
      return own.first < low.first;
    case 'le':
      return own.first <= low.last;
    case 'gt':
      return own.first > low.last;
    case 'ge':
      return own.first >= low.first;
    case 'between':
      return liesIn(own, low, high);
    case 'in':
      return operands.some((one) => liesIn(own, stretchOf(field, one)));
    case 'contains':
      return String(own.first).includes(String(low.first));
    case 'starts':
      return String(own.first).startsWith(String(low.first));
    case 'ends':
      return String(own.first).endsWith(String(low.first));
    default:
      return false;
  }
}

function passesRule(form: readonly Typed[], values: Readonly<Record<string, Value>>, rule: ValueRule): boolean {
  const field = form.find(({ name }) => name === rule.field);
  if (!field) return false;
  const value = values[field.name] ?? null;
  if (rule.is === 'empty' || rule.is === 'not_empty') return sameValue(value, null) === (rule.is === 'empty');
  if (value === null) return rule.is === 'ne';
  const operands = [rule.value ?? []].flat().flatMap((raw) => {
    const operand = specOf(field).operand(raw);
    return 'value' in operand && operand.value !== null ? [operand.value] : [];
  });
  return operands.length > 0 && compare(field, value, rule.is, operands);
}

/** Whether clean values pass. A rule about a field that the form does not have passes nobody. */
export function matches(
  form: readonly Typed[],
  values: Readonly<Record<string, Value>>,
  condition: Condition,
): boolean {
  if ('and' in condition) return condition.and.every((one) => matches(form, values, one));
  if ('or' in condition) return condition.or.some((one) => matches(form, values, one));
  if ('not' in condition) return !matches(form, values, condition.not);
  return passesRule(form, values, condition);
}

/** The rules of a condition, one after the other. */
export function rulesOf(condition: Condition): ValueRule[] {
  if ('and' in condition) return condition.and.flatMap(rulesOf);
  if ('or' in condition) return condition.or.flatMap(rulesOf);
  return 'not' in condition ? rulesOf(condition.not) : [condition];
}
