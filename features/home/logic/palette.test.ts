// What a search finds by words, and in which order.
import { expect, it } from 'vitest';
import { findMatches } from './palette';

const all = [
  { key: '1', label: 'شهرهای جهان' },
  { key: '2', label: 'مرز شهرها' },
  { key: '3', label: 'Identify', also: 'شناسایی' },
];
const keys = (text: string) => findMatches(all, text, 5).map((c) => c.key);

it('puts what begins with the word first', () => expect(keys('شهر')).toEqual(['1', '2']));
it('folds Arabic letters, and finds by other words', () => {
  expect(keys('شناسايي')).toEqual(['3']);
  expect(keys('IDENT')).toEqual(['3']);
});
it('wants every word', () => {
  expect(keys('شهر مرز')).toEqual(['2']);
  expect(keys('شهر دریا')).toEqual([]);
});
it('finds nothing for nothing, and no more than was asked', () => {
  expect(keys('  ')).toEqual([]);
  expect(findMatches(all, 'شهر', 1)).toHaveLength(1);
});
