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
  const states = new Map(queue.map(({ key, state }) => [key, state]));
  const arrived = batch.filter(({ key }) => !states.has(key));
  const tried = batch.filter(({ key }) => !states.has(key) || states.get(key) === 'failed');
  const all = bytesOf(batch);
  return { sent: arrived.length, total: batch.length, percent: all > 0 ? (100 * bytesOf(tried)) / all : 0 };
}
