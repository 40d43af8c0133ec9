// Saves a look, with a toast that undoes it. Somebody else's change in between is never written over without asking.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract';
import type { Layer } from '@/contract/schemas/layer';
import { Labels, Style } from '@/contract/schemas/style';
import { call } from '@/lib/api/client';
import { CallError } from '@/lib/api/errors';
import { invalidate } from '@/lib/api/keys';
import { type Look, lookOf, useStyling } from '@/map/state/styling';
import { isSame } from './logic/looks';

/** Records are written all the time and each makes a layer's revision older: as often as this it is read again. */
const TRIES = 4;

/** Writes over the layer as it is now; null where `agree` refuses what stands there. */
async function write(id: number, look: Look, agree: (now: Look) => Promise<boolean>): Promise<Layer | null> {
  for (let i = 1; ; i += 1) {
    const now = await call(api.layers.one, { params: { id } });
    if (!(await agree(lookOf(now)))) return null;
    const headers = { 'if-match': `"${now.rev}"` };
    const { style, labels, scale } = look;
    try {
      return await (isSame(scale, lookOf(now).scale)
        ? call(api.layers.editStyle, { params: { id }, body: { style, labels } }, { headers })
        : call(api.layers.edit, { params: { id }, body: { config: { style, labels, scale } } }, { headers }));
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 412 || i === TRIES) throw error;
    }
  }
}

/** `onUndone`: the look that stands on the map was replaced by the former one. */
export const useSave = (onUndone: () => void) => {
  const t = useTranslations('map.tools.styling');
  const text = useErrorText();
  const client = useQueryClient();
  const { confirm } = useDialogs();
  const [busy, setBusy] = useState(false);

  const follow = () => invalidate(client, ['layer']);

  const undo = async (layer: Layer, before: Look, mine: Look) => {
    try {
      const done = await write(layer.id, before, async (now) => isSame(now, mine));
      await follow();
      onUndone();
      toast(
        done
          ? { type: 'info', message: t('undone', { label: layer.label }), id: 'styling' }
          : { type: 'warning', message: t('undoLate', { label: layer.label }), id: 'styling' },
      );
    } catch (error) {
      toast({ type: 'error', message: text(error) });
    }
  };

  /** True when it stands on the server. */
  const save = async (layer: Layer): Promise<boolean> => {
    const { draft, base } = useStyling.getState();
    if (!draft || !base) return true;
    if (!Style.safeParse(draft.style).success || !Labels.nullable().safeParse(draft.labels).success) {
      toast({ type: 'error', message: t('incomplete') });
      return false;
    }
    setBusy(true);
    try {
      let before = base;
      const written = await write(layer.id, draft, async (now) => {
        if (isSame(now, before) || isSame(now, draft)) return true;
        before = now;
        return confirm({
          title: t('changedTitle'),
          text: t('changedText', { label: layer.label }),
          confirm: t('overwrite'),
        });
      });
      if (!written) return false;
      // The draft stays on the map until the list says the same, so that nothing blinks.
      await follow();
      if (isSame(useStyling.getState().draft, draft)) useStyling.getState().discard();
      toast({
        type: 'success',
        message: t('saved', { label: layer.label }),
        id: 'styling',
        action: { label: t('undo'), run: () => void undo(layer, before, draft) },
      });
      return true;
    } catch (error) {
      toast({ type: 'error', message: text(error) });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { save, busy };
};
