// Choices pasted from a spreadsheet, in part over locked ones, and not more than there is room for.
import { expect, it } from 'vitest';
import { MAX_CHOICES } from '@/contract/schemas/form';
import { addValues, pasteCells, readCells, sortChoices, withCell } from './choices';

it('reads cells of a spreadsheet, and leaves a word to its cell', () => {
  expect(readCells('تهران')).toBeNull();
  expect(readCells('تهران\tthr\r\nالبرز\talb\r\n\r\n')).toEqual([
    ['تهران', 'thr'],
    ['البرز', 'alb'],
  ]);
  expect(readCells('"دو\nخط"\tb\nc\td')).toEqual([
    ['دو خط', 'b'],
    ['c', 'd'],
  ]);
  expect(readCells('a"b\tx\n"c\td')?.length).toBeGreaterThan(0);
});

it('pastes values, labels and parents from the column that has the focus', () => {
  const old = [{ value: '1', label: 'one' }];
  expect(pasteCells(old, 0, 'value', [['1', 'یک', 'A؛B'], ['2', 'دو', 'B'], ['3']]).choices).toEqual([
    { value: '1', label: 'یک', parent: ['A', 'B'] },
    { value: '2', label: 'دو', parent: ['B'] },
    { value: '3', label: '3' },
  ]);
  expect(pasteCells(old, 1, 'label', [['دو']]).choices[1]).toEqual({ value: 'دو', label: 'دو' });
});

it('keeps the value of a locked choice and takes its label', () => {
  const { choices } = pasteCells([{ value: 'a', label: 'a' }], 0, 'value', [['b', 'B']], () => true);
  expect(choices).toEqual([{ value: 'a', label: 'B' }]);
});

it('says how many rows found no room', () => {
  const cells = Array.from({ length: 5 }, (_, i) => [`v${i}`]);
  const full = Array.from({ length: MAX_CHOICES - 2 }, (_, i) => ({ value: `${i}`, label: `${i}` }));
  const { choices, dropped } = pasteCells(full, full.length, 'value', cells);
  expect([choices.length, dropped]).toEqual([MAX_CHOICES, 3]);
  expect(addValues(full, ['0', 'x', 'y', 'z', 'x']).dropped).toBe(1);
});

it('lets a label follow its value until it has one of its own', () => {
  expect(withCell({ value: 'a', label: 'a' }, 'value', 'b')).toEqual({ value: 'b', label: 'b' });
  expect(withCell({ value: 'a', label: 'x' }, 'value', 'b')).toEqual({ value: 'b', label: 'x' });
  expect(withCell({ value: 'a', label: 'x', parent: ['p'] }, 'parent', ' ')).toEqual({ value: 'a', label: 'x' });
});

it('sorts as Persian does', () => {
  const labels = ['گچ', 'پل', 'الف', 'راه ۱۰', 'راه ۹'].map((label) => ({ value: label, label }));
  expect(sortChoices(labels, 'fa').map(({ label }) => label)).toEqual(['الف', 'پل', 'راه ۹', 'راه ۱۰', 'گچ']);
});
