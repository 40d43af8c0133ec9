// The open record of a queue: judged, it leaves and the next one opens; two reviewers keep out of each other's way.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type RefObject, useEffect, useRef } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract/index';
import type { VerdictAction } from '@/contract/schemas/record';
import type { Person } from '@/contract/schemas/session';
import type { Review } from '@/contract/schemas/supervision';
import { useWrite } from '@/lib/api/hooks';
import { invalidate } from '@/lib/api/keys';
import { isolate } from '@/lib/i18n/isolate';
import { personName } from '@/lib/i18n/person-name';
import { aheadOf, freeAfter, nextAfter } from '../../logic/queue-state';
import type { ReviewQueue } from '../queue/use-queue';
import { useJudge, useLook, useReview } from './use-review';

/** Records that are read ahead. */
const AHEAD = 3;

/**
 * Two reviewers in one queue keep out of each other's way: what somebody else has judged meanwhile is told and left, and a verdict
 * leads past what another looks at. `landed`: the record that a verdict led to; one that was opened by hand stays.
 */
function useOthers(
  queue: ReviewQueue,
  review: Review | undefined,
  isFresh: boolean,
  landed: RefObject<number | null>,
): Person | null {
  const t = useTranslations('supervision');
  const { rows, open } = queue;
  const looking = useLook(review ? open : null, review?.looking ?? null);
  const id = review?.record.id;
  const isJudged =
    isFresh && queue.isWaiting && review?.record.can?.judge === null && rows.some((row) => row.id === id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a record is left once
  useEffect(() => {
    if (!isJudged || id === undefined) return;
    const next = nextAfter(rows, id);
    landed.current = next?.id ?? null;
    queue.take([id]);
    queue.show(next && next.id !== id ? next.id : null);
    const who = review?.record.verdict?.person;
    toast({
      id: 'judged',
      type: 'info',
      message: who ? t('judgedBy', { who: isolate(personName(who)) }) : t('judged'),
    });
  }, [isJudged, id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a record is passed once
  useEffect(() => {
    if (!looking || open === null || landed.current !== open) return;
    const next = freeAfter(rows, open);
    landed.current = next?.id ?? null;
    if (next) queue.show(next.id);
  }, [looking, open]);
  return looking;
}

/** The open record with its verdicts; what is judged leaves the queue, and the next one opens. */
export function useOpenReview(queue: ReviewQueue) {
  const t = useTranslations('supervision');
  const client = useQueryClient();
  const errorText = useErrorText();
  const { rows, open } = queue;
  const read = useReview(open, aheadOf(rows, open, AHEAD));
  const landed = useRef<number | null>(null);
  const judging = useJudge({
    onSent: (id) => {
      const next = nextAfter(rows, id);
      landed.current = next?.id ?? null;
      queue.take([id]);
      queue.show(next && next.id !== id ? next.id : null);
    },
    onRefused: (id) => {
      queue.bringBack([id]);
      queue.show(id);
    },
    onUndone: (id) => {
      queue.bringBack([id]);
      queue.show(id);
    },
  });
  const reopening = useWrite(api.supervision.reopen);
  const review = read.data?.record.id === open ? read.data : undefined;
  const looking = useOthers(queue, review, !read.isFetching, landed);
  const judge = (action: VerdictAction, reason?: string) => review && void judging.judge(review, action, reason);
  const reopen = async (reason: string) => {
    if (!review) return;
    try {
      await reopening.mutateAsync({ params: { id: review.record.id }, body: { reason } });
      toast({ type: 'success', message: t('done.reopen') });
      void invalidate(client, ['record']);
    } catch (error) {
      toast({ type: 'error', message: errorText(error) });
    }
  };
  return { read, review, looking, judging, judge, reopen };
}
