// Symbols are found in both languages, by label, by other words and by the name in the files.
import { expect, it } from 'vitest';
import { loadSymbolWords } from '@/lib/i18n/symbol-words';
import { SYMBOL_NAMES } from '@/map/style/symbol-names';
import { findSymbols, stepInGrid } from './symbol-picker';

it('finds symbols by what they are called, also otherwise, in Persian and English', async () => {
  const [fa, en] = [await loadSymbolWords('fa'), await loadSymbolWords('en')];
  for (const words of [fa, en]) expect([...words.keys()]).toEqual([...SYMBOL_NAMES]);
  expect(findSymbols('دبستان', fa)).toEqual(['school']);
  expect(findSymbols('  مدرسه ', fa)).toContain('school');
  expect(findSymbols('ايستگاه قطار', fa)).toEqual(expect.arrayContaining(['rail', 'rail-metro']));
  expect(findSymbols('School', fa)).toContain('school');
  expect(findSymbols('power tower', en)).toEqual(['power_tower']);
  expect(findSymbols('zzz', en)).toEqual([]);
  expect(findSymbols('', fa)).toHaveLength(SYMBOL_NAMES.length + 1);
});

it('moves by arrows within the rows, in the direction of the page', () => {
  expect([stepInGrid('ArrowLeft', 3, 20, true), stepInGrid('ArrowLeft', 3, 20, false)]).toEqual([4, 2]);
  expect([stepInGrid('ArrowDown', 3, 20, true), stepInGrid('ArrowDown', 15, 20, true)]).toEqual([11, 15]);
  expect([stepInGrid('End', 3, 20, true), stepInGrid('a', 3, 20, true)]).toEqual([19, null]);
});
