// Ramps, breaks, classes, scales and looks: what must hold for all values.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Style } from '@/contract/schemas/style';
import { breaksFor, METHODS, moveBreak, roundWithin, type Spread, sortBreaks } from './breaks';
import {
  baseMark,
  breaksOf,
  categorised,
  coloursOf,
  graduated,
  heatmap,
  PLAIN,
  recolour,
  sizes,
  VARIES,
  variesOf,
  type Words,
  withBreaks,
  withMarks,
} from './classes';
import { fitLook, isSame } from './looks';
import { colours, mixColours, RAMPS, type Ramp, rampById, rampOf } from './ramps';
import { roundToThreeDigits, SCALES, scaleAt, zoomAt } from './scales';

const words: Words = {
  below: (to) => `<${to}`,
  between: (from, to) => `${from}-${to}`,
  above: (from) => `>${from}`,
  all: () => 'all',
};
const viridis = rampById('viridis') as Ramp;
const createSpread = (values: readonly number[]): Spread => {
  const sample = [...values].sort((a, b) => a - b);
  return { min: sample[0] as number, max: sample.at(-1) as number, sample };
};
const numbers = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 200 });
const ways = fc.constantFrom(...METHODS.filter((m) => m !== 'own'));

describe('ramps', () => {
  it('give as many colours as are asked for, and are known again', () => {
    for (const ramp of RAMPS)
      for (let count = 1; count <= 12; count += 1)
        for (const reversed of [false, true]) {
          const row = colours(ramp, count, reversed);
          expect(row).toHaveLength(count);
          for (const colour of row) expect(colour).toMatch(/^#[0-9a-f]{6}$/);
          expect(new Set(row).size).toBe(count);
          if (count > 2) expect(rampOf(row)).toMatchObject({ ramp: { id: ramp.id }, reversed });
        }
    expect(rampOf(['#000000', '#123456', '#ffffff'])).toBeNull();
  });
  it('have one name each, and safe ones of every kind', () => {
    expect(new Set(RAMPS.map((r) => r.id)).size).toBe(RAMPS.length);
    for (const kind of ['sequential', 'diverging', 'qualitative'])
      expect(RAMPS.some((r) => r.kind === kind && r.safe)).toBe(true);
  });
  it('tell thirty categories apart', () => {
    for (const ramp of RAMPS.filter((r) => r.kind === 'qualitative'))
      expect(new Set(colours(ramp, 30)).size).toBeGreaterThan(27);
  });
  it('mix', () => {
    expect([mixColours('#000000', '#ffffff', 0), mixColours('#000000', '#ffffff', 1), mixColours('#000000', '#ff0000', 0.5)]).toEqual(['#000000', '#ffffff', '#800000']); // biome-ignore format: one line
  });
});

describe('breaks', () => {
  it('ascend inside the values, at most one less than the classes, whatever the values', () => {
    fc.assert(
      fc.property(ways, numbers, fc.integer({ min: 1, max: 12 }), (way, values, count) => {
        const spread = createSpread(values);
        const breaks = breaksFor(way, spread, count);
        expect(breaks.length).toBeLessThan(Math.max(1, count) + (count === 0 ? 1 : 0));
        expect(breaks).toEqual(sortBreaks(breaks, spread));
      }),
    );
  });
  it('of equal counts share the values evenly', () => {
    const spread = createSpread(Array.from({ length: 1000 }, (_, i) => i ** 2));
    const breaks = breaksFor('quantile', spread, 5);
    const counts = [...breaks, Infinity].map((to, i) => spread.sample.filter((v) => v < to && v >= (breaks[i - 1] ?? -1)).length); // biome-ignore format: one line
    for (const n of counts) expect(Math.abs(n - 200)).toBeLessThan(12);
  });
  it('of equal widths are round numbers', () => {
    expect(breaksFor('equal', createSpread([0, 100]), 5)).toEqual([20, 40, 60, 80]);
    expect(breaksFor('equal', createSpread([0.013, 9.98]), 4)).toEqual([2.5, 5, 7.5]);
  });
  it('of natural gaps fall into the gaps', () => {
    const breaks = breaksFor('natural', createSpread([1, 2, 3, 101, 102, 103, 990, 1000]), 3);
    expect(breaks).toHaveLength(2);
    expect(breaks[0]).toBeGreaterThan(3);
    expect(breaks[0]).toBeLessThanOrEqual(101);
    expect(breaks[1]).toBeGreaterThan(103);
    expect(breaks[1]).toBeLessThanOrEqual(990);
  });
  it('are none where all is the same', () => {
    for (const way of METHODS) if (way !== 'own') expect(breaksFor(way, createSpread([7, 7, 7]), 5)).toEqual([]);
  });
  it('are moved without passing their neighbours', () => {
    fc.assert(
      fc.property(numbers, fc.double({ min: -2e9, max: 2e9, noNaN: true }), fc.nat(10), (values, to, at) => {
        const spread = createSpread(values);
        const breaks = breaksFor('equal', spread, 5);
        if (breaks.length === 0) return;
        const next = moveBreak(breaks, at % breaks.length, to, spread);
        expect(next).toHaveLength(breaks.length);
        // Minus zero is a zero like any other.
        const plain = (list: readonly number[]) => list.map((n) => n + 0);
        expect(plain(next)).toEqual(plain(sortBreaks(next, spread)));
      }),
      // Values that differ in their last digits alone.
      { examples: [[[999_999_999.9999983, 999_999_999.9999999], 0, 3]] },
    );
  });
  it('are rounded within what is allowed', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e12, max: 1e12, noNaN: true }),
        fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
        (v, give) => {
          expect(Math.abs(roundWithin(v, give) - v)).toBeLessThanOrEqual(give * 1.000001 + Math.abs(v) * 1e-14);
        },
      ),
    );
    expect([roundWithin(1034, 40), roundWithin(0.1234, 0.004), roundWithin(-17, 4)]).toEqual([1000, 0.12, -20]);
  });
});

