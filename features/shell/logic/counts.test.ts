// What the numbers in the menu add up to, and how they are written.
import { expect, it } from 'vitest';
import { countsOf, countTexts, sumOf } from './counts';

const INBOX = {
  waiting: 7,
  second: 2,
  returned: 50,
  projects: 3,
  projects_second: 1,
  jobs: 60,
  messages: 70,
  notices: 80,
};

it('puts work where it is judged, and counts a project of two lists once', () => {
  const counts = countsOf(INBOX);
  expect(counts).toEqual({ supervisionLayers: 9, projectSupervision: 3, secondApproval: 1 });
  const entry = (id: keyof typeof counts) => ({ id, icon: 'x' });
  const group = { group: 'supervision' as const, entries: [entry('supervisionLayers'), entry('projectSupervision'), entry('secondApproval')] }; // biome-ignore format: one row
  expect(sumOf(group, counts)).toBe(12);
  expect(sumOf(group, {})).toBe(0);
});

it('shortens what a badge has no room for, and says where counting ended', () => {
  const texts = (n: number) => Object.values(countTexts(n, String));
  expect([texts(5), texts(999), texts(1000), texts(9999)]).toEqual([['5', '5'], ['999', '999'], ['1000', '999+'], ['9999', '999+']]); // biome-ignore format: one row
  expect([texts(10_000), texts(20_000)]).toEqual([
    ['10000+', '999+'],
    ['10000+', '999+'],
  ]);
});
