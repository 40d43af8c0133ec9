// Where the rows of a table lie: nowhere, in two columns, or in one that holds both coordinates.
'use client';
import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { PlaceColumns } from '@/contract/schemas/upload';
import type { DatasetPlan } from '../../logic/plan';
import classes from '../look-step.module.css';

export interface PlaceChoiceProps {
  plan: DatasetPlan;
  error: boolean;
  onChange: (place: PlaceColumns | null) => void;
}

type Way = 'none' | 'two' | 'one';

/** Nothing for data sets that bring their own shapes. */
export function PlaceChoice({ plan: { dataset, place, canPlace }, error, onChange }: PlaceChoiceProps) {
  const t = useTranslations('layerBuilder.place');
  if (!canPlace) return null;
  const names = dataset.fields.map(({ name }) => name);
  const way: Way = place === null ? 'none' : place.y === undefined ? 'one' : 'two';
  const choose = (next: Way) => {
    const x = place?.x ?? dataset.guess?.x ?? names[0] ?? '';
    const notation = place?.notation ?? dataset.guess?.notation ?? 'decimal';
    const y = place?.y ?? dataset.guess?.y ?? names.find((name) => name !== x) ?? '';
    if (next === 'none') onChange(null);
    else if (next === 'two') onChange({ x, y, notation });
    else onChange({ x, notation, order: dataset.guess?.order ?? 'yx' });
  };
  return (
    <fieldset className={classes.place}>
      <legend className={classes.fieldName}>{t('title')}</legend>
      <SegmentedControl
        maw="100%"
        value={way}
        onChange={(value) => choose(value as Way)}
        data={(['none', 'two', 'one'] as const).map((value) => ({ value, label: t(value) }))}
      />
      {!place && <p className={classes.hint}>{t('noneHint')}</p>}
      {place && (
        <div className={classes.placeColumns}>
          <NativeSelect
            label={t(way === 'one' ? 'both' : 'x')}
            value={place.x}
            data={names}
            onChange={(event) => onChange({ ...place, x: event.currentTarget.value })}
          />
          {way === 'two' && (
            <NativeSelect
              label={t('y')}
              value={place.y ?? ''}
              data={names}
              error={error && t('same')}
              onChange={(event) => onChange({ ...place, y: event.currentTarget.value })}
            />
          )}
          {way === 'one' && (
            <NativeSelect
              label={t('order')}
              value={place.order ?? 'xy'}
              data={(['yx', 'xy'] as const).map((value) => ({ value, label: t(value) }))}
              onChange={(event) => onChange({ ...place, order: event.currentTarget.value as 'xy' })}
            />
          )}
          <NativeSelect
            label={t('notation')}
            value={place.notation}
            data={(['decimal', 'dms'] as const).map((value) => ({ value, label: t(value) }))}
            onChange={(event) => onChange({ ...place, notation: event.currentTarget.value as 'dms' })}
          />
        </div>
      )}
    </fieldset>
  );
}
