// Deleting the marked records together: asked once with their number, then undone for a while.
'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useDialogs } from '@/components/dialogs';
import { useErrorText } from '@/components/states';
import { toast } from '@/components/toast';
import { api } from '@/contract';
import type { Layer } from '@/contract/schemas/layer';
import type { RecordQuery } from '@/contract/schemas/record';
import { call } from '@/lib/api/client';
import { useFormat } from '@/lib/i18n/use-format';
import type { Written } from '@/map';
import { type TableListeners, useTableChange } from './use-table-change';

/** So many vanish from the map at once; the tiles drop the others a moment later. */
const MOST_HIDDEN = 500;

export function useRemoveMany(layer: Layer, listeners: TableListeners) {
  const t = useTranslations('records.removal');
  const { number } = useFormat();
  const text = useErrorText();
  const dialogs = useDialogs();
  const tell = useTableChange(listeners);
  const [busy, setBusy] = useState(false);
  const back: Written = { layers: [layer.id] };
  /** True where they were deleted. */
  const run = async (ids: readonly number[]): Promise<boolean> => {
    const many = { count: ids.length, n: number(ids.length) };
    const sure = await dialogs.confirm({
      title: t('title', many),
      text: t('text', { layer: layer.label }),
      confirm: t('confirm', many),
      danger: true,
    });
    if (!sure) return false;
    const written: Written = { ...back, gone: ids.slice(0, MOST_HIDDEN).map((id) => ({ layer: layer.id, id })) };
    const remove = async () => {
      await call(api.records.removeBulk, { body: { ids: [...ids] } });
      return written;
    };
    const restore = async (): Promise<Written> => {
      await call(api.records.restore, { body: { ids: [...ids] } });
      if (ids.length > MOST_HIDDEN) return back;
      const query = { layer: layer.id, ids: ids.join(), limit: MOST_HIDDEN } as unknown as RecordQuery;
      const { results } = await call(api.records.list, { query });
      return { ...back, records: results };
    };
    setBusy(true);
    try {
      await remove();
    } catch (error) {
      toast({ type: 'error', message: text(error) });
      return false;
    } finally {
      setBusy(false);
    }
    tell({
      message: t('done', many),
      written,
      undo: {
        change: {
          id: `removeMany/${layer.id}/${ids[0]}/${ids.length}`,
          label: t('change', many),
          undo: restore,
          redo: remove,
        },
        label: t('undo'),
        done: () => t('undone', many),
      },
    });
    return true;
  };
  return { run, busy };
}
