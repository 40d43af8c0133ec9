// What the panel does with the chosen drawings besides their look: marks, deletion, and choosing what came from a file.
'use client';
import { useTranslations } from 'next-intl';
import { useCallback, useEffect, useState } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import { toast } from '@/components/feedback/toast';
import { useFormat } from '@/lib/i18n/use-format';
import { shapeOf } from '@/map/geo/drawings';
import { actOnDrawings, changeDrawings, type Item, undoDrawing, useDrawings } from '@/map/state/drawings';
import { useOverlay } from '@/map/state/overlay';
import type { Mode } from './machine';

const OWNER = 'drawings';
/** How the chosen ones are marked on the map, and how many of them. */
const MARK = { role: 'mark', width: 2, dash: 'dash', fill_opacity: 0, size: 12, opacity: 0.7 } as const;
const MAX_MARKED = 500;
/** Drawings from which taking them away is asked about first. */
const ASK_FROM = 20;

/** What marks the chosen ones on the map, and says which is being edited. */
export const useMarks = (mode: Mode, picked: readonly Item[]) => {
  useEffect(() => {
    useDrawings.setState({ editing: mode.kind === 'edit' ? mode.key : null });
    return () => useDrawings.setState({ editing: null });
  }, [mode]);

  useEffect(() => {
    const { show: mark } = useOverlay.getState();
    const marked = mode.kind === 'edit' ? [] : picked.slice(0, MAX_MARKED);
    mark(
      OWNER,
      marked.map(({ drawing }) => ({ geometry: shapeOf(drawing), ...MARK })),
    );
    return () => mark(OWNER, []);
  }, [picked, mode]);
};

/** Deletes drawings, which can be undone; many of them only after a question. */
export const useDeletion = () => {
  const t = useTranslations('map.tools.drawings');
  const { number } = useFormat();
  const dialogs = useDialogs();
  const remove = useCallback(
    async (keys: readonly number[]) => {
      const count = keys.length;
      const sure =
        count < ASK_FROM ||
        (await dialogs.confirm({
          title: t('deleteSure', { count, shown: number(count) }),
          text: t('deleteText'),
          confirm: t('delete'),
          danger: true,
        }));
      if (!sure) return;
      changeDrawings(keys, () => null);
      toast({
        type: 'info',
        id: 'drawings-deleted',
        message: t('deleted', { count, shown: number(count) }),
        action: { label: t('undo'), run: () => undoDrawing() },
      });
    },
    [dialogs, t, number],
  );
  const removeAll = async () => {
    const { items } = useDrawings.getState();
    const count = items.length;
    const sure = await dialogs.confirm({
      title: t('deleteSure', { count, shown: number(count) }),
      text: t('deleteText'),
      confirm: t('deleteAll'),
      danger: true,
    });
    if (sure) actOnDrawings(items.map(({ key, drawing }) => ({ key, before: drawing, after: null })));
  };
  return { remove, removeAll };
};

/** What came from a file is chosen as soon as it is here: returns what takes its ids. */
export const useImportedChoice = () => {
  const saved = useDrawings((s) => s.saved);
  const [imported, setImported] = useState<readonly number[]>([]);
  useEffect(() => {
    if (imported.length === 0) return;
    const ids = new Set(imported);
    const here = [...saved].filter(([, { id }]) => ids.has(id)).map(([key]) => key);
    if (here.length < ids.size) return;
    setImported([]);
    useDrawings.setState({ selected: new Set(here) });
  }, [imported, saved]);
  return setImported;
};
