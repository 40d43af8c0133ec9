// Which ready looks a layer is offered, what they begin with, and how its shapes are fitted into their pictures.
import { describe, expect, it } from 'vitest';
import type { Field } from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';
import type { Mark, Style } from '@/contract/schemas/style';
import { pickFewValues } from '../kinds/use-few-values';
import { exampleShapes } from './example-shapes';
import { isCrowded, modeOf, modesFor } from './modes';
import { fitShapes } from './thumbnail';

const field = (type: Field['type']): Field => ({ name: type, label: type, type });
const layer = (type: number, fields: Field['type'][]) =>
  ({ type, config: { form: fields.map(field) } }) as unknown as Pick<Layer, 'type' | 'config'>;
const mark = (size: number): Mark => ({ color: '#112233', opacity: 1, size, stroke: '#ffffff', stroke_width: 1 });
const classes = (...sizes: number[]): Style => ({
  kind: 'graduated',
  field: 'n',
  classes: sizes.map((size, i) => ({ from: i === 0 ? null : i, label: '', symbol: mark(size) })),
});

describe('ready looks', () => {
  it('are those that the geometry and the fields bear, and the one in use', () => {
    expect(modesFor(layer(1, ['text', 'integer']), 'single')).toEqual(['single', 'categorised', 'graduated', 'bubbles', 'heatmap', 'cluster', 'rule']); // biome-ignore format: one list
    expect(modesFor(layer(3, ['text', 'decimal']), 'single')).toEqual(['single', 'categorised', 'graduated', 'rule']);
    expect(modesFor(layer(2, []), 'heatmap')).toEqual(['single', 'heatmap', 'rule']);
  });
  it('know classes by size from classes by colour', () => {
    expect([modeOf(classes(2, 9)), modeOf(classes(2, 2)), modeOf({ kind: 'single', symbol: mark(1) })]).toEqual(['bubbles', 'graduated', 'single']); // biome-ignore format: one list
  });
  it('advise another one where points lie on each other', () => {
    const many = { type: 1, record_count: 135_000 };
    expect([isCrowded(many, 'single'), isCrowded(many, 'cluster'), isCrowded({ ...many, type: 3 }, 'single'), isCrowded({ ...many, record_count: 240 }, 'single')]).toEqual([true, false, false, false]); // biome-ignore format: one list
  });
  it('by value begin with a field of few values, not with the name', () => {
    const counts = [
      { field: 'name', distinct: 240 },
      { field: 'same', distinct: 1 },
      { field: 'kind', distinct: 5 },
    ];
    expect(pickFewValues(counts)).toBe('kind');
    expect(
      pickFewValues([
        { field: 'name', distinct: 240 },
        { field: 'town', distinct: 31 },
      ]),
    ).toBe('town');
    expect([pickFewValues([{ field: 'a', distinct: 0 }]), pickFewValues([])]).toEqual(['a', null]);
  });
  it('fit shapes into their picture as the map shows them: north up, nothing stretched', () => {
    const pieces = fitShapes([{ type: 'Point', coordinates: [50, 30] }, { type: 'Point', coordinates: [52, 32] }], 92, 52); // biome-ignore format: one call
    const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = pieces.map(({ middle }) => middle);
    expect(x2).toBeGreaterThan(x1);
    expect(y2).toBeLessThan(y1);
    expect((x2 - x1) / (y1 - y2)).toBeCloseTo(Math.cos((31 * Math.PI) / 180), 5);
    expect(fitShapes([], 92, 52)).toEqual([]);
  });

  it('have examples of each kind of shape where the map has none, spread over the picture', () => {
    for (const [type, kind] of [
      [1, 'point'],
      [2, 'line'],
      [3, 'area'],
    ] as const) {
      // biome-ignore format: a table
      const pieces = fitShapes(exampleShapes(type), 92, 52);
      expect(new Set(pieces.map((piece) => piece.kind))).toEqual(new Set([kind]));
      for (const [axis, size] of [
        [0, 92],
        [1, 52],
      ] as const) {
        // biome-ignore format: a table
        const middles = pieces.map(({ middle }) => middle[axis]);
        expect(Math.min(...middles)).toBeLessThan(size / 3);
        expect(Math.max(...middles)).toBeGreaterThan((size * 2) / 3);
      }
    }
    expect(exampleShapes(0)).toEqual([]);
  });
});
