// Acts and exports in the background, for the header: asked while one is watched or the list is open.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract';
import type { Job } from '@/contract/schemas/upload';
import { useRead } from '@/lib/api/hooks';
import { invalidate } from '@/lib/api/keys';
import { isOver, JOBS_LIVE_MS } from '@/lib/api/use-job';
import { useJobs } from '@/lib/state/jobs';

const EVERY_MS = 1500;
const HEADER_KINDS = ['act', 'act_undo', 'layer_export'] as const;
export type HeaderJob = Job & { kind: (typeof HEADER_KINDS)[number] };
const isHeaderJob = (job: Job): job is HeaderJob => (HEADER_KINDS as readonly string[]).includes(job.kind);
/** Jobs that ended: the newest. */
const MAX_ENDED = 5;

/** An upstream without a list of jobs has none. */
export function useHeaderJobs(isOpen: boolean): HeaderJob[] {
  const t = useTranslations('shell.jobs');
  const client = useQueryClient();
  const { watching, dismissed, rest } = useJobs();
  const [isRunning, setRunning] = useState(false);
  const read = useRead(
    api.uploads.jobs,
    {},
    { enabled: isOpen || watching.length > 0, every: watching.length > 0 || isRunning ? EVERY_MS : false, whileLive: JOBS_LIVE_MS }, // biome-ignore format: one line
  );
  const jobs = (read.data ?? []).filter(isHeaderJob);
  const running = jobs.filter((job) => !isOver(job));
  if (isRunning !== running.length > 0) setRunning(running.length > 0);
  const { dataUpdatedAt } = read;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    const ended = jobs.filter((job) => isOver(job) && watching.includes(job.id));
    if (ended.length === 0) return;
    rest(ended.map(({ id }) => id));
    for (const job of ended)
      toast({
        type: job.state === 'done' ? 'success' : 'warning',
        message: t('finished', { label: t(job.kind, { label: job.label }) }),
      });
    if (ended.some((job) => job.kind !== 'layer_export')) void invalidate(client, ['record', 'layer']);
  }, [dataUpdatedAt, watching]);
  const ended = jobs.filter((job) => isOver(job) && !dismissed.includes(job.id)).slice(0, MAX_ENDED);
  return [...running, ...ended];
}
