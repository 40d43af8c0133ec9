// An analysis that runs as a job, followed whether its panel is open or not: the header's badge shows it meanwhile.
import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { api } from '@/contract';
import type { Job } from '@/contract/schemas/upload';
import { call } from '@/lib/api/client';
import { CallError } from '@/lib/api/errors';
import { invalidate } from '@/lib/api/keys';
import { href } from '@/lib/routes/rules';
import { useUpload } from '@/lib/state/upload';

/** Milliseconds between two looks, and after a look that failed. */
const EVERY = 1000;
const AFTER_FAILURE = 5000;

interface Running {
  /** The last that was heard of it; null where there is none, or it was put away. */
  job: Job | null;
  /** Why nothing more is heard of it; null while all is well. */
  lost: unknown;
  /** The server's numbers of the drawings that were there before it; null where that is not known. */
  before: ReadonlySet<number> | null;
}
const NONE: Running = { job: null, lost: null, before: null };

/** The job of this page; one at a time. */
export const useRunning = create<Running>()(() => NONE);

export const isOver = ({ state }: Job): boolean => state !== 'waiting' && state !== 'running';

/** Jobs that this page has heard of: one that was put away is not taken up again. */
const heard = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** Whether the badge shows this job and not somebody else's upload. */
let badged = false;

const tellBadge = (job: Job) => {
  const badge = useUpload.getState();
  // A file that was sent meanwhile has taken the badge over.
  if (badge.work !== 'analysis') badged = false;
  if (!badged) return;
  if (!isOver(job)) badge.report(job.progress ?? 0);
  else if (job.state === 'done') badge.finish(job.layer === null ? href('home') : `${href('home')}?layer=${job.layer}`);
  else if (job.state === 'cancelled') badge.cancel();
  else badge.fail();
  if (isOver(job)) badged = false;
};

/** Follows a job until it is over; lists that it may have changed are made stale then. */
export const follow = (job: Job, client: QueryClient, before: Running['before'] = null): void => {
  clearTimeout(timer);
  heard.add(job.id);
  useRunning.setState({ job, lost: null, before });
  const badge = useUpload.getState();
  if (!isOver(job) && !badge.isUploading) {
    badged = true;
    badge.start(() => {
      badged = false;
      void stopJob();
    }, 'analysis');
  }
  const look = async () => {
    let wait = EVERY;
    try {
      const now = await call(api.uploads.job, { params: { id: job.id } });
      // Another one was begun, or this one put away, while it was asked for.
      if (useRunning.getState().job?.id !== job.id) return;
      useRunning.setState({ job: now, lost: null });
      tellBadge(now);
      if (isOver(now)) return void invalidate(client, ['layer', 'group', 'drawing', 'job']);
    } catch (error) {
      if (useRunning.getState().job?.id !== job.id) return;
      const status = error instanceof CallError ? error.status : 0;
      if (status === 401 || status === 404) {
        if (badged) badge.fail();
        badged = false;
        useRunning.setState({ lost: error });
        return;
      }
      wait = AFTER_FAILURE;
    }
    timer = setTimeout(() => void look(), wait);
  };
  if (isOver(job)) void invalidate(client, ['layer', 'group', 'drawing', 'job']);
  else timer = setTimeout(() => void look(), EVERY);
};

/** Takes up an analysis that was begun before the page was loaded, where none is followed. */
export const resumeJob = (jobs: readonly Job[], client: QueryClient): void => {
  const open = jobs.find((job) => job.kind === 'analysis' && !isOver(job) && !heard.has(job.id));
  if (open && useRunning.getState().job === null) follow(open, client);
};

/** Asks the server to end it; what it had made is thrown away there. */
export const stopJob = async (): Promise<void> => {
  const { job } = useRunning.getState();
  if (!job || isOver(job)) return;
  const now = await call(api.uploads.cancel, { params: { id: job.id } });
  if (useRunning.getState().job?.id !== job.id) return;
  useRunning.setState({ job: now, lost: null });
  tellBadge(now);
};

/** The same order once more; `before` as for the first. */
export const retryJob = async (client: QueryClient, before: Running['before'] = null): Promise<void> => {
  const { job } = useRunning.getState();
  if (job) follow(await call(api.uploads.retry, { params: { id: job.id } }), client, before);
};

/** Nothing is shown of it any more. */
export const dismissJob = (): void => {
  clearTimeout(timer);
  useRunning.setState(NONE);
};
