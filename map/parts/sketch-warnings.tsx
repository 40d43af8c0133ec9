// What is wrong with the shape under the hand, told once the hand rests and shown on the map. Nothing is forbidden by it.
'use client';
import { Alert } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo } from 'react';
import { api } from '@/contract';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { overlap, selfCrossings } from '../geo/topology';
import { useOverlay } from '../state/overlay';
import { useSketch } from '../state/sketch';
import { useTool } from '../state/tool';

const OWNER = 'warnings';
const RED = '#e03131';
/** Milliseconds without a change after which a hand rests. */
const REST = 600;
/** Neighbours that are looked at. */
const MOST = 50;

export const SketchWarnings = () => {
  const t = useTranslations('map.sketch');
  const { number } = useFormat();
  const { geometry: now, self, mode, vertices } = useSketch();
  const { active, target } = useTool();
  const [geometry] = useDebouncedValue(now, REST);
  const whole = geometry?.type.endsWith('Polygon') && (mode === 'edit' || vertices > 2) ? geometry : null;
  const crossings = useMemo(() => (whole ? selfCrossings(whole) : []), [whole]);
  const layer = self?.layer ?? (active === 'draw' ? target : null);
  const met = useRead(
    api.records.identify,
    { body: { geometry: whole ?? { type: 'Point', coordinates: [0, 0] }, layers: layer ? [layer] : [], limit: MOST } },
    { enabled: whole !== null && layer !== null && crossings.length === 0 },
  ).data;
  const others = useMemo(
    () =>
      whole && crossings.length === 0
        ? (met ?? []).flatMap((found) =>
            found.id !== self?.id && found.geometry && overlap(whole, found.geometry) ? [found.geometry] : [],
          )
        : [],
    [whole, crossings, met, self],
  );

  useEffect(() => {
    useOverlay
      .getState()
      .show(OWNER, [
        ...crossings.map((coordinates) => ({ geometry: { type: 'Point' as const, coordinates }, color: RED, size: 8 })),
        ...others.map((geometry) => ({ geometry, color: RED, dash: 'dash' as const, width: 3, fill_opacity: 0.15 })),
      ]);
    return () => useOverlay.getState().show(OWNER, []);
  }, [crossings, others]);

  if (crossings.length === 0 && others.length === 0) return null;
  return (
    <Alert color="orange" role="status" py="xs">
      {crossings.length > 0
        ? t('crosses', { count: crossings.length, shown: number(crossings.length) })
        : t('overlaps', { count: others.length, shown: number(others.length) })}
    </Alert>
  );
};
