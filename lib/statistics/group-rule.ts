// The records behind a group of statistics, as a rule of a query. Pure.
import { isList } from '@/contract/fields';
import { addDays, nextPeriod } from '@/contract/jalali';
import type { GroupBy, Period, Statistics } from '@/contract/schemas/dashboard';
import type { Field } from '@/contract/schemas/form';
import type { DetailRule, Grouped, Scalar, ValueRule } from '@/contract/schemas/query';
import { type RelatedFields, relatedField } from './related-fields';

type Key = Statistics['groups'][number]['key'];

/** The key of a group as the address has it. */
export const keyText = (key: Key): string => JSON.stringify(key);

/** The key behind it; undefined where the text is none. */
export function readKey(text: string): Key | undefined {
  try {
    const key: unknown = JSON.parse(text);
    return key === null || ['string', 'number', 'boolean'].includes(typeof key) ? (key as Key) : undefined;
  } catch {
    return undefined;
  }
}

/** Of a number that is kept exactly; a sum of two has noise behind them. */
const DIGITS = 15;

/** Both days count. */
const daysOf = (period: Period, start: string): [string, string] => [start, addDays(nextPeriod(period, start), -1)];

/** What the values of a field are in one group; `by` says how they are put together. */
function valuesRule(
  field: Field,
  key: Key,
  by: { step: number } | { period?: Period | undefined },
): Grouped<ValueRule> {
  const rule = { field: field.name };
  if (key === null) return { ...rule, is: 'empty' };
  if ('step' in by) {
    const end = { ...rule, is: 'lt' as const, value: Number((Number(key) + by.step).toPrecision(DIGITS)) };
    return { and: [{ ...rule, is: 'ge', value: Number(key) }, end] };
  }
  if (by.period) return { ...rule, is: 'between', value: daysOf(by.period, String(key)) };
  return isList(field) ? { ...rule, is: 'in', value: [key] } : { ...rule, is: 'eq', value: key };
}

/**
 * What the records of one group have in common; null where the key is none of this grouping, or no query says it. `related`: the fields
 * of the records that the layer's own belong to. Without a value there is a record that belongs to none, too.
 */
export function groupRule(
  by: GroupBy,
  text: string,
  form: readonly Field[],
  related: readonly RelatedFields[],
): Grouped<DetailRule> | null {
  const key = readKey(text);
  if (key === undefined) return null;
  if ('field' in by) {
    const field = form.find(({ name }) => name === by.field);
    return field ? valuesRule(field, key, by) : null;
  }
  if ('relation' in by) {
    const field = relatedField(related, by)?.field;
    if (!field) return null;
    const rule = { relation: by.relation, side: 'parents' as const };
    return key === null
      ? { not: { ...rule, related: { field: field.name, is: 'not_empty' } } }
      : { ...rule, related: valuesRule(field, key, by) };
  }
  if (key === null) return null;
  if (by.column === 'region') return { place: 'intersects', region: Number(key) };
  if (by.column === 'status') return { column: 'status', is: 'in', value: [key as Scalar] };
  if (by.column === 'creator') return { column: 'creator', is: 'eq', value: key };
  return 'period' in by ? { column: by.column, is: 'between', value: daysOf(by.period, String(key)) } : null;
}
