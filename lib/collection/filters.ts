// What a list can be filtered by: each filter reads and writes its part of the address and of the server's query. Pure.
import type { DayRangeId } from '../../contract/boards/days';
import { toLatin } from '../i18n/digits';

const MAX_TEXT = 200;
const MAX_IDS = 100;

/**
 * One filter of a list. `V` is what its control shows (null: not filtered), `K` the keys of the call's query that it sets.
 * Its name in `defineView` is its parameter in the address.
 */
export interface Filter<V, K extends string = string> {
  keys: readonly K[];
  /** The value of an address's text; what it does not understand counts as not filtered. */
  read(text: string): V | null;
  write(value: V): string;
  toQuery(value: V): Partial<Record<K, unknown>>;
}

/** A whole number of an address, in digits of either script; null for anything else. */
export const wholeOf = (text: string): number | null => {
  const latin = toLatin(text);
  return /^\d{1,9}$/.test(latin) ? Number(latin) : null;
};
const only = <K extends string>(key: K, value: unknown) => ({ [key]: value }) as Partial<Record<K, unknown>>;

/** Words to search for. */
export const textFilter = <K extends string>(key: K): Filter<string, K> => ({
  keys: [key],
  read: (text) => text.slice(0, MAX_TEXT) || null,
  write: (value) => value,
  toQuery: (value) => (value.trim() ? only(key, value.trim()) : {}),
});

/** A whole number: one of a few, or any where `values` is null. */
export const numberFilter = <K extends string>(key: K, values: readonly number[] | null): Filter<number, K> => ({
  keys: [key],
  read: (text) => {
    const value = wholeOf(text);
    return value !== null && (values === null || values.includes(value)) ? value : null;
  },
  write: String,
  toQuery: (value) => only(key, value),
});

/** One of a few words. */
export const choiceFilter = <K extends string, const V extends string>(key: K, values: readonly V[]): Filter<V, K> => ({
  keys: [key],
  read: (text) => values.find((value) => value === text) ?? null,
  write: (value) => value,
  toQuery: (value) => only(key, value),
});

/** Rows that have one of these ids, at most a hundred of them. */
export const idsFilter = <K extends string>(key: K): Filter<readonly number[], K> => ({
  keys: [key],
  read: (text) => {
    const ids = [...new Set(text.split(',').flatMap((part) => wholeOf(part) ?? []))].slice(0, MAX_IDS);
    return ids.length > 0 ? ids : null;
  },
  write: (ids) => ids.join(','),
  toQuery: (ids) => only(key, ids),
});

/** Some of a few numbers, with commas between. */
export const numbersFilter = <K extends string>(key: K, values: readonly number[]): Filter<readonly number[], K> => ({
  keys: [key],
  read: (text) => {
    const numbers = [...new Set(text.split(',').flatMap((part) => wholeOf(part) ?? []))];
    const selected = numbers.filter((value) => values.includes(value));
    return selected.length > 0 ? selected : null;
  },
  write: (selected) => selected.join(','),
  toQuery: (selected) => only(key, selected),
});

/** Yes or no. */
export const flagFilter = <K extends string>(key: K): Filter<boolean, K> => ({
  keys: [key],
  read: (text) => (text === 'true' ? true : text === 'false' ? false : null),
  write: String,
  toQuery: (value) => only(key, value),
});

/** ISO days (YYYY-MM-DD) with both ends included; an end that is null is open. */
export interface DayRange {
  from: string | null;
  to: string | null;
  /** By which name they were picked. */
  range?: DayRangeId | null;
}
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const day = (text: string | undefined): string | null => {
  if (!text || !DAY.test(text)) return null;
  const at = new Date(`${text}T00:00:00Z`);
  // 31 February is read as 3 March.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null;
};

/** Days between two ends. In the address: "2026-03-21..2026-04-20". */
export const dayRangeFilter = <A extends string, B extends string>(after: A, before: B): Filter<DayRange, A | B> => ({
  keys: [after, before],
  read: (text) => {
    const [from, to] = toLatin(text).split('..');
    const range = { from: day(from), to: day(to) };
    return range.from || range.to ? range : null;
  },
  write: ({ from, to }) => `${from ?? ''}..${to ?? ''}`,
  toQuery: ({ from, to }) =>
    ({ ...(from ? { [after]: from } : {}), ...(to ? { [before]: to } : {}) }) as Partial<Record<A | B, unknown>>,
});
