// What the editing keys mean while a shape is under the hand; the same for every tool that has one.
import type { KeyName, MapEffect } from '@/map/tool-types';

export const effectFromKey = (name: KeyName): MapEffect => {
  switch (name) {
    case 'finish':
      return { kind: 'finishSketch' };
    case 'undo':
      return { kind: 'undo' };
    case 'redo':
      return { kind: 'redo' };
    case 'back':
    case 'remove':
      return { kind: 'removeVertex' };
  }
};

interface KeyPress {
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/** The editing key of a keyboard event, by place on the keyboard and not by letter; null for all others. */
export const keyFromEvent = ({ code, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): KeyName | null => {
  if (altKey) return null;
  if (ctrlKey || metaKey) {
    if (code === 'KeyZ') return shiftKey ? 'redo' : 'undo';
    return code === 'KeyY' ? 'redo' : null;
  }
  if (code === 'Enter' || code === 'NumpadEnter') return 'finish';
  if (code === 'Backspace') return 'back';
  return code === 'Delete' ? 'remove' : null;
};
