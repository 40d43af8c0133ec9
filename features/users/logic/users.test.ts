// The address of the list, and days of work in words.
import { expect, it } from 'vitest';
import { UserQuery } from '@/contract/schemas/user';
import { USERS_VIEW } from './view';
import { runsOf } from './workdays';

it('asks what the contract allows', () => {
  const view = USERS_VIEW.read(
    new URLSearchParams('q=ali&roles=1,2&regions=3&created=2026-03-21..2026-04-01&locked=true&order=username'),
  );
  expect(UserQuery.parse(USERS_VIEW.toQuery(view, 50))).toEqual({
    limit: 50,
    offset: 0,
    order: 'username',
    search: 'ali',
    groups: [1, 2],
    regions: [3],
    created_date_after: '2026-03-21',
    created_date_before: '2026-04-01',
    locked: true,
  });
});

it('joins days that follow one another', () => {
  expect(runsOf([5, 1, 2, 3, 7])).toEqual([
    [1, 3],
    [5, 5],
    [7, 7],
  ]);
  expect(runsOf([])).toEqual([]);
});
