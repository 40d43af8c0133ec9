// Latitude and longitude of the vertex in hand, to be read and written exactly.
'use client';
import { Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useMap } from '../canvas/provider';
import { moveVertex } from '../geo/reshape';
import { strands } from '../geo/walk';
import { useSketch } from '../state/sketch';
import { NumberField } from './number-field';

/** As far north and south as the map shows. */
const MOST_LAT = 85;
/** A millimetre. */
const DECIMALS = 8;
/** About a metre for each press of an arrow key. */
const STEP = 0.00001;

/** Nothing while no vertex is in hand. A number moves the vertex once it is written: Enter, or leaving the field. */
export const VertexFields = () => {
  const t = useTranslations('map.sketch');
  const map = useMap();
  const { mode, geometry, active } = useSketch();
  const [typed, setTyped] = useState<{ lng?: number; lat?: number }>({});
  const at =
    mode === 'edit' && geometry && active ? strands(geometry)[active.strand]?.positions[active.index] : undefined;
  const [lng, lat] = at ?? [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another vertex, or this one elsewhere, begins anew
  useEffect(() => setTyped({}), [lng, lat]);
  if (!active || lng === undefined || lat === undefined) return null;

  const move = () => {
    const to = [typed.lng ?? lng, typed.lat ?? lat];
    setTyped({});
    if (to[0] !== lng || to[1] !== lat) map.drawing.change((shape) => moveVertex(shape, active, to), true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') move();
  };
  const common = { size: 'xs', flex: 1, step: STEP, decimals: DECIMALS } as const;
  return (
    <Group gap={4} align="start" wrap="nowrap" onBlur={move} onKeyDown={onKeyDown}>
      <NumberField
        {...common}
        label={t('vertexLat')}
        value={typed.lat ?? lat}
        min={-MOST_LAT}
        max={MOST_LAT}
        onChange={(value) => setTyped((now) => ({ ...now, lat: value }))}
      />
      <NumberField
        {...common}
        label={t('vertexLng')}
        value={typed.lng ?? lng}
        min={-180}
        max={180}
        onChange={(value) => setTyped((now) => ({ ...now, lng: value }))}
      />
    </Group>
  );
};
