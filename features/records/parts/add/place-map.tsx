// The layer under what was added here and what is being placed.
'use client';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { Geometry } from '@/contract/schemas/common';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerRecord } from '@/contract/schemas/record';
import { type DrawnKind, type LngLat, PlainMap, type ShapeSet, toMapLayers } from '@/map';

const SWITCHES = { order: [], hidden: new Set<number>(), opacity: new Map(), off: new Map() };

interface PlaceMapProps {
  layer: Layer;
  place: Geometry | null;
  /** What was added before, in this sitting. */
  sitting: readonly LayerRecord[];
  extent: Layer['extent'];
  drawing: DrawnKind | null;
  onDraw: (place: Geometry) => void;
  onReady: (middle: () => LngLat) => void;
}

export function PlaceMap({ layer, place, sitting, ...map }: PlaceMapProps) {
  const t = useTranslations('records.add.place');
  const layers = useMemo(() => toMapLayers([layer], SWITCHES), [layer]);
  const sets = useMemo<ShapeSet[]>(
    () => [
      { id: 'sitting', role: 'before', shapes: sitting.flatMap(({ id, geometry }) => (geometry ? [{ id, geometry }] : [])) }, // biome-ignore format: one set
      { id: 'place', role: 'after', shapes: place ? [{ id: 0, geometry: place }] : [] },
    ],
    [place, sitting],
  );
  return <PlainMap label={t('map', { layer: layer.label })} sets={sets} layers={layers} {...map} />;
}
