// A stop in one line: from when to when, how long and where.
'use client';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { useFormat } from '@/lib/i18n/use-format';
import type { Stop } from '../../logic/track';
import { useDurationText } from '../use-duration-text';

const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString();

export function useStopText(): (stop: Stop, place: string) => string {
  const t = useTranslations('tracking.track.paper');
  const { date } = useFormat();
  const duration = useDurationText();
  return useCallback(
    ({ from, to }, place) =>
      t('stopLine', {
        from: date(isoOf(from), 'datetime'),
        to: date(isoOf(to), 'time'),
        duration: duration(to - from),
        place,
      }),
    [t, date, duration],
  );
}
