// Keyboard shortcuts of the page: which shortcut a key press means, and which of several scopes gets it. No React.

/**
 * A shortcut by the key's place on the keyboard, so that a Persian layout works as well: `KeyboardEvent.code` with `Mod+` (Ctrl or ⌘),
 * `Alt+` and `Shift+` before it, in this order. Modifiers that are not named must be up.
 */
export type Keys = string;

export interface Hotkey {
  keys: Keys | readonly Keys[];
  /** False leaves the key to the next scope and to the browser, as `isEnabled` does. */
  run: (event: KeyboardEvent) => unknown;
  isEnabled?: boolean;
  /** Also where text is typed. */
  whileTyping?: boolean;
  /** Also inside of dialogs, menus and open lists, which have all keys to themselves otherwise. */
  inDialogs?: boolean;
  /** Also for the repeated events of a key that stays down. */
  repeats?: boolean;
}

/**
 * Innermost first. `first` comes before the focused control itself, which then does not see the key; `panel` and `screen` get only what
 * no control has used.
 */
export const SCOPES = ['first', 'panel', 'screen'] as const;
export type Scope = (typeof SCOPES)[number];

/** A set of shortcuts that is active at the moment. */
export interface HotkeySet {
  scope: Scope;
  hotkeys: () => readonly Hotkey[];
}

type KeyPress = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** The shortcut that a key press is. */
export const keysOf = ({ code, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): Keys =>
  `${ctrlKey || metaKey ? 'Mod+' : ''}${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${code}`;

const isMatch = ({ keys }: Hotkey, pressed: Keys): boolean =>
  typeof keys === 'string' ? keys === pressed : keys.includes(pressed);

const within = (target: EventTarget | null, selector: string): boolean =>
  typeof Element !== 'undefined' && target instanceof Element && target.closest(selector) !== null;

/** Whether the key belongs to the text that is being typed there. */
export const isTyping = (target: EventTarget | null): boolean =>
  within(target, 'input:not([type="checkbox"]), textarea, select, [contenteditable]:not([contenteditable="false"])');

const isInDialog = (target: EventTarget | null): boolean =>
  within(target, '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]');

/** What a key event tells of where it happened. */
export interface Place {
  typing: boolean;
  dialog: boolean;
}

const isAllowed = (hotkey: Hotkey, { typing, dialog }: Place, repeat: boolean): boolean =>
  hotkey.isEnabled !== false &&
  (!typing || hotkey.whileTyping === true) &&
  (!dialog || hotkey.inDialogs === true) &&
  (!repeat || hotkey.repeats === true);

/**
 * Gives a key to the innermost scope that has a use for it, among several of one scope to the one that became active last. Returns
 * whether it was used.
 */
export function dispatchKey(
  event: KeyboardEvent,
  sets: readonly HotkeySet[],
  scopes: readonly Scope[],
  place: Place,
): boolean {
  const pressed = keysOf(event);
  for (const scope of scopes)
    for (const set of sets.filter((one) => one.scope === scope).reverse())
      for (const hotkey of set.hotkeys())
        if (isMatch(hotkey, pressed) && isAllowed(hotkey, place, event.repeat) && hotkey.run(event) !== false)
          return true;
  return false;
}

const active: HotkeySet[] = [];

const handle = (scopes: readonly Scope[]) => (event: KeyboardEvent) => {
  // A key that composes a letter is none of ours; one that a control has used is done with.
  if (event.isComposing || event.defaultPrevented) return;
  const place = { typing: isTyping(event.target), dialog: isInDialog(event.target) };
  if (!dispatchKey(event, active, scopes, place)) return;
  event.preventDefault();
  if (scopes.includes('first')) event.stopPropagation();
};
const onCapture = handle(['first']);
const onBubble = handle(['panel', 'screen']);

/** Makes a set of shortcuts active; the returned function ends that. */
export function activateHotkeys(set: HotkeySet): () => void {
  if (active.length === 0) {
    window.addEventListener('keydown', onCapture, { capture: true });
    window.addEventListener('keydown', onBubble);
  }
  active.push(set);
  return () => {
    active.splice(active.indexOf(set), 1);
    if (active.length > 0) return;
    window.removeEventListener('keydown', onCapture, { capture: true });
    window.removeEventListener('keydown', onBubble);
  };
}
