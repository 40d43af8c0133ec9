// Files on their way to a record: checked before they are sent, sent one after another, each stopped or tried again by itself, and told as one batch.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '@/contract';
import { MAX_FILE_BYTES } from '@/contract/fields/files/file';
import { call } from '@/lib/api/client';
import { invalidate } from '@/lib/api/keys';
import { batchProgress, type QueuedFile } from './file-batch';

/** Files of one record. */
export const MAX_RECORD_FILES = 100;

/** What a file is refused for before it is sent. */
export type FileRefusal = { name: string; why: 'large' | 'many' };

/** `count` is how many files hang on the record. */
export function useFileQueue(record: number, count: number) {
  const client = useQueryClient();
  const [queue, setQueue] = useState<readonly QueuedFile[]>([]);
  /** Files that were added since nothing was under way, without those that were cancelled. */
  const [batch, setBatch] = useState<readonly QueuedFile[]>([]);
  const [refusals, setRefusals] = useState<readonly FileRefusal[]>([]);
  const nextKey = useRef(0);
  const aborts = useRef(new Map<number, AbortController>());
  const chain = useRef<Promise<void>>(Promise.resolve());
  const change = (key: number, part: Partial<QueuedFile> | null) =>
    setQueue((now) => now.flatMap((one) => (one.key !== key ? [one] : part ? [{ ...one, ...part }] : [])));
  const isActive = queue.some(({ state }) => state !== 'failed');

  const send = ({ key, file }: Pick<QueuedFile, 'key' | 'file'>) => {
    const abort = new AbortController();
    aborts.current.set(key, abort);
    chain.current = chain.current.then(async () => {
      if (abort.signal.aborted) return;
      change(key, { state: 'sending', failure: null });
      try {
        const body = { layer_data: String(record), label: file.name, path: file };
        await call(api.files.add, { body } as never, { signal: abort.signal });
        change(key, null);
      } catch (failure) {
        if (!abort.signal.aborted) change(key, { state: 'failed', failure });
      }
      // Also where it was cancelled: it may have arrived.
      await invalidate(client, ['record', 'plan']);
    });
  };
  const drop = (keys: readonly number[]) => {
    for (const key of keys) aborts.current.get(key)?.abort();
    setQueue((now) => now.filter(({ key }) => !keys.includes(key)));
    setBatch((now) => now.filter(({ key }) => !keys.includes(key)));
  };
  return {
    queue,
    /** Null while nothing is under way. */
    progress: isActive ? batchProgress(batch, queue) : null,
    refusals,
    add(files: readonly File[]) {
      const room = MAX_RECORD_FILES - count - queue.length;
      const fits = files.filter(({ size }) => size <= MAX_FILE_BYTES);
      setRefusals([
        ...files.filter(({ size }) => size > MAX_FILE_BYTES).map(({ name }) => ({ name, why: 'large' as const })),
        ...fits.slice(Math.max(0, room)).map(({ name }) => ({ name, why: 'many' as const })),
      ]);
      const added = fits
        .slice(0, Math.max(0, room))
        .map((file): QueuedFile => ({ key: nextKey.current++, file, state: 'waiting', failure: null }));
      setQueue((now) => [...now, ...added]);
      setBatch((now) => (isActive ? [...now, ...added] : added));
      for (const one of added) send(one);
    },
    retry(one: QueuedFile) {
      change(one.key, { state: 'waiting', failure: null });
      setBatch((now) => (isActive ? [...now.filter(({ key }) => key !== one.key), one] : [one]));
      send(one);
    },
    cancel: (key: number) => drop([key]),
    /** What has arrived stays, and so does what failed. */
    cancelAll: () => drop(queue.filter(({ state }) => state !== 'failed').map(({ key }) => key)),
  };
}
