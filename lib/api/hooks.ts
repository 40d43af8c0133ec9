// Reading and writing server data from a screen: keys, invalidation and cancellation come from the row.
'use client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Input, Output, Row } from '../../contract/define';
import type { Page } from '../../contract/schemas/common';
import { isLive } from '../events/use-news';
import { type CallOptions, call } from './client';
import type { CallError } from './errors';
import { invalidate, keyOf } from './keys';
import { readAll } from './read-all';

/** What is asked by a clock keeps no session alive that nobody uses. */
export const BACKGROUND = { headers: { 'x-background': '1' } } as const;

export interface ReadOptions {
  enabled?: boolean;
  /** Milliseconds between polls, which keep no session alive; false stops. */
  every?: number | false;
  /** Milliseconds between polls while the stream of news tells when it is worth asking. */
  whileLive?: number;
  /** Keep showing the last page while the next one loads. */
  keep?: boolean;
  staleTime?: number;
}

/** Server data of a row, cached by what was asked. */
export function useRead<R extends Row>(row: R, input: Input<R>, options: ReadOptions = {}) {
  const { every } = options;
  return useQuery<Output<R>, CallError>({
    queryKey: keyOf(row, input),
    queryFn: ({ signal }) => call(row, input, { signal, ...(every ? BACKGROUND : {}) }),
    enabled: options.enabled ?? true,
    ...(every === undefined
      ? {}
      : { refetchInterval: every && (() => (isLive() ? Math.max(every, options.whileLive ?? 0) : every)) }),
    ...(options.keep ? { placeholderData: keepPreviousData } : {}),
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
  });
}

type Item<R extends Row> = Output<R> extends Page<infer T extends { id: number }> ? T : never;

/** All rows of a paged list, cached as one. */
export function useReadAll<R extends Row>(row: R) {
  return useQuery<Item<R>[], CallError>({
    queryKey: keyOf(row, 'all'),
    queryFn: ({ signal }) =>
      readAll<Item<R>>((query) => call(row, { query } as Input<R>, { signal }) as unknown as Promise<Page<Item<R>>>),
  });
}

/** A write of a row; a success makes stale what the row touches. `mutateAsync` throws CallError. */
export function useWrite<R extends Row>(row: R) {
  const client = useQueryClient();
  return useMutation<Output<R>, CallError, Input<R> & { options?: CallOptions }>({
    mutationFn: (input) => {
      const { options, ...rest } = input as { options?: CallOptions };
      return call(row, rest as Input<R>, options);
    },
    onSuccess: () => {
      if (row.touches) void invalidate(client, row.touches);
    },
  });
}
