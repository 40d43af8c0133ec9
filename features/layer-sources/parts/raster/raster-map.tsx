// The raster in the style as it stands, before it is saved.
'use client';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { Callout } from '@/components/feedback/callout';
import { useErrorText } from '@/components/feedback/states';
import type { Layer } from '@/contract/schemas/layer';
import { type MapLayer, PlainMap } from '@/map/index';
import classes from '../service.module.css';

const NO_SETS = [] as const;

export function RasterMap({ layer, preview, error }: { layer: Layer; preview: string | null; error: unknown }) {
  const t = useTranslations('layerSources.raster');
  const errorText = useErrorText();
  const layers = useMemo((): MapLayer[] => {
    if (preview === null) return [];
    const { style } = layer.config;
    const scale = { min_zoom: 0, max_zoom: 24 };
    return [{ id: layer.id, type: layer.type, style, labels: null, visible: true, opacity: 1, scale, published: preview }]; // biome-ignore format: one layer
  }, [layer, preview]);
  return (
    <div className={classes.map}>
      <PlainMap label={t('map')} sets={NO_SETS} layers={layers} extent={layer.extent}>
        {error !== null && (
          <div className={classes.note}>
            <Callout kind="refusal">{errorText(error)}</Callout>
          </div>
        )}
      </PlainMap>
    </div>
  );
}
