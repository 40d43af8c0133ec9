// Printing's machine: settings stay, a click moves the frame, an atlas is a PDF.
import { expect, test } from 'vitest';
import { play, point } from '../play-machine';
import { machine } from './machine';

test('a click puts the frame there, and it can go with the map again', () => {
  const { state, effects } = play(machine, [{ kind: 'enter' }, point('click')]);
  expect(state.pin).toEqual([51, 35]);
  expect(machine.hint?.(state)).toBe('pinned');
  expect(effects).toEqual([]);
  const after = play(machine, [{ kind: 'action', action: { do: 'follow' } }], state).state;
  expect(after.pin).toBeNull();
  expect(machine.hint?.(after)).toBe('follow');
});

test('settings outlive the use of the tool', () => {
  const { state } = play(machine, [
    { kind: 'enter' },
    { kind: 'action', action: { do: 'set', change: { paper: 'A3', title: 'x' } } },
    { kind: 'exit' },
    { kind: 'enter' },
  ]);
  expect(state.settings).toMatchObject({ paper: 'A3', title: 'x', dpi: 150, landscape: true, scale: null });
});

test('an atlas is a PDF, and its frames are not moved by hand', () => {
  const { state } = play(machine, [
    { kind: 'action', action: { do: 'set', change: { format: 'png' } } },
    { kind: 'action', action: { do: 'set', change: { atlas: 'regions' } } },
    point('click'),
  ]);
  expect(state.settings.format).toBe('pdf');
  expect(state.pin).toBeNull();
  expect(machine.hint?.(state)).toBeNull();
});
