// The numbers of a layer's legend, in the reader's digits.
'use client';
import { useTranslations } from 'next-intl';
import type { Layer } from '@/contract/schemas/layer';
import { type LayerRaster, stretchLimits } from '@/contract/schemas/sources/raster';
import { useTickText } from '@/lib/i18n/use-tick-text';
import { type LegendScale, legendScales, ScaleBar } from '@/map/index';
import classes from './layers-panel.module.css';

/** Colours between those of a ramp, as the server mixes them. */
const STEPS = 24;
function mixed(ramp: readonly string[]): string[] {
  const part = (colour: string | undefined, at: number) => Number.parseInt(colour?.slice(at, at + 2) ?? '0', 16);
  return Array.from({ length: STEPS }, (_, step) => {
    const place = (step / (STEPS - 1)) * (ramp.length - 1);
    const at = Math.min(ramp.length - 2, Math.floor(place));
    const share = (byte: number) => {
      const from = part(ramp[at], byte);
      return Math.round(from + (part(ramp[at + 1], byte) - from) * (place - at));
    };
    return `rgb(${share(1)}, ${share(3)}, ${share(5)})`;
  });
}

/** The ramp of a raster's one band, between the limits of its stretch. */
function rasterScales({ style: { paint, stretch }, facts }: LayerRaster): LegendScale[] {
  if (paint.kind !== 'ramp') return [];
  const [low, high] = stretchLimits(stretch, facts.bands[paint.band - 1]);
  const round = (value: number) => Number(value.toPrecision(4));
  const ticks = [low, (low + high) / 2, high].map((value, i) => ({ at: i / 2, value: round(value) }));
  return [{ kind: 'ramp', colours: mixed(paint.ramp), ticks }];
}

export function LegendScales({ layer, opacity }: { layer: Layer; opacity: number }) {
  const t = useTranslations('map.legend');
  const text = useTickText();
  const { style, raster } = layer.config;
  const scales = raster ? rasterScales(raster) : legendScales(style, layer.type);
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
