// A job that is followed: what the page and the header's badge say of it, until it is over. Only the network is played.
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Job } from '@/contract/schemas/upload';
import { useUpload } from '@/lib/state/upload';
import { dismissJob, follow, resumeJob, retryJob, stopJob, useRunning } from './running';

const createJob = (id: string, over: Partial<Job> = {}): Job => ({
  id,
  kind: 'analysis',
  state: 'running',
  label: 'clip',
  file_id: null,
  dry_run: false,
  progress: 10,
  read: 0,
  imported: 0,
  rejected: 0,
  rejects: [],
  layer: null,
  report: null,
  error: null,
  ...over,
});

/** What the server answers to each call, in order; the last answer stays. */
let answers: { status: number; body: unknown }[] = [];
let calls: string[] = [];
const answer = (...list: (Job | number)[]) => {
  answers = list.map((one) =>
    typeof one === 'number' ? { status: one, body: { detail: 'x', code: one } } : { status: 200, body: one },
  );
};
const client = new QueryClient();
const badge = () => useUpload.getState();

beforeEach(() => {
  vi.useFakeTimers();
  calls = [];
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    calls.push(`${method} ${url}`);
    const { status, body } = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 500, body: null };
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  dismissJob();
  badge().cancel();
  badge().dismiss();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

it('is asked about until it is done, and the badge leads to its layer then', async () => {
  answer(createJob('a', { progress: 40 }), createJob('a', { state: 'done', layer: 7, imported: 3 }));
  follow(createJob('a'), client);
  expect(badge()).toMatchObject({ isUploading: true, work: 'analysis', uploadLink: '/app/home' });
  await pass(1);
  expect([useRunning.getState().job?.progress, badge().progress]).toEqual([40, 40]);
  await pass(1);
  expect(useRunning.getState().job?.state).toBe('done');
  expect(badge()).toMatchObject({ isUploading: false, outcome: 'done', uploadLink: '/app/home?layer=7' });
  await pass(60);
  expect(calls).toHaveLength(2);
});

it('is asked about again after a failure of the network, and let go of where it is gone', async () => {
  answer(503, 404);
  follow(createJob('b'), client);
  await pass(1);
  expect([calls.length, useRunning.getState().lost]).toEqual([1, null]);
  await pass(5);
  expect(calls).toHaveLength(2);
  expect(useRunning.getState().lost).not.toBeNull();
  expect(badge().outcome).toBe('failed');
  await pass(60);
  expect(calls).toHaveLength(2);
});

it('is cancelled from the badge as from the panel, and begun once more', async () => {
  answer(createJob('c', { state: 'cancelled' }));
  follow(createJob('c'), client);
  badge().cancel();
  await pass(0);
  expect(calls).toEqual(['DELETE /api/job/c/']);
  expect([useRunning.getState().job?.state, badge().outcome]).toEqual(['cancelled', 'cancelled']);
  answer(createJob('d'));
  await retryJob(client);
  expect([useRunning.getState().job?.id, badge().isUploading]).toEqual(['d', true]);
  answer(createJob('d', { state: 'cancelled' }));
  await stopJob();
  expect(badge()).toMatchObject({ isUploading: false, outcome: 'cancelled' });
});

it('leaves the badge to a file that is being sent', async () => {
  answer(createJob('e', { state: 'done' }));
  badge().start(() => undefined);
  follow(createJob('e'), client);
  await pass(1);
  expect(useRunning.getState().job?.state).toBe('done');
  expect(badge()).toMatchObject({ isUploading: true, work: 'upload' });
});

it('is taken up after a reload, once, and only where it is an analysis at work', () => {
  resumeJob([createJob('f', { kind: 'import' }), createJob('g', { state: 'done' })], client);
  expect(useRunning.getState().job).toBeNull();
  resumeJob([createJob('h')], client);
  expect(useRunning.getState().job?.id).toBe('h');
  dismissJob();
  resumeJob([createJob('h')], client);
  expect(useRunning.getState().job).toBeNull();
});

it('keeps what was drawn before it began, so that what it makes can be told from that; of another it does not know', async () => {
  answer(createJob('i', { state: 'done', imported: 2 }));
  follow(createJob('i'), client, new Set([1, 2]));
  await pass(1);
  expect(useRunning.getState()).toMatchObject({ job: { state: 'done' }, before: new Set([1, 2]) });
  answer(createJob('j'));
  await retryJob(client, new Set([3]));
  expect(useRunning.getState().before).toEqual(new Set([3]));
  dismissJob();
  resumeJob([createJob('k')], client);
  expect(useRunning.getState()).toMatchObject({ job: { id: 'k' }, before: null });
});
