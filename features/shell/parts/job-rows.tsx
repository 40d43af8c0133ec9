// Acts and exports in the header's list: how far each is, and its stop, undo or download.
'use client';
import { Button, Progress, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { IconButton } from '@/components/icon-button';
import { api } from '@/contract';
import { downloadJobFile } from '@/lib/api/download';
import { useWrite } from '@/lib/api/hooks';
import { isOver } from '@/lib/api/use-job';
import { useFormat } from '@/lib/i18n/use-format';
import { useJobs } from '@/lib/state/jobs';
import classes from './header.module.css';
import type { HeaderJob } from './use-header-jobs';

function useStateText() {
  const t = useTranslations('shell.jobs');
  const { number } = useFormat();
  return (job: HeaderJob): string => {
    if (job.state === 'waiting') return t('waiting');
    if (job.state === 'running') return t('running', { n: number(job.read), total: number(job.total ?? job.read) });
    if (job.state === 'cancelled') return t('cancelled', { n: number(job.imported) });
    if (job.state === 'failed') return t('failed', { error: job.error ?? '' });
    const left = job.rejected > 0 ? ` · ${t('left', { n: number(job.rejected) })}` : '';
    return t('done', { n: number(job.imported) }) + left;
  };
}

function JobRow({ job }: { job: HeaderJob }) {
  const t = useTranslations('shell.jobs');
  const errorText = useErrorText();
  const stateText = useStateText();
  const { watch, dismiss } = useJobs();
  const cancel = useWrite(api.uploads.cancel);
  const undo = useWrite(api.uploads.undo);
  const label = t(job.kind, { label: job.label });
  const over = isOver(job);
  const onError = (error: unknown) => toast({ type: 'error', message: errorText(error) });
  const target = { params: { id: job.id } };
  return (
    <li className={classes.job}>
      <div className={classes.jobText}>
        <Text size="sm" truncate>
          <bdi>{label}</bdi>
        </Text>
        <Text size="xs" c={job.state === 'failed' ? 'red' : 'dimmed'}>
          {stateText(job)}
        </Text>
        {!over && <Progress value={job.progress ?? 0} size={4} mt={4} aria-label={label} />}
        {job.rejects[0] && (
          <Text size="xs" c="dimmed">
            {job.rejects[0].reason}
          </Text>
        )}
        {job.file && (
          <Button variant="light" size="compact-xs" mt={4} onClick={() => downloadJobFile(job.id)}>
            {t('download')}
          </Button>
        )}
        {job.can_undo && (
          <Button
            variant="light"
            size="compact-xs"
            mt={4}
            loading={undo.isPending}
            onClick={() => undo.mutate(target, { onSuccess: ({ id }) => watch(id), onError })}
          >
            {t('undo')}
          </Button>
        )}
      </div>
      <IconButton
        label={t(over ? 'dismiss' : 'stop', { label })}
        onClick={() => (over ? dismiss(job.id) : cancel.mutate(target, { onError }))}
      >
        <IconX size={16} />
      </IconButton>
    </li>
  );
}

export function JobRows({ jobs }: { jobs: readonly HeaderJob[] }) {
  const t = useTranslations('shell.jobs');
  if (jobs.length === 0) return null;
  return (
    <ul className={classes.jobs} aria-label={t('title')}>
      {jobs.map((job) => (
        <JobRow key={job.id} job={job} />
      ))}
    </ul>
  );
}
