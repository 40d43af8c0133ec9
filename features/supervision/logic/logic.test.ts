// What a reviewer is shown: words that changed, fields that changed, numbers that are unusual, and the record that comes next.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Field } from '@/contract/schemas/form';
import { changesOf, shapesOf } from './changes';
import { isUnusual, usualRange } from './outliers';
import { aheadOf, nextAfter, splitOwn, stepFrom, withHeads } from './queue-state';
import { queryOf, readFilters, readOrder, writeFilters } from './view';
import { compareWords } from './words';

describe('words of two texts', () => {
  it('are told apart where they changed, and nowhere else', () => {
    expect(compareWords('چاه شماره ۲ خشک است', 'چاه شماره ۳ خشک است')).toEqual([
      { text: 'چاه شماره ', kind: 'same' },
      { text: '۲ ', kind: 'gone' },
      { text: '۳ ', kind: 'new' },
      { text: 'خشک است', kind: 'same' },
    ]);
    expect(compareWords('الف', 'الف')).toEqual([{ text: 'الف', kind: 'same' }]);
  });
  it('give back both texts', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '\n'), { maxLength: 30 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = compareWords(before, after);
        const without = (kind: string) => pieces.filter((p) => p.kind !== kind).map((p) => p.text).join(''); // biome-ignore format: one line
        expect([without('new'), without('gone')]).toEqual([before, after]);
      }),
    );
  });
});

const FORM: Field[] = [
  { name: 'a', label: 'الف', type: 'text' },
  { name: 'b', label: 'ب', type: 'integer' },
];
const at = (lon: number) => ({ type: 'Point' as const, coordinates: [lon, 35] });
const record = (status: number, waiting: object | null) => ({
  status: { id: status, name: '' },
  value: { a: 'x', b: 1 },
  geometry: at(51),
  unconfiremed_value: waiting,
});

describe('what waits on a record', () => {
  it('is all that is filled in of a new one', () => {
    const { changed, same } = changesOf({ ...record(1, null), value: { a: 'x', b: null } }, FORM);
    expect([changed.map(({ name }) => name), same.map(({ name }) => name)]).toEqual([['a'], ['b']]);
    expect(shapesOf(record(1, null))).toEqual({ before: null, after: at(51) });
  });
  it('is what differs of an approved one, also what the form has lost', () => {
    const { changed, same } = changesOf(record(3, { value: { a: 'y', b: 1, old: 'z' } }), FORM);
    expect(changed.map(({ name, before, after, field }) => [name, before, after, field !== undefined])).toEqual([
      ['a', 'x', 'y', true],
      ['old', null, 'z', false],
    ]);
    expect(same.map(({ name }) => name)).toEqual(['b']);
  });
  it('keeps a shape that does not change, moves one that does, and leaves none of a deletion', () => {
    expect(shapesOf(record(3, { value: { a: 'y' } }))).toEqual({ before: at(51), after: at(51) });
    expect(shapesOf(record(3, { geometry: at(52) }))).toEqual({ before: at(51), after: at(52) });
    expect(shapesOf(record(3, { deletion: true, geometry: at(52) }))).toEqual({ before: at(51), after: null });
  });
});

it('calls a number unusual outside of the first and the last of a hundred', () => {
  const sample = Array.from({ length: 101 }, (_, i) => i);
  const range = usualRange({ sample, count: 101 });
  expect(range).toEqual([1, 99]);
  expect([0, 1, 99, 100].map((value) => isUnusual(value, range))).toEqual([true, false, false, true]);
  expect(usualRange({ sample: [1, 2], count: 2 })).toBeNull();
});

it('knows where in the queue somebody is', () => {
  const rows = [1, 2, 3].map((id) => ({ id, own: id === 2 }));
  expect([stepFrom(rows, 1, 1), stepFrom(rows, 1, -1), stepFrom(rows, 3, 1), stepFrom(rows, null, 1)].map((r) => r?.id)).toEqual([2, 1, 3, 1]); // biome-ignore format: one row
  expect([nextAfter(rows, 2), nextAfter(rows, 3), nextAfter(rows.slice(0, 1), 1)].map((r) => r?.id)).toEqual([3, 2, undefined]); // biome-ignore format: one row
  expect(aheadOf(rows, 1, 3)).toEqual([2, 3]);
  expect(splitOwn(rows)).toEqual({ judged: [rows[0], rows[2]], own: 1 });
  const work = [5, 5, 7].map((sender, id) => ({ id, sender }));
  expect(withHeads(work)).toEqual([{ sender: 5 }, { row: work[0] }, { row: work[1] }, { sender: 7 }, { row: work[2] }]);
});

it('keeps the filters of a queue in the address', () => {
  const address = new URLSearchParams('record=5');
  writeFilters(address, { person: 3, state: 'first', kind: 'both', days: { from: '2026-03-21', to: null } });
  expect(queryOf(readFilters(address))).toEqual({ person: 3, state: 'first', kind: 'both', since_after: '2026-03-21' });
  writeFilters(address, { person: null });
  expect(address.get('person')).toBeNull();
  expect(readFilters(new URLSearchParams('state=x&person=y'))).toEqual({ person: null, region: null, project: null, state: null, kind: null, days: null }); // biome-ignore format: one row
  const orders = ['since', '-value__name', 'value__', 'name', '-person'];
  expect(orders.map((order) => readOrder(new URLSearchParams({ order })))).toEqual(['since', '-value__name', null, null, '-person']); // biome-ignore format: one row
});
