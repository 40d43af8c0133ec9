// The file of places, for the names of stops; where it does not come, stops have coordinates.
'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
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
  const { data: towns } = useQuery({
    queryKey: ['places', 'towns'],
    queryFn: async ({ signal }) => {
      const answer = await fetch('/base/places.json', { credentials: 'same-origin', signal });
      if (!answer.ok) throw new Error(`places: ${answer.status}`);
      return readTowns(await answer.json());
    },
    enabled: isEnabled,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
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
