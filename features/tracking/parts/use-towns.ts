// The file of places, for the names of stops; where it does not come, stops have coordinates.
'use client';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { usePlacesFile } from '@/lib/api/use-places-file';
import { useFormat } from '@/lib/i18n/use-format';
import { useMeasureText } from '@/map';
import { nearestTown, readTowns } from '../logic/places';

/** Metres within which a place is in a town. */
const INSIDE = 1500;

/** A place in words: in or near a town, else its coordinates. */
export function usePlaceName(isEnabled: boolean): (lon: number, lat: number) => string {
  const t = useTranslations('tracking.track');
  const { lang, coordinates } = useFormat();
  const measure = useMeasureText();
  const { data: towns } = usePlacesFile(readTowns, isEnabled);
  return useCallback(
    (lon, lat) => {
      const near = towns && nearestTown(towns, lon, lat);
      if (!near) return coordinates(`${lat.toFixed(5)}, ${lon.toFixed(5)}`);
      const [fa, en] = near.town.names;
      const town = (lang === 'fa' ? fa || en : en || fa) as string;
      return near.metres < INSIDE ? t('in', { town }) : t('near', { town, metres: measure(near.metres, 'length') });
    },
    [towns, lang, coordinates, measure, t],
  );
}
