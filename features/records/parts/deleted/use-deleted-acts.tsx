// The way back of deleted records, one, many, a batch or all of a layer, and their end after their number was typed.
'use client';
import { IconArrowBackUp, IconTrashX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { RowAct } from '@/components/collection/acts';
import { type BulkRows, useBulkActs } from '@/components/collection/use-bulk-acts';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract/index';
import { call } from '@/lib/api/client';
import { invalidate } from '@/lib/api/keys';
import { today } from '@/lib/i18n/dates';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import { type Batch, type Deleted, idsOfBatch } from '../../logic/deleted';
import { EndDialog } from './end-dialog';

/** Records in one call. */
const SIZE = 1000;
const MAX_PER_CALL = 10_000;

const restoreIds = (ids: number[]) => call(api.records.restore, { body: { ids } });
const endIds = (ids: number[]) => call(api.records.fullDelete, { body: { ids } });

/** All ids of a batch: its rows may go on over the pages that follow. */
async function readBatch({ key, rows }: Batch, query: object): Promise<number[]> {
  const ids: number[] = [];
  const day = today(new Date(rows[0]?.delete_date ?? 0));
  const days = { delete_date_after: day, delete_date_before: day, order: '-delete_date' } as const;
  for (let offset = 0; ids.length < MAX_PER_CALL; offset += SIZE) {
    const { results } = await call(api.records.deleted, { query: { ...query, ...days, limit: SIZE, offset } });
    ids.push(...idsOfBatch(key, results));
    if (results.length < SIZE) break;
  }
  return ids.slice(0, MAX_PER_CALL);
}

export function useDeletedActs(list: BulkRows<Deleted>, titleOf: (row: Deleted) => string) {
  const t = useTranslations('records.deleted');
  const client = useQueryClient();
  const router = useRouter();
  const errorText = useErrorText();
  const { number } = useFormat();
  const stale = () => invalidate(client, ['record', 'layer']);
  const bulk = useBulkActs(list, titleOf, stale);
  /** What is about to be ended: some records, or the selection. */
  const [ending, setEnding] = useState<readonly number[] | 'selection' | null>(null);

  const restoreAndTell = async (ids: number[], layer: number) => {
    try {
      await restoreIds(ids);
      const address = `${href('layerData', { id: layer })}${ids.length === 1 ? `?record=${ids[0]}` : ''}`;
      toast({
        type: 'success',
        message: t('restored', { n: number(ids.length) }),
        action: { label: t('see'), run: () => router.push(address) },
      });
    } catch (error) {
      toast({ type: 'error', message: errorText(error) });
    }
    await stale();
  };
  const endNow = async () => {
    const ids = ending;
    setEnding(null);
    if (ids === 'selection') return bulk.start(endIds, SIZE);
    if (ids === null) return;
    try {
      await endIds([...ids]);
      toast({ type: 'success', message: t('ended', { n: number(ids.length) }) });
    } catch (error) {
      toast({ type: 'error', message: errorText(error) });
    }
    await stale();
  };
  const restore = (row: Deleted) => void restoreAndTell([row.id], row.layer);
  const end = (row: Deleted) => setEnding([row.id]);
  const rowActs = (row: Deleted): RowAct[] => [
    { id: 'restore', label: t('restore'), icon: <IconArrowBackUp size={16} />, run: () => restore(row) },
    { id: 'end', label: t('end'), icon: <IconTrashX size={16} />, isDanger: true, run: () => end(row) },
  ];
  const bulkActs: RowAct[] = [
    {
      id: 'restore',
      label: t('restore'),
      icon: <IconArrowBackUp size={16} />,
      run: () => void bulk.start(restoreIds, SIZE),
    },
    { id: 'end', label: t('end'), icon: <IconTrashX size={16} />, isDanger: true, run: () => setEnding('selection') },
  ];
  const count = ending === 'selection' ? bulk.selection.count : (ending?.length ?? 0);
  return {
    bar: { selection: bulk.selection, acts: bulkActs, progress: bulk.progress, onStop: bulk.stop },
    rowActs,
    restore,
    end,
    restoreSelection: () => void bulk.start(restoreIds, SIZE),
    endSelection: () => setEnding('selection'),
    restoreBatch: async (batch: Batch, query: object) => {
      try {
        const ids = await readBatch(batch, query);
        if (ids.length > 0) await restoreAndTell(ids, batch.rows[0]?.layer ?? 0);
      } catch (error) {
        toast({ type: 'error', message: errorText(error) });
      }
    },
    dialogs: (
      <>
        {ending !== null && <EndDialog count={count} onConfirm={() => void endNow()} onClose={() => setEnding(null)} />}
        {bulk.result}
      </>
    ),
  };
}
