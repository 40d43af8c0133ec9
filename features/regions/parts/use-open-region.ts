// Which region is open, named in the address; read with its ETag, and written so that a form that is open goes on with the newest one.
'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useCallback, useRef } from 'react';
import type { Input, Row } from '@/contract/define';
import { api } from '@/contract/index';
import type { Region } from '@/contract/schemas/region';
import { exchange } from '@/lib/api/client';
import type { CallError } from '@/lib/api/errors';
import { invalidate, keyOf } from '@/lib/api/keys';
import { ifMatch, type Resource, readResource } from '@/lib/api/use-resource';
import { setInSearch } from '@/lib/routes/search';

const KEY = 'region';

const name = (id: number | null) => setInSearch(KEY, id === null ? null : String(id));

export function useOpenRegion() {
  const text = useSearchParams().get(KEY) ?? '';
  return { open: /^\d{1,9}$/.test(text) ? Number(text) : null, show: name };
}

/** The open region with its exact shape. */
export const useRegion = (id: number | null) =>
  useQuery<Resource<Region>, CallError>({
    queryKey: [...keyOf(api.regions.one, { params: { id: id ?? 0 } }), 'etag'],
    queryFn: ({ signal }) => readResource(api.regions.one, { params: { id: id ?? 0 } }, signal),
    enabled: id !== null,
  });

/** Writes of the screen. `write` follows the ETags that its own earlier writes have left behind. */
export function useRegionWrites() {
  const client = useQueryClient();
  const next = useRef(new Map<string, string>());
  const write = useCallback(
    async <R extends Row>(row: R, input: Input<R>, etag: string | null) => {
      let latest = etag;
      while (latest !== null && next.current.has(latest)) latest = next.current.get(latest) ?? null;
      const { body, headers } = await exchange(row, input, ifMatch(latest));
      const now = headers.get('etag');
      // The numbers of two regions are alike: what is followed is kept no longer than a region is open.
      if (latest && now) next.current.set(latest, now);
      void invalidate(client, row.touches ?? []);
      return { body, etag: now };
    },
    [client],
  );
  const forget = useCallback(() => next.current.clear(), []);
  return { write, forget };
}
export type RegionWrites = ReturnType<typeof useRegionWrites>;
