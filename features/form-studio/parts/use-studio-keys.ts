// The studio's keys.
'use client';
import { useTranslations } from 'next-intl';
import { toast } from '@/components/feedback/toast';
import { isTyping } from '@/lib/hotkeys/hotkeys';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import type { StudioState } from './use-studio';

export interface StudioKeyActs {
  isReadOnly: boolean;
  remove: (key: string) => void;
  save: () => void;
  togglePreview: () => void;
  openPalette: () => void;
}

export function useStudioKeys(studio: StudioState, acts: StudioKeyActs): void {
  const t = useTranslations('formStudio.canvas');
  const { items } = studio.document;
  const { selected } = studio;
  const isEnabled = !acts.isReadOnly;
  const hasField = isEnabled && selected !== null;
  const key = selected?.key ?? '';
  const move = (step: number) => {
    const at = items.findIndex((item) => item.key === key);
    const blocked = studio.move(at, Math.max(0, Math.min(at + step, items.length - 1)));
    if (blocked)
      toast({
        type: 'info',
        id: 'sortable',
        message: t('blocked', { field: blocked.field.label, source: blocked.source.label }),
      });
  };
  const select = (step: number) => {
    const at = items.findIndex((item) => item.key === key);
    const next = items[at < 0 && step < 0 ? items.length - 1 : at + step];
    if (next) studio.select(next.key);
    return next !== undefined;
  };
  /** A letter belongs to a text; the switch of the preview's width has no use for it. */
  const handlePreview = ({ target }: KeyboardEvent) => {
    if (isTyping(target) && !(target instanceof HTMLInputElement && target.type === 'radio')) return false;
    acts.togglePreview();
    return true;
  };
  useHotkeys('panel', [
    { keys: 'KeyP', run: handlePreview, whileTyping: true },
    { keys: 'Slash', run: acts.openPalette, isEnabled },
    { keys: 'ArrowUp', run: () => select(-1), repeats: true },
    { keys: 'ArrowDown', run: () => select(1), repeats: true },
    { keys: 'Alt+ArrowUp', run: () => move(-1), repeats: true, isEnabled: hasField },
    { keys: 'Alt+ArrowDown', run: () => move(1), repeats: true, isEnabled: hasField },
    { keys: 'Mod+KeyD', run: () => studio.duplicate(key), whileTyping: true, isEnabled: hasField },
    { keys: 'Delete', run: () => acts.remove(key), isEnabled: hasField },
    { keys: 'Mod+KeyZ', run: studio.undo, repeats: true, isEnabled: isEnabled && studio.canUndo },
    {
      keys: ['Mod+Shift+KeyZ', 'Mod+KeyY'],
      run: studio.redo,
      repeats: true,
      isEnabled: isEnabled && studio.canRedo,
    },
    { keys: 'Mod+KeyS', run: acts.save, whileTyping: true, repeats: true, isEnabled },
  ]);
}
