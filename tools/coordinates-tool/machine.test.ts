// Taking coordinates as a script of gestures.
import { expect, it } from 'vitest';
import { play, point } from '../play-machine';
import { MAX_PLACES, machine } from './machine';

it('takes a place at a click, a long press and a written coordinate, and nothing else', () => {
  const { state, effects } = play(machine, [
    { kind: 'enter' },
    point('click'),
    point('hover', { at: [1, 1] }),
    point('double', { at: [2, 2] }),
    point('longpress', { at: [52, 36] }),
    point('typed', { at: [-70, -33] }),
    { kind: 'exit' },
  ]);
  expect(state.places).toEqual([
    { id: 3, at: [-70, -33] },
    { id: 2, at: [52, 36] },
    { id: 1, at: [51, 35] },
  ]);
  expect(effects).toEqual([]);
});

it('brings a place of a map that was turned round the earth home', () => {
  const { state } = play(machine, [point('click', { at: [411, 35] }), point('click', { at: [-190, 0] })]);
  expect(state.places.map(({ at }) => at[0])).toEqual([170, 51]);
});

it('removes one, clears all, and keeps the newest only', () => {
  const many = play(
    machine,
    Array.from({ length: MAX_PLACES + 3 }, () => point('click')),
  ).state;
  expect(many.places).toHaveLength(MAX_PLACES);
  const less = play(machine, [{ kind: 'action', action: { do: 'remove', id: MAX_PLACES } }], many).state;
  expect(less.places).toHaveLength(MAX_PLACES - 1);
  expect(play(machine, [{ kind: 'action', action: { do: 'clear' } }], less).state).toEqual(machine.initial);
});

it('brings back what was removed under its numbers, before what was taken since', () => {
  const state = play(machine, [51, 52, 53].map((lng) => point('click', { at: [lng, 35] }))).state; // biome-ignore format: a line
  const one = state.places.filter(({ id }) => id === 2);
  const less = play(machine, [{ kind: 'action', action: { do: 'remove', id: 2 } }], state).state;
  expect(play(machine, [{ kind: 'action', action: { do: 'restore', places: one } }], less).state).toEqual(state);
  const since = play(machine, [{ kind: 'action', action: { do: 'clear' } }, point('click', { at: [54, 35] }), point('click', { at: [55, 35] }), { kind: 'action', action: { do: 'restore', places: state.places } }], state).state; // biome-ignore format: a line
  expect(since.places.map(({ id, at }) => [id, at[0]])).toEqual([[5, 55], [4, 54], [3, 53], [2, 52], [1, 51]]); // biome-ignore format: pairs
  expect(since.next).toBe(6);
});
