// All regions on a map; those of the person stand out. The code of the map comes with it.
'use client';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import { PlainMap, type ShapeSet } from '@/map';

/** Shapes as a small map of the whole country shows them. */
const ZOOM = 7;
const MAX_REGIONS = 1000;

export interface RegionMapProps {
  value: readonly number[];
  onChange: (ids: number[]) => void;
}

export default function RegionMap({ value, onChange }: RegionMapProps) {
  const t = useTranslations('users.form');
  const read = useRead(api.regions.list, {
    query: { is_detailed: true, zoom: ZOOM, limit: MAX_REGIONS, order: '-area' },
  });
  const shapes = useMemo(
    () => (read.data?.results ?? []).flatMap(({ id, geometry }) => (geometry ? [{ id, geometry }] : [])),
    [read.data],
  );
  const sets = useMemo<ShapeSet[]>(
    () => [
      { id: 'all', role: 'region', shapes },
      { id: 'own', role: 'found', shapes: shapes.filter(({ id }) => value.includes(id)) },
    ],
    [shapes, value],
  );
  // Fitted once to all of them: the map stays where it is while some are taken.
  const extent = useMemo(() => {
    const all = (read.data?.results ?? []).map((region) => region.extent);
    if (all.length === 0) return null;
    return [
      Math.min(...all.map(([west]) => west)),
      Math.min(...all.map(([, south]) => south)),
      Math.max(...all.map(([, , east]) => east)),
      Math.max(...all.map(([, , , north]) => north)),
    ] as [number, number, number, number];
  }, [read.data]);
  if (read.error && !read.data) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (!read.data) return <FormSkeleton fields={3} />;
  const toggle = (id: number) =>
    onChange(value.includes(id) ? value.filter((one) => one !== id) : [...value, id].sort((a, b) => a - b));
  return <PlainMap label={t('regionMap')} sets={sets} extent={extent} onPick={(_, id) => toggle(id)} />;
}
