// Tools as gesture scripts: what a person does, what the tool asks for.
import { describe, expect, it } from 'vitest';
import type { Geometry } from '@/contract/schemas/common';
import type { Gesture } from '@/map/tool-types';
import { draw } from './draw';
import { machine as drawing } from './draw/machine';
import { machine as tipping } from './maptip/machine';
import { modify } from './modify';
import { type ModifyAction, type ModifyState, machine as modifying } from './modify/machine';
import { CONTEXT, play, point } from './play-machine';

const WELL: Geometry = { type: 'Point', coordinates: [51, 35] };

describe('map tips', () => {
  const hits = [{ layer: 1, id: 5 }];
  it('announces the same records once, and their end', () => {
    const { kinds } = play(tipping, [
      point('hover', { hits }),
      point('hover', { hits, point: [11, 20] }),
      point('hover'),
      point('hover'),
      point('hover', { hits }),
      { kind: 'leave' },
      { kind: 'exit' },
    ]);
    expect(kinds).toEqual(['tip', 'tipEnd', 'tip', 'tipEnd']);
  });
  it('are shown by a tap too, and end where the map begins to move', () => {
    const { kinds } = play(tipping, [
      point('click', { hits }),
      { kind: 'leave' },
      point('click'),
      point('click', { hits }),
    ]);
    expect(kinds).toEqual(['tip', 'tipEnd', 'tip']);
  });
  it('names at most 500 records', () => {
    const many = Array.from({ length: 900 }, (_, id) => ({ layer: 1, id }));
    const { effects } = play(tipping, [point('hover', { hits: many })]);
    expect(effects[0]?.kind === 'tip' && effects[0].hits.length).toBe(500);
  });
});

describe('draw', () => {
  it('draws, hands over, holds, and begins again after saving', () => {
    const { kinds, effects } = play(drawing, [
      { kind: 'enter' },
      { kind: 'drawn', geometry: WELL },
      { kind: 'drawn', geometry: WELL },
      { kind: 'saved' },
    ]);
    expect(kinds).toEqual(['sketch', 'reshape', 'drawn', 'drawn', 'sketch']);
    expect(effects.slice(1, 3)).toEqual([
      { kind: 'reshape', geometry: WELL, self: 'new' },
      { kind: 'drawn', layer: 1 },
    ]);
  });
  it('waits for a layer, and takes only one that may be added to', () => {
    const { kinds, state } = play(drawing, [
      [{ kind: 'enter' }, { target: null }],
      [{ kind: 'context' }, { target: 3 }],
      [{ kind: 'context' }, { target: 4 }],
      [{ kind: 'context' }, { target: 2 }],
    ]);
    expect(kinds).toEqual(['clearSketch', 'clearSketch', 'clearSketch', 'sketch']);
    expect(state).toEqual({ phase: 'sketching', layer: 2, shape: 'line' });
  });
  it('asks nobody for the only layer there is', () => {
    const layers = CONTEXT.layers.slice(0, 1);
    const { kinds, state } = play(drawing, [
      [{ kind: 'enter' }, { target: null, layers }],
      [{ kind: 'context' }, { target: null, layers }],
    ]);
    expect(kinds).toEqual(['sketch']);
    expect(state).toMatchObject({ phase: 'sketching', layer: 1 });
  });
  it('does not drop a shape that waits for its form when the context changes', () => {
    const { kinds, state } = play(drawing, [
      { kind: 'enter' },
      { kind: 'drawn', geometry: WELL },
      [{ kind: 'context' }, { target: 2 }],
      { kind: 'discarded' },
    ]);
    expect(kinds).toEqual(['sketch', 'reshape', 'drawn', 'sketch']);
    expect(state).toMatchObject({ layer: 2 });
  });
  it('keeps drawing while other layers come and go', () => {
    expect(play(drawing, [{ kind: 'enter' }, { kind: 'context' }]).kinds).toEqual(['sketch']);
  });
  it('works by keyboard alone', () => {
    const { kinds } = play(drawing, [
      [{ kind: 'enter' }, { target: 2 }],
      point('click'),
      point('typed'),
      point('typed'),
      { kind: 'key', name: 'undo' },
      { kind: 'key', name: 'redo' },
      { kind: 'key', name: 'back' },
      { kind: 'key', name: 'finish' },
    ]);
    expect(kinds).toEqual(['sketch', 'addPoint', 'addPoint', 'undo', 'redo', 'removeVertex', 'finishSketch']);
  });
  it('takes a shape of before up again, with its form, for the layer that is drawn into', () => {
    const restore = { kind: 'action', action: { do: 'restore', geometry: WELL } } as const;
    const { kinds, state } = play(drawing, [{ kind: 'enter' }, restore]);
    expect(kinds).toEqual(['sketch', 'reshape', 'drawn']);
    expect(state).toMatchObject({ phase: 'held', layer: 1 });
    expect(play(drawing, [[{ kind: 'enter' }, { target: null }], restore]).kinds).not.toContain('drawn');
  });
  it('cleans up when it is left', () => {
    expect(play(drawing, [{ kind: 'enter' }, { kind: 'exit' }]).kinds).toEqual(['sketch', 'clearSketch']);
  });
  it('says why it cannot be used', () => {
    expect(draw.disabled?.({ ...CONTEXT, layers: CONTEXT.layers.slice(2) })).toBe('noAddable');
  });
});

