// Keys of the drawings' panel. They come before those of the screen, whose own history takes Ctrl+Z otherwise.
'use client';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { redoDrawing, undoDrawing } from '@/map/state/drawings';
import { useSketch } from '@/map/state/sketch';
import type { Mode } from './machine';

interface DrawingKeys {
  mode: Mode;
  selected: readonly number[];
  onRemove: (keys: readonly number[]) => void;
  /** Leaves the mode that draws or changes a drawing. */
  onLeave: () => void;
}

export const useDrawingKeys = ({ mode, selected, onRemove, onLeave }: DrawingKeys): void => {
  const { canUndo, canRedo, mode: sketching } = useSketch();
  // While a shape is under the hand its own steps come first.
  const isOfSketch = (canStep: boolean) =>
    mode.kind === 'edit' || mode.kind === 'aim' || (sketching !== 'none' && canStep);
  useHotkeys('first', [
    { keys: 'Mod+KeyZ', repeats: true, isEnabled: !isOfSketch(canUndo), run: () => void undoDrawing() },
    {
      keys: ['Mod+KeyY', 'Mod+Shift+KeyZ'],
      repeats: true,
      isEnabled: !isOfSketch(canRedo),
      run: () => void redoDrawing(),
    },
    { keys: 'Escape', isEnabled: mode.kind !== 'choose', run: onLeave },
    { keys: 'Delete', isEnabled: sketching === 'none' && selected.length > 0, run: () => onRemove(selected) },
  ]);
};