describe('classes', () => {
  it('are a style that the wire takes, for all breaks, ramps and ways', () => {
    fc.assert(
      fc.property(
        numbers,
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(...RAMPS),
        fc.constantFrom(...VARIES),
        fc.boolean(),
        (values, count, ramp, varies, reversed) => {
          const breaks = breaksFor('quantile', createSpread(values), count);
          const style = graduated({ field: 'f', breaks, ramp, reversed, varies, base: PLAIN, words });
          expect(Style.parse(style)).toEqual(style);
          expect(breaksOf(style)).toEqual(breaks);
          if (breaks.length > 0) expect(variesOf(style)).toBe(varies);
          const other = recolour(style, ramp, !reversed);
          expect(coloursOf(other)).toEqual(colours(ramp, breaks.length + 1, !reversed));
        },
      ),
    );
  });
  it('are called by their bounds, and keep the words of the user', () => {
    const style = graduated({ field: 'f', breaks: [10, 20], ramp: viridis, reversed: false, varies: 'colour', base: PLAIN, words }); // biome-ignore format: one line
    expect(style.classes.map((c) => c.label)).toEqual(['<10', '10-20', '>20']);
    const named = { ...style, classes: style.classes.map((c, i) => (i === 1 ? { ...c, label: 'Middle' } : c)) };
    const next = withBreaks(named, [12, 30], words);
    expect(next.classes.map((c) => [c.from, c.label])).toEqual([
      [null, '<12'],
      [12, 'Middle'],
      [30, '>30'],
    ]);
    expect(graduated({ field: 'f', breaks: [], ramp: viridis, reversed: false, varies: 'both', base: PLAIN, words }).classes[0]?.label).toBe('all'); // biome-ignore format: one line
  });
  it('grow with their class, and stay within what can be drawn', () => {
    for (const base of [0.5, 2, 5, 12, 64]) {
      const row = sizes(base, 6);
      expect(row).toEqual([...row].sort((a, b) => a - b));
      for (const size of row) expect(size >= 0.5 && size <= 64).toBe(true);
    }
  });
  it('of values keep order, words and length', () => {
    const style = categorised({ field: 'f', values: ['b', 'a', 'x'.repeat(900)], label: (v) => `${v}!`, ramp: rampById('okabe') as Ramp, reversed: false, base: PLAIN }); // biome-ignore format: one line
    expect(Style.parse(style)).toEqual(style);
    expect(style.categories.slice(0, 2).map((c) => [c.value, c.label])).toEqual([
      ['b', 'b!'],
      ['a', 'a!'],
    ]);
  });
  it('change all their marks at once and nothing else', () => {
    const rules: Style = { kind: 'rule', rules: [{ label: 'r', filter: { match: 'all', conditions: [{ field: 'size', op: '=', value: 3 }] }, min_zoom: 0, max_zoom: 24, symbol: PLAIN }] }; // biome-ignore format: one line
    for (const style of [rules, heatmap(PLAIN), { kind: 'single', symbol: PLAIN }] as Style[]) {
      const next = withMarks(style, (m) => ({ ...m, size: 9 }));
      expect(Style.parse(next)).toEqual(next);
      expect(baseMark(next).size).toBe(9);
      expect(withMarks(next, () => PLAIN)).toEqual(style);
    }
  });
});

describe('looks', () => {
  it('are the same whatever the order of their keys', () => {
    expect(isSame({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1, e: undefined })).toBe(true);
    expect(isSame({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
  });
  it('lose what the other layer has not', () => {
    const labels = { field: 'name', size: 12, color: '#000000', halo: '#ffffff', min_zoom: 0, max_zoom: 24 };
    const style = graduated({ field: 'n', breaks: [1], ramp: viridis, reversed: false, varies: 'colour', base: PLAIN, words }); // biome-ignore format: one line
    const form = [
      { name: 'n', label: 'N', type: 'integer' as const },
      { name: 'name', label: 'Name', type: 'text' as const },
    ];
    expect(fitLook({ style, labels }, 1, form)).toEqual({ style, labels, lost: [] });
    expect(fitLook({ style, labels }, 1, [])).toMatchObject({ style: { kind: 'single' }, labels: null, lost: ['style', 'labels'] }); // biome-ignore format: one line
    expect(fitLook({ style: heatmap(PLAIN), labels: null }, 3, form).lost).toEqual(['style']);
  });
});

describe('scales', () => {
  it('and zooms lead to each other', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -80, max: 80, noNaN: true }),
        fc.double({ min: 0.5, max: 23.5, noNaN: true }),
        (lat, zoom) => {
          expect(zoomAt(lat, scaleAt(lat, zoom))).toBeCloseTo(zoom, 6);
        },
      ),
    );
    // Zoom 0 shows the equator's 40,075 km on 512 pixels of 0.28 mm.
    expect(scaleAt(0, 0)).toBeCloseTo(40_075_016.7 / 512 / 0.00028, -3);
    expect([zoomAt(35, 1e12), zoomAt(35, 0.001), roundToThreeDigits(123_456)]).toEqual([0, 24, 123_000]);
    expect([...SCALES].sort((a, b) => b - a)).toEqual([...SCALES]);
  });
});
