// How layers are grouped and ordered on the map screen.
import { expect, it } from 'vitest';
import { layerOrder, sections } from './layer-sections';

const groups = [
  { id: 1, label: 'a', layer: [3, 1] },
  { id: 2, label: 'b', layer: [1, 2, 99] },
];

it('puts what is new on top, then orders by group, each layer once, unknown ones left out', () => {
  expect(layerOrder(groups, [1, 2, 3, 4, 5])).toEqual([5, 4, 3, 1, 2]);
});

it('puts a layer into its first group and the rest at the top', () => {
  const layers = [1, 2, 3, 4].map((id) => ({ id }));
  const result = sections(groups, layers, [4, 2, 1, 3]).map((s) => [s.group?.id ?? null, s.layers.map((l) => l.id)]);
  expect(result).toEqual([
    [null, [4]],
    [1, [1, 3]],
    [2, [2]],
  ]);
});

it('names a group that stands in another with it', () => {
  const inside = [{ id: 1, label: 'roads', layer: [1], parent: { label: 'city' } }];
  expect(sections(inside, [{ id: 1 }], [1]).map(({ group }) => group?.label)).toEqual(['city / roads']);
});
