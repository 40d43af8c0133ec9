// What one call did to a record: its steps of that moment, with the values before and after.
'use client';
import { Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { ListSkeleton } from '@/components/feedback/states';
import { api } from '@/contract';
import { useRead } from '@/lib/api/hooks';
import { newestFirst, stepsAt } from '../../logic/history';
import classes from '../record-panel.module.css';
import { HistoryEntry } from './history-entry';

export interface RecordStepsProps {
  layer: number;
  record: number;
  /** The person's id. */
  user: number;
  /** When the call ended; ISO, UTC. */
  at: string;
}

/** Nobody reads here what they may not read there: where the history is refused or gone, that is said. */
export default function RecordSteps({ layer, record, user, at }: RecordStepsProps) {
  const t = useTranslations('records.history');
  const log = useRead(api.records.log, { query: { layer_data: record } });
  const about = useRead(api.layers.one, { params: { id: layer } });
  const quiet = (text: string) => (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  );
  if (log.error || about.error) return quiet(t('closed'));
  if (!log.data || !about.data) return <ListSkeleton rows={2} />;
  const steps = newestFirst(stepsAt(log.data, user, at));
  if (steps.length === 0) return quiet(t('noSteps'));
  const { form } = about.data.config;
  return (
    <ol className={classes.history} aria-label={t('steps')}>
      {steps.map((entry) => (
        <HistoryEntry
          key={entry.id}
          entry={entry}
          form={form}
          onUse={undefined}
          isPicked={false}
          onPick={undefined}
          onRevert={undefined}
        />
      ))}
    </ol>
  );
}
