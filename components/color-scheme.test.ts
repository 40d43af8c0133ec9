// Names of themes: the product's own, the short one, and whatever else a storage may hold; and that the early script agrees.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ACCENTS, THEME_SCRIPT, themeOf } from './color-scheme';

/** Runs the script on a page of its own, and answers what it set. */
function early(stored: string | null, isLight = false): { shade: string | undefined; accent: string } {
  const set: Record<string, string> = {};
  const page = {
    documentElement: { setAttribute: (name: string, value: string) => Object.assign(set, { [name]: value }) },
  };
  const matchMedia = () => ({ matches: isLight });
  const run = new Function('localStorage', 'document', 'window', 'matchMedia', THEME_SCRIPT);
  run({ getItem: () => stored }, page, { matchMedia }, matchMedia);
  return { shade: set['data-mantine-color-scheme'], accent: set['data-accent'] ?? 'indigo' };
}

it('reads shade and colour', () => {
  expect(themeOf('dark-indigo')).toEqual({ shade: 'dark', accent: 'indigo' });
  expect(themeOf('light-teal')).toEqual({ shade: 'light', accent: 'teal' });
  expect(themeOf('auto-plum')).toEqual({ shade: 'auto', accent: 'plum' });
  expect(themeOf('light')).toEqual({ shade: 'light', accent: 'indigo' });
  for (const odd of [null, '', 'dark-', 'dark-red', 'light-teal-x', 'Dark-teal', '-teal', 'auto-'])
    expect(themeOf(odd), String(odd)).toEqual({ shade: 'dark', accent: 'indigo' });
});

it('is shown before the first paint as it is read later', () => {
  const names = fc.oneof(
    fc.string(),
    fc.tuple(fc.constantFrom('dark', 'light', 'auto'), fc.constantFrom(...ACCENTS, 'red', '')).map((t) => t.join('-')),
  );
  fc.assert(
    fc.property(fc.option(names), (stored) => {
      const { shade, accent } = themeOf(stored);
      for (const isLight of [true, false])
        expect(early(stored, isLight)).toEqual({
          shade: shade !== 'auto' ? shade : isLight ? 'light' : 'dark',
          accent,
        });
    }),
  );
});
