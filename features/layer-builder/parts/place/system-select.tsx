// A coordinate system by its EPSG code: those that put the data into Iran first, any other by typing.
'use client';
import { type OptionsFilter, Select } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ReactNode, useMemo, useState } from 'react';
import { useConverter } from '@/map';
import { type CrsScore, readCode, scoreCandidates } from '../../logic/crs';
import classes from '../look-step.module.css';

/** The systems for an extent: unscored until the arithmetic of projections has come. */
export function useCandidates(extent: readonly [number, number, number, number] | null): CrsScore[] {
  const convert = useConverter();
  return useMemo(() => scoreCandidates(extent, convert), [extent, convert]);
}

/** A typed code in Persian digits finds its option too. */
const filterOptions: OptionsFilter = ({ options, search }) => {
  const text = String(readCode(search) ?? search)
    .toLowerCase()
    .trim();
  return options
    .map((one) =>
      'group' in one ? { ...one, items: one.items.filter(({ label }) => label.toLowerCase().includes(text)) } : one,
    )
    .filter((one) => !('group' in one) || one.items.length > 0);
};

export interface SystemSelectProps {
  /** EPSG code. */
  srid: number | null;
  isNeeded: boolean;
  description: string;
  candidates: readonly CrsScore[];
  place: (candidate: CrsScore) => string | null;
  error: ReactNode;
  onChange: (code: number | null) => void;
}

export function SystemSelect({ srid, isNeeded, description, candidates, place, error, onChange }: SystemSelectProps) {
  const t = useTranslations('layerBuilder.crs');
  const [typed, setTyped] = useState('');
  const option = ({ code, name }: CrsScore) => ({ value: String(code), label: `EPSG:${code}  ${name}` });
  const extra = [readCode(typed), srid].filter(
    (code): code is number => code !== null && !candidates.some((one) => one.code === code),
  );
  const groups = [
    { group: t('fits'), items: candidates.filter((one) => one.fits).map(option) },
    { group: t('others'), items: candidates.filter((one) => !one.fits).map(option) },
    { group: t('typed'), items: [...new Set(extra)].map((code) => ({ value: String(code), label: `EPSG:${code}` })) },
  ].filter(({ items }) => items.length > 0);
  return (
    <Select
      label={t('label')}
      description={description}
      placeholder={t('placeholder')}
      required={isNeeded}
      searchable
      clearable={!isNeeded}
      data={groups}
      filter={filterOptions}
      nothingFoundMessage={t('nothing')}
      value={srid === null ? null : String(srid)}
      onSearchChange={setTyped}
      onChange={(value) => onChange(value === null ? null : Number(value))}
      error={error}
      data-path="srid"
      renderOption={({ option: { value, label } }) => {
        const one = candidates.find(({ code }) => String(code) === value);
        return (
          <span className={classes.crsOption}>
            <bdi dir="ltr">{label}</bdi>
            {one?.middle && <span>{place(one)}</span>}
          </span>
        );
      }}
    />
  );
}
