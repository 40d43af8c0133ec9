// Mappings that the person has used for a layer, kept with their settings and offered for files with the same headings.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { z } from 'zod';
import { api } from '@/contract/index';
import { MATCH_ACTS } from '@/contract/schemas/upload';
import { call } from '@/lib/api/client';
import { useRead } from '@/lib/api/hooks';
import { keyOf } from '@/lib/api/keys';
import type { SavedMapping } from '../../logic/append/mapping';

/** Of one layer; the oldest are forgotten. */
const MAX_SAVED = 5;

const Saved = z.array(
  z.object({
    columns: z.string(),
    mapping: z.record(z.string(), z.string()),
    words: z.record(z.string(), z.record(z.string(), z.string())),
    keys: z.record(z.string(), z.string()).optional(),
    match: z.object({ field: z.string(), on: z.enum(MATCH_ACTS) }).nullable(),
  }),
);
const Appends = z.record(z.string(), Saved).catch({});
const KEY = keyOf(api.customer.config, {});

/** The saved ones of a layer, undefined until they have come, and what saves one more. */
export function useSavedMappings(layer: number): [readonly SavedMapping[] | undefined, (one: SavedMapping) => void] {
  const client = useQueryClient();
  const config = useRead(api.customer.config, {}, { staleTime: Number.POSITIVE_INFINITY });
  const save = useCallback(
    async (one: SavedMapping) => {
      // The call replaces the whole: what others have kept must be known first.
      const now = await client.fetchQuery({ queryKey: KEY, queryFn: () => call(api.customer.config, {}) });
      const appends = Appends.parse(now.appends ?? {});
      const rest = (appends[layer] ?? []).filter(({ columns }) => columns !== one.columns);
      const next = { ...now, appends: { ...appends, [layer]: [one, ...rest].slice(0, MAX_SAVED) } };
      client.setQueryData(KEY, next);
      await call(api.customer.setConfig, { body: next });
    },
    [client, layer],
  );
  const isReady = config.data !== undefined || config.error !== null;
  const saved = useMemo(() => Appends.parse(config.data?.appends ?? {})[layer] ?? [], [config.data, layer]);
  return [isReady ? saved : undefined, useCallback((one) => void save(one).catch(() => undefined), [save])];
}
