// A layer that is drawn by a field of several choices: each choice of a record counts, on the map and in its legend.
import { featureFilter, latest, expression as specExpression } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, it } from 'vitest';
import { usesSeveralChoices } from '@/contract/look/several-choices';
import { clusterShare, listKey, listText } from '@/contract/ogc';
import type { Field } from '@/contract/schemas/form';
import type { Style } from '@/contract/schemas/style';
import { createToolLayer } from '@/tools/play-machine';
import { legendRows } from '../../print/sources';
import { compile } from '../compile';
import { toMapLayers } from '../layers';

const COLOURS = { a: '#aa0000', b: '#00bb00', other: '#0000cc' } as const;
const symbolOf = (color: string) => ({ color, opacity: 1, size: 5, stroke: '#ffffff', stroke_width: 1 });
const choices = [
  { value: 'a', label: 'الف' },
  { value: 'b', label: 'ب' },
  { value: 'c', label: 'پ' },
];
const form: Field[] = [
  { name: 'uses', label: 'uses', type: 'multi_choice', choices },
  { name: 'one', label: 'one', type: 'choice', choices },
];
const by = (field: string, hasOther = false) => ({
  field,
  categories: choices
    .slice(0, 2)
    .map(({ value, label }) => ({ value, label, symbol: symbolOf(COLOURS[value as 'a']) })),
  other: hasOther ? symbolOf(COLOURS.other) : null,
});
const ruleOf = (field: string, op: '=' | '!=', value: string): Style => ({
  kind: 'rule',
  rules: [
    { label: 'r', filter: { match: 'all', conditions: [{ field, op, value }] }, min_zoom: 0, max_zoom: 24, symbol: symbolOf(COLOURS.a) }, // biome-ignore format: one rule
  ],
});
const stylesOf = (field: string): Style[] => [
  { kind: 'categorised', ...by(field) },
  { kind: 'cluster', radius: 40, symbol: symbolOf('#112233'), by: by(field) },
  ruleOf(field, '=', 'a'),
];
type Look = Style | null;
const layersOf = (style: Style, { draft = null, off = [] }: { draft?: Look; off?: string[] } = {}) => {
  const { layer } = createToolLayer(1);
  const saved = { ...layer, config: { ...layer.config, form, style } };
  const switches = { order: [], hidden: new Set<number>(), opacity: new Map(), off: new Map([[1, new Set(off)]]) };
  const look = draft && { style: draft, labels: null, scale: layer.config.scale };
  return toMapLayers([saved], switches, { layer: look ? 1 : null, draft: look });
};
const rowsOf = (style: Style, draft: Look = null) =>
  legendRows(layersOf(style, { draft }), 8, () => 'L', String).map(({ label }) => label);

/** The properties of a record in a tile, as the backend writes them; see its own test. */
const tagsOf = (uses: string[]) => (uses.length > 0 ? { uses: uses[0] as string, [listKey('uses')]: listText(uses) } : {}); // biome-ignore format: one line

/** The colours in which the map draws a record with these choices. */
const coloursOf = (style: Style, uses: string[], off: string[] = []): unknown[] => {
  const map = compile({ base: 'none', layers: layersOf(style, { off }), records: [], selection: null }, 'light', 'fa');
  const feature = { type: 1, properties: tagsOf(uses) } as never;
  return map.layers.flatMap((layer) => {
    if (layer.type !== 'circle' || !layer.id.startsWith('layer:1') || layer.id.endsWith('clusters')) return [];
    if (!featureFilter(layer.filter as never, 'filter').filter({ zoom: 8 }, feature)) return [];
    const colour = layer.paint?.['circle-color'];
    const expression = specExpression.createExpression(colour, latest.paint_circle['circle-color'] as never);
    if (expression.result === 'error') throw new Error(JSON.stringify(expression.value));
    return [String(expression.value.evaluate({ zoom: 8 } as never, feature))];
  });
};
const { a: A, b: B, other: OTHER } = COLOURS;

