// Identify as a script of gestures.
import { expect, it } from 'vitest';
import type { Extent, Geometry } from '@/contract/schemas/common';
import { CONTEXT, createToolLayer, play, point } from '../play-machine';
import { identify } from '.';
import { machine } from './machine';

const AREA: Geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [51, 35],
      [52, 35],
      [52, 36],
      [51, 35],
    ],
  ],
};

it('asks at a click, a long press and a written place, in the visible layers with geometry', () => {
  for (const kind of ['click', 'longpress', 'typed'] as const) {
    const { state } = play(machine, [{ kind: 'enter' }, point('hover'), point(kind)]);
    expect(state.question).toMatchObject({ at: [51, 35], tolerance: 30, layers: [1, 3], pictures: [] });
  }
});

it('asks map services at a point and not in an area', () => {
  const layers = [...CONTEXT.layers, createToolLayer(9, { type: 4 })];
  const click = play(machine, [[{ kind: 'enter' }, { layers }], point('click')]);
  expect(click.state.question?.pictures).toEqual([9]);
  const afterDrawing = play(machine, [
    [{ kind: 'enter' }, { layers }],
    { kind: 'action', action: { do: 'shape', shape: 'polygon' } },
    { kind: 'drawn', geometry: AREA },
  ]);
  expect(afterDrawing.state.question).toMatchObject({ geometry: AREA, tolerance: 0, pictures: [] });
});

it('draws anew after each area, and clicks ask nothing then', () => {
  const { kinds, state } = play(machine, [
    { kind: 'enter' },
    { kind: 'action', action: { do: 'shape', shape: 'rectangle' } },
    point('click'),
    { kind: 'drawn', geometry: AREA },
    { kind: 'key', name: 'undo' },
    { kind: 'exit' },
  ]);
  expect(kinds).toEqual(['clearSketch', 'sketch', 'sketch', 'undo', 'clearSketch']);
  expect(state).toEqual({ shape: 'rectangle', layerIds: null, question: null });
});

it('asks again when other layers are layerIds, hidden ones too', () => {
  const { state } = play(machine, [
    { kind: 'enter' },
    point('click'),
    { kind: 'action', action: { do: 'layers', layerIds: [2] } },
  ]);
  expect(state.question?.layers).toEqual([2]);
});

it('remembers how it was used, and forgets what it found', () => {
  const first = play(machine, [{ kind: 'action', action: { do: 'shape', shape: 'line' } }, { kind: 'exit' }]);
  expect(play(machine, [{ kind: 'enter' }], first.state).effects).toEqual([{ kind: 'sketch', shape: 'line' }]);
});

it('says why it cannot be used', () => {
  expect(identify.disabled?.({ ...CONTEXT, layers: [] })).toBe('noVisible');
  expect(identify.disabled?.(CONTEXT)).toBeNull();
});

it('asks for all that is in view, of the world alone', () => {
  const ask = (extent: Extent) => play(machine, [{ kind: 'enter' }, { kind: 'action', action: { do: 'view', extent } }]).state.question; // biome-ignore format: one line
  expect(ask([51, 35, 52, 36])).toMatchObject({ isView: true, layers: [1, 3], pictures: [], at: null });
  expect(ask([51, 35, 52, 36])?.geometry).toMatchObject({ coordinates: [[[51, 35], [52, 35], [52, 36], [51, 36], [51, 35]]] }); // biome-ignore format: one line
  expect(ask([-300, -89, 300, 89])?.geometry).toMatchObject({ coordinates: [[[-180, -85], [180, -85], [180, 85], [-180, 85], [-180, -85]]] }); // biome-ignore format: one line
});
