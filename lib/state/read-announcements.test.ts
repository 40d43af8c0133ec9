// The rule of the dot, and a storage that may hold anything.
import { beforeEach, expect, it, vi } from 'vitest';
import { hasUnread, idsOf, keepOnly, markRead, readIds } from './read-announcements';

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  });
});

it('counts each announcement once, and forgets those that are gone', () => {
  expect(hasUnread([], readIds())).toBe(false);
  expect(hasUnread([1, 2], readIds())).toBe(true);
  markRead(1);
  markRead(1, 9);
  expect(readIds()).toEqual([1, 9]);
  keepOnly([1, 2]);
  expect(readIds()).toEqual([1]);
  markRead(2);
  expect(hasUnread([1, 2], readIds())).toBe(false);
  expect(localStorage.getItem('clickedItemIds')).toBe('[1,2]');
});

it('reads rubbish as nothing', () => {
  for (const text of [null, '', '{', '5', '{"a":1}', 'null']) expect(idsOf(text)).toEqual([]);
  expect(idsOf('[1,"2",null,3,3,1.5]')).toEqual([1, 3]);
});

it('does without storage', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('blocked');
    },
  });
  markRead(1);
  expect(readIds()).toEqual([]);
});
