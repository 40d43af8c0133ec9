// Two versions of a record, field by field and on the map.
'use client';
import { useTranslations } from 'next-intl';
import { DiffTable } from '@/components/diff-table';
import type { Field } from '@/contract/schemas/form';
import type { RecordLog } from '@/contract/schemas/record';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import { RecordDiffMap } from '@/map';
import { compareStates, stateOf } from '../../logic/history';
import classes from '../record-panel.module.css';

interface VersionsComparedProps {
  older: RecordLog;
  newer: RecordLog;
  form: readonly Field[];
}

export function VersionsCompared({ older, newer, form }: VersionsComparedProps) {
  const t = useTranslations('records.history');
  const { date } = useFormat();
  const text = useValueText();
  const [before, after] = [stateOf(older), stateOf(newer)];
  if (!before || !after) return null;
  const { fields, geometry } = compareStates(before, after, form);
  if (fields.length === 0 && !geometry) return <p role="status">{t('same')}</p>;
  return (
    <>
      {fields.length > 0 && (
        <DiffTable
          label={t('compared')}
          heads={{ field: t('field'), before: date(older.date, 'datetime'), after: date(newer.date, 'datetime') }}
          rows={fields.map(({ name, label, field, before: was, after: is }) => ({
            id: name,
            label,
            before: text(field, was) || t('empty'),
            after: text(field, is) || t('empty'),
          }))}
        />
      )}
      {geometry && (
        <div className={classes.place}>
          <RecordDiffMap before={before.geometry} after={after.geometry} />
        </div>
      )}
    </>
  );
}
