// What the editing keys mean while a shape is under the hand; the same for every tool that has one.
import type { Keys } from '@/lib/hotkeys/hotkeys';
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

/** The editing keys by shortcut; Shift, which turns tracing over, may stay down. */
export const EDITING_KEYS: Readonly<Record<Keys, KeyName>> = {
  'Mod+KeyZ': 'undo',
  'Mod+Shift+KeyZ': 'redo',
  'Mod+KeyY': 'redo',
  Enter: 'finish',
  'Shift+Enter': 'finish',
  NumpadEnter: 'finish',
  'Shift+NumpadEnter': 'finish',
  Backspace: 'back',
  'Shift+Backspace': 'back',
  Delete: 'remove',
  'Shift+Delete': 'remove',
};
