// How far, how long, how fast, from when to when: a track's numbers in words.
'use client';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { useFormat } from '@/lib/i18n/use-format';
import { useMeasureText } from '@/map';
import type { Track } from '../../logic/track';
import { useDurationText } from '../use-duration-text';

export interface TrackFact {
  key: 'distance' | 'average' | 'moving' | 'max' | 'stopped' | 'span';
  label: string;
  value: string;
}

const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString();

/** The last fact is the span. */
export function useTrackFacts(): (track: Track) => TrackFact[] {
  const t = useTranslations('tracking.track.cards');
  const dock = useTranslations('tracking.dock');
  const { number, date } = useFormat();
  const measure = useMeasureText();
  const duration = useDurationText();
  return useCallback(
    (track) => {
      const speed = (kmh: number | null) =>
        kmh === null ? '–' : dock('kmh', { n: number(kmh, { maximumFractionDigits: 1 }) });
      const [first, last] = [track.places[0], track.places.at(-1)];
      const isOneDay = first && last && date(isoOf(first.t)) === date(isoOf(last.t));
      const span =
        first && last
          ? `${date(isoOf(first.t), 'datetime')} – ${date(isoOf(last.t), isOneDay ? 'time' : 'datetime')}`
          : '–';
      const values = {
        distance: measure(track.distance, 'length'),
        average: speed(track.average),
        moving: duration(track.moving),
        max: speed(track.max),
        stopped: duration(track.stopped),
        span,
      };
      return (Object.keys(values) as TrackFact['key'][]).map((key) => ({ key, label: t(key), value: values[key] }));
    },
    [t, dock, number, date, measure, duration],
  );
}
