// The areas that a person may work in.
'use client';
import { useMemo } from 'react';
import { api } from '@/contract';
import type { Geometry } from '@/contract/schemas/common';
import { useRead } from '@/lib/api/hooks';

const NO_AREAS: readonly Geometry[] = [];

/** The areas that the person is bound to, EPSG:4326; none for everybody else. */
export const useOwnRegions = (isEnabled: boolean): readonly Geometry[] => {
  const bound = (useRead(api.session.user, {}, { enabled: isEnabled }).data?.regions.length ?? 0) > 0;
  const read = useRead(
    api.regions.accessed,
    { query: { is_detailed: true } },
    { enabled: isEnabled && bound, staleTime: Number.POSITIVE_INFINITY },
  ).data;
  return useMemo(() => (bound ? (read?.flatMap((r) => r.geometry ?? []) ?? NO_AREAS) : NO_AREAS), [bound, read]);
};
