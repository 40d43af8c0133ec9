// One record as its reviewer sees it: read with what comes after it, held for two minutes at a time, and its verdicts.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract/index';
import type { VerdictAction } from '@/contract/schemas/record';
import type { Person } from '@/contract/schemas/session';
import type { Review } from '@/contract/schemas/supervision';
import { call } from '@/lib/api/client';
import { CallError } from '@/lib/api/errors';
import { useRead } from '@/lib/api/hooks';
import { invalidate, keyOf } from '@/lib/api/keys';
import { useFreshCounts } from './use-fresh-counts';

const FRESH_MS = 30_000;
/** Half of the time that a look lasts. */
const LOOK_EVERY_MS = 60_000;

/** A record's review, and those after it ahead of time. */
export function useReview(id: number | null, ahead: readonly number[]) {
  const client = useQueryClient();
  const read = useRead(
    api.supervision.review,
    { params: { id: id ?? 0 } },
    { enabled: id !== null, staleTime: FRESH_MS },
  );
  const aheadKey = ahead.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says whether others come next
  useEffect(() => {
    for (const next of ahead) {
      const input = { params: { id: next } };
      void client.prefetchQuery({
        queryKey: keyOf(api.supervision.review, input),
        queryFn: ({ signal }) => call(api.supervision.review, input, { signal }),
        staleTime: FRESH_MS,
      });
    }
  }, [aheadKey, client]);
  return read;
}

/** Says that the record is looked at, for as long as it is open. Returns who else looks at it. */
export function useLook(id: number | null, first: Person | null): Person | null {
  const [other, setOther] = useState<{ id: number | null; looking: Person | null }>({ id: null, looking: null });
  useEffect(() => {
    if (id === null) return;
    let isOpen = true;
    const look = () =>
      call(api.supervision.look, { params: { id } }).then(
        ({ looking }) => isOpen && setOther({ id, looking }),
        // Whether somebody else looks is no condition of looking.
        () => {},
      );
    void look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => {
      isOpen = false;
      clearInterval(timer);
    };
  }, [id]);
  return other.id === id ? other.looking : first;
}

export interface Judging {
  judge: (review: Review, action: VerdictAction, reason?: string) => Promise<boolean>;
  undo: (id: number) => Promise<boolean>;
  /** The record was changed by somebody else since it was read. */
  changed: number | null;
}

/** Sends verdicts; what was refused is told, and `onRefused` brings the row back. */
export function useJudge(options: {
  onSent: (id: number) => void;
  onRefused: (id: number) => void;
  onUndone: (id: number) => void;
}): Judging {
  const t = useTranslations('supervision');
  const client = useQueryClient();
  const errorText = useErrorText();
  const countAgain = useFreshCounts();
  const [changed, setChanged] = useState<number | null>(null);
  const refresh = (id: number) =>
    client.invalidateQueries({ queryKey: keyOf(api.supervision.review, { params: { id } }) });
  const fail = (error: unknown) => toast({ type: 'error', message: errorText(error) });

  const undo = async (id: number) => {
    try {
      await call(api.supervision.undo, { params: { id } });
      options.onUndone(id);
      void refresh(id);
      countAgain();
      toast({ type: 'success', message: t('undone') });
      return true;
    } catch (error) {
      fail(error);
      return false;
    }
  };
  const judge = async ({ record }: Review, action: VerdictAction, reason?: string) => {
    const { id, version } = record;
    setChanged(null);
    options.onSent(id);
    try {
      await call(
        api.supervision.judge,
        { params: { id }, body: { action, ...(reason ? { reason } : {}) } },
        { headers: { 'if-match': `"${version}"` } },
      );
      void refresh(id);
      void invalidate(client, ['message']);
      countAgain();
      toast({
        id: 'verdict',
        type: 'success',
        message: t(`done.${action}`),
        ...(action === 'approve' ? { action: { label: t('undo'), run: () => void undo(id) } } : {}),
      });
      return true;
    } catch (error) {
      options.onRefused(id);
      await refresh(id);
      if (error instanceof CallError && error.status === 412) setChanged(id);
      else fail(error);
      return false;
    }
  };
  return { judge, undo, changed };
}
