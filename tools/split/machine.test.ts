// Cutting, as gesture scripts.
import { describe, expect, it } from 'vitest';
import type { Geometry } from '@/contract/schemas/common';
import type { LayerRecord } from '@/contract/schemas/record';
import { createToolLayer, play, point } from '../play-machine';
import { split } from '.';
import { machine } from './machine';

const LINE: Geometry = { type: 'LineString', coordinates: [[51, 35], [52, 35]] }; // biome-ignore format: a line
const BLADE: Geometry = { type: 'LineString', coordinates: [[51.5, 34], [51.5, 36]] }; // biome-ignore format: a line
const HIT = { layer: 2, id: 7 };
const RECORD = { id: 7, layer: 2, geometry: LINE, version: 3 } as LayerRecord;
const viewOnly = { add: false, edit: false, view: true, delete: false, export: false, approve: false, manage: false };
const layers = [
  createToolLayer(1, { type: 1 }),
  createToolLayer(2, { type: 2 }),
  createToolLayer(3, { type: 3, rights: viewOnly }),
];
const here = { layers };
const selected = { ...here, selection: { layer: 2, ids: [7] } };
const bring = { kind: 'action', action: { do: 'record', record: RECORD } } as const;

describe('split', () => {
  it('takes the selected record, draws, holds the blade, and begins again', () => {
    const { state, kinds } = play(machine, [
      [{ kind: 'enter' }, selected],
      bring,
      { kind: 'key', name: 'finish' },
      { kind: 'drawn', geometry: BLADE },
    ]);
    expect(kinds).toEqual(['sketch', 'finishSketch']);
    expect(state).toMatchObject({ phase: 'held', by: BLADE });
    const again = play(machine, [[{ kind: 'action', action: { do: 'again' } }, selected]], state);
    expect(again.kinds).toEqual(['sketch']);
    expect(again.state).toMatchObject({ phase: 'cutting', blade: 'line' });
  });
  it('does not take up by itself what it has just cut', () => {
    const { state } = play(machine, [
      [{ kind: 'enter' }, selected],
      bring,
      { kind: 'drawn', geometry: BLADE },
      { kind: 'action', action: { do: 'choose' } },
      { kind: 'context' },
    ]);
    expect(state).toEqual({ phase: 'choose', blade: 'line', done: HIT });
  });
  it('chooses by a click, never points, nor what may not be changed', () => {
    const script = (layer: number) =>
      play(machine, [[{ kind: 'enter' }, here], point('click', { hits: [{ layer, id: 7 }] })]).state.phase;
    expect([1, 2, 3].map(script)).toEqual(['choose', 'waiting', 'choose']);
  });
  it('ignores a record that comes too late, and one without a shape', () => {
    expect(play(machine, [[{ kind: 'enter' }, here], bring]).state.phase).toBe('choose');
    const { state } = play(machine, [
      [{ kind: 'enter' }, selected],
      { kind: 'action', action: { do: 'record', record: { ...RECORD, geometry: null } } },
    ]);
    expect(state.phase).toBe('waiting');
  });
  it('offers a point as a blade to lines only, and falls back to the line', () => {
    const { state } = play(machine, [
      [{ kind: 'enter' }, { ...selected, layers: [createToolLayer(2, { type: 3 })] }],
      { kind: 'action', action: { do: 'blade', blade: 'point' } },
      bring,
    ]);
    expect(state).toMatchObject({ phase: 'cutting', blade: 'line' });
  });
  it('writes coordinates while cutting, and cleans up when it is left', () => {
    const { kinds, state } = play(machine, [[{ kind: 'enter' }, selected], bring, point('typed'), { kind: 'exit' }]);
    expect(kinds).toEqual(['sketch', 'addPoint', 'clearSketch']);
    expect(state.phase).toBe('choose');
  });
  it('says why it cannot be used', () => {
    const context = { layers, selection: null, target: null };
    expect(split.disabled?.(context)).toBeNull();
    expect(split.disabled?.({ ...context, layers: [layers[0] as never, layers[2] as never] })).toBe('noCuttable');
  });
});
