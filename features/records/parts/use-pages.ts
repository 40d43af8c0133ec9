// The pages of a list that are in view, read as they come into view and kept while the table lives.
'use client';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '@/contract';
import type { Field } from '@/contract/schemas/form';
import type { LayerRecord, RecordQuery } from '@/contract/schemas/record';
import { keyOf } from '@/lib/api/keys';
import { type RecordPage, readPage } from '@/lib/api/read-records';
import { PAGE_SIZE, rowCount } from '../logic/row-window';

/** Pages are asked for at most once in this many ms while scrolling. */
const SETTLE_MS = 90;
const KEEP_MS = 10 * 60_000;

const pagingOf = (page: number) => ({ limit: PAGE_SIZE, offset: page * PAGE_SIZE });
const nameOf = (requestKey: string, page: number) => keyOf(api.records.list, { asked: requestKey, ...pagingOf(page) });
const pageQuery = (form: readonly Field[], request: RecordQuery, page: number) => ({
  queryKey: nameOf(JSON.stringify(request), page),
  queryFn: ({ signal }: { signal: AbortSignal }) => readPage(form, request, pagingOf(page), signal),
  gcTime: KEEP_MS,
});

/** Reads the first page of a whole layer beside the layer itself, where nothing that is asked depends on the layer's form. */
export function useFirstPage(layer: number, isWanted: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (isWanted) void client.prefetchQuery(pageQuery([], { layer } as RecordQuery, 0));
  }, [client, layer, isWanted]);
}

/** Follows a fast-changing list of numbers at a calmer pace; the first and the last always arrive. */
function useCalm(text: string, alsoNow: string): string {
  const [calm, setCalm] = useState({ text, alsoNow });
  const newest = useRef(text);
  newest.current = text;
  useEffect(() => {
    if (calm.text === text && calm.alsoNow === alsoNow) return;
    const timer = setTimeout(() => setCalm({ text: newest.current, alsoNow }), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text, alsoNow, calm]);
  return calm.alsoNow === alsoNow ? calm.text : text;
}

export interface Pages {
  /** Rows that the table has, as far as is known; null before the first answer. */
  rows: number | null;
  count: number;
  capped: boolean;
  recordAt: (row: number) => LayerRecord | undefined;
  /** The row of a record among those that were read; -1 where it was not. */
  rowOf: (id: number) => number;
  /** The failure of a page in view. */
  error: unknown;
  /** Something of what is in view is still to come. */
  loading: boolean;
  retry: () => void;
}

/** Records by row number. `pages` are the numbers of the pages in view. */
export function usePages(form: readonly Field[], request: RecordQuery, pages: readonly number[]): Pages {
  const client = useQueryClient();
  const requestKey = JSON.stringify(request);
  const pageNumbers = useCalm(pages.join(), requestKey).split(',').map(Number);
  const results = useQueries({
    queries: pageNumbers.map((page) => pageQuery(form, request, page)),
  });
  // What was learnt of the list's length stays while it is the same list, also of pages that are out of view.
  const sizes = useRef({ asked: requestKey, known: new Map<number, number>() });
  if (sizes.current.asked !== requestKey) sizes.current = { asked: requestKey, known: new Map() };
  let newest: RecordPage | undefined;
  let at = 0;
  const inView = new Map<number, RecordPage>();
  results.forEach((result, i) => {
    if (!result.data) return;
    inView.set(pageNumbers[i] ?? 0, result.data);
    sizes.current.known.set(pageNumbers[i] ?? 0, result.data.results.length);
    if (result.dataUpdatedAt >= at) {
      newest = result.data;
      at = result.dataUpdatedAt;
    }
  });
  const last = useRef({ asked: requestKey, page: newest });
  if (newest || last.current.asked !== requestKey) last.current = { asked: requestKey, page: newest };
  const lastPage = last.current.page;
  const cachedPage = useCallback(
    (page: number) => client.getQueryData<RecordPage>(nameOf(requestKey, page)),
    [client, requestKey],
  );
  const recordAt = (row: number) => {
    const page = Math.floor(row / PAGE_SIZE);
    return (inView.get(page) ?? cachedPage(page))?.results[row - page * PAGE_SIZE];
  };
  const rowOf = useCallback(
    (id: number) => {
      for (const page of sizes.current.known.keys()) {
        const at = cachedPage(page)?.results.findIndex((record) => record.id === id) ?? -1;
        if (at >= 0) return page * PAGE_SIZE + at;
      }
      return -1;
    },
    [cachedPage],
  );
  const failed = results.find((result) => result.isError);
  return {
    rows: lastPage
      ? rowCount(
          lastPage.count,
          lastPage.count_capped === true,
          [...sizes.current.known].map(([page, size]) => ({ page, size })),
        )
      : null,
    count: lastPage?.count ?? 0,
    capped: lastPage?.count_capped === true,
    recordAt,
    rowOf,
    error: failed?.error,
    loading: results.some((result) => result.isPending),
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch();
    },
  };
}
