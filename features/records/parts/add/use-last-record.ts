// The values of the record that this person made before in the layer.
'use client';
import { api } from '@/contract';
import type { Values } from '@/contract/schemas/form';
import { useRead } from '@/lib/api/hooks';

/** `sitting`: of the record that was just made; it comes first. Null where there is none. */
export function useLastRecord(layer: number, sitting: Values | null): Values | null {
  const me = useRead(api.session.user, {}).data?.id;
  const read = useRead(
    api.records.query,
    { body: { layer, query: { column: 'creator', is: 'eq', value: me ?? 0 }, order: '-id', limit: 1 } },
    { enabled: me !== undefined && sitting === null, staleTime: Number.POSITIVE_INFINITY },
  );
  return sitting ?? read.data?.results[0]?.value ?? null;
}
