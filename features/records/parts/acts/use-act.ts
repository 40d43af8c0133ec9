// One act on all of a filter: its exact number, and the order for exactly that number.
'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract';
import type { ActOrder, ActQuestion } from '@/contract/schemas/acts/act';
import { call } from '@/lib/api/client';
import { useRead } from '@/lib/api/hooks';
import { useJobs } from '@/lib/state/jobs';

/** What the order says beside its question. */
type More = Pick<ActOrder, 'value' | 'reason' | 'by'>;

/** `onStarted` runs once the job is ordered; the header shows it from then on. */
export function useAct(question: ActQuestion, onStarted: () => void) {
  const t = useTranslations('records.acts');
  const watch = useJobs((state) => state.watch);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const counted = useRead(api.acts.count, { body: question }, { staleTime: 0 });
  const count = counted.data?.count;
  const start = async (more: More = {}) => {
    if (!count) return;
    setBusy(true);
    setFailure(null);
    try {
      const job = await call(api.acts.start, { body: { ...question, count, ...more } });
      watch(job.id);
      toast({ type: 'success', message: t('started') });
      onStarted();
    } catch (error) {
      setFailure(error);
      void counted.refetch();
    } finally {
      setBusy(false);
    }
  };
  const clear = () => setFailure(null);
  return { count, refused: counted.data?.refused ?? [], error: failure ?? counted.error, busy, start, clear };
}
