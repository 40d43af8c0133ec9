// Verdicts on many records of a queue: those that are selected, or all of one person; what was refused is listed with names and reasons.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract/index';
import type { QueueItem, QueuePerson } from '@/contract/schemas/supervision';
import { call } from '@/lib/api/client';
import { invalidate } from '@/lib/api/keys';
import { useFormat } from '@/lib/i18n/use-format';
import { splitOwn } from '../../logic/queue-state';
import { useFreshCounts } from '../review/use-fresh-counts';
import {
  type Batch,
  type BatchAction,
  BatchDialog,
  type BatchReading,
  RefusedDialog,
  type RefusedRow,
} from './batch-dialog';
import type { ReviewQueue } from './use-queue';

/** Records of one call. */
const MAX_PER_CALL = 500;

export interface BulkJudge {
  /** By id the version that was selected: what is changed after that is not judged unseen. */
  selected: ReadonlyMap<number, number>;
  toggle: (id: number) => void;
  clear: () => void;
  /** Asks about what is selected. */
  ask: (action: BatchAction) => void;
  /** Asks about all that the filters leave of one person's work, also what the list has not read yet. */
  askPerson: (action: BatchAction, person: QueuePerson) => void;
  /** Records that were sent so far, while they are sent. */
  progress: { done: number; total: number } | null;
  stop: () => void;
  dialogs: ReactNode;
}

interface Reading {
  sender: number;
  signal: AbortSignal;
  onRead: (count: number) => void;
}
async function readWork({ query }: ReviewQueue, { sender, signal, onRead }: Reading): Promise<QueueItem[]> {
  const rows: QueueItem[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const page: { results: QueueItem[]; next: string | null } = await call(
      api.supervision.queue,
      { query: { ...query, sender, limit: MAX_PER_CALL, ...(after ? { after } : {}) } },
      { signal },
    );
    rows.push(...page.results);
    onRead(rows.length);
    after = page.next;
  }
  return rows;
}

/** What is asked about. The work of a person is read first; closing the question, or the screen, stops that. */
function useBatch(queue: ReviewQueue) {
  const errorText = useErrorText();
  const [batch, setBatch] = useState<Batch | BatchReading | null>(null);
  const reading = useRef<AbortController | null>(null);
  useEffect(() => () => reading.current?.abort(), []);
  const close = () => {
    reading.current?.abort();
    setBatch(null);
  };
  const askPerson = async (action: BatchAction, person: QueuePerson) => {
    const stop = new AbortController();
    reading.current = stop;
    const onRead = (read: number) => setBatch({ action, person, read });
    onRead(0);
    try {
      const all = await readWork(queue, { sender: person.id, signal: stop.signal, onRead });
      setBatch({ action, person, ...splitOwn(all) });
    } catch (error) {
      if (stop.signal.aborted) return;
      close();
      toast({ type: 'error', message: errorText(error) });
    }
  };
  return { batch, ask: setBatch, askPerson, close };
}

/** Selected rows of the queue, each with the version that was selected. */
function useSelection({ rows }: ReviewQueue) {
  const [selected, setSelected] = useState<BulkJudge['selected']>(new Map());
  return {
    selected,
    selectedRows: () =>
      rows.flatMap((row) => {
        const version = selected.get(row.id);
        return version === undefined ? [] : [{ ...row, version }];
      }),
    toggle: (id: number) =>
      setSelected((now) => {
        const version = rows.find((row) => row.id === id)?.version;
        const rest = [...now].filter(([one]) => one !== id);
        return new Map(now.has(id) || version === undefined ? rest : [...rest, [id, version]]);
      }),
    drop: (ids: readonly number[]) => setSelected((now) => new Map([...now].filter(([id]) => !ids.includes(id)))),
    clear: () => setSelected(new Map()),
  };
}

/** What was done before a part of it failed, or before it was stopped, stays done and is told. */
export function useBulkJudge(queue: ReviewQueue): BulkJudge {
  const t = useTranslations('supervision.bulk');
  const { number } = useFormat();
  const errorText = useErrorText();
  const client = useQueryClient();
  const countAgain = useFreshCounts();
  const { selectedRows, drop, ...selection } = useSelection(queue);
  const { batch, ask, askPerson, close } = useBatch(queue);
  const [refused, setRefused] = useState<readonly RefusedRow[]>([]);
  const [progress, setProgress] = useState<BulkJudge['progress']>(null);
  const isStopped = useRef(false);

  const send = async ({ judged: rows, action }: Batch, reason?: string) => {
    const left: RefusedRow[] = [];
    let [count, tried] = [0, 0];
    isStopped.current = false;
    try {
      while (tried < rows.length && !isStopped.current) {
        setProgress({ done: tried, total: rows.length });
        const piece = rows.slice(tried, tried + MAX_PER_CALL);
        const ids = piece.map(({ id }) => id);
        const versions = piece.map(({ version }) => version);
        const result = await call(api.supervision.judgeBulk, { body: { ids, versions, action, partial: true, ...(reason ? { reason } : {}) } }); // biome-ignore format: one call
        tried += piece.length;
        count += result.count;
        const authors = new Map(piece.map((row) => [row.id, row.authors]));
        const stayed = (result.refused ?? []).map((row) => ({ ...row, authors: authors.get(row.id) ?? [] }));
        left.push(...stayed);
        const done = ids.filter((id) => !stayed.some((row) => row.id === id));
        queue.take(done);
        // Also what was refused: selected anew, it is judged as it is then.
        drop(ids);
        if (queue.open !== null && done.includes(queue.open)) queue.show(null);
      }
    } catch (error) {
      toast({ type: 'error', message: errorText(error) });
    }
    setProgress(null);
    if (count > 0) toast({ type: 'success', message: t('done', { count, n: number(count) }) });
    if (isStopped.current) toast({ type: 'info', message: t('stopped', { n: number(rows.length - tried) }) });
    countAgain();
    // What was refused is not what stands here.
    if (left.length > 0) void invalidate(client, ['record']);
    setRefused(left);
  };
  return {
    ...selection,
    ask: (action) => ask({ action, person: null, ...splitOwn(selectedRows()) }),
    askPerson: (action, person) => void askPerson(action, person),
    progress,
    stop: () => {
      isStopped.current = true;
    },
    dialogs: (
      <>
        {batch && (
          <BatchDialog
            batch={batch}
            onClose={close}
            onSend={(work, reason) => {
              close();
              void send(work, reason);
            }}
          />
        )}
        {refused.length > 0 && <RefusedDialog rows={refused} onClose={() => setRefused([])} />}
      </>
    ),
  };
}
