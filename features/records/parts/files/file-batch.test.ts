// One progress for many files: by bytes, with what failed as tried, and without what was cancelled.
import { expect, it } from 'vitest';
import { batchProgress, type QueuedFile } from './file-batch';

const file = (key: number, size: number, state: QueuedFile['state'] = 'waiting'): QueuedFile => ({
  key,
  file: { size } as File,
  state,
  failure: null,
});

it('counts what has arrived, and measures what has had its turn', () => {
  const batch = [file(1, 10), file(2, 30), file(3, 60)];
  expect(batchProgress(batch, batch)).toEqual({ sent: 0, total: 3, percent: 0 });
  expect(batchProgress(batch, [file(2, 30, 'sending'), file(3, 60)])).toEqual({ sent: 1, total: 3, percent: 10 });
  expect(batchProgress(batch, [file(2, 30, 'failed'), file(3, 60, 'sending')])).toEqual({ sent: 1, total: 3, percent: 40 }); // biome-ignore format: one line
});

it('is at its start where all files are empty', () => {
  expect(batchProgress([file(1, 0)], [file(1, 0)]).percent).toBe(0);
});
