// One quiet line at the map's edge: scale, zoom, and the coordinates under the pointer.
'use client';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/lib/i18n/use-format';
import { scaleBar } from '../geo/scale';
import { usePlaceText } from '../state/coordinates';
import { DEFAULT_VIEW, useView } from '../state/view';
import type { LngLat } from '../types';
import classes from './controls.module.css';

const BAR = 90;

interface ReadoutProps {
  /** Where the pointer is; the map's middle while it is elsewhere. */
  at?: LngLat | null;
}

/** The place is written in the system that the coordinates tool was set to; in degrees where that has no such place. */
export const MapReadout = ({ at }: ReadoutProps) => {
  const t = useTranslations('map');
  const { coordinates, number } = useFormat();
  const view = useView((state) => state.view) ?? DEFAULT_VIEW;
  const write = usePlaceText();
  const { metres, width } = scaleBar(view.center[1], view.zoom, BAR);
  const scale =
    metres >= 1000 ? t('units.km', { value: number(metres / 1000) }) : t('units.m', { value: number(metres) });
  const place = at ?? view.center;
  return (
    <div className={classes.readout}>
      <span className={classes.scale} role="img" aria-label={t('readout.scale', { value: scale })}>
        <span className={classes.bar} style={{ inlineSize: width }} />
        <span aria-hidden="true">{scale}</span>
      </span>
      <span className={classes.wide}>
        {t('readout.zoom', { value: number(view.zoom, { maximumFractionDigits: 1 }) })}
      </span>
      <bdi dir="ltr" className={classes.wide} data-testid="readout">
        {coordinates(write(place, view.zoom))}
      </bdi>
    </div>
  );
};
