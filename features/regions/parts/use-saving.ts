// Saving the shape under edit, with the other parts of a split, and removing the open region.
'use client';
import { useTranslations } from 'next-intl';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract/index';
import type { Region } from '@/contract/schemas/region';
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
  return {
    saveShape: async () => {
      if (!region || !draft?.geometry) return;
      const { label, parent, colour } = region;
      const params = { id: region.id };
      await writes.write(api.regions.edit, { params, body: { geometry: draft.geometry as never } }, etag);
      for (const [i, geometry] of draft.others.entries()) {
        const body = { label: t('part', { name: label.slice(0, MAX_LABEL), n: i + 2 }), parent, colour };
        await writes.write(api.regions.create, { body: { ...body, geometry: geometry as never } }, null);
      }
      toast({ type: 'success', message: t('shapeSaved', { name: label }) });
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
