// The drawings' tool as a script of gestures.
import { describe, expect, it } from 'vitest';
import type { Geometry } from '@/contract/schemas/common';
import { DRAWING_TYPES } from '@/contract/schemas/drawing';
import texts from '@/messages/fa/tools/drawings.json';
import { play, point } from '../play-machine';
import { machine } from './machine';

const WELL: Geometry = { type: 'Point', coordinates: [51, 35] };
const AREA: Geometry = { type: 'Polygon', coordinates: [[[51, 35], [52, 35], [52, 36], [51, 35]]] }; // biome-ignore format: a triangle
const draw = (type: (typeof DRAWING_TYPES)[number]) => ({ kind: 'action', action: { do: 'draw', type } }) as const;

describe('the drawings tool', () => {
  it('draws one after the other, and hands each over once', () => {
    const { state, effects } = play(machine, [
      { kind: 'enter' },
      draw('circle'),
      { kind: 'drawn', geometry: AREA },
      draw('text'),
      { kind: 'drawn', geometry: WELL },
      { kind: 'action', action: { do: 'taken', n: 1 } },
    ]);
    expect(effects).toEqual(['circle', 'circle', 'point', 'point'].map((shape) => ({ kind: 'sketch', shape })));
    expect(state.results).toEqual([{ n: 2, what: 'new', type: 'text', geometry: WELL }]);
  });
  it('remembers what was drawn, and forgets work on one drawing', () => {
    const left = play(machine, [{ kind: 'enter' }, draw('line'), { kind: 'exit' }]);
    expect(left.kinds).toEqual(['sketch', 'clearSketch']);
    expect(play(machine, [{ kind: 'enter' }], left.state).effects).toEqual([{ kind: 'sketch', shape: 'line' }]);
    const edit = { kind: 'action', action: { do: 'edit', key: 3, geometry: AREA } } as const;
    const dropped = play(machine, [{ kind: 'enter' }, edit, { kind: 'exit' }, { kind: 'enter' }]);
    expect(dropped.kinds).toEqual(['reshape', 'clearSketch']);
    expect(dropped.state).toEqual(machine.initial);
  });
  it('gives a reshaped drawing back and chooses again', () => {
    const { state, kinds } = play(machine, [
      { kind: 'action', action: { do: 'edit', key: 3, geometry: WELL } },
      { kind: 'key', name: 'undo' },
      { kind: 'key', name: 'finish' },
      { kind: 'drawn', geometry: WELL },
      { kind: 'drawn', geometry: AREA },
    ]);
    expect(kinds).toEqual(['reshape', 'undo', 'finishSketch', 'clearSketch']);
    expect(state).toEqual({
      mode: { kind: 'choose' },
      results: [{ n: 1, what: 'shape', key: 3, geometry: WELL }],
      next: 2,
    });
  });
  it('aims a shape at a drawing', () => {
    const { state, kinds } = play(machine, [
      { kind: 'action', action: { do: 'aim', aim: 'hole', key: 3, shape: 'polygon' } },
      point('typed'),
      { kind: 'drawn', geometry: AREA },
    ]);
    expect(kinds).toEqual(['sketch', 'addPoint', 'clearSketch']);
    expect(state.results).toEqual([{ n: 1, what: 'hole', key: 3, geometry: AREA }]);
  });
  it('takes presses only while choosing, with Ctrl or Shift besides the others', () => {
    const ctrl = { shift: false, ctrl: true, alt: false };
    const { state } = play(machine, [point('click'), point('click', { modifiers: ctrl }), draw('line'), point('click'), point('typed')]); // biome-ignore format: one script
    expect(state.results.map((one) => one.what === 'press' && one.add)).toEqual([false, true]);
    expect(play(machine, [{ kind: 'key', name: 'remove' }, point('typed')]).kinds).toEqual([]);
  });
  it('takes the points of a freehand line in writing as well, and goes back to the hand', () => {
    const line: Geometry = { type: 'LineString', coordinates: [[51, 35], [52, 35]] }; // biome-ignore format: a line
    const { state, effects } = play(machine, [
      draw('freehand'),
      point('typed'),
      point('typed'),
      { kind: 'drawn', geometry: line },
    ]);
    expect(effects).toEqual([
      { kind: 'sketch', shape: 'freehand' },
      { kind: 'sketch', shape: 'line' },
      { kind: 'addPoint', at: [51, 35] },
      { kind: 'addPoint', at: [51, 35] },
      { kind: 'sketch', shape: 'freehand' },
    ]);
    expect(state).toMatchObject({
      mode: { kind: 'draw', type: 'freehand' },
      results: [{ type: 'freehand', geometry: line }],
    });
    expect(state.mode).not.toHaveProperty('written');
  });
  it('says what to do in every mode', () => {
    const hintKeys = Object.keys(texts.hints);
    const modes = [
      ...DRAWING_TYPES.map((type) => ({ kind: 'draw', type }) as const),
      ...(['hole', 'part', 'split'] as const).map((aim) => ({ kind: 'aim', aim, key: 1, shape: 'line' }) as const),
      { kind: 'choose' } as const,
      { kind: 'edit', key: 1 } as const,
    ];
    expect(modes.map((mode) => machine.hint?.({ ...machine.initial, mode })).sort()).toEqual(hintKeys.sort());
  });
});
