// Deleting the marked records together: asked once with their number, then undone for a while.
'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract';
import type { Layer } from '@/contract/schemas/layer';
import type { RecordQuery } from '@/contract/schemas/record';
import { call } from '@/lib/api/client';
import { readPage } from '@/lib/api/read-records';
import { type RemovedRecords, removeRecords } from '@/lib/api/remove-records';
import { useFormat } from '@/lib/i18n/use-format';
import type { WrittenRecords } from '@/map';
import { type TableListeners, useTableChange } from './use-table-change';

/** So many vanish from the map at once; the tiles drop the others a moment later. */
const MAX_HIDDEN = 500;
const hidden = (removed: RemovedRecords): WrittenRecords => ({
  ...removed,
  removed: removed.removed.slice(0, MAX_HIDDEN),
});

export function useRemoveMany(layer: Layer, listeners: TableListeners) {
  const t = useTranslations('records.removal');
  const { number } = useFormat();
  const text = useErrorText();
  const dialogs = useDialogs();
  const announce = useTableChange(listeners);
  const [busy, setBusy] = useState(false);
  const back: WrittenRecords = { layers: [layer.id] };
  /** True where they were deleted, or wait for it. */
  const run = async (ids: readonly number[]): Promise<boolean> => {
    const many = { count: ids.length, n: number(ids.length) };
    const sure = await dialogs.confirm({
      title: t('title', many),
      text: [t('text', { layer: layer.label }), layer.config.supervised ? t('supervised') : ''].join(' '),
      confirm: t('confirm', many),
      danger: true,
    });
    if (!sure) return false;
    let removed: RemovedRecords;
    setBusy(true);
    try {
      removed = await removeRecords(layer.id, ids);
    } catch (error) {
      toast({ type: 'error', message: text(error) });
      return false;
    } finally {
      setBusy(false);
    }
    const removedIds = removed.removed.map(({ id }) => id);
    const deleted = { count: removedIds.length, n: number(removedIds.length) };
    const counts = { count: removed.waiting, n: number(removed.waiting) };
    const restore = async (): Promise<WrittenRecords> => {
      await call(api.records.restore, { body: { ids: [...removedIds, ...removed.related] } });
      if (removedIds.length > MAX_HIDDEN) return back;
      const request = { layer: layer.id, ids: removedIds.join() } as unknown as RecordQuery;
      const { results } = await readPage(layer.config.form, request, { limit: MAX_HIDDEN, offset: 0 });
      return { ...back, records: results };
    };
    const isDeleted = removedIds.length > 0;
    announce({
      message: [isDeleted ? t('done', deleted) : '', removed.waiting > 0 ? t('waits', counts) : ''].join(' ').trim(),
      written: hidden(removed),
      undo: isDeleted
        ? {
            change: {
              id: `removeMany/${layer.id}/${removedIds[0]}/${removedIds.length}`,
              label: t('change', deleted),
              undo: restore,
              redo: async () => hidden(await removeRecords(layer.id, removedIds)),
            },
            label: t('undo'),
            done: () => t('undone', deleted),
          }
        : null,
    });
    return true;
  };
  return { run, busy };
}
