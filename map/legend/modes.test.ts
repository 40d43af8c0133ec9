// Every kind of style: its legend has the colours, sizes and bounds that the map is drawn with, on screen and on paper.
import type { LayerSpecification } from 'maplibre-gl';
import { describe, expect, it } from 'vitest';
import type { Mark, Style } from '@/contract/schemas/style';
import { legendRows } from '../print/sources';
import { compile } from '../style/compile';
import { type LegendEntry, legend } from '../style/legend';
import { fitTicks, HEAT_DENSITIES, legendScales } from './scale';

const mark = (color: string, size = 5): Mark => ({ color, opacity: 1, size, stroke: '#ffffff', stroke_width: 1 });
const categories = [
  { value: 'a', label: 'الف', symbol: mark('#aa0000') },
  { value: 'b', label: '', symbol: mark('#00aa00') },
];
const graded = (marks: Mark[]): Style => ({ kind: 'graduated', field: 'n', range: [3, 90], classes: marks.map((symbol, i) => ({ from: i === 0 ? null : i * 10, label: `${i}`, symbol })) }); // biome-ignore format: one style
const rule = (symbol: Mark) => ({ label: 'ق', filter: null, min_zoom: 0, max_zoom: 24, symbol });
const MODES: Record<string, Style> = {
  single: { kind: 'single', symbol: mark('#112233') },
  categorised: { kind: 'categorised', field: 'k', categories, other: mark('#999999') },
  'graduated by colour': graded([mark('#ffeeaa'), mark('#ff8800'), mark('#880000')]),
  'graduated by size': graded([mark('#112233', 3), mark('#112233', 6), mark('#112233', 12)]),
  'graduated by both': graded([mark('#ffeeaa', 3), mark('#ff8800', 6), mark('#880000', 12)]),
  rule: { kind: 'rule', rules: [rule(mark('#123456')), rule(mark('#654321', 9))] },
  heatmap: { kind: 'heatmap', symbol: mark('#112233'), radius: 20, intensity: 2, weight: null, ramp: ['#ffff00', '#ff8800', '#ff0000'] }, // biome-ignore format: one style
  cluster: { kind: 'cluster', symbol: mark('#112233'), radius: 50 },
  'cluster by class': { kind: 'cluster', symbol: mark('#112233'), radius: 50, by: { field: 'k', categories, other: mark('#999999') } }, // biome-ignore format: one style
};

const layerOf = (style: Style) => ({ id: 1, type: 1, style, labels: null, visible: true, opacity: 1, scale: { min_zoom: 0, max_zoom: 24 } }); // biome-ignore format: one layer
const drawnWith = (style: Style): LayerSpecification[] =>
  compile({ base: 'none', layers: [layerOf(style)], records: [], selection: null }, 'light', 'fa').layers.filter(({ id }) => id.startsWith('layer:1:')); // biome-ignore format: one call

/** The colours that stand anywhere in these parts of the layers. */
const coloursIn = (value: unknown): string[] => [...new Set(JSON.stringify(value).match(/#[0-9a-f]{6}/g) ?? [])].sort();
/** Colours of marks: rims, inks and halos are in no legend's fill. */
const fillsOf = (layers: LayerSpecification[]) =>
  coloursIn(
    layers.map(({ paint = {}, layout = {} }) => {
      const look: Record<string, unknown> = { ...paint, ...layout };
      const image = JSON.stringify(look['icon-image'] ?? '').replace(/ring:#[0-9a-f]{6}/, '');
      return [look['circle-color'], look['heatmap-color'], image];
    }),
  );
const fillsIn = (entries: LegendEntry[]) =>
  coloursIn(entries.map(({ glyph: { shape, mark: { color }, colours } }) => (shape === 'ramp' || shape === 'ring' ? colours : color))); // biome-ignore format: one line

describe.each(Object.entries(MODES))('the legend of %s', (_, style) => {
  const layers = drawnWith(style);
  const entries = legend(style, 1);

  it('has the colours that the map is drawn with, and no others', () => {
    expect(fillsIn(entries)).toEqual(fillsOf(layers));
  });
  it('stands on paper as in the panel', () => {
    const rows = legendRows(
      [layerOf(style)],
      5,
      () => 'لایه',
      (note) => note,
    );
    expect(rows.flatMap(({ glyph }) => (glyph ? [glyph] : []))).toEqual(entries.map(({ glyph }) => glyph));
    expect(rows.flatMap(({ scale }) => (scale ? [scale] : []))).toEqual(legendScales(style, 1));
  });
});

describe('numbers of a legend', () => {
  const numbersIn = (style: Style, name: string) => {
    const [layer] = drawnWith(style);
    return ({ ...layer?.paint } as Record<string, unknown[]>)[name] ?? [];
  };
  it('are the bounds between the colours of the map, between the smallest and the largest value', () => {
    const style = MODES['graduated by colour'] as Style;
    const [scale] = legendScales(style, 1);
    if (scale?.kind !== 'ramp') throw new Error('no ramp');
    // step, value, colour, bound, colour, bound, colour
    const bounds = numbersIn(style, 'circle-color').filter((part) => typeof part === 'number');
    expect(scale.ticks.map(({ value }) => value)).toEqual([3, ...bounds, 90]);
    expect(scale.ticks.map(({ at }) => at)).toEqual([0, 1 / 3, 2 / 3, 1]);
  });
  it('stand beside bubbles of the sizes of the map', () => {
    const style = MODES['graduated by size'] as Style;
    const [scale] = legendScales(style, 1);
    if (scale?.kind !== 'sizes') throw new Error('no sizes');
    const [, , first, ...rest] = numbersIn(style, 'circle-radius') as number[];
    expect(scale.bubbles.map(({ mark: { size } }) => size)).toEqual([first, ...rest.filter((_, i) => i % 2 === 1)]);
    expect(scale.bubbles.map(({ tick }) => [tick.value, tick.bound])).toEqual([[10, 'below'], [10, 'above'], [20, 'above']]); // biome-ignore format: one list
    expect(legendScales(MODES['graduated by both'] as Style, 1).map(({ kind }) => kind)).toEqual(['ramp', 'sizes']);
  });
  it('of heat are records at one place, by the densities of its colours', () => {
    const style = MODES.heatmap as Style;
    const [scale] = legendScales(style, 1);
    if (scale?.kind !== 'ramp') throw new Error('no ramp');
    const stops = numbersIn(style, 'heatmap-color').filter(
      (part): part is number => typeof part === 'number' && part > 0,
    );
    expect([stops[0], stops[1], stops[2]]).toEqual([...HEAT_DENSITIES]);
    // One record of weight 1 makes a density of 0.4 at its place for each unit of intensity.
    expect(scale.ticks.map(({ value }) => value)).toEqual([0.19, 0.72, 1.3]);
    expect(legendScales(MODES.single as Style, 1)).toEqual([]);
  });
  it('give way to each other, the ends last', () => {
    const ticks = [0, 0.1, 0.5, 0.95, 1].map((at) => ({ at }));
    expect(fitTicks(ticks, () => 30, 200).map(({ at }) => at)).toEqual([0, 0.5, 1]);
    expect(fitTicks(ticks, () => 120, 200).map(({ at }) => at)).toEqual([0]);
  });
});
