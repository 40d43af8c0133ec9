// Measuring as a script of gestures.
import { describe, expect, it } from 'vitest';
import type { Geometry } from '@/contract/schemas/common';
import { play, point } from '../play-machine';
import { MAX_RESULTS, MEASURES, machine } from './machine';

const LINE: Geometry = { type: 'LineString', coordinates: [[51, 35], [52, 35]] }; // biome-ignore format: a line
const BENT: Geometry = { type: 'LineString', coordinates: [[51, 35], [52, 35], [52, 36]] }; // biome-ignore format: a line
const AREA: Geometry = { type: 'Polygon', coordinates: [[[51, 35], [52, 35], [52, 36], [51, 35]]] }; // biome-ignore format: a triangle

describe('measuring', () => {
  it('draws as soon as it is opened, and again after each shape', () => {
    const { effects, state } = play(machine, [
      { kind: 'enter' },
      { kind: 'drawn', geometry: LINE },
      { kind: 'action', action: { do: 'kind', kind: 'area' } },
      { kind: 'drawn', geometry: AREA },
      { kind: 'exit' },
    ]);
    expect(effects).toEqual([
      { kind: 'sketch', shape: 'line' },
      { kind: 'sketch', shape: 'line' },
      { kind: 'sketch', shape: 'polygon' },
      { kind: 'sketch', shape: 'polygon' },
      { kind: 'clearSketch' },
    ]);
    expect(state.results.map(({ id, kind }) => [id, kind])).toEqual([
      [2, 'area'],
      [1, 'length'],
    ]);
  });

  it.each([
    ['angle', 3, BENT, LINE],
    ['bearing', 2, LINE, BENT],
  ] as const)('%s ends after %d points, and takes no other shape', (kind, count, whole, other) => {
    const { kinds, state } = play(machine, [
      { kind: 'enter' },
      { kind: 'action', action: { do: 'kind', kind } },
      { kind: 'action', action: { do: 'vertices', count: count - 1 } },
      { kind: 'action', action: { do: 'vertices', count } },
      { kind: 'drawn', geometry: whole },
      { kind: 'drawn', geometry: other },
    ]);
    expect(kinds).toEqual(['sketch', 'sketch', 'finishSketch', 'sketch', 'sketch']);
    expect(state.results).toHaveLength(1);
  });

  it('a length goes on for as many points as one likes', () => {
    const { kinds } = play(machine, [{ kind: 'enter' }, { kind: 'action', action: { do: 'vertices', count: 3 } }]);
    expect(kinds).toEqual(['sketch']);
  });

  it('measures what exists, passes points over, keeps the sketch under the hand', () => {
    const { state, kinds } = play(machine, [
      { kind: 'enter' },
      { kind: 'action', action: { do: 'add', geometry: AREA, title: 'a field' } },
      { kind: 'action', action: { do: 'add', geometry: { type: 'Point', coordinates: [51, 35] }, title: 'a well' } },
    ]);
    expect(state.results).toEqual([{ id: 1, kind: 'area', geometry: AREA, title: 'a field' }]);
    expect(kinds).toEqual(['sketch']);
  });

  it('removes one, clears all, and never gives an id twice', () => {
    const { state } = play(machine, [
      { kind: 'drawn', geometry: LINE },
      { kind: 'drawn', geometry: BENT },
      { kind: 'action', action: { do: 'remove', id: 1 } },
      { kind: 'action', action: { do: 'clear' } },
      { kind: 'drawn', geometry: LINE },
    ]);
    expect(state.results.map(({ id }) => id)).toEqual([3]);
  });

  it('brings back what was removed, each in its place', () => {
    const { state } = play(machine, [
      { kind: 'drawn', geometry: LINE },
      { kind: 'drawn', geometry: BENT },
    ]);
    const { state: back } = play(
      machine,
      [
        { kind: 'action', action: { do: 'clear' } },
        { kind: 'drawn', geometry: LINE },
        { kind: 'action', action: { do: 'restore', results: state.results } },
      ],
      state,
    );
    expect(back.results.map(({ id }) => id)).toEqual([3, 2, 1]);
    expect(back.results.slice(1)).toEqual(state.results);
  });

  it('remembers its list and its kind when it is opened again, and keeps the newest only', () => {
    const many = play(
      machine,
      Array.from({ length: MAX_RESULTS + 5 }, () => ({ kind: 'drawn' as const, geometry: LINE })),
    );
    expect(many.state.results).toHaveLength(MAX_RESULTS);
    expect(many.state.results[0]?.id).toBe(MAX_RESULTS + 5);
    const again = play(machine, [{ kind: 'exit' }, { kind: 'enter' }], many.state);
    expect(again.state.results).toBe(many.state.results);
  });

  it('takes written places and the editing keys', () => {
    const { effects } = play(machine, [point('typed'), { kind: 'key', name: 'finish' }, { kind: 'key', name: 'back' }]);
    expect(effects).toEqual([{ kind: 'addPoint', at: [51, 35] }, { kind: 'finishSketch' }, { kind: 'removeVertex' }]);
  });

  it('says what to do for every kind', () => {
    for (const kind of MEASURES) expect(machine.hint?.({ ...machine.initial, kind })).toBe(kind);
  });
});
