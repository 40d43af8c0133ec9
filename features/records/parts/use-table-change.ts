// After a table has written records: lists become fresh, whoever stands beside the table is told, and a toast offers to undo.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { invalidate } from '@/lib/api/keys';
import { useFormat } from '@/lib/i18n/use-format';
import type { Change, WrittenRecords } from '@/map';

const UNDO_MS = 12_000;

export interface TableListeners {
  /** Records were written; `change` can be undone. */
  onChanged?: ((written: WrittenRecords, change: Change | null) => void) | undefined;
  /** A change was taken back by its toast. */
  onUndone?: ((id: string, written: WrittenRecords) => void) | undefined;
}

export interface TableChange {
  message: string;
  written: WrittenRecords;
  /** How to take it back, in words and deeds; null where it cannot be. */
  undo: { change: Change; label: string; done: (left: number) => string } | null;
}

export function useTableChange({ onChanged, onUndone }: TableListeners) {
  const client = useQueryClient();
  const t = useTranslations('records.bulk');
  const removal = useTranslations('records.removal');
  const { number } = useFormat();
  const text = useErrorText();
  const fresh = () => void invalidate(client, ['record', 'layer']);
  const takeBack = async ({ change, done }: NonNullable<TableChange['undo']>, written: WrittenRecords) => {
    try {
      const back = (await change.undo()) ?? { layers: written.layers };
      onUndone?.(change.id, back);
      const { left = 0, waiting = 0 } = back;
      toast({
        type: 'success',
        message: [
          done(left + waiting),
          waiting ? removal('waits', { count: waiting, n: number(waiting) }) : '',
          left ? t('left', { count: left, n: number(left) }) : '',
        ].join(' '),
      });
    } catch (error) {
      toast({ type: 'error', message: text(error) });
    }
    fresh();
  };
  return ({ message, written, undo }: TableChange) => {
    fresh();
    onChanged?.(written, undo?.change ?? null);
    toast({
      type: 'success',
      message,
      duration: UNDO_MS,
      ...(undo ? { action: { label: undo.label, run: () => void takeBack(undo, written) } } : {}),
    });
  };
}
