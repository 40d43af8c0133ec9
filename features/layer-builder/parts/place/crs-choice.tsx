// Where the coordinates are measured: the file's own word, or a choice that shows where the data would come to lie.
'use client';
import { Button, Checkbox } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useFormat } from '@/lib/i18n/use-format';
import type { CrsScore } from '../../logic/crs';
import type { DatasetPlan, System } from '../../logic/plan';
import classes from '../look-step.module.css';
import { PlacePreview } from './place-preview';
import { SystemSelect, useCandidates } from './system-select';
import { SystemText } from './system-text';

export interface CrsChoiceProps {
  plan: DatasetPlan;
  fileId: string;
  encoding: string | null;
  error: boolean;
  onChange: (system: System) => void;
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
          srid={srid}
          isNeeded={needsCrs}
          description={t(needsCrs ? 'needed' : 'override', { said })}
          candidates={candidates}
          place={place}
          error={error && t('required')}
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
