// Which columns come in, and what each is called in the layer.
'use client';
import { Checkbox, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ForeignTable } from '@/contract/schemas/database';
import { type ColumnChoice, labelsTwice } from '../../logic/database-values';
import classes from './database.module.css';

export interface ColumnsTableProps {
  fields: ForeignTable['fields'];
  columns: readonly ColumnChoice[];
  /** The form was refused: problems are told. */
  showsProblems: boolean;
  onChange: (columns: ColumnChoice[]) => void;
}

export function ColumnsTable({ fields, columns, showsProblems, onChange }: ColumnsTableProps) {
  const t = useTranslations('layerSources.database');
  const twice = labelsTwice(columns);
  const takenCount = columns.filter(({ isTaken }) => isTaken).length;
  const typeOf = new Map(fields.map(({ name, type }) => [name, type]));
  const set = (name: string, change: Partial<ColumnChoice>) =>
    onChange(columns.map((one) => (one.name === name ? { ...one, ...change } : one)));
  const problem = ({ label, isTaken }: ColumnChoice) => {
    if (!isTaken || !showsProblems) return null;
    if (label.trim() === '') return t('labelMissing');
    return twice.has(label.trim()) ? t('labelTwice') : null;
  };
  return (
    <table className={classes.columns} aria-label={t('columns')}>
      <thead>
        <tr>
          <td>
            <Checkbox
              aria-label={t('takeAll')}
              checked={takenCount === columns.length}
              indeterminate={takenCount > 0 && takenCount < columns.length}
              onChange={(event) => {
                const isTaken = event.currentTarget.checked;
                onChange(columns.map((one) => ({ ...one, isTaken })));
              }}
            />
          </td>
          <th scope="col">{t('column')}</th>
          <th scope="col">{t('columnLabel')}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map((one) => (
          <tr key={one.name} data-off={!one.isTaken || undefined}>
            <td>
              <Checkbox
                aria-label={t('takeOne', { name: one.name })}
                checked={one.isTaken}
                onChange={(event) => set(one.name, { isTaken: event.currentTarget.checked })}
              />
            </td>
            <th scope="row">
              <bdi>{one.name}</bdi>{' '}
              <span className={classes.quiet}>{t(`types.${typeOf.get(one.name) as 'text'}`)}</span>
            </th>
            <td>
              <TextInput
                aria-label={t('labelOf', { name: one.name })}
                maxLength={200}
                disabled={!one.isTaken}
                value={one.label}
                error={problem(one)}
                onChange={(event) => set(one.name, { label: event.currentTarget.value })}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
