// Who changed what of a record and when, field by field, the newest first.
'use client';
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { api } from '@/contract';
import type { Field, Values } from '@/contract/schemas/form';
import type { RecordLog } from '@/contract/schemas/record';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import { RecordDiffMap, type RecordDiffMapProps } from '@/map';
import { diffOf } from '../logic/history';
import classes from './record-panel.module.css';

export interface RecordHistoryProps {
  record: number;
  form: readonly Field[];
  /** Puts an older version's values into the form, unsaved; missing where the record may not be edited. */
  onUse?: ((values: Values) => void) | undefined;
}

/** The record's log. */
export function RecordHistory({ record, form, onUse }: RecordHistoryProps) {
  const t = useTranslations('records.history');
  const log = useRead(api.records.log, { query: { layer_data: record } });
  if (log.error && !log.data) return <ErrorState error={log.error} retry={() => void log.refetch()} />;
  if (!log.data) return <ListSkeleton rows={4} />;
  if (log.data.length === 0) return <EmptyState title={t('none')} text={t('noneText')} noAct="final" />;
  const entries = [...log.data].sort((a, b) => b.date.localeCompare(a.date) || b.id - a.id);
  return (
    <ol className={classes.history}>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} form={form} onUse={onUse} />
      ))}
    </ol>
  );
}

/** Where the record lay and lies; its map is made when it is asked for, since a browser has only a few. */
function PlaceChange({ before, after }: RecordDiffMapProps) {
  const t = useTranslations('records.history');
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <dt>{t('geometry')}</dt>
      <dd>
        {t('geometryChanged')}
        <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'hideMap' : 'showMap')}
        </Button>
      </dd>
      {isOpen && (
        <dd className={classes.place}>
          <RecordDiffMap before={before} after={after} />
        </dd>
      )}
    </div>
  );
}

function Entry({
  entry,
  form,
  onUse,
}: {
  entry: RecordLog;
  form: readonly Field[];
  onUse: RecordHistoryProps['onUse'];
}) {
  const t = useTranslations('records.history');
  const { date } = useFormat();
  const text = useValueText();
  const { fields, geometry } = diffOf(entry, form);
  const { before } = entry;
  return (
    <li className={classes.entry}>
      <div className={classes.entryHead}>
        <strong>{t(`action.${entry.action}`)}</strong>
        {entry.file && <bdi>{entry.file}</bdi>}
        <bdi>{entry.user?.username ?? t('system')}</bdi>
        <time dateTime={entry.date}>
          {date(entry.date, 'relative')} · {date(entry.date, 'datetime')}
        </time>
      </div>
      {(fields.length > 0 || geometry) && (
        <dl className={classes.diff}>
          {fields.map(({ name, label, field, before: was, after: is }) => (
            <div key={name}>
              <dt>
                <bdi>{label}</bdi>
              </dt>
              <dd>
                {entry.action === 'edit' && (
                  <>
                    <del dir="auto">{text(field, was) || t('empty')}</del>
                    <IconArrowRight size={14} className="points" aria-label={t('became')} />
                  </>
                )}
                <ins dir="auto">{text(field, is) || t('empty')}</ins>
              </dd>
            </div>
          ))}
          {geometry && <PlaceChange before={before?.geometry ?? null} after={entry.after?.geometry ?? null} />}
        </dl>
      )}
      {onUse && entry.action === 'edit' && before && fields.length > 0 && (
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => onUse(Object.fromEntries(fields.map(({ name, before: was }) => [name, was ?? ''])))}
        >
          {t('use')}
        </Button>
      )}
    </li>
  );
}
