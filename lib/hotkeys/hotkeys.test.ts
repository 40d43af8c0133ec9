// Shortcuts: which press is which, who gets it, and that nobody listens for keys beside them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dispatchKey, type Hotkey, type HotkeySet, keysOf, type Place, SCOPES, type Scope } from './hotkeys';

const press = (code: string, modifiers: Partial<KeyboardEvent> = {}) =>
  ({
    code,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    repeat: false,
    ...modifiers,
  }) as KeyboardEvent;
const ON_PAGE: Place = { typing: false, dialog: false };

/** Who got the key: the names of the sets that ran, in order. */
const play = (sets: [Scope, string, Partial<Hotkey>?][], event: KeyboardEvent, place = ON_PAGE) => {
  const log: string[] = [];
  const active: HotkeySet[] = sets.map(([scope, name, more]) => ({
    scope,
    hotkeys: () => [{ keys: 'Escape', run: () => void log.push(name), ...more }],
  }));
  return { used: dispatchKey(event, active, SCOPES, place), log };
};

describe('a shortcut', () => {
  it.each([
    [press('KeyS', { ctrlKey: true }), 'Mod+KeyS'],
    [press('KeyS', { metaKey: true }), 'Mod+KeyS'],
    [press('KeyZ', { ctrlKey: true, shiftKey: true }), 'Mod+Shift+KeyZ'],
    [press('KeyT', { altKey: true, shiftKey: true }), 'Alt+Shift+KeyT'],
    [press('Slash'), 'Slash'],
  ])('is read by place and modifiers (%#)', (event, keys) => expect(keysOf(event)).toBe(keys));

  it('does not fire with a modifier that it does not name', () => {
    expect(play([['screen', 'a']], press('Escape', { shiftKey: true })).used).toBe(false);
    expect(play([['screen', 'a']], press('Escape', { ctrlKey: true })).used).toBe(false);
  });

  it('goes to the innermost scope alone', () => {
    const sets: [Scope, string][] = [
      ['panel', 'panel'],
      ['first', 'tool'],
      ['screen', 'screen'],
    ];
    expect(play(sets, press('Escape')).log).toEqual(['tool']);
    expect(play(sets.toSpliced(1, 1), press('Escape')).log).toEqual(['panel']);
  });

  it('goes to the set that came last within a scope, and on to the next where it is left', () => {
    expect(play([['panel', 'old'], ['panel', 'new']], press('Escape')).log).toEqual(['new']); // biome-ignore format: a row
    const leaves = { run: () => false };
    expect(play([['screen', 'screen'], ['panel', 'left', leaves]], press('Escape'))).toEqual({ used: true, log: ['screen'] }); // biome-ignore format: a row
    expect(play([['panel', 'left', leaves]], press('Escape')).used).toBe(false);
  });

  it('leaves text fields, dialogs and repeated presses alone unless it asks for them', () => {
    const [typing, dialog] = [
      { typing: true, dialog: false },
      { typing: false, dialog: true },
    ];
    expect(play([['screen', 'a']], press('Escape'), typing).used).toBe(false);
    expect(play([['screen', 'a']], press('Escape'), dialog).used).toBe(false);
    expect(play([['screen', 'a']], press('Escape', { repeat: true })).used).toBe(false);
    expect(play([['screen', 'a', { whileTyping: true }]], press('Escape'), typing).used).toBe(true);
    expect(play([['screen', 'a', { whileTyping: true }]], press('Escape'), { typing: true, dialog: true }).used).toBe(
      false,
    );
    expect(play([['screen', 'a', { inDialogs: true }]], press('Escape'), dialog).used).toBe(true);
    expect(play([['screen', 'a', { repeats: true }]], press('Escape', { repeat: true })).used).toBe(true);
  });
});

const LISTENS =
  /(?:^|[^.\w]|(?:window|document(?:\.body)?|globalThis|self)\.)addEventListener\(\s*['"`]key(?:down|press)/;
const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name));

describe('keys of the page', () => {
  it('are heard in one place only', () => {
    const listeners = ['app', 'components', 'features', 'lib', 'map', 'tools'].flatMap(sources);
    expect(listeners.filter((path) => LISTENS.test(readFileSync(path, 'utf8')))).toEqual(['lib/hotkeys/hotkeys.ts']);
  });

  it('a listener that is planted is seen', () => {
    expect(LISTENS.test("  addEventListener('keydown', onKey);")).toBe(true);
    expect(LISTENS.test("window.addEventListener('keydown', onKey, true);")).toBe(true);
    expect(LISTENS.test('document.addEventListener(\n  "keydown", onKey);')).toBe(true);
    expect(LISTENS.test("box.addEventListener('keydown', onKey);")).toBe(false);
  });
});
