// The job that makes the result: how far it is, what came of it, and what can be done about it.
'use client';
import { Alert, Button, Group, Progress, Text } from '@mantine/core';
import { IconArrowBackUp, IconMap2 } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract';
import type { Job } from '@/contract/schemas/upload';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { useMap } from '@/map/canvas/provider';
import { useLayers } from '@/map/state/layers';
import { useTool } from '@/map/state/tool';
import { type JobDrawings, removeJobDrawings, savedDrawingIds, useJobDrawings } from '../drawings/job-drawings';
import classes from './analysis.module.css';
import { dismissJob, isOver, resumeJob, retryJob, stopJob, useRunning } from './running';

const COLORS = { waiting: 'indigo', running: 'indigo', done: 'green', failed: 'red', cancelled: 'gray' } as const;

/** Nothing where no job is at work, and none has ended on this page. */
export const JobCard = () => {
  const { job, lost, before } = useRunning();
  const client = useQueryClient();
  const { data: jobs } = useRead(api.uploads.jobs, {}, { enabled: job === null, staleTime: 60_000 });
  useEffect(() => {
    if (jobs) resumeJob(jobs, client);
  }, [jobs, client]);
  return job ? <Card job={job} lost={lost} before={before} /> : null;
};

interface CardProps {
  job: Job;
  lost: unknown;
  before: ReadonlySet<number> | null;
}

const Card = ({ job, lost, before }: CardProps) => {
  const t = useTranslations('map.tools.analysis.job');
  const text = useErrorText();
  const { number, percent } = useFormat();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const guarded = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast({ type: 'error', message: text(error) });
    } finally {
      setBusy(false);
    }
  };
  const { state, progress, imported, rejected } = job;
  // It begins below the button that was pressed, which may be the end of what is seen.
  const place = useRef<HTMLDivElement>(null);
  const begun = isOver(job) ? null : job.id;
  useEffect(() => {
    if (begun !== null) place.current?.scrollIntoView({ block: 'nearest' });
  }, [begun]);
  const over = isOver(job) || lost !== null;
  const says = () => {
    if (lost !== null) return t('lost');
    if (state === 'done') return t('done', { count: imported, shown: number(imported) });
    if (state === 'running' && progress !== null) return t('runningShare', { share: percent(progress / 100) });
    return t(state);
  };
  return (
    <Alert
      ref={place}
      className={classes.card}
      role="group"
      color={lost === null ? COLORS[state] : 'red'}
      title={<bdi>{job.label || t('title')}</bdi>}
      withCloseButton={over}
      closeButtonLabel={t('close')}
      onClose={dismissJob}
    >
      <Text size="sm" role={state === 'failed' ? 'alert' : 'status'}>
        {says()}
      </Text>
      {state === 'failed' && job.error && <Text size="sm">{job.error}</Text>}
      {over && rejected > 0 && <Text size="xs">{t('rejected', { count: rejected, shown: number(rejected) })}</Text>}
      {!over && (
        <Progress
          mt={8}
          value={state === 'waiting' ? 0 : (progress ?? 100)}
          striped={progress === null}
          animated={state === 'running' && progress === null}
          aria-label={t('progress', { label: job.label })}
        />
      )}
      <Group gap="xs" mt={8}>
        {!over && (
          <Button size="xs" variant="default" loading={busy} onClick={() => void guarded(stopJob)}>
            {t('cancel')}
          </Button>
        )}
        {(state === 'failed' || state === 'cancelled') && (
          <Button
            size="xs"
            variant="default"
            loading={busy}
            onClick={() => void guarded(() => retryJob(client, savedDrawingIds()))}
          >
            {t('retry')}
          </Button>
        )}
        {state === 'done' && job.layer !== null && <ShowLayer id={job.layer} />}
        {state === 'done' && job.layer === null && before && (
          <UndoResult result={{ before, label: job.label, count: imported }} />
        )}
      </Group>
    </Alert>
  );
};

/** Nothing while the drawings have not come, and after they are gone. */
const UndoResult = ({ result }: { result: JobDrawings }) => {
  const t = useTranslations('map.tools.analysis');
  const client = useQueryClient();
  const ids = useJobDrawings(result);
  if (!ids) return null;
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconArrowBackUp size={16} />}
      onClick={() => {
        removeJobDrawings(ids, client);
        dismissJob();
      }}
    >
      {t('undo')}
    </Button>
  );
};

const ShowLayer = ({ id }: { id: number }) => {
  const t = useTranslations('map.tools.analysis.job');
  const map = useMap();
  // It comes with the list of layers, which was made stale when the job ended.
  const layer = useTool((s) => s.layers.find((l) => l.id === id));
  const show = () => {
    if (!layer) return;
    useLayers.getState().setVisible([id], true);
    useTool.getState().setTarget(id);
    if (layer.layer.extent) map.fitExtent(layer.layer.extent);
  };
  return (
    <Button size="xs" leftSection={<IconMap2 size={16} />} disabled={!layer} onClick={show}>
      {t(layer ? 'show' : 'loading')}
    </Button>
  );
};
