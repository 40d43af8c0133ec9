// One job as the server tells it: asked every second while it runs, and the lists made stale once it has ended.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../contract/index';
import type { Job } from '../../contract/schemas/upload';
import { useRead } from './hooks';
import { invalidate } from './keys';

const RUNNING_MS = 1000;
const WAITING_MS = 3000;
/** Milliseconds between polls of jobs while the stream of news tells of each step. */
export const JOBS_LIVE_MS = 15_000;

/** Whether nothing more will happen to it. */
export const isOver = (job: Job): boolean => job.state !== 'waiting' && job.state !== 'running';

/** Milliseconds until a job may have something new to say. */
function intervalOf(job: Job): number | false {
  if (isOver(job)) return job.text_follows ? WAITING_MS : false;
  return job.state === 'waiting' ? WAITING_MS : RUNNING_MS;
}

/** Polls until the job is over, and its layer is whole. */
export function useJob(id: string) {
  const client = useQueryClient();
  const [every, setEvery] = useState<number | false>(RUNNING_MS);
  const job = useRead(api.uploads.job, { params: { id } }, { every, whileLive: JOBS_LIVE_MS, staleTime: 0 });
  const { data, error } = job;
  const interval = data ? intervalOf(data) : RUNNING_MS;
  const next = error?.status === 404 ? false : interval;
  if (next !== every) setEvery(next);
  const done = data?.state === 'done';
  useEffect(() => {
    if (done) void invalidate(client, ['layer', 'group']);
  }, [client, done]);
  return job;
}