describe('several choices on the map', () => {
  it('a rule takes whoever has its choice, wherever it stands, and only whole choices', () => {
    const isA = ruleOf('uses', '=', 'a');
    expect([['a'], ['b', 'a'], ['b'], ['ba'], []].map((uses) => coloursOf(isA, uses))).toEqual([[A], [A], [], [], []]);
    const isNotA = ruleOf('uses', '!=', 'a');
    expect([['a'], ['b', 'a'], ['b'], []].map((uses) => coloursOf(isNotA, uses))).toEqual([[], [], [A], []]);
  });
  it.each([
    ['single records', { kind: 'categorised' as const }],
    ['records between clusters', { kind: 'cluster' as const, radius: 40, symbol: symbolOf('#112233') }],
  ])('%s are drawn by the topmost class that they have and that is on', (_, { kind, ...rest }) => {
    const styleOf = (hasOther: boolean) =>
      (kind === 'categorised'
        ? { kind, ...by('uses', hasOther) }
        : { kind, ...rest, by: by('uses', hasOther) }) as Style;
    const all = [['a'], ['c', 'b'], ['b', 'a'], ['c'], []];
    const each = (hasOther: boolean, off: string[] = []) => all.map((uses) => coloursOf(styleOf(hasOther), uses, off));
    expect(each(true)).toEqual([[A], [B], [A], [OTHER], [OTHER]]);
    expect(each(false)).toEqual([[A], [B], [A], [], []]);
    expect(each(true, ['is:a'])).toEqual([[], [B], [B], [OTHER], [OTHER]]);
    expect(each(true, ['is:a', 'is:b'])).toEqual([[], [], [], [OTHER], [OTHER]]);
    expect(each(true, ['other'])).toEqual([[A], [B], [A], [], []]);
    expect(each(false, ['is:a', 'is:b'])).toEqual([[], [], [], [], []]);
  });
  it('a ring counts each choice, and its number no record twice', () => {
    const style = stylesOf('uses')[1] as Style;
    const map = compile({ base: 'none', layers: layersOf(style), records: [], selection: null }, 'light', 'fa');
    const text = map.layers.find(({ id }) => id.endsWith(':counts')) as { layout: { 'text-field': unknown } };
    const expression = specExpression.createExpression(
      text.layout['text-field'],
      latest.layout_symbol['text-field'] as never,
    );
    if (expression.result === 'error') throw new Error('no expression');
    const properties = { __count: 3, [clusterShare('a')]: 3, [clusterShare('b')]: 2 };
    expect(String(expression.value.evaluate({ zoom: 8 } as never, { type: 1, properties } as never))).toBe('3');
  });
  it('a record that was saved a moment ago is drawn alike', () => {
    const fresh = { id: 7, layer: 1, geometry: { type: 'Point' as const, coordinates: [51, 35] as [number, number] }, value: { uses: ['c', 'b'], one: 'a' } }; // biome-ignore format: one record
    const map = compile({ base: 'none', layers: layersOf(stylesOf('uses')[0] as Style), records: [fresh], selection: null }, 'light', 'fa'); // biome-ignore format: one call
    const { data } = map.sources.records as { data: { features: { properties: object }[] } };
    expect(data.features[0]?.properties).toMatchObject({ ...tagsOf(['c', 'b']), one: 'a' });
  });
});

describe('the word on several choices', () => {
  it('is said of styles with one mark a record, and of no rule', () => {
    expect(stylesOf('uses').map((style) => usesSeveralChoices(style, form))).toEqual([true, true, false]);
    expect(stylesOf('one').map((style) => usesSeveralChoices(style, form))).toEqual([false, false, false]);
    expect(usesSeveralChoices({ kind: 'single', symbol: symbolOf('#112233') }, form)).toBe(false);
  });
  it('stands on paper above the classes, for a look that is not saved too', () => {
    const [several, , rules] = stylesOf('uses') as [Style, Style, Style];
    const [single] = stylesOf('one') as [Style];
    expect(rowsOf(several)).toEqual(['L', 'severalChoices', 'الف', 'ب']);
    expect(rowsOf(rules)).toEqual(['L', 'r']);
    expect(rowsOf(single)).toEqual(['L', 'الف', 'ب']);
    expect(rowsOf(several, single)).toEqual(['L', 'الف', 'ب']);
    expect(rowsOf(single, several)).toContain('severalChoices');
  });
});