describe('modify', () => {
  const RECORD = { layer: 1, id: 5 };
  const bring: Gesture = { kind: 'geometry', ...RECORD, geometry: WELL };

  it('takes up the selected record, reshapes it and hands it back', () => {
    const { effects, state } = play(modifying, [
      [{ kind: 'enter' }, { selection: { layer: 1, ids: [5] } }],
      bring,
      { kind: 'key', name: 'finish' },
      { kind: 'drawn', geometry: WELL },
      { kind: 'saved' },
      { kind: 'context' },
    ]);
    expect(effects).toEqual([
      { kind: 'needGeometry', ...RECORD },
      { kind: 'reshape', geometry: WELL, self: RECORD },
      { kind: 'finishSketch' },
      { kind: 'clearSketch' },
    ]);
    expect(state).toEqual({ phase: 'choose', done: RECORD });
  });
  it('draws a hole and goes on with the whole, says when it is none, and comes back without it', () => {
    const ring = (x: number, size: number) =>
      [[x, x], [x + size, x], [x + size, x + size], [x, x]]; // biome-ignore format: a triangle
    const base: Geometry = { type: 'Polygon', coordinates: [ring(0, 9)] };
    const hole = (x: number): Geometry => ({ type: 'Polygon', coordinates: [ring(x, 1)] });
    const add: Parameters<typeof play<ModifyState, ModifyAction>>[1] = [
      [{ kind: 'enter' }, { selection: { layer: 1, ids: [5] } }],
      { kind: 'geometry', ...RECORD, geometry: base },
      { kind: 'action', action: { do: 'add', what: 'hole', base } },
    ];
    const last = (script: typeof add) => play(modifying, [...add, ...script]).effects.at(-1);
    expect(last([])).toEqual({ kind: 'sketch', shape: 'polygon' });
    const pierced = last([{ kind: 'drawn', geometry: hole(3) }]);
    expect(pierced).toMatchObject({ kind: 'reshape', self: RECORD, resume: true });
    expect(pierced?.kind === 'reshape' && pierced.geometry.coordinates).toHaveLength(2);
    expect(play(modifying, [...add, { kind: 'drawn', geometry: hole(30) }]).state).toMatchObject({ refused: true });
    expect(last([{ kind: 'action', action: { do: 'stopAdding' } }])).toMatchObject({ geometry: base, resume: true });
  });
  it('chooses by a click, never a record that may not be edited', () => {
    const { effects } = play(modifying, [
      { kind: 'enter' },
      point('click', { hits: [{ layer: 3, id: 1 }] }),
      point('click', { hits: [{ layer: 3, id: 1 }, RECORD] }),
    ]);
    expect(effects).toEqual([{ kind: 'needGeometry', ...RECORD }]);
  });
  it('ignores a geometry that comes too late', () => {
    const other: Gesture = { kind: 'geometry', layer: 1, id: 6, geometry: WELL };
    const { kinds } = play(modifying, [
      { kind: 'enter' },
      point('click', { hits: [RECORD] }),
      other,
      { kind: 'exit' },
      bring,
    ]);
    expect(kinds).toEqual(['needGeometry', 'clearSketch']);
  });
  it('follows a new choice in the table while nothing is under the hand', () => {
    const { kinds } = play(modifying, [
      { kind: 'enter' },
      [{ kind: 'context' }, { selection: { layer: 1, ids: [5] } }],
      [{ kind: 'context' }, { selection: { layer: 1, ids: [6] } }],
      { kind: 'geometry', layer: 1, id: 6, geometry: WELL },
      [{ kind: 'context' }, { selection: { layer: 1, ids: [5] } }],
    ]);
    expect(kinds).toEqual(['needGeometry', 'needGeometry', 'reshape']);
  });
  it('says why it cannot be used', () => {
    expect(modify.disabled?.({ ...CONTEXT, layers: CONTEXT.layers.slice(2) })).toBe('noEditable');
  });
});
