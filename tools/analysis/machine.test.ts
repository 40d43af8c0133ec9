// The analysis tool as scripts of gestures.
import { describe, expect, it } from 'vitest';
import type { Geometry } from '@/contract/schemas/common';
import { createToolLayer, play, point } from '../play-machine';
import { analysis } from './index';
import { type AnalysisAction, getPickingSide, machine, openWith } from './machine';

const AREA: Geometry = { type: 'Polygon', coordinates: [[[51, 35], [52, 35], [52, 36], [51, 35]]] }; // biome-ignore format: a triangle
const act = (action: AnalysisAction) => ({ kind: 'action', action }) as const;
const source = (side: 'of' | 'by', change: Extract<AnalysisAction, { do: 'source' }>['change']) =>
  act({ do: 'source', side, change });

describe('what somebody meets who opens it', () => {
  it('is all of the active layer', () => {
    const { state } = play(machine, [[{ kind: 'enter' }, { target: 3 }]]);
    expect(state.of).toMatchObject({ kind: 'layer', layer: 3, part: 'all' });
    expect(state.by.layer).toBeNull();
  });
  it('is the selection where there is one, and a table has none', () => {
    const state = play(machine, [[{ kind: 'enter' }, { selection: { layer: 1, ids: [5, 6] } }]]).state;
    expect(state.of).toMatchObject({ layer: 1, part: 'selection' });
    expect(state.picked).toEqual({ layer: 1, ids: [5, 6] });
    expect(play(machine, [[{ kind: 'enter' }, { selection: { layer: 4, ids: [5] } }]]).state.of.part).toBe('all');
  });
  it('is what was left, unless its layer is gone', () => {
    const left = play(machine, [{ kind: 'enter' }, source('of', { layer: 3 }), { kind: 'exit' }]).state;
    expect(play(machine, [{ kind: 'enter' }], left).state.of.layer).toBe(3);
    const other = { layers: [createToolLayer(1)] };
    expect(play(machine, [[{ kind: 'enter' }, other]], left).state.of).toMatchObject({ layer: 1, part: 'all' });
  });
  it('is the drawings, for who has nothing else', () => {
    const none = { layers: [], target: null };
    const of = (drawings?: number) => play(machine, [[{ kind: 'enter' }, { ...none, ...(drawings === undefined ? {} : { drawings }) }]]).state.of.kind; // biome-ignore format: one line
    expect([of(2), of(0), of()]).toEqual(['drawings', 'layer', 'layer']);
    expect(analysis.disabled?.({ ...none, selection: null, drawings: 2 })).toBeNull();
    expect(analysis.disabled?.({ ...none, selection: null })).toBe('noShapes');
    expect(analysis.disabled?.({ layers: [createToolLayer(1)], target: null, selection: null })).toBeNull();
  });
  it('is the layer that a menu opened it with, not asked yet', () => {
    const before = play(machine, [
      { kind: 'enter' },
      act({ do: 'set', change: { isPreviewed: true, label: 'x' } }),
    ]).state;
    const { of, isPreviewed, label } = play(machine, [{ kind: 'enter' }], openWith(before, 3, 'all')).state;
    expect([of.layer, of.part, isPreviewed, label]).toEqual([3, 'all', false, null]);
  });
});

describe('drawing a shape', () => {
  it('adds it to the input that waits for it, and to no other', () => {
    const { state, kinds } = play(machine, [
      { kind: 'enter' },
      source('by', { kind: 'sketch' }),
      { kind: 'drawn', geometry: AREA },
      act({ do: 'draw', side: 'by', shape: 'polygon' }),
      point('typed'),
      { kind: 'key', name: 'undo' },
      { kind: 'drawn', geometry: AREA },
    ]);
    expect(kinds).toEqual(['sketch', 'addPoint', 'undo', 'clearSketch']);
    expect([state.of.shapes, state.by.shapes, state.drawing]).toEqual([[], [AREA], null]);
  });
  it('ends where the input becomes another, and where the tool is left', () => {
    const begun = [
      { kind: 'enter' },
      source('of', { kind: 'sketch' }),
      act({ do: 'draw', side: 'of', shape: 'line' }),
    ] as const;
    const other = play(machine, [...begun, source('of', { kind: 'regions' })]);
    expect([other.kinds.at(-1), other.state.drawing]).toEqual(['clearSketch', null]);
    const left = play(machine, [...begun, { kind: 'exit' }]);
    expect([left.kinds.at(-1), left.state.drawing]).toEqual(['clearSketch', null]);
  });
});

describe('picking records', () => {
  const hit = (layer: number, id: number) => point('click', { hits: [{ layer, id }] });
  it('leaves a press alone while no input takes records', () => {
    const { state } = play(machine, [{ kind: 'enter' }, hit(1, 5)]);
    expect(state.picked.ids).toEqual([]);
  });
  it('takes and lets go of records, and follows them to another layer', () => {
    const { state } = play(machine, [
      { kind: 'enter' },
      source('of', { part: 'selection' }),
      hit(1, 5),
      hit(1, 6),
      hit(1, 5),
    ]);
    expect(state.picked).toEqual({ layer: 1, ids: [6] });
    const moved = play(machine, [hit(3, 9)], state).state;
    expect([moved.picked, moved.of.layer, moved.of.part]).toEqual([{ layer: 3, ids: [9] }, 3, 'selection']);
  });
  it('picks for the second input where only that one takes records, and where there is one', () => {
    const second = play(machine, [
      { kind: 'enter' },
      act({ do: 'set', change: { how: 'clip' } }),
      source('by', { layer: 3, part: 'selection' }),
    ]).state;
    expect(getPickingSide(second)).toBe('by');
    expect(play(machine, [hit(3, 9)], second).state.by).toMatchObject({ layer: 3, part: 'selection' });
    expect(getPickingSide({ ...second, how: 'buffer' })).toBeNull();
  });
  it('follows what is chosen in the table', () => {
    const { state } = play(machine, [
      { kind: 'enter' },
      [{ kind: 'context' }, { selection: { layer: 1, ids: [7, 8] } }],
    ]);
    expect(state.picked).toEqual({ layer: 1, ids: [7, 8] });
  });
});

it('forgets the rules and the sums of a layer that is left for another', () => {
  const { state } = play(machine, [
    { kind: 'enter' },
    source('by', { layer: 1, part: 'query' }),
    act({ do: 'set', change: { sum: ['size'] } }),
    source('by', { layer: 3 }),
  ]);
  expect([state.by.part, state.sum]).toEqual(['all', []]);
});
