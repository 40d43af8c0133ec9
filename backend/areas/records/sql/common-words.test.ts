// Texts are looked up by their rare part: never by more than they say, and by less where a word is everywhere.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rarePart } from './common-words';

it.each([
  ['عارضه شماره 4242', ['عارضه', 'شماره'], ' 4242'],
  ['4242 شماره', ['شماره'], '4242 '],
  ['بلوار کشاورز پلاک 12', ['پلاک'], 'بلوار کشاورز '],
  ['پلاک 12', ['پلاک'], 'پلاک 12'],
  ['شماره', ['شماره'], 'شماره'],
  ['چاه آب', [], 'چاه آب'],
])('looks %s up where %j are common: %s', (text, common, part) => {
  expect(rarePart(text, (word) => common.includes(word))).toBe(part);
});

it('never asks for what the text does not hold', () => {
  const words = fc.array(fc.constantFrom('a', 'bc', 'def', '12', '4242', ''), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(words, fc.func(fc.boolean()), (all, isCommon) => {
      const text = all.join(' ');
      expect(text).toContain(rarePart(text, isCommon));
    }),
  );
});
