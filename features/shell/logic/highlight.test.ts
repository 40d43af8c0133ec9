// A searched word is found as the product's search finds it, and no letter of the text is lost.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { highlight } from './highlight';

const partsOf = (text: string, word: string) =>
  highlight(text, word)
    .filter((part) => part.found)
    .map((part) => part.text);

it('finds words whatever keyboard they were typed on', () => {
  expect(partsOf('لایه ها و لايه', 'لایه')).toEqual(['لایه', 'لايه']);
  expect(partsOf('می‌شود', 'میشود')).toEqual(['می‌شود']);
  expect(partsOf('Layer LAYER', 'layer')).toEqual(['Layer', 'LAYER']);
  expect(partsOf('نسخه ۱.۱۶', '16')).toEqual(['۱۶']);
  expect(partsOf('two   spaces', 'two spaces')).toEqual(['two   spaces']);
  expect(partsOf('nothing here', '')).toEqual([]);
  expect(partsOf('aaaa', 'aa')).toEqual(['aa', 'aa']);
});

it('is the whole text in parts', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'B', ' ', 'ی', 'ي', '\u200c', '۱', '1', '😀', 'ﷲ', '\u064e'),
  });
  fc.assert(
    fc.property(letters, letters, (text, word) => {
      expect(
        highlight(text, word)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
