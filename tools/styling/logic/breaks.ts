// Where classes of a number field begin: equal widths, equal counts, natural gaps.
import { ckmeans } from 'simple-statistics';

export const METHODS = ['natural', 'quantile', 'equal', 'own'] as const;
export type Method = (typeof METHODS)[number];

export const MAX_CLASSES = 12;

/** What breaks are chosen by: `sample` ascends, all values or as many at even ranks. */
export interface Spread {
  min: number;
  max: number;
  sample: readonly number[];
}

/** The number with the fewest digits that is at most `tolerance` away. */
export const roundWithin = (value: number, tolerance: number): number => {
  if (!(tolerance > 0) || !Number.isFinite(value)) return value;
  for (let e = Math.ceil(Math.log10(Math.max(Math.abs(value), tolerance))) + 1; e >= -12; e -= 1) {
    const unit = 10 ** e;
    const rounded = e >= 0 ? Math.round(value / unit) * unit : Number(value.toFixed(-e));
    if (Math.abs(rounded - value) <= tolerance) return rounded === 0 ? 0 : Number(rounded.toPrecision(15));
  }
  return value;
};

/** Ascending, each once, and none that leaves a class without room: above the least value, at most the greatest. */
export const sortBreaks = (breaks: readonly number[], { min, max }: Pick<Spread, 'min' | 'max'>): number[] =>
  [...new Set(breaks)].filter((b) => Number.isFinite(b) && b > min && b <= max).sort((a, b) => a - b);

/** Share of the narrower neighbouring class by which a break may be moved to a rounder number. */
const GIVE = 0.02;

const tidy = (breaks: readonly number[], spread: Spread): number[] => {
  const row = sortBreaks(breaks, spread);
  const rounded = row.map((b, i) =>
    roundWithin(b, GIVE * Math.min(b - (row[i - 1] ?? spread.min), (row[i + 1] ?? spread.max) - b)),
  );
  return sortBreaks(rounded, spread);
};

/**
 * The inclusive lower bounds of all classes but the first, at most `count - 1`: fewer where values are few. `own` keeps what the
 * caller has and is not asked here.
 */
export const breaksFor = (method: Exclude<Method, 'own'>, spread: Spread, count: number): number[] => {
  const { min, max, sample } = spread;
  if (count < 2 || !(max > min)) return [];
  const inner = Array.from({ length: count - 1 }, (_, i) => (i + 1) / count);
  switch (method) {
    case 'equal':
      return tidy(
        inner.map((share) => min * (1 - share) + max * share),
        spread,
      );
    case 'quantile':
      return tidy(
        inner.map((share) => sample[Math.min(sample.length - 1, Math.round(share * sample.length))] ?? max),
        spread,
      );
    case 'natural': {
      const distinct = new Set(sample).size;
      if (distinct < 2) return [];
      const groups = ckmeans([...sample], Math.min(count, distinct));
      return sortBreaks(
        groups.slice(1).flatMap((group, i) => {
          // A rounder number in the gap between two groups, the upper group's least value included, cuts them as well.
          const [below, above] = [groups[i]?.at(-1), group[0]];
          if (below === undefined || above === undefined) return [];
          const gap = above - below;
          const rounded = roundWithin(above - 0.49 * gap, 0.4901 * gap);
          return [rounded > below && rounded <= above ? rounded : above];
        }),
        spread,
      );
    }
  }
};

/** Moves one break, never past its neighbours or out of the values' range; not at all where the values leave no number between them. */
export const moveBreak = (breaks: readonly number[], i: number, to: number, { min, max }: Spread): number[] => {
  const least = (max - min) / 1000;
  const [below, above] = [breaks[i - 1] ?? min, breaks[i + 1]];
  const low = below + least;
  const high = above === undefined ? max : above - least;
  // Beside a large number a small step is lost in its last digits.
  if (!(low > below && low <= high && high < (above ?? Number.POSITIVE_INFINITY))) return [...breaks];
  const value = Math.min(high, Math.max(low, to));
  const rounded = roundWithin(value, least / 2);
  return breaks.with(i, rounded >= low && rounded <= high ? rounded : value);
};
