// Sizes of files in words of the reader's language.
'use client';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/lib/i18n/use-format';

const STEPS = ['byte', 'kb', 'mb', 'gb'] as const;

/** Bytes as "3.4 MB"; steps of 1024, one decimal below ten. */
export function useSizeText(): (bytes: number) => string {
  const t = useTranslations('common.size');
  const { number } = useFormat();
  return (bytes) => {
    let value = Math.max(0, bytes);
    let step = 0;
    while (value >= 1024 && step < STEPS.length - 1) {
      value /= 1024;
      step++;
    }
    return t(STEPS[step] ?? 'byte', {
      n: number(value, { maximumFractionDigits: step > 0 && value < 10 ? 1 : 0 }),
    });
  };
}
