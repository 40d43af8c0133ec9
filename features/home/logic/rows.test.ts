// The flat list of layers, and when a layer is out of scale.
import { expect, it } from 'vitest';
import { getScaleHint, rowsOf } from './rows';

const groups = [{ id: 1, label: 'a', layer: [3, 1] }];
const layers = [1, 2, 3].map((id) => ({ id }));

it('lays groups and layers out flat, in drawing order', () => {
  expect(rowsOf(groups, layers, [3, 1, 2], new Set(), false).map((r) => r.key)).toEqual([
    'group/none',
    'layer/2',
    'group/1',
    'layer/3',
    'layer/1',
  ]);
});

it('leaves out what a closed group holds, but not while searching', () => {
  expect(rowsOf(groups, layers, [3, 1, 2], new Set([1]), false).map((r) => r.key)).toEqual([
    'group/none',
    'layer/2',
    'group/1',
  ]);
  expect(rowsOf(groups, layers, [3, 1, 2], new Set([1, null]), true)).toHaveLength(5);
});

it('knows which zoom shows a layer', () => {
  const scale = { min_zoom: 8, max_zoom: 12 };
  expect(getScaleHint(scale, 8)).toBeNull();
  expect(getScaleHint(scale, 7.99)).toEqual({ to: 8 });
  expect(getScaleHint(scale, 12)?.to).toBeLessThan(12);
  expect(getScaleHint({ min_zoom: 0, max_zoom: 24 }, 5)).toBeNull();
});
