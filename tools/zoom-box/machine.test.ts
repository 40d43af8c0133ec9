// The zoom box as a script of gestures.
import { expect, it } from 'vitest';
import type { Geometry } from '@/contract/schemas/common';
import { play, point } from '../play-machine';
import { machine } from './machine';

const BOX: Geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [51, 35],
      [52, 35],
      [52, 36],
      [51, 36],
      [51, 35],
    ],
  ],
};

it('fills the window with what was drawn, and draws the next one until it is left', () => {
  const { effects } = play(machine, [
    { kind: 'enter' },
    point('typed'),
    { kind: 'drawn', geometry: BOX },
    { kind: 'exit' },
  ]);
  expect(effects).toEqual([
    { kind: 'sketch', shape: 'rectangle' },
    { kind: 'addPoint', at: [51, 35] },
    { kind: 'fit', geometry: BOX },
    { kind: 'sketch', shape: 'rectangle' },
    { kind: 'clearSketch' },
  ]);
});
