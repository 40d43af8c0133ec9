// A layer that is drawn by the first of several choices says so, wherever its classes are listed.
import { describe, expect, it } from 'vitest';
import type { Field } from '@/contract/schemas/form';
import type { Style } from '@/contract/schemas/style';
import { createToolLayer } from '@/tools/play-machine';
import { legendRows } from '../print/sources';
import { toMapLayers } from './layers';
import { usesFirstChoice } from './legend';

const symbol = { color: '#112233', opacity: 1, size: 5, stroke: '#ffffff', stroke_width: 1 };
const choices = [
  { value: 'a', label: 'الف' },
  { value: 'b', label: 'ب' },
];
const form: Field[] = [
  { name: 'uses', label: 'uses', type: 'multi_choice', choices },
  { name: 'one', label: 'one', type: 'choice', choices },
];
const by = (field: string) => ({
  field,
  categories: choices.map(({ value, label }) => ({ value, label, symbol })),
  other: null,
});
const stylesOf = (field: string): Style[] => [
  { kind: 'categorised', ...by(field) },
  { kind: 'cluster', radius: 40, symbol, by: by(field) },
  {
    kind: 'rule',
    rules: [
      {
        label: 'r',
        filter: { match: 'all', conditions: [{ field, op: '=', value: 'a' }] },
        min_zoom: 0,
        max_zoom: 24,
        symbol,
      },
    ],
  },
];
const rowsOf = (style: Style, draft: Style | null = null) => {
  const { layer } = createToolLayer(1);
  const saved = { ...layer, config: { ...layer.config, form, style } };
  const switches = { order: [], hidden: new Set<number>(), opacity: new Map(), off: new Map() };
  const look = draft && { style: draft, labels: null, scale: layer.config.scale };
  const layers = toMapLayers([saved], switches, { layer: look ? 1 : null, draft: look });
  return legendRows(layers, 8, () => 'L', String).map(({ label }) => label);
};

describe('of several choices the first', () => {
  it('counts in every style that names the field, and in none that does not', () => {
    expect(stylesOf('uses').map((style) => usesFirstChoice(style, form))).toEqual([true, true, true]);
    expect(stylesOf('one').map((style) => usesFirstChoice(style, form))).toEqual([false, false, false]);
    expect(usesFirstChoice({ kind: 'single', symbol }, form)).toBe(false);
  });
  it('stands on paper above its classes, for a look that is not saved too', () => {
    const [several, , rules] = stylesOf('uses') as [Style, Style, Style];
    const [single] = stylesOf('one') as [Style];
    expect(rowsOf(several)).toEqual(['L', 'firstChoice', 'الف', 'ب']);
    expect(rowsOf(rules)).toEqual(['L', 'firstChoice', 'r']);
    expect(rowsOf(single)).toEqual(['L', 'الف', 'ب']);
    expect(rowsOf(several, single)).toEqual(['L', 'الف', 'ب']);
    expect(rowsOf(single, several)).toContain('firstChoice');
  });
});
