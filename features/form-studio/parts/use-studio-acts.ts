// What the studio's buttons and keys do, with what is told about it.
'use client';
import { useTranslations } from 'next-intl';
import { toast } from '@/components/feedback/toast';
import { useFormat } from '@/lib/i18n/use-format';
import { nameOf } from '../logic/names';
import { type Kind, newField } from '../logic/palette';
import type { ItemProblems } from '../logic/problems';
import type { StudioState } from './use-studio';

export interface StudioActOptions {
  problems: ReadonlyMap<string, ItemProblems>;
  /** Opens the settings of the selected field where they do not stand beside. */
  onOpen: () => void;
  /** Saving was tried: what is missing is marked from now on. */
  onTried: () => void;
  save: () => Promise<void>;
}

/** Focuses the input of a part once it stands in the document. */
const focusPart = (part: string) =>
  setTimeout(() => document.querySelector<HTMLElement>(`[data-part="${part}"]`)?.focus(), 50);

export function useStudioActs(studio: StudioState, options: StudioActOptions) {
  const t = useTranslations('formStudio');
  const { number } = useFormat();
  const { items, meta } = studio.document;
  return {
    add(kind: Kind) {
      const label = t(`kinds.${kind}`);
      const choices = [1, 2].map((n) => t('choice', { n: number(n) }));
      const name = nameOf(
        label,
        items.map(({ field }) => field.name),
        kind,
      );
      studio.add([{ ...newField(kind, label, choices), name }]);
      toast({ type: 'info', id: 'studio-added', message: t('palette.added', { label }) });
    },
    remove(key: string) {
      const item = items.find((one) => one.key === key);
      if (!item) return;
      studio.remove(key);
      toast({
        type: 'info',
        id: 'studio-removed',
        message: t('canvas.removed', { label: item.field.label }),
        action: { label: t('undo'), run: studio.undo },
      });
    },
    save() {
      options.onTried();
      const [first] = items.filter(({ key }) => options.problems.has(key));
      const count = options.problems.size;
      if (meta.label.trim() === '') return void focusPart('layer');
      if (!first) return void options.save();
      studio.select(first.key);
      options.onOpen();
      focusPart(Object.keys(options.problems.get(first.key) ?? {})[0] ?? '');
      toast({ type: 'error', id: 'studio-problems', message: t('problems.some', { count, n: number(count) }) });
    },
  };
}
export type StudioActs = ReturnType<typeof useStudioActs>;
