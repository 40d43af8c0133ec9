// Polygons of a layer as shapes of regions: the layer is named, then its polygons are clicked on the map.
'use client';
import { Select } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { api } from '@/contract/index';
import type { Layer } from '@/contract/schemas/layer';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import { useRead } from '@/lib/api/hooks';
import classes from '../regions.module.css';

const MAX_LAYERS = 1000;

export function LayerPick({ layer, onLayer }: { layer: number | null; onLayer: (layer: Layer | null) => void }) {
  const t = useTranslations('regions.layer');
  const layers = useRead(api.layers.list, { query: { type: [LAYER_TYPES.polygon] as never, limit: MAX_LAYERS } });
  const rows = layers.data?.results ?? [];
  return (
    <Select
      className={classes.layer ?? ''}
      aria-label={t('label')}
      placeholder={t('label')}
      nothingFoundMessage={t('nothing')}
      searchable
      clearable
      data={rows.map(({ id, label }) => ({ value: String(id), label }))}
      value={layer === null ? null : String(layer)}
      onChange={(value) => onLayer(rows.find(({ id }) => String(id) === value) ?? null)}
    />
  );
}
