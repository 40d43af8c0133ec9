// Verdicts on the selected records of a queue: told before with number and people, done for those that may be judged, with a list of the others.
'use client';
import { Button, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract/index';
import type { VerdictAction } from '@/contract/schemas/record';
import type { QueueItem } from '@/contract/schemas/supervision';
import { call } from '@/lib/api/client';
import { useFormat } from '@/lib/i18n/use-format';
import { splitOwn } from '../../logic/queue-state';
import { ReasonForm } from '../review/reason-form';
import { useFreshCounts } from '../review/use-fresh-counts';
import type { ReviewQueue } from './use-queue';

/** Records of one call. */
const MAX_PER_CALL = 500;
interface RefusedRow {
  id: number;
  title: string;
  why: string;
}

/** What was done before a part of it failed stays done, and is told. */
export function useBulkJudge(queue: ReviewQueue) {
  const t = useTranslations('supervision.bulk');
  const { number } = useFormat();
  const { confirm } = useDialogs();
  const errorText = useErrorText();
  const countAgain = useFreshCounts();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [isAsking, setAsking] = useState(false);
  const [refused, setRefused] = useState<readonly RefusedRow[]>([]);
  const { judged } = splitOwn(queue.rows, selected);
  const send = async (rows: readonly QueueItem[], action: VerdictAction, reason?: string) => {
    const left: RefusedRow[] = [];
    let count = 0;
    try {
      for (let at = 0; at < rows.length; at += MAX_PER_CALL) {
        const ids = rows.slice(at, at + MAX_PER_CALL).map(({ id }) => id);
        const result = await call(api.supervision.judgeBulk, { body: { ids, action, partial: true, ...(reason ? { reason } : {}) } }); // biome-ignore format: one call
        count += result.count;
        left.push(...(result.refused ?? []));
        const stayed = new Set((result.refused ?? []).map(({ id }) => id));
        queue.take(ids.filter((id) => !stayed.has(id)));
        if (queue.open !== null && ids.includes(queue.open) && !stayed.has(queue.open)) queue.show(null);
      }
      setSelected(new Set(left.map(({ id }) => id)));
    } catch (error) {
      toast({ type: 'error', message: errorText(error) });
    }
    if (count > 0) toast({ type: 'success', message: t('done', { count, n: number(count) }) });
    countAgain();
    setRefused(left);
  };
  const approve = async () => {
    const people = new Set(judged.flatMap(({ authors }) => authors.map(({ id }) => id)));
    const ok = await confirm({
      title: t('confirmTitle'),
      text: t('confirmText', { count: judged.length, n: number(judged.length), people: number(people.size) }),
      confirm: t('approve'),
    });
    if (ok) await send(judged, 'approve');
  };
  const dialogs: ReactNode = (
    <>
      {isAsking && (
        <Dialog opened onClose={() => setAsking(false)} title={t('returnTitle', { n: number(judged.length) })}>
          <ReasonForm
            of="return"
            onClose={() => setAsking(false)}
            onSend={(reason) => {
              setAsking(false);
              void send(judged, 'return', reason);
            }}
          />
        </Dialog>
      )}
      {refused.length > 0 && (
        <Dialog opened onClose={() => setRefused([])} title={t('refusedTitle', { n: number(refused.length) })}>
          <Stack gap="xs">
            {refused.map(({ id, title, why }) => (
              <Text key={id} size="sm">
                <bdi>{title}</bdi>: {why}
              </Text>
            ))}
            <Button variant="default" onClick={() => setRefused([])}>
              {t('close')}
            </Button>
          </Stack>
        </Dialog>
      )}
    </>
  );
  return {
    selected,
    toggle: (id: number) =>
      setSelected((now) => (now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id]))),
    clear: () => setSelected(new Set()),
    approve: () => void approve(),
    askReason: () => setAsking(true),
    dialogs,
  };
}
