// The service as it will be on the map, before it is saved.
'use client';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { Callout } from '@/components/feedback/callout';
import type { Layer } from '@/contract/schemas/layer';
import type { ServiceSource, ServiceTrialResult } from '@/contract/schemas/sources/service';
import { useFormat } from '@/lib/i18n/use-format';
import { type MapLayer, PlainMap } from '@/map/index';
import { sourceOfLayer, typeOf } from '../logic/service-values';
import classes from './service.module.css';

export interface Trial extends ServiceTrialResult {
  source: ServiceSource;
}

const NO_SETS = [] as const;
const SYMBOL = { color: '#5c7cfa', opacity: 1, size: 5, stroke: '#ffffff', stroke_width: 1 };

/** What has been tried, else the layer as it is. */
export function ServiceMap({ trial, layer }: { trial: Trial | null; layer: Layer | null }) {
  const t = useTranslations('layerSources.service');
  const { number } = useFormat();
  const layers = useMemo((): MapLayer[] => {
    const source = trial?.source ?? (layer && sourceOfLayer(layer));
    if (!source) return [];
    const { kind, attribution, min_zoom = 0, max_zoom } = source;
    return [
      {
        id: trial ? 0 : (layer?.id ?? 0),
        type: typeOf(kind),
        style: { kind: 'single', symbol: SYMBOL },
        labels: null,
        visible: true,
        opacity: 1,
        scale: { min_zoom: 0, max_zoom: 24 },
        ...(trial ? { published: trial.preview } : { rev: layer?.rev ?? 0 }),
        ...(attribution ? { attribution } : {}),
        ...(max_zoom === undefined ? {} : { zooms: { min: min_zoom, max: max_zoom } }),
      },
    ];
  }, [trial, layer]);
  const extent = trial ? trial.extent : layer?.extent;
  return (
    <div className={classes.map}>
      <PlainMap label={t('map')} sets={NO_SETS} layers={layers} {...(extent ? { extent } : {})}>
        <div className={classes.note} role="status">
          <Callout>{trial ? t('tried', { ms: number(trial.ms) }) : t(layer ? 'asSaved' : 'empty')}</Callout>
        </div>
      </PlainMap>
    </div>
  );
}
