// A rewind or its undo under way: how far it is, its stop, what came of it, and the way back.
'use client';
import { Button, Group, Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { Callout } from '@/components/feedback/callout';
import { ErrorState, FormSkeleton, useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { Card } from '@/components/layout/card';
import { Num } from '@/components/num';
import { api } from '@/contract/index';
import type { Job } from '@/contract/schemas/upload';
import { useWrite } from '@/lib/api/hooks';
import { invalidate } from '@/lib/api/keys';
import { isOver, useJob } from '@/lib/api/use-job';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './rewind.module.css';

const COUNTS = ['changed', 'restored', 'removed', 'skipped', 'left'] as const;

interface RewindJobProps {
  id: string;
  /** Goes to another job; null: back to the selection. */
  onJob: (id: string | null) => void;
}

function Outcome({ job }: { job: Job }) {
  const t = useTranslations('records.rewind.outcome');
  const { number } = useFormat();
  const rows = COUNTS.flatMap((key) => {
    const n = job.outcome?.[key] ?? 0;
    return n > 0 ? [{ key, text: t(key, { n: number(n) }) }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <ul className={classes.totals}>
      {rows.map(({ key, text }) => (
        <li key={key}>{text}</li>
      ))}
    </ul>
  );
}

export function RewindJob({ id, onJob }: RewindJobProps) {
  const t = useTranslations('records.rewind');
  const client = useQueryClient();
  const errorText = useErrorText();
  const job = useJob(id);
  const stop = useWrite(api.uploads.cancel);
  const undo = useWrite(api.uploads.undo);
  const over = job.data ? isOver(job.data) : false;
  useEffect(() => {
    if (over) void invalidate(client, ['record', 'layer']);
  }, [client, over]);
  if (!job.data)
    return job.error ? <ErrorState error={job.error} retry={() => void job.refetch()} /> : <FormSkeleton fields={2} />;
  const { kind, state, label, progress, error, can_undo } = job.data;
  const share = state === 'waiting' ? 0 : (progress ?? 0);
  const onError = (failure: unknown) => toast({ type: 'error', message: errorText(failure) });
  const isUndo = kind === 'undo_rewind';
  return (
    <Card title={t(isUndo ? 'undoOf' : 'rewindOf', { who: label })}>
      <p role="status">{t(`states.${state}`)}</p>
      {!over && (
        <>
          <Progress value={share} size={6} aria-label={t('progress')} />
          <Num value={share / 100} isShare />
        </>
      )}
      {state === 'failed' && <Callout kind="refusal">{error ?? t('states.failed')}</Callout>}
      <Outcome job={job.data} />
      <Group mt={16}>
        {!over && (
          <Button
            variant="default"
            loading={stop.isPending}
            onClick={() => stop.mutate({ params: { id } }, { onError })}
          >
            {t('stop')}
          </Button>
        )}
        {over && can_undo && (
          <Button
            variant="default"
            loading={undo.isPending}
            onClick={() => undo.mutate({ params: { id } }, { onSuccess: (next) => onJob(next.id), onError })}
          >
            {t('undo')}
          </Button>
        )}
        {over && <Button onClick={() => onJob(null)}>{t('another')}</Button>}
      </Group>
    </Card>
  );
}
