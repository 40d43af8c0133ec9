// How far a batch of files is, whatever became of each. Pure.

export interface QueuedFile {
  key: number;
  file: File;
  state: 'waiting' | 'sending' | 'failed';
  failure: unknown;
}

export interface BatchProgress {
  /** Files that have arrived, and all of the batch. */
  sent: number;
  total: number;
  /** Of 100, by bytes; what failed has had its turn. */
  percent: number;
}

const bytesOf = (files: readonly QueuedFile[]) => files.reduce((sum, { file }) => sum + file.size, 0);

/** `queue` holds what has not arrived. */
export function batchProgress(batch: readonly QueuedFile[], queue: readonly QueuedFile[]): BatchProgress {
  const keys = new Set(batch.map(({ key }) => key));
  const left = queue.filter(({ key }) => keys.has(key));
  const untried = left.filter(({ state }) => state !== 'failed');
  const all = bytesOf(batch);
  const percent = all > 0 ? (100 * (all - bytesOf(untried))) / all : 0;
  return { sent: batch.length - left.length, total: batch.length, percent };
}
