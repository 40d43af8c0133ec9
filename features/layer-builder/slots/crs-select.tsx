// The import's choice of a coordinate system, for data that comes another way.
'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useFormat } from '@/lib/i18n/use-format';
import type { CrsScore } from '../logic/crs';
import classes from '../parts/look-step.module.css';
import { SystemSelect, useCandidates } from '../parts/place/system-select';

export interface CrsSelectProps {
  srid: number | null;
  /** Of some of the data, in its own numbers. */
  extent: readonly [number, number, number, number] | null;
  description: string;
  error: ReactNode;
  onChange: (srid: number | null) => void;
}

export function CrsSelect({ srid, extent, description, error, onChange }: CrsSelectProps) {
  const t = useTranslations('layerBuilder.crs');
  const { number } = useFormat();
  const candidates = useCandidates(extent);
  const degree = (value: number) => number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const place = ({ middle }: CrsScore) => middle && t('place', { lat: degree(middle[1]), lon: degree(middle[0]) });
  const match = candidates.find(({ code }) => code === srid);
  return (
    <div>
      <SystemSelect
        srid={srid}
        isNeeded
        description={description}
        candidates={candidates}
        place={place}
        error={error}
        onChange={onChange}
      />
      {match && extent && (
        <p className={classes.hint} role="status" data-warn={!match.fits || undefined}>
          {match.middle ? (match.fits ? place(match) : t('faraway', { place: place(match) ?? '' })) : t('cannot')}
        </p>
      )}
    </div>
  );
}
