// A length of time in hours and minutes.
'use client';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { useFormat } from '@/lib/i18n/use-format';

export function useDurationText(): (seconds: number) => string {
  const t = useTranslations('tracking.duration');
  const { number } = useFormat();
  return useCallback(
    (seconds) => {
      const minutes = Math.round(seconds / 60);
      const [h, m] = [Math.floor(minutes / 60), minutes % 60];
      if (h === 0) return t('m', { m: number(m) });
      return m === 0 ? t('h', { h: number(h) }) : t('hm', { h: number(h), m: number(m) });
    },
    [t, number],
  );
}
