// Classes of numbers for the colours of a map: of about as many regions each, the same number never in two of them. Pure.

export interface ValueClass {
  from: number;
  to: number;
  colour: string;
}

/** From few to many. Read on light and dark grounds, and apart without their hue. */
const COLOURS = ['#ffeda0', '#feb24c', '#fc8d3c', '#f03b20', '#bd0026'] as const;

export function classesOf(values: readonly number[]): ValueClass[] {
  const sorted = [...values].sort((a, b) => a - b);
  const distinct = [...new Set(sorted)];
  const n = Math.min(COLOURS.length, distinct.length);
  if (n === 0) return [];
  // Few different numbers have a class each; of more, the bounds are quantiles.
  const ends =
    distinct.length <= COLOURS.length
      ? distinct
      : [
          ...new Set(
            Array.from({ length: n }, (_, i) => sorted[Math.ceil(((i + 1) * sorted.length) / n) - 1] as number),
          ),
        ];
  return ends.map((to, i) => ({
    from: i === 0 ? (distinct[0] as number) : (distinct.find((value) => value > (ends[i - 1] as number)) as number),
    to,
    colour: COLOURS[Math.round((i * (COLOURS.length - 1)) / Math.max(1, ends.length - 1))] as string,
  }));
}

export const classOf = (classes: readonly ValueClass[], value: number): ValueClass | undefined =>
  classes.find(({ from, to }) => value >= from && value <= to);
