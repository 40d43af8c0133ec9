// A new form brought to many records in the background: asked for once, then watched, and stopped by whoever wants to.
'use client';
import { Button, Group, Progress } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { useErrorText } from '@/components/feedback/states';
import { Dialog } from '@/components/layout/dialog';
import { Num } from '@/components/num';
import { api } from '@/contract/index';
import { useWrite } from '@/lib/api/hooks';
import { isOver, useJob } from '@/lib/api/use-job';
import type { PendingJob } from '../use-studio-save';

interface RunningProps {
  id: string;
  onDone: () => void;
  onClose: () => void;
}

function Running({ id, onDone, onClose }: RunningProps) {
  const t = useTranslations('formStudio.job');
  const errorText = useErrorText();
  const { data: job, error } = useJob(id);
  const cancel = useWrite(api.uploads.cancel);
  const isDone = job?.state === 'done';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is done.
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone]);
  const problem = job?.state === 'cancelled' ? t('cancelled') : job?.error || (error ? errorText(error) : null);
  if (problem)
    return (
      <>
        <Callout kind="refusal">{problem}</Callout>
        <Group justify="flex-start" mt={16}>
          <Button onClick={onClose}>{t('back')}</Button>
        </Group>
      </>
    );
  const share = job?.progress ?? 0;
  return (
    <>
      <p>{t('running')}</p>
      <Progress value={share} size={6} aria-label={t('progress')} />
      <Group justify="space-between" mt={16}>
        <Button
          variant="default"
          loading={cancel.isPending}
          disabled={!job || isOver(job)}
          onClick={() => cancel.mutate({ params: { id } })}
        >
          {t('stop')}
        </Button>
        <Num value={share / 100} isShare />
      </Group>
    </>
  );
}

/** Closing it before the start leaves the form as it was typed; a job that runs goes on, and is met again in the list of imports. */
export default function JobDialog({ job }: { job: PendingJob }) {
  const t = useTranslations('formStudio.job');
  const errorText = useErrorText();
  const [id, setId] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const start = async () => {
    setBusy(true);
    setError(null);
    try {
      setId((await job.order()).id);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog opened onClose={job.cancel} title={t('title')}>
      {id !== null ? (
        <Running id={id} onDone={job.finish} onClose={job.cancel} />
      ) : (
        <>
          <p>{t('text')}</p>
          {error !== null && <Callout kind="refusal">{errorText(error)}</Callout>}
          <Group justify="flex-start" mt={16}>
            <Button loading={isBusy} onClick={() => void start()}>
              {t('start')}
            </Button>
            <Button variant="default" onClick={job.cancel}>
              {t('cancel')}
            </Button>
          </Group>
        </>
      )}
    </Dialog>
  );
}
