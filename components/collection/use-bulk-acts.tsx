// What a list needs for acts on many rows: the selection, the run with its progress, and the end told in a toast or a dialog.
'use client';
import { useTranslations } from 'next-intl';
import { type ReactNode, useMemo, useState } from 'react';
import type { ChunkResult } from '@/lib/collection/chunks';
import { type BulkProgress, useBulk } from '@/lib/collection/use-bulk';
import { type Selection, useSelection } from '@/lib/collection/use-selection';
import { useFormat } from '@/lib/i18n/use-format';
import { useErrorText } from '../feedback/states';
import { toast } from '../feedback/toast';
import { BulkResult } from './bulk-result';

/** The part of a collection that is acted on. */
export interface BulkRows<T extends { id: number }> {
  rows: readonly T[];
  count: number;
  view: { filters: object };
  readIds: (signal: AbortSignal) => Promise<number[]>;
}

export interface BulkActs {
  selection: Selection;
  /** How many are selected, as the arguments of a sentence. */
  count: { n: string; count: number };
  progress: BulkProgress | null;
  stop: () => void;
  /** Sends all selected ids in pieces of `size`; tells how it ended. */
  start: (send: (ids: number[]) => Promise<unknown>, size: number) => Promise<void>;
  /** The same for a call that takes one id. */
  each: (send: (id: number) => Promise<unknown>) => Promise<void>;
  /** Stands on the screen: what was refused. */
  result: ReactNode;
}

/** `onEnd` makes stale what has changed. */
export function useBulkActs<T extends { id: number }>(
  list: BulkRows<T>,
  nameOf: (row: T) => string,
  onEnd: () => Promise<void>,
): BulkActs {
  const t = useTranslations('common.list');
  const errorText = useErrorText();
  const { number } = useFormat();
  const [result, setResult] = useState<ChunkResult | null>(null);
  const ids = useMemo(() => list.rows.map(({ id }) => id), [list.rows]);
  const selection = useSelection(ids, list.count, JSON.stringify(list.view.filters));
  const { run, progress, stop } = useBulk(list.readIds, selection.value);
  const start: BulkActs['start'] = async (send, size) => {
    try {
      const ended = await run(send, size);
      await onEnd();
      selection.clear();
      if (ended.refused.length > 0 || ended.left.length > 0) setResult(ended);
      else toast({ type: 'success', message: t('done', { n: number(ended.done.length), count: ended.done.length }) });
    } catch (error) {
      toast({ type: 'error', message: errorText(error) });
    }
  };
  return {
    selection,
    count: { n: number(selection.count), count: selection.count },
    progress,
    stop,
    start,
    each: (send) => start(([id = 0]) => send(id), 1),
    result: result && (
      <BulkResult
        result={result}
        nameOf={(id) => {
          const row = list.rows.find((one) => one.id === id);
          return row && nameOf(row);
        }}
        onClose={() => setResult(null)}
      />
    ),
  };
}
