// Gathering records for a merge and for a copy, as gesture scripts.
import { describe, expect, it } from 'vitest';
import { copyFrom } from '../copy-from';
import { machine as copying } from '../copy-from/machine';
import { createToolLayer, play, point } from '../play-machine';
import { merge } from '.';
import { MAX_MERGED, machine } from './machine';

const viewOnly = { add: false, edit: false, view: true, delete: false, export: false, approve: false, manage: false };
const layers = [
  createToolLayer(1, { type: 1 }),
  createToolLayer(2, { type: 2 }),
  createToolLayer(3, { type: 1, rights: viewOnly }),
];
const click = (layer: number, id: number) => point('click', { hits: [{ layer, id }] });

describe('merge', () => {
  it('takes the selection, adds and leaves out by clicks, and begins anew in another layer', () => {
    const steps = [click(1, 6), click(1, 5), click(2, 9)];
    const states = [1, 2, 3].map(
      (n) =>
        play(machine, [[{ kind: 'enter' }, { layers, selection: { layer: 1, ids: [5] } }], ...steps.slice(0, n)]).state,
    );
    expect(states.map(({ layer, ids }) => [layer, ids])).toEqual([
      [1, [5, 6]],
      [1, [6]],
      [2, [9]],
    ]);
  });
  it('prefers the layer that it has begun with where records lie on each other', () => {
    const both = point('click', { hits: [{ layer: 2, id: 9 }, { layer: 1, id: 6 }] }); // biome-ignore format: two hits
    const { state } = play(machine, [[{ kind: 'enter' }, { layers }], click(1, 5), both]);
    expect(state).toMatchObject({ layer: 1, ids: [5, 6] });
  });
  it('keeps the chosen record only as long as it is among them', () => {
    const script = [
      [{ kind: 'enter' }, { layers, selection: { layer: 1, ids: [5, 6] } }],
      { kind: 'action', action: { do: 'keep', id: 6 } },
    ] as const;
    expect(play(machine, [...script] as never).state.keep).toBe(6);
    const dropped = play(machine, [...script, { kind: 'action', action: { do: 'drop', id: 6 } }] as never).state;
    expect(dropped).toMatchObject({ ids: [5], keep: null });
  });
  it('follows a selection in the table, takes no layer without the right, and no more than the server joins', () => {
    const many = Array.from({ length: 300 }, (_, i) => i + 1);
    const count = (selection: { layer: number; ids: number[] }) =>
      play(machine, [
        [{ kind: 'enter' }, { layers }],
        [{ kind: 'context' }, { selection }],
      ]).state.ids.length;
    expect(count({ layer: 1, ids: many })).toBe(MAX_MERGED);
    expect(count({ layer: 3, ids: [1, 2] })).toBe(0);
  });
  it('says why it cannot be used', () => {
    expect(merge.disabled?.({ layers: layers.slice(2), selection: null, target: null })).toBe('noMergeable');
  });
});

describe('copy', () => {
  it('takes what may only be seen, forgets the mapping with another target, and a target of another kind', () => {
    const picked = play(copying, [
      [{ kind: 'enter' }, { layers }],
      click(3, 5),
      { kind: 'action', action: { do: 'into', layer: 1 } },
      { kind: 'action', action: { do: 'map', field: 'name', from: 'label' } },
    ]).state;
    expect(picked).toEqual({ layer: 3, ids: [5], into: 1, mapping: { name: 'label' } });
    const other = play(copying, [[{ kind: 'action', action: { do: 'into', layer: 1 } }, { layers }]], picked).state;
    expect(other.mapping).toEqual({});
    expect(play(copying, [[click(2, 4), { layers }]], picked).state).toMatchObject({ layer: 2, into: null });
  });
  it('says why it cannot be used', () => {
    expect(copyFrom.disabled?.({ layers: layers.slice(2), selection: null, target: null })).toBe('noAddable');
  });
});
