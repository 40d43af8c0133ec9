// The legend says what the map shows, in the same order.
import { describe, expect, it } from 'vitest';
import { withoutClasses } from '@/contract/look/expressions';
import { CLUSTER_COUNT } from '@/contract/ogc';
import type { Mark } from '@/contract/schemas/style';
import { legend } from './legend';

const mark = (color: string): Mark => ({ color, opacity: 1, size: 4, stroke: '#ffffff', stroke_width: 1 });

describe('legend', () => {
  it('has one entry without words for a single mark', () => {
    expect(legend({ kind: 'single', symbol: mark('#111111') }, 2)).toEqual([
      { key: 'all', label: null, note: null, glyph: { shape: 'line', mark: mark('#111111') } },
    ]);
  });

  it('lists categories, then the rest', () => {
    const entries = legend(
      {
        kind: 'categorised',
        field: 'a',
        categories: [
          { value: 'x', label: 'ایکس', symbol: mark('#111111') },
          { value: 'y', label: '', symbol: mark('#222222') },
        ],
        other: mark('#333333'),
      },
      3,
    );
    expect(entries.map((e) => [e.label, e.note, e.glyph.shape])).toEqual([
      ['ایکس', null, 'polygon'],
      ['y', null, 'polygon'],
      [null, 'other', 'polygon'],
    ]);
  });

  it('lists classes from low to high', () => {
    const style = {
      kind: 'graduated' as const,
      field: 'a',
      classes: [
        { from: 5, label: 'high', symbol: mark('#222222') },
        { from: null, label: 'low', symbol: mark('#111111') },
      ],
    };
    expect(legend(style, 1).map((e) => e.label)).toEqual(['low', 'high']);
  });

  it('shows heat as its ramp and clusters beside single records, for points alone', () => {
    const heat = { kind: 'heatmap' as const, symbol: mark('#111111'), radius: 9, intensity: 1, weight: null, ramp: ['#000000', '#ffffff'] }; // biome-ignore format: one style
    expect(legend(heat, 1)).toMatchObject([{ note: 'heat', glyph: { shape: 'ramp', colours: heat.ramp } }]);
    expect(legend(heat, 3)).toMatchObject([{ note: null, glyph: { shape: 'polygon' } }]);
    const cluster = { kind: 'cluster' as const, symbol: mark('#111111'), radius: 40 };
    expect(legend(cluster, 1).map((e) => [e.key, e.note, e.glyph.shape])).toEqual([['clusters', 'cluster', 'cluster'], ['all', 'alone', 'point']]); // biome-ignore format: one line
    expect(withoutClasses(cluster, new Set(['all'])).filter).toEqual(['all', ['has', CLUSTER_COUNT]]);
    expect(withoutClasses(heat, new Set(['all'])).filter).toEqual(['literal', false]);
  });

  it('shows clusters by class as a ring, and the classes that single records have', () => {
    const by = {
      field: 'k',
      categories: [{ value: 'a', label: 'الف', symbol: mark('#222222') }],
      other: mark('#333333'),
    };
    const style = { kind: 'cluster' as const, symbol: mark('#111111'), radius: 40, by };
    expect(legend(style, 1).map((e) => [e.key, e.note, e.glyph.shape])).toEqual([['clusters', 'rings', 'ring'], ['is:a', null, 'point'], ['other', 'other', 'point']]); // biome-ignore format: one list
    expect(legend(style, 1)[0]?.glyph.colours).toEqual(['#222222', '#333333']);
    expect(withoutClasses(style, new Set(['is:a'])).filter).toEqual(['all', ['any', ['has', CLUSTER_COUNT], ['match', ['to-string', ['get', 'k']], 'a', false, true]]]); // biome-ignore format: one line
  });

  it('keeps sizes of classes in proportion where the largest does not fit', () => {
    const sizes = (...all: number[]) =>
      legend({ kind: 'graduated', field: 'a', classes: all.map((size, i) => ({ from: i === 0 ? null : i, label: '', symbol: { ...mark('#111111'), size } })) }, 1).map(({ glyph }) => glyph.mark.size * (glyph.share ?? 1)); // biome-ignore format: one style
    expect(sizes(5, 10, 20)).toEqual([2, 4, 8]);
    expect(sizes(3, 6)).toEqual([3, 6]);
  });

  it('is empty for layers without geometry', () => {
    expect(legend({ kind: 'single', symbol: mark('#111111') }, 0)).toEqual([]);
  });
});
