// The legend says what the map shows, in the same order.
import { describe, expect, it } from 'vitest';
import type { Mark } from '@/contract/schemas/style';
import { legend } from './legend';

const mark = (color: string): Mark => ({ color, opacity: 1, size: 4, stroke: '#ffffff', stroke_width: 1 });

describe('legend', () => {
  it('has one entry without words for a single mark', () => {
    expect(legend({ kind: 'single', symbol: mark('#111111') }, 2)).toEqual([
      { key: 'all', label: null, other: false, glyph: { shape: 'line', mark: mark('#111111') } },
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
    expect(entries.map((e) => [e.label, e.other, e.glyph.shape])).toEqual([
      ['ایکس', false, 'polygon'],
      ['y', false, 'polygon'],
      [null, true, 'polygon'],
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

  it('is empty for layers without geometry', () => {
    expect(legend({ kind: 'single', symbol: mark('#111111') }, 0)).toEqual([]);
  });
});
