// Files on their way to a record: checked before they are sent, sent one after another, each stopped or tried again by itself.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '@/contract';
import { MAX_FILE_BYTES } from '@/contract/fields/files/file';
import { call } from '@/lib/api/client';
import { invalidate } from '@/lib/api/keys';

/** Files of one record. */
export const MAX_RECORD_FILES = 100;

export interface QueuedFile {
  key: number;
  file: File;
  state: 'waiting' | 'sending' | 'failed';
  failure: unknown;
}

/** What a file is refused for before it is sent. */
export type FileRefusal = { name: string; why: 'large' | 'many' };

/** `count` is how many files hang on the record. */
export function useFileQueue(record: number, count: number) {
  const client = useQueryClient();
  const [queue, setQueue] = useState<readonly QueuedFile[]>([]);
  const [refusals, setRefusals] = useState<readonly FileRefusal[]>([]);
  const nextKey = useRef(0);
  const aborts = useRef(new Map<number, AbortController>());
  const chain = useRef<Promise<void>>(Promise.resolve());
  const change = (key: number, part: Partial<QueuedFile> | null) =>
    setQueue((now) => now.flatMap((one) => (one.key !== key ? [one] : part ? [{ ...one, ...part }] : [])));

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
        await invalidate(client, ['record']);
      } catch (failure) {
        if (!abort.signal.aborted) change(key, { state: 'failed', failure });
      }
    });
  };
  return {
    queue,
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
      for (const one of added) send(one);
    },
    retry(one: QueuedFile) {
      change(one.key, { state: 'waiting', failure: null });
      send(one);
    },
    cancel(key: number) {
      aborts.current.get(key)?.abort();
      change(key, null);
    },
  };
}
