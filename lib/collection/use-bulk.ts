// One act on all selected rows of a list, also on those of other pages.
'use client';
import { useCallback, useRef, useState } from 'react';
import { type ChunkResult, runInChunks } from './chunks';
import type { Selection } from './use-selection';

export interface BulkProgress {
  tried: number;
  /** Zero while the rows are still being counted. */
  total: number;
}

/**
 * `run` resolves when every row was tried or it was stopped; what the server did not take stands in its result. `readIds` reads the ids
 * of everything that the list's filters find; where it fails, `run` rejects.
 */
export function useBulk(readIds: (signal: AbortSignal) => Promise<number[]>, selected: Selection['value']) {
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const abort = useRef<AbortController | null>(null);

  const run = useCallback(
    async (send: (ids: number[]) => Promise<unknown>, size: number): Promise<ChunkResult> => {
      const controller = new AbortController();
      const { signal } = controller;
      abort.current = controller;
      setProgress({ tried: 0, total: 0 });
      try {
        const ids = selected === 'all' ? await readIds(signal) : [...selected];
        const total = ids.length;
        setProgress({ tried: 0, total });
        return await runInChunks(ids, send, { size, signal, onProgress: (tried) => setProgress({ tried, total }) });
      } finally {
        setProgress(null);
        abort.current = null;
      }
    },
    [readIds, selected],
  );
  return { run, progress, stop: () => abort.current?.abort() };
}
