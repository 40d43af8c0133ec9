// How a person wants one list: rows on a page, and whether as a grid. Kept with their settings on the server.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { z } from 'zod';
import { api } from '../../contract';
import { call } from '../api/client';
import { useRead } from '../api/hooks';
import { keyOf } from '../api/keys';

export const PAGE_SIZES = [25, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

const ListSettings = z
  .object({ size: z.literal(PAGE_SIZES), hidden: z.array(z.string()).max(100), face: z.enum(['grid', 'list', 'map']) })
  .partial()
  .catch({});
export type ListSettings = z.infer<typeof ListSettings>;
const Lists = z.record(z.string(), ListSettings).catch({});

const KEY = keyOf(api.customer.config, {});

/** The settings of a list, empty until they have come, and what changes a part of them. The change stands on this page even where it cannot be kept. */
export function useListSettings(screen: string): [ListSettings, (part: ListSettings) => void] {
  const client = useQueryClient();
  const config = useRead(api.customer.config, {}, { staleTime: Number.POSITIVE_INFINITY });
  const set = useCallback(
    async (part: ListSettings) => {
      // The call replaces the whole: what others have kept must be known first.
      const now = await client.fetchQuery({
        queryKey: KEY,
        queryFn: () => call(api.customer.config, {}),
        staleTime: Number.POSITIVE_INFINITY,
      });
      const lists = Lists.parse(now.lists ?? {});
      const next = { ...now, lists: { ...lists, [screen]: { ...lists[screen], ...part } } };
      client.setQueryData(KEY, next);
      await call(api.customer.setConfig, { body: next });
    },
    [client, screen],
  );
  const settings = Lists.parse(config.data?.lists ?? {})[screen] ?? {};
  return [settings, useCallback((part) => void set(part).catch(() => undefined), [set])];
}
