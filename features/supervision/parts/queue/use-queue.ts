// The queue of a layer or of all: pages by key, without what was judged here; and which record is open, as the address says it.
'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo, useState } from 'react';
import { api } from '@/contract/index';
import type { QueueItem, QueuePerson } from '@/contract/schemas/supervision';
import { call } from '@/lib/api/client';
import type { CallError } from '@/lib/api/errors';
import { useRead } from '@/lib/api/hooks';
import { keyOf } from '@/lib/api/keys';
import { changeSearch, setInSearch } from '@/lib/routes/search';
import {
  firstOrder,
  isFiltered,
  NO_FILTERS,
  type QueueFilters,
  queryOf,
  readFilters,
  readOrder,
  writeFilters,
} from '../../logic/view';

const PAGE = 100;
const RECORD = 'record';

export interface ReviewQueue {
  /** What was not judged here. */
  rows: readonly QueueItem[];
  filters: QueueFilters;
  isFiltered: boolean;
  setFilters: (part: Partial<QueueFilters>) => void;
  clearFilters: () => void;
  order: string;
  setOrder: (order: string) => void;
  /** What the call asks of the queue, but for its order and its pages. */
  query: object;
  /** Whose work it is, by `sender` of the rows; null where the rows are not grouped by person. */
  people: ReadonlyMap<number, QueuePerson> | null;
  /** Whether it lists what waits, rather than what was returned or rejected. */
  isWaiting: boolean;
  open: number | null;
  show: (id: number | null) => void;
  /** How many waited when the queue was opened; at least that many where `isCapped`. */
  total: number;
  isCapped: boolean;
  /** Records judged here. */
  done: number;
  take: (ids: readonly number[]) => void;
  bringBack: (ids: readonly number[]) => void;
  isPending: boolean;
  error: CallError | null;
  retry: () => void;
  /** Reads the next page; null where there is none or it is on its way. */
  more: (() => void) | null;
}

/** `layer` null: all layers, the oldest work first. */
export function useQueue(layer: number | null): ReviewQueue {
  const search = useSearchParams();
  const filters = useMemo(() => readFilters(search), [search]);
  const [judged, setJudged] = useState<ReadonlySet<number>>(new Set());
  const query = { ...(layer === null ? {} : { layer }), ...queryOf(filters) };
  const order = readOrder(search) ?? firstOrder(filters);
  const isGrouped = order.endsWith('person');
  const ordered = { ...query, limit: PAGE, ...(order === firstOrder(filters) ? {} : { order }) };
  const people = useRead(api.supervision.people, { query }, { enabled: isGrouped, keep: true });
  const read = useInfiniteQuery({
    queryKey: keyOf(api.supervision.queue, { query: ordered }),
    queryFn: ({ signal, pageParam: after }) =>
      call(api.supervision.queue, { query: { ...ordered, ...(after ? { after } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last: { next: string | null }) => last.next ?? undefined,
  });
  const pages = read.data?.pages;
  const rows = useMemo(
    () => (pages ?? []).flatMap(({ results }) => results).filter(({ id }) => !judged.has(id)),
    [pages, judged],
  );
  // Whoever comes second begins with what nobody looks at.
  const firstRow = rows.find(({ looking }) => looking === null) ?? rows[0];
  const open = Number(search.get(RECORD)) || (firstRow?.id ?? null);
  const take = useCallback((ids: readonly number[]) => setJudged((now) => new Set([...now, ...ids])), []);
  const bringBack = useCallback(
    (ids: readonly number[]) => setJudged((now) => new Set([...now].filter((id) => !ids.includes(id)))),
    [],
  );
  const setFilters = (part: Partial<QueueFilters>) =>
    changeSearch((address) => {
      address.delete(RECORD);
      writeFilters(address, part);
      return address;
    });
  return {
    rows,
    filters,
    isFiltered: isFiltered(filters),
    setFilters,
    clearFilters: () => setFilters(NO_FILTERS),
    order,
    setOrder: (next) =>
      changeSearch((address) => {
        address.delete(RECORD);
        if (next === firstOrder(filters)) address.delete('order');
        else address.set('order', next);
        return address;
      }),
    query,
    people: isGrouped ? new Map((people.data ?? []).map((one) => [one.id, one])) : null,
    isWaiting: filters.state !== 'returned' && filters.state !== 'rejected',
    open,
    show: (id) => setInSearch(RECORD, id === null ? null : String(id)),
    total: pages?.[0]?.count ?? 0,
    isCapped: pages?.[0]?.count_capped ?? false,
    done: judged.size,
    take,
    bringBack,
    isPending: read.isPending,
    error: pages ? null : (read.error as CallError | null),
    retry: () => void read.refetch(),
    more: read.hasNextPage && !read.isFetching ? () => void read.fetchNextPage() : null,
  };
}
