// Who changed what of a record and when, the newest first: by act and person, any two versions beside one another, and the way back to one.
'use client';
import { Button, Select } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { api } from '@/contract';
import type { Values } from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerRecord, RecordLog } from '@/contract/schemas/record';
import { useRead } from '@/lib/api/hooks';
import { newestFirst, stateOf } from '../../logic/history';
import classes from '../record-panel.module.css';
import { HistoryEntry } from './history-entry';
import { useRevert } from './use-revert';
import { VersionsCompared } from './versions-compared';

export interface RecordHistoryProps {
  layer: Layer;
  record: LayerRecord;
  /** Puts an older version's values into the form, unsaved; missing where the record may not be edited. */
  onUse?: ((values: Values) => void) | undefined;
  /** The record is what it was in an earlier version, or that waits for approval. */
  onReverted: (record: LayerRecord) => void;
}

/** Steps from which on they are filtered. */
const MANY = 4;
const NO_ENTRIES: readonly RecordLog[] = [];

function useFilters(entries: readonly RecordLog[]) {
  const t = useTranslations('records.history');
  const [act, setAct] = useState<string | null>(null);
  const [person, setPerson] = useState<string | null>(null);
  const personOf = ({ user }: RecordLog) => user?.username ?? t('system');
  const acts = [...new Set(entries.map(({ action }) => action))];
  const people = [...new Set(entries.map(personOf))];
  const matches = entries.filter(
    (entry) => (act === null || entry.action === act) && (person === null || personOf(entry) === person),
  );
  const face = entries.length >= MANY && (
    <div className={classes.historyFilters}>
      <Select
        size="xs"
        clearable
        aria-label={t('byAct')}
        placeholder={t('allActs')}
        data={acts.map((value) => ({ value, label: t(`action.${value}`) }))}
        value={act}
        onChange={setAct}
      />
      <Select
        size="xs"
        clearable
        aria-label={t('byPerson')}
        placeholder={t('allPeople')}
        data={people}
        value={person}
        onChange={setPerson}
      />
    </div>
  );
  return { matches, face };
}

/** The record's log. */
export default function RecordHistory({ layer, record, onUse, onReverted }: RecordHistoryProps) {
  const t = useTranslations('records.history');
  const log = useRead(api.records.log, { query: { layer_data: record.id } });
  const entries = useMemo(() => newestFirst(log.data ?? NO_ENTRIES), [log.data]);
  const { matches, face } = useFilters(entries);
  /** Ids of the steps whose versions are compared: two at most. */
  const [picked, setPicked] = useState<readonly number[]>([]);
  const revert = useRevert(layer, record, onReverted);
  if (log.error && !log.data) return <ErrorState error={log.error} retry={() => void log.refetch()} />;
  if (!log.data) return <ListSkeleton rows={4} />;
  if (entries.length === 0) return <EmptyState title={t('none')} text={t('noneText')} noAct="final" />;
  const pick = (id: number) =>
    setPicked(picked.includes(id) ? picked.filter((one) => one !== id) : [...picked, id].slice(-2));
  const compared = entries.filter(({ id }) => picked.includes(id));
  const { form } = layer.config;
  return (
    <div className={classes.historyTab}>
      {face}
      {compared.length > 0 && (
        <section className={classes.compared} aria-label={t('compared')}>
          {compared.length === 2 ? (
            <VersionsCompared newer={compared[0] as RecordLog} older={compared[1] as RecordLog} form={form} />
          ) : (
            <p role="status">{t('pickSecond')}</p>
          )}
          <Button variant="subtle" size="compact-xs" onClick={() => setPicked([])}>
            {t('endCompare')}
          </Button>
        </section>
      )}
      {matches.length === 0 ? (
        <EmptyState title={t('noMatch')} text={t('noMatchText')} noAct="beside" />
      ) : (
        <ol className={classes.history}>
          {matches.map((entry, i) => (
            <HistoryEntry
              key={entry.id}
              entry={entry}
              form={form}
              onUse={onUse}
              isPicked={picked.includes(entry.id)}
              onPick={entries.length > 1 && stateOf(entry) ? () => pick(entry.id) : undefined}
              onRevert={
                onUse && stateOf(entry) && (i > 0 || matches.length < entries.length)
                  ? () => void revert(entry)
                  : undefined
              }
            />
          ))}
        </ol>
      )}
    </div>
  );
}
