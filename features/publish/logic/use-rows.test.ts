// The CSV of use: by key it says whose key it was, and else it has no such column.
import { expect, it } from 'vitest';
import { csvOfUse, type UseRow } from './use-rows';

const TITLES = { of: 'Key', person: 'Of', numbers: ['Requests', 'Features', 'Megabytes', 'Refused'] };
const NUMBERS = { requests: 2, records: 7, bytes: 1_500_000, refused: 1 };
const person = { id: 5, username: 'editor', first_name: 'Sara', last_name: 'Rad' } as UseRow['person'];
const linesOf = (text: string) =>
  text
    .replace(/^\ufeff/, '')
    .trim()
    .split(/\r?\n/);

it('names the person of a personal key, and leaves the place of a program’s empty', () => {
  const rows: UseRow[] = [
    { of: 'abcdefgh', label: 'laptop', person, ...NUMBERS },
    { of: '', label: null, person: null, ...NUMBERS },
  ];
  const text = csvOfUse('key', rows, TITLES, ({ label }) => label ?? 'none');
  expect(linesOf(text)).toEqual([
    'Key,Of,Requests,Features,Megabytes,Refused',
    'laptop,Sara Rad,2,7,1.5,1',
    'none,,2,7,1.5,1',
  ]);
});

it('has no such column by day, which it writes as ISO', () => {
  const text = csvOfUse('day', [{ of: '2026-03-01', label: null, person: null, ...NUMBERS }], TITLES, () => 'a name');
  expect(linesOf(text)).toEqual(['Key,Requests,Features,Megabytes,Refused', '2026-03-01,2,7,1.5,1']);
});
