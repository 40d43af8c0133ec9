// Numbers of measurements in the reader's units, words and digits.
'use client';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useFormat } from '@/lib/i18n/use-format';
import { angleIn, areaIn, type InUnit, lengthIn } from '@/map/geo/measure-units';
import { useMeasuring } from '@/map/state/measuring';
import type { Words } from './readings';

/** The same object for as long as units and language stay. */
export const useMeasureWords = (): Words => {
  const t = useTranslations('map.units');
  const { number } = useFormat();
  const units = useMeasuring((s) => s.units);
  return useMemo(() => {
    const say = ({ value, unit, digits }: InUnit<Parameters<typeof t>[0] & string>) =>
      t(unit as 'm', { value: number(value, { maximumFractionDigits: digits }) });
    return {
      length: (metres) => say(lengthIn(metres, units.length)),
      area: (squareMetres) => say(areaIn(squareMetres, units.area)),
      angle: (degrees) => say(angleIn(degrees, units.angle)),
    };
  }, [t, number, units]);
};
