import { expect, it } from 'vitest';
import type { Field } from '@/contract/schemas/form';
import { groupingFrom, periodText, soundGrouping, writeGrouping } from './grouping';

const FORM: Field[] = [
  { name: 'name', label: 'name', type: 'text' },
  { name: 'n', label: 'n', type: 'integer' },
  { name: 'day', label: 'day', type: 'date' },
  { name: 'file', label: 'file', type: 'file' },
];

it('stands in the address beside what else is there', () => {
  const grouping = { field: 'day', step: 'year' as const, sums: ['n'] };
  const search = writeGrouping(new URLSearchParams('q=x&group=old&sums=a'), grouping);
  expect(search.toString()).toBe('q=x&group=day&by=year&sums=n');
  expect(groupingFrom(search, FORM)).toEqual(grouping);
  expect(writeGrouping(search, null).toString()).toBe('q=x');
});

it('is what the form allows', () => {
  expect(groupingFrom(new URLSearchParams('group=lost'), FORM)).toBeNull();
  expect(groupingFrom(new URLSearchParams('group=file'), FORM)).toBeNull();
  expect(groupingFrom(new URLSearchParams('group=name&by=year&sums=n,day,n'), FORM)).toEqual({ field: 'name', sums: ['n'] }); // biome-ignore format: one line
  expect(soundGrouping(FORM, { field: 'day', sums: [] })).toEqual({ field: 'day', step: 'month', sums: [] });
});

it('writes periods in the calendar of the reader', () => {
  expect(periodText('month', '2025-03-21', 'fa')).toBe('1404/01');
  expect(periodText('year', '2025-03-21', 'fa')).toBe('1404');
  expect(periodText('month', '2025-03-01', 'en')).toBe('2025-03');
});
