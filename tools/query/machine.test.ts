// The query tool as a script of gestures.
import { expect, it } from 'vitest';
import type { Geometry } from '@/contract/schemas/common';
import { play } from '../play-machine';
import { machine } from './machine';
import { newGroup, newRule, rulesOf } from './tree';

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

it('begins with the active layer, and with no other while that one is there', () => {
  const first = play(machine, [[{ kind: 'enter' }, { target: 3 }]]);
  expect(first.state.layer).toBe(3);
  expect(play(machine, [[{ kind: 'enter' }, { target: 1 }]], first.state).state.layer).toBe(3);
});

it('puts what is drawn into the rule that waits for it', () => {
  const rule = newRule({ of: 'place' }, []);
  const { state, kinds } = play(machine, [
    { kind: 'enter' },
    { kind: 'drawn', geometry: AREA },
    { kind: 'action', action: { do: 'tree', tree: newGroup([rule]) } },
    { kind: 'action', action: { do: 'draw', rule: rule.key, shape: 'polygon' } },
    { kind: 'drawn', geometry: AREA },
  ]);
  expect(kinds).toEqual(['sketch']);
  expect(state.drawing).toBeNull();
  expect(rulesOf(state.tree)[0]?.where).toEqual({ kind: 'shape', geometry: AREA });
});

it('lets go of the sketch when it is left, and keeps the query', () => {
  const rule = newRule({ of: 'place' }, []);
  const { state, kinds } = play(machine, [
    { kind: 'enter' },
    { kind: 'action', action: { do: 'tree', tree: newGroup([rule]) } },
    { kind: 'action', action: { do: 'draw', rule: rule.key, shape: 'circle' } },
    { kind: 'exit' },
  ]);
  expect(kinds).toEqual(['sketch', 'clearSketch']);
  expect(state).toMatchObject({ drawing: null });
  expect(rulesOf(state.tree)).toHaveLength(1);
});

it('forgets the rules of another layer', () => {
  const { state } = play(machine, [
    { kind: 'enter' },
    { kind: 'action', action: { do: 'tree', tree: newGroup([newRule({ of: 'place' }, [])]) } },
    { kind: 'action', action: { do: 'layer', layer: 4 } },
  ]);
  expect(state.layer).toBe(4);
  expect(rulesOf(state.tree)).toEqual([]);
});
