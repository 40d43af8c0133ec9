// Saving the shape under edit, with the other parts of a split, and removing the open region.
'use client';
import { useTranslations } from 'next-intl';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract/index';
import type { Region } from '@/contract/schemas/region';
import type { RegionReshape } from '@/contract/schemas/regions/reshape';
import type { Draft } from '../logic/draft';
import { type Refused, readBlockers } from './dialogs/blockers-dialog';
import type { RegionWrites } from './use-open-region';

/** Characters of a label that leave room for a part's number. */
const MAX_LABEL = 180;

interface SavingOptions {
  region: Region | null;
  etag: string | null;
  writes: RegionWrites;
  draft: Draft | null;
  onDone: () => void;
  onGone: () => void;
  onRefused: (refused: Refused) => void;
}

export function useSaving({ region, etag, writes, draft, onDone, onGone, onRefused }: SavingOptions) {
  const t = useTranslations('regions');
  const errorText = useErrorText();
  const reshape = (body: RegionReshape, tag: string | null) =>
    writes.write(api.regions.reshape, { params: { id: region?.id ?? 0 }, body }, tag);
  /** A split undone: the shape as it was, the parts ended in it. */
  const takeBack = async ({ body, etag: tag }: Awaited<ReturnType<typeof reshape>>) => {
    if (!region?.geometry) return;
    try {
      await reshape({ geometry: region.geometry as never, absorb: body.made.map(({ id }) => id) }, tag);
      toast({ type: 'success', message: t('shapeSaved', { name: region.label }) });
    } catch (error) {
      toast({ type: 'error', message: errorText(error) });
    }
  };
  return {
    saveShape: async () => {
      if (!region || !draft?.geometry) return;
      const { label } = region;
      const params = { id: region.id };
      const shape = { geometry: draft.geometry as never };
      const { others, absorbed } = draft;
      if (others.length + absorbed.length === 0) {
        await writes.write(api.regions.edit, { params, body: shape }, etag);
        toast({ type: 'success', message: t('shapeSaved', { name: label }) });
        onDone();
        return;
      }
      const parts = others.map((geometry, i) => ({ label: t('part', { name: label.slice(0, MAX_LABEL), n: i + 2 }), geometry: geometry as never })); // biome-ignore format: one list
      let saved: Awaited<ReturnType<typeof reshape>>;
      try {
        saved = await reshape({ ...shape, parts, absorb: [...absorbed] }, etag);
      } catch (error) {
        const blockers = readBlockers(label, error);
        if (!blockers) throw error;
        onRefused({ ...blockers, isMerge: true });
        return;
      }
      // What was removed does not come back as it was; what was made goes again.
      const undo = absorbed.length > 0 ? null : () => void takeBack(saved);
      toast({
        type: 'success',
        message: t(absorbed.length > 0 ? 'joined' : 'split', { name: label, count: parts.length + 1 }),
        ...(undo ? { action: { label: t('undo'), run: undo } } : {}),
      });
      onDone();
    },
    remove: async () => {
      if (!region) return;
      try {
        await writes.write(api.regions.remove, { params: { id: region.id } }, etag);
      } catch (error) {
        const blockers = readBlockers(region.label, error);
        if (!blockers) throw error;
        onDone();
        onRefused(blockers);
        return;
      }
      onGone();
      onDone();
      toast({ type: 'success', message: t('removed', { name: region.label }) });
    },
  };
}
