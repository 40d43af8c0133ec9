// The queue of a layer or of all: pages by key, without what was judged here; and which record is open, as the address says it.
'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo, useState } from 'react';
import { api } from '@/contract/index';
import type { QueueItem } from '@/contract/schemas/supervision';
import { call } from '@/lib/api/client';
import type { CallError } from '@/lib/api/errors';
import { keyOf } from '@/lib/api/keys';
import { changeSearch, setInSearch } from '@/lib/routes/search';
import { isFiltered, type QueueFilters, queryOf, readFilters, writeFilters } from '../../logic/view';

const PAGE = 100;
const RECORD = 'record';

export interface ReviewQueue {
  /** What was not judged here. */
  rows: readonly QueueItem[];
  filters: QueueFilters;
  isFiltered: boolean;
  setFilters: (part: Partial<QueueFilters>) => void;
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
  const query = { limit: PAGE, ...(layer === null ? {} : { layer }), ...queryOf(filters) };
  const read = useInfiniteQuery({
    queryKey: keyOf(api.supervision.queue, { query }),
    queryFn: ({ signal, pageParam: after }) =>
      call(api.supervision.queue, { query: { ...query, ...(after ? { after } : {}) } }, { signal }),
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
  return {
    rows,
    filters,
    isFiltered: isFiltered(filters),
    setFilters: (part) =>
      changeSearch((address) => {
        address.delete(RECORD);
        writeFilters(address, part);
        return address;
      }),
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
