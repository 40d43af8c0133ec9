// The legend of a map service.
'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { legendAddress } from '@/contract/ogc';
import type { Layer } from '@/contract/schemas/layer';
import classes from './layers-panel.module.css';

/** The legend as the map service draws it; nothing where it offers none. */
export function ServiceLegend({ layer, opacity }: { layer: Layer; opacity: number }) {
  const t = useTranslations('home');
  const [isOffered, setOffered] = useState(true);
  if (!isOffered) return null;
  return (
    // biome-ignore lint/performance/noImgElement: a picture of unknown size that a service draws
    <img
      className={classes.serviceLegend}
      src={`${legendAddress(layer.id)}&V=${layer.rev}`}
      alt={t('layers.legend', { label: layer.label })}
      style={{ opacity }}
      onError={() => setOffered(false)}
    />
  );
}
