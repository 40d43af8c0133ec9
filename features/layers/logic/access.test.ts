// Choosing rights in the matrix of a layer.
import { expect, it } from 'vitest';
import { RIGHTS } from '@/contract/schemas/user';
import { applyChanges, changedLines, ticksOf, withRight } from './access';

const none = { layer: 1, group: 2, label: 'role', view: false, add: false, edit: false, delete: false, export: false, approve: false, manage: false }; // biome-ignore format: one line

it('gives the right to view with any other, and takes all with it', () => {
  const edits = withRight(none, 'edit', true);
  expect(edits).toEqual({ ...none, view: true, edit: true });
  expect(withRight(edits, 'edit', false)).toEqual({ ...none, view: true });
  const all = RIGHTS.reduce((line, right) => withRight(line, right, true), none);
  expect(withRight(all, 'view', false)).toEqual(none);
});

it('sends what differs alone', () => {
  const other = { ...none, group: 3 };
  expect(changedLines([none, other], new Map())).toEqual([]);
  expect(changedLines([none, other], new Map([[3, withRight(other, 'view', true)]]))).toEqual([
    { ...other, view: true },
  ]);
  expect(changedLines([none], new Map([[2, withRight(withRight(none, 'view', true), 'view', false)]]))).toEqual([]);
});

it('takes the changes of a whole row one after another, whatever their order', () => {
  const cell = (column: string, isOn: boolean) => ({ row: '2', column, isOn });
  const lines = applyChanges([none], new Map(), [cell('edit', true), cell('export', true)]);
  expect(ticksOf([none], lines).get('2')).toEqual(new Set(['view', 'edit', 'export']));
  const cleared = applyChanges([none], lines, [cell('view', false), cell('edit', false), cell('export', false)]);
  expect(ticksOf([none], cleared).get('2')).toEqual(new Set());
  expect(changedLines([none], cleared)).toEqual([]);
});
