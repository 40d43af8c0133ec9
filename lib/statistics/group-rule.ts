// The records behind a group of statistics, as a rule of a query. Pure.
import { isList } from '@/contract/fields';
import { addDays, nextPeriod } from '@/contract/jalali';
import type { GroupBy, Statistics } from '@/contract/schemas/dashboard';
import type { Field } from '@/contract/schemas/form';
import type { DetailRule, Grouped, Scalar } from '@/contract/schemas/query';

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
const daysOf = (period: Parameters<typeof nextPeriod>[0], start: string): [string, string] => [
  start,
  addDays(nextPeriod(period, start), -1),
];

/** What the records of one group have in common; null where the key is none of this grouping, or no query says it. */
export function groupRule(by: GroupBy, text: string, form: readonly Field[]): Grouped<DetailRule> | null {
  const key = readKey(text);
  if (key === undefined) return null;
  if ('field' in by) {
    const field = form.find(({ name }) => name === by.field);
    if (!field) return null;
    const rule = { field: by.field };
    if (key === null) return { ...rule, is: 'empty' };
    if ('step' in by) {
      const end = { ...rule, is: 'lt' as const, value: Number((Number(key) + by.step).toPrecision(DIGITS)) };
      return { and: [{ ...rule, is: 'ge', value: Number(key) }, end] };
    }
    if (by.period) return { ...rule, is: 'between', value: daysOf(by.period, String(key)) };
    return isList(field) ? { ...rule, is: 'in', value: [key] } : { ...rule, is: 'eq', value: key };
  }
  // A query asks records for what is their own.
  if (key === null || 'relation' in by) return null;
  if (by.column === 'region') return { place: 'intersects', region: Number(key) };
  if (by.column === 'status') return { column: 'status', is: 'in', value: [key as Scalar] };
  if (by.column === 'creator') return { column: 'creator', is: 'eq', value: key };
  return 'period' in by ? { column: by.column, is: 'between', value: daysOf(by.period, String(key)) } : null;
}

/** Whether the groups can be opened: no query asks for a field of a related record. */
export const hasRules = (by: GroupBy | null | undefined): boolean =>
  by !== null && by !== undefined && !('relation' in by);
