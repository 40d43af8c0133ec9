// Where the coordinates are measured: the file's own word, or a choice that shows where the data would come to lie.
'use client';
import { Button, Checkbox, type OptionsFilter, Select } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { useFormat } from '@/lib/i18n/use-format';
import { useConverter } from '@/map';
import { type CrsScore, readCode, scoreCandidates } from '../../logic/crs';
import type { DatasetPlan, System } from '../../logic/plan';
import classes from '../look-step.module.css';
import { PlacePreview } from './place-preview';
import { SystemText } from './system-text';

export interface CrsChoiceProps {
  plan: DatasetPlan;
  fileId: string;
  encoding: string | null;
  error: boolean;
  onChange: (system: System) => void;
}

/** The systems for an extent: unscored until the arithmetic of projections has come. */
function useCandidates(extent: DatasetPlan['dataset']['extent']): CrsScore[] {
  const convert = useConverter();
  return useMemo(() => scoreCandidates(extent, convert), [extent, convert]);
}

interface SaidSystemProps {
  dataset: DatasetPlan['dataset'];
  said: string;
  onOther: () => void;
}

/** The file's own word. */
function SaidSystem({ dataset, said, onOther }: SaidSystemProps) {
  const t = useTranslations('layerBuilder.crs');
  return (
    <div className={classes.crsSaid}>
      <span className={classes.fieldName}>{t('label')}</span>
      <span>
        <bdi dir="ltr">
          {said}
          {dataset.srid !== null && dataset.crs !== null && ` (EPSG:${dataset.srid})`}
        </bdi>
      </span>
      <Button variant="subtle" size="compact-sm" onClick={onOther}>
        {t('other')}
      </Button>
    </div>
  );
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

interface SystemSelectProps {
  plan: DatasetPlan;
  candidates: readonly CrsScore[];
  said: string;
  place: (candidate: CrsScore) => string | null;
  error: boolean;
  onChange: (code: number | null) => void;
}

function SystemSelect({ plan, candidates, said, place, error, onChange }: SystemSelectProps) {
  const t = useTranslations('layerBuilder.crs');
  const { srid, needsCrs } = plan;
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
      description={t(needsCrs ? 'needed' : 'override', { said })}
      placeholder={t('placeholder')}
      required={needsCrs}
      searchable
      clearable={!needsCrs}
      data={groups}
      filter={filterOptions}
      nothingFoundMessage={t('nothing')}
      value={srid === null ? null : String(srid)}
      onSearchChange={setTyped}
      onChange={(value) => onChange(value === null ? null : Number(value))}
      error={error && t('required')}
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

/** Nothing for tables. */
export function CrsChoice({ plan, fileId, encoding, error, onChange }: CrsChoiceProps) {
  const t = useTranslations('layerBuilder.crs');
  const { digits, number } = useFormat();
  const { dataset, type, srid, crs, swapped, needsCrs } = plan;
  const [other, setOther] = useState(srid !== null || crs !== null || swapped);
  const candidates = useCandidates(dataset.extent);
  if (type === 0) return null;

  const said = dataset.crs ?? (dataset.srid === null ? '' : `EPSG:${dataset.srid}`);
  if (!needsCrs && !other) return <SaidSystem dataset={dataset} said={said} onOther={() => setOther(true)} />;

  const degree = (value: number) => number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const place = ({ middle }: CrsScore) => middle && t('place', { lat: degree(middle[1]), lon: degree(middle[0]) });
  const match = candidates.find((one) => one.code === srid);
  return (
    <div className={classes.where}>
      <div className={classes.crs}>
        <SystemSelect
          plan={plan}
          candidates={candidates}
          said={said}
          place={place}
          error={error}
          onChange={(code) => {
            onChange({ srid: code, crs: null, swapped });
            if (code === null && !needsCrs) setOther(false);
          }}
        />
        {match && dataset.extent && (
          <p className={classes.hint} role="status" data-warn={!match.fits || undefined}>
            {match.middle ? (match.fits ? place(match) : t('faraway', { place: place(match) ?? '' })) : t('cannot')}
          </p>
        )}
        {srid !== null && !match && <p className={classes.hint}>{t('unchecked', { code: digits(srid) })}</p>}
        <Checkbox
          size="sm"
          label={t('swapped')}
          checked={swapped}
          onChange={(event) => onChange({ srid, crs, swapped: event.currentTarget.checked })}
        />
        <SystemText
          key={crs}
          value={crs}
          onChange={(text) => onChange({ srid: text === null ? srid : null, crs: text, swapped })}
        />
      </div>
      {(needsCrs || other) && <PlacePreview fileId={fileId} encoding={encoding} plan={plan} onChoose={onChange} />}
    </div>
  );
}
