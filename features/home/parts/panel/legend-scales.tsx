// The numbers of a layer's legend, in the reader's digits.
'use client';
import { useTranslations } from 'next-intl';
import type { Layer } from '@/contract/schemas/layer';
import { useTickText } from '@/lib/i18n/use-tick-text';
import { legendScales, ScaleBar } from '@/map/index';
import classes from './layers-panel.module.css';

export function LegendScales({ layer, opacity }: { layer: Layer; opacity: number }) {
  const t = useTranslations('map.legend');
  const text = useTickText();
  const { style } = layer.config;
  const scales = legendScales(style, layer.type);
  if (scales.length === 0) return null;
  const isHeat = style.kind === 'heatmap';
  const nameOf = (kind: 'ramp' | 'sizes') => (isHeat ? t(style.weight === null ? 'heatCount' : 'heatWeight') : t(kind));
  return (
    <div className={classes.scales}>
      {scales.map((scale) => (
        <figure key={scale.kind} className={classes.scale}>
          {isHeat && <figcaption>{nameOf(scale.kind)}</figcaption>}
          <ScaleBar scale={scale} text={text} label={nameOf(scale.kind)} opacity={opacity} />
        </figure>
      ))}
    </div>
  );
}
