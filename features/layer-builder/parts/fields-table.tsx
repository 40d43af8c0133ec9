// The columns of a data set: which come in, under which name, as which type, with values to judge by.
'use client';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { memo } from 'react';
import type { FieldType } from '@/contract/schemas/form';
import { type DatasetPlan, type FieldEdit, type FieldPlan, IMPORT_TYPES } from '../logic/plan';
import classes from './fields-table.module.css';
import { Samples } from './samples';

interface RowProps extends FieldPlan {
  index: number;
  /** Its label is missing, or another field has the same. */
  wrong: string | null;
  onChange: (index: number, change: FieldEdit) => void;
}

const Row = memo(function Row({ index, source, samples, take, label, type, wrong, onChange }: RowProps) {
  const t = useTranslations('layerBuilder.fields');
  return (
    <tr data-off={!take || undefined}>
      <td className={classes.take}>
        <Checkbox
          checked={take}
          aria-label={t('takeOne', { name: source })}
          onChange={(event) => onChange(index, { take: event.currentTarget.checked })}
        />
      </td>
      <th scope="row" className={classes.source}>
        <bdi>{source}</bdi>
      </th>
      <td className={classes.label}>
        <TextInput
          aria-label={t('labelOf', { name: source })}
          maxLength={200}
          disabled={!take}
          value={label}
          error={wrong}
          onChange={(event) => onChange(index, { label: event.currentTarget.value })}
        />
      </td>
      <td className={classes.type}>
        <NativeSelect
          aria-label={t('typeOf', { name: source })}
          disabled={!take}
          value={type}
          onChange={(event) => onChange(index, { type: event.currentTarget.value as FieldType })}
          data={IMPORT_TYPES.map((one) => ({ value: one, label: t(`types.${one}`) }))}
        />
      </td>
      <td className={classes.samples}>{samples.length > 0 ? <Samples of={samples} /> : t('noSamples')}</td>
    </tr>
  );
});

export interface FieldsTableProps {
  plan: DatasetPlan;
  showProblems: boolean;
  onChange: (index: number, change: FieldEdit) => void;
  onAll: (take: boolean) => void;
}

/** On narrow screens each row stands as a small block. */
export function FieldsTable({ plan: { dataset, fields }, showProblems, onChange, onAll }: FieldsTableProps) {
  const t = useTranslations('layerBuilder.fields');
  const takenFields = fields.filter((field) => field.take);
  const times = new Map<string, number>();
  for (const { label } of takenFields) times.set(label.trim(), (times.get(label.trim()) ?? 0) + 1);
  const wrong = ({ take, label }: FieldPlan) => {
    if (!take || !showProblems) return null;
    if (label.trim() === '') return t('labelMissing');
    return (times.get(label.trim()) ?? 0) > 1 ? t('labelTwice') : null;
  };
  if (fields.length === 0) return <p className={classes.none}>{t('none')}</p>;
  return (
    <table className={classes.table} aria-label={t('caption', { name: dataset.name })}>
      <thead>
        <tr>
          <td className={classes.take}>
            <Checkbox
              aria-label={t('takeAll')}
              checked={takenFields.length === fields.length}
              indeterminate={takenFields.length > 0 && takenFields.length < fields.length}
              onChange={(event) => onAll(event.currentTarget.checked)}
            />
          </td>
          <th scope="col">{t('source')}</th>
          <th scope="col">{t('label')}</th>
          <th scope="col">{t('type')}</th>
          <th scope="col">{t('samples')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field, index) => (
          <Row key={field.source} {...field} index={index} wrong={wrong(field)} onChange={onChange} />
        ))}
      </tbody>
    </table>
  );
}
