// Deleting a record at once, with an undo for a while instead of a question before; or asking for it where it is reviewed.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract';
import type { LayerRecord } from '@/contract/schemas/record';
import { call } from '@/lib/api/client';
import { useWrite } from '@/lib/api/hooks';
import { invalidate } from '@/lib/api/keys';

const UNDO_MS = 10_000;

export interface RemoveRecordInput {
  onDeleted: (record: LayerRecord) => void;
  onRestored?: ((record: LayerRecord) => void) | undefined;
  /** The record as it is when its deletion waits, or was taken back. */
  onWaiting: (record: LayerRecord) => void;
}

/** Both ways end in a toast; the undo works after the form is gone. */
export function useRemoveRecord({ onDeleted, onRestored, onWaiting }: RemoveRecordInput) {
  const t = useTranslations('records.form');
  const text = useErrorText();
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  const restore = useWrite(api.records.restore);
  const withdraw = useWrite(api.records.withdraw);
  const failed = (error: unknown) => toast({ type: 'error', message: text(error) });
  const undo = async (record: LayerRecord, related: readonly number[]) => {
    try {
      await restore.mutateAsync({ body: { ids: [record.id, ...related] } });
      toast({ type: 'success', message: t('restored') });
      onRestored?.(record);
    } catch (error) {
      failed(error);
    }
  };
  return {
    isPending: isPending || withdraw.isPending,
    run: async (record: LayerRecord, title: string) => {
      setPending(true);
      try {
        const { waiting = [], related = [] } = await call(api.records.remove, { params: { id: record.id } });
        // Those of records that belong to it may wait as well.
        if (waiting.includes(record.id)) {
          onWaiting(await call(api.records.one, { params: { id: record.id } }));
          toast({ type: 'success', message: t('removeWaits', { title }) });
          void invalidate(client, api.records.remove.touches ?? []);
          return;
        }
        toast({
          type: 'info',
          message: t('removed', { title }),
          duration: UNDO_MS,
          action: { label: t('undo'), run: () => void undo(record, related) },
        });
        onDeleted(record);
        // It waits for the next turn, when the form is gone: a list is read again, the record itself would be asked for in vain.
        void invalidate(client, api.records.remove.touches ?? []);
      } catch (error) {
        failed(error);
      } finally {
        setPending(false);
      }
    },
    /** Takes the own deletion back that waits. */
    withdraw: async (record: LayerRecord) => {
      try {
        onWaiting(await withdraw.mutateAsync({ params: { id: record.id } }));
        toast({ type: 'success', message: t('withdrawn') });
      } catch (error) {
        failed(error);
      }
    },
  };
}
