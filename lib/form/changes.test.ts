// What was changed here and elsewhere, field by field.
import { expect, it } from 'vitest';
import { changedFields, conflictsOf, mergeValues } from './changes';

const before = { name: 'a', roles: [1, 2], phone: '1', note: null as string | null };

it('finds what has changed, lists by their items', () => {
  expect(changedFields(before, { ...before, roles: [1, 2] })).toEqual({});
  expect(changedFields(before, { ...before, roles: [2, 1], note: '' })).toEqual({ roles: [2, 1], note: '' });
});

it('finds fields that both have changed, to different values', () => {
  const mine = { ...before, name: 'b', phone: '2', roles: [3] };
  const theirs = { ...before, name: 'c', phone: '2', note: 'n' };
  expect(conflictsOf(before, mine, theirs)).toEqual([{ field: 'name', mine: 'b', theirs: 'c' }]);
  expect(mergeValues(before, mine, theirs)).toEqual({ name: 'b', phone: '2', roles: [3], note: 'n' });
  expect(mergeValues(before, mine, theirs, ['name'])).toEqual({ name: 'c', phone: '2', roles: [3], note: 'n' });
});
