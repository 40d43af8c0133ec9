// The oldest and the newest day of a layer's records, as the reader sees them, and how many records a span has.
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '@/contract';
import { fieldOfSource, spanRule, type TimeSpan } from '@/contract/filters/time-span';
import type { QueryNode } from '@/contract/schemas/query';
import type { LayerRecord } from '@/contract/schemas/record';
import { call } from '@/lib/api/client';
import { keyOf } from '@/lib/api/keys';
import { today } from '@/lib/i18n/dates';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The day of a record in Tehran; null where it has none. */
export function dayOfRecord(source: string, record: Pick<LayerRecord, 'value' | 'create_date' | 'modified_date'>) {
  const field = fieldOfSource(source);
  const text = field === null ? record[source as 'create_date'] : record.value[field];
  if (typeof text !== 'string' || text === '') return null;
  if (DAY.test(text)) return text;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? null : today(moment);
}

const useQueried = (layer: number, query: QueryNode | null, order?: string) => {
  const body = { layer, query: query ?? { and: [] }, limit: 1, ...(order ? { order } : {}) };
  return useQuery({
    queryKey: keyOf(api.records.query, { body }),
    queryFn: ({ signal }) => call(api.records.query, { body }, { signal }),
    enabled: query !== null,
    placeholderData: keepPreviousData,
  });
};

export type DayBounds = { oldest: string; newest: string };

/** Undefined while they are read, null where no record has a day. */
export function useDayBounds(layer: number, source: string): { bounds: DayBounds | null | undefined; error: unknown } {
  const field = fieldOfSource(source);
  const query: QueryNode = field === null ? { and: [] } : { field, is: 'not_empty' };
  const order = field === null ? source : `value__${field}`;
  const oldest = useQueried(layer, query, order);
  const newest = useQueried(layer, query, `-${order}`);
  const error = oldest.error ?? newest.error;
  // What stands there of another field is no answer.
  if (!oldest.data || !newest.data || oldest.isPlaceholderData || newest.isPlaceholderData)
    return { bounds: undefined, error };
  const [first, last] = [oldest, newest].map(({ data }) => data?.results[0] && dayOfRecord(source, data.results[0]));
  return { bounds: first && last && first <= last ? { oldest: first, newest: last } : null, error };
}

/** How many records a span has; null while that is not known. */
export function useSpanCount(layer: number, span: TimeSpan | null) {
  const { data, isPlaceholderData, error } = useQueried(layer, span && spanRule(span));
  const count = span && data && !isPlaceholderData ? { n: data.count, isCapped: data.count_capped ?? false } : null;
  return { count, error };
}
