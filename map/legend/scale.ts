// The numbers of a legend: ticks of a ramp, and bubbles with what they stand for. Pure.

import { sortClasses } from '@/contract/look/expressions';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import type { Mark, Style } from '@/contract/schemas/style';

export interface Tick {
  /** From 0, the low end, to 1. */
  at: number;
  value: number;
  /** The number is a bound: less than it, or it and more. */
  bound?: 'below' | 'above';
}
export type LegendScale =
  | { kind: 'ramp'; colours: readonly string[]; ticks: readonly Tick[] }
  /** From small to large. */
  | { kind: 'sizes'; bubbles: readonly { mark: Mark; tick: Tick }[] };

type Graduated = Extract<Style, { kind: 'graduated' }>;

/** What the renderer multiplies a point's weight with: its kernel is a normal distribution. */
const KERNEL = 1 / Math.sqrt(2 * Math.PI);
/** Densities of the first colour, the middle and the last; below the first nothing is drawn. */
export const HEAT_DENSITIES = [0.15, 0.575, 1] as const;

const twoDigits = (value: number): number => Number(value.toPrecision(2));

/** Weight at one place that makes a density: the number of records, where all weigh the same. */
const heatScale = ({ ramp, intensity }: Extract<Style, { kind: 'heatmap' }>): LegendScale => ({
  kind: 'ramp',
  colours: ramp,
  ticks: HEAT_DENSITIES.map((density, i) => ({
    at: i / 2,
    value: twoDigits(density / (KERNEL * intensity)),
    ...(i === 2 ? { bound: 'above' } : {}),
  })),
});

const rampScale = (classes: Graduated['classes'], range: Graduated['range']): LegendScale => ({
  kind: 'ramp',
  colours: classes.map((c) => c.symbol.color),
  ticks: [
    ...(range ? [{ at: 0, value: range[0] }] : []),
    ...classes.flatMap(({ from }, i) => (from === null ? [] : [{ at: i / classes.length, value: from }])),
    ...(range ? [{ at: 1, value: range[1] }] : []),
  ],
});

const sizeScale = (classes: Graduated['classes'], range: Graduated['range']): LegendScale => ({
  kind: 'sizes',
  bubbles: classes.flatMap(({ from, symbol }, i) => {
    const next = classes[i + 1]?.from;
    const at = i / classes.length;
    if (from !== null) return [{ mark: symbol, tick: { at, value: from, bound: 'above' as const } }];
    if (typeof next === 'number') return [{ mark: symbol, tick: { at, value: next, bound: 'below' as const } }];
    return range ? [{ mark: symbol, tick: { at, value: range[0] } }] : [];
  }),
});

/** One for what changes colour, one for what changes size; none where a legend's words say all. */
export const legendScales = (style: Style, type: number): LegendScale[] => {
  if (type < LAYER_TYPES.point || type > LAYER_TYPES.polygon) return [];
  if (style.kind === 'heatmap') return type === LAYER_TYPES.point ? [heatScale(style)] : [];
  if (style.kind !== 'graduated' || style.classes.length < 2) return [];
  const classes = sortClasses(style);
  const differ = (of: (mark: Mark) => unknown) => new Set(classes.map((c) => of(c.symbol))).size > 1;
  return [
    ...(differ((m) => m.color) ? [rampScale(classes, style.range)] : []),
    ...(type === LAYER_TYPES.point && differ((m) => m.size) ? [sizeScale(classes, style.range)] : []),
  ];
};

/** The ticks whose words find room beside each other: both ends first, then those between. `widthOf` and `room` in one unit. */
export const fitTicks = <T extends { at: number }>(
  ticks: readonly T[],
  widthOf: (tick: T) => number,
  room: number,
): T[] => {
  const spanOf = (tick: T): [number, number] => {
    const width = widthOf(tick);
    const start = Math.min(Math.max(0, tick.at * room - width / 2), room - width);
    return [start, start + width];
  };
  const byRank = [...new Set([ticks[0], ticks.at(-1), ...ticks])].filter((tick) => tick !== undefined);
  const fit: T[] = [];
  for (const tick of byRank) {
    const [start, end] = spanOf(tick);
    if (fit.every((other) => spanOf(other)[1] < start || spanOf(other)[0] > end)) fit.push(tick);
  }
  return fit.sort((a, b) => a.at - b.at);
};
