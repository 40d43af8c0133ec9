// What is wrong with the shape under the hand, told once the hand rests and shown on the map. Nothing is forbidden by it.
'use client';
import { Alert } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo } from 'react';
import { api } from '@/contract';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { checkWithin } from '@/map/geo/region';
import { isOverlapping, selfCrossings } from '@/map/geo/topology';
import { useOverlay } from '@/map/state/overlay';
import { useSketch } from '@/map/state/sketch';
import { useTool } from '@/map/state/tool';
import { useOwnRegions } from './use-own-regions';

const OWNER = 'warnings';
/** Milliseconds without a change after which a hand rests. */
const REST = 600;
/** Neighbours that are looked at. */
const MAX_NEIGHBOURS = 50;

const CROSSING = { role: 'warning', size: 8 } as const;
const REGION = { role: 'warning', width: 2, dash: 'dot', fill_opacity: 0 } as const;
const NEIGHBOUR = { role: 'warning', width: 3, dash: 'dash', fill_opacity: 0 } as const;

interface SketchWarningsProps {
  /** False for words alone, where another one marks the map already. */
  marks?: boolean;
}

export const SketchWarnings = ({ marks = true }: SketchWarningsProps) => {
  const t = useTranslations('map.sketch');
  const { number } = useFormat();
  const { geometry: now, self, mode, vertices, area } = useSketch();
  const { active, target } = useTool();
  // What the geometry is, is settled with it: half a hole is no whole shape when the reshape goes on a moment later.
  const isShape = now !== null && (mode === 'edit' || vertices > 0);
  const isArea = isShape && now.type.endsWith('Polygon') && (mode === 'edit' || vertices > 2) && area > 0;
  const [{ placed: geometry, whole }] = useDebouncedValue(
    useMemo(() => ({ placed: isShape ? now : null, whole: isArea ? now : null }), [now, isShape, isArea]),
    REST,
  );
  const crossings = useMemo(() => (whole ? selfCrossings(whole) : []), [whole]);
  const layer = self?.layer ?? (active === 'draw' ? target : null);
  const placed = layer === null ? null : geometry;
  const areas = useOwnRegions(placed !== null);
  const outside = useMemo(() => (placed ? checkWithin(placed, areas) : 'none'), [placed, areas]);
  const met = useRead(
    api.records.identify,
    {
      body: {
        geometry: whole ?? { type: 'Point', coordinates: [0, 0] },
        layers: layer ? [layer] : [],
        limit: MAX_NEIGHBOURS,
      },
    },
    { enabled: whole !== null && layer !== null && crossings.length === 0 },
  ).data;
  const others = useMemo(
    () =>
      whole && crossings.length === 0
        ? (met ?? []).flatMap((hit) =>
            hit.id !== self?.id && hit.geometry && isOverlapping(whole, hit.geometry) ? [hit.geometry] : [],
          )
        : [],
    [whole, crossings, met, self],
  );

  useEffect(() => {
    if (!marks) return;
    useOverlay
      .getState()
      .show(OWNER, [
        ...crossings.map((coordinates) => ({ geometry: { type: 'Point' as const, coordinates }, ...CROSSING })),
        ...(outside === 'none' ? [] : areas.map((geometry) => ({ geometry, ...REGION }))),
        ...others.map((geometry) => ({ geometry, ...NEIGHBOUR })),
      ]);
    return () => useOverlay.getState().show(OWNER, []);
  }, [marks, crossings, others, outside, areas]);

  return (
    <>
      {(crossings.length > 0 || others.length > 0) && (
        <Alert color="orange" role="status" py="xs">
          {crossings.length > 0
            ? t('crosses', { count: crossings.length, shown: number(crossings.length) })
            : t('overlaps', { count: others.length, shown: number(others.length) })}
        </Alert>
      )}
      {outside !== 'none' && (
        <Alert color="orange" role="status" py="xs">
          {t(`outside.${outside}`)}
        </Alert>
      )}
    </>
  );
};
