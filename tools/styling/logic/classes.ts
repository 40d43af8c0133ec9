// Styles by a field, made from colours and breaks or values; what is set by hand in the classes stays where it can.
import { DISC_ICON, type Mark, OWN_ICON, type Style } from '@/contract/schemas/style';
import { colours, type Ramp, rampById } from './ramps';

export type Graduated = Extract<Style, { kind: 'graduated' }>;
export type Categorised = Extract<Style, { kind: 'categorised' }>;
export type CategoryValue = Categorised['categories'][number]['value'];

/** What changes from class to class. */
export const VARIES = ['colour', 'size', 'both'] as const;
export type Varies = (typeof VARIES)[number];

/** How a class is called, worded in the reader's language and digits. */
export interface Words {
  below: (to: number) => string;
  between: (from: number, to: number) => string;
  above: (from: number) => string;
  all: () => string;
}

/** The label of the class with these bounds: inclusive lower, exclusive upper, null for none. */
export const classLabel = (from: number | null, to: number | null, words: Words): string => {
  if (from === null) return to === null ? words.all() : words.below(to);
  return to === null ? words.above(from) : words.between(from, to);
};

/** The mark that stands for the whole style: what a change of kind begins with. */
export const baseMark = (style: Style): Mark => {
  switch (style.kind) {
    case 'single':
    case 'heatmap':
    case 'cluster':
      return style.symbol;
    case 'rule':
      return (style.rules[0] as (typeof style.rules)[number]).symbol;
    case 'graduated':
      return (style.classes[Math.floor(style.classes.length / 2)] as Graduated['classes'][number]).symbol;
    case 'categorised':
      return style.other ?? style.categories[0]?.symbol ?? PLAIN;
  }
};

/** Where nothing says how to draw. */
export const PLAIN: Mark = { color: '#5c7cfa', opacity: 0.9, size: 5, stroke: '#ffffff', stroke_width: 1 };

const isMark = (value: unknown): value is Mark =>
  typeof value === 'object' && value !== null && 'stroke_width' in value;

/** The style with every mark changed. */
export const withMarks = (style: Style, change: (mark: Mark) => Mark): Style => {
  const walk = (part: unknown): unknown => {
    if (isMark(part)) return change(part);
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, walk(value)]));
  };
  return walk(style) as Style;
};

/** Marks from small to large, in even steps, between half and twice the base's size. */
export const sizes = (base: number, count: number): number[] => {
  const [small, large] = [Math.max(1.5, base * 0.6), Math.min(40, Math.max(base * 2.6, base + 3))];
  return Array.from({ length: count }, (_, i) =>
    count === 1 ? base : Number((small + ((large - small) * i) / (count - 1)).toFixed(1)),
  );
};

/** A mark that shows its colour: an uploaded marker has colours of its own. */
const coloured = (mark: Mark): Mark => {
  const { icon, ...plain } = mark;
  return icon === OWN_ICON ? { ...plain, icon: DISC_ICON } : mark;
};

export interface GraduatedPlan {
  field: string;
  breaks: readonly number[];
  /** The smallest and the largest value. */
  range?: readonly [number, number];
  ramp: Ramp;
  reversed: boolean;
  varies: Varies;
  base: Mark;
  words: Words;
}

/** One class more than there are breaks. */
export const graduated = ({ field, breaks, range, ramp, reversed, varies, base, words }: GraduatedPlan): Graduated => {
  const count = breaks.length + 1;
  const paints = colours(ramp, count, reversed);
  const widths = sizes(base.size, count);
  // Stops would give all classes one size.
  const { size_stops: _, ...sized } = base;
  return {
    kind: 'graduated',
    field,
    ...(range ? { range: [...range] } : {}),
    classes: [null, ...breaks].map((from, i) => ({
      from,
      label: classLabel(from, breaks[i] ?? null, words),
      symbol: {
        ...(varies === 'colour' ? coloured(base) : varies === 'both' ? coloured(sized) : sized),
        ...(varies === 'size' ? {} : { color: paints[i] as string }),
        ...(varies === 'colour' ? {} : { size: widths[i] as number }),
      },
    })),
  };
};

/** The lower bounds of all classes but the first, ascending. */
export const breaksOf = (style: Graduated): number[] =>
  style.classes.flatMap((c) => (c.from === null ? [] : [c.from])).sort((a, b) => a - b);

/** What a graduated style varies, read from its marks. */
export const variesOf = (style: Graduated): Varies => {
  const differ = (of: (mark: Mark) => unknown) => new Set(style.classes.map((c) => of(c.symbol))).size > 1;
  if (!differ((m) => m.size)) return 'colour';
  return differ((m) => m.color) ? 'both' : 'size';
};

/** Other bounds for the same classes; words that were made by us follow them, words of the user stay. */
export const withBreaks = (style: Graduated, breaks: readonly number[], words: Words): Graduated => {
  const before = breaksOf(style);
  return {
    ...style,
    classes: style.classes.map((c, i) => {
      const [from, to] = [i === 0 ? null : (breaks[i - 1] ?? null), breaks[i] ?? null];
      const own = c.label !== classLabel(c.from, before[i] ?? null, words);
      return { ...c, from, label: own ? c.label : classLabel(from, to, words) };
    }),
  };
};

/** More values than this are not told apart by colour; the rest is drawn as "other". */
export const MAX_CATEGORIES = 30;

export interface CategoryPlan {
  field: string;
  values: readonly CategoryValue[];
  label: (value: CategoryValue) => string;
  ramp: Ramp;
  reversed: boolean;
  base: Mark;
}

/** A category for each value, in their order; what is none of them is grey. */
export const categorised = ({ field, values, label, ramp, reversed, base }: CategoryPlan): Categorised => {
  const paints = colours(ramp, values.length, reversed);
  return {
    kind: 'categorised',
    field,
    categories: values.map((value, i) => ({
      value: typeof value === 'string' ? value.slice(0, 500) : value,
      label: label(value).slice(0, 200),
      symbol: { ...coloured(base), color: paints[i] as string },
    })),
    other: { ...coloured(base), color: '#9aa0ad' },
  };
};

/** The classes' or categories' colours replaced by those of a ramp. */
export const recolour = <S extends Graduated | Categorised>(style: S, ramp: Ramp, reversed: boolean): S => {
  const row = style.kind === 'graduated' ? style.classes : style.categories;
  const paints = colours(ramp, row.length, reversed);
  const painted = row.map((c, i) => ({ ...c, symbol: { ...c.symbol, color: paints[i] as string } }));
  return { ...style, ...(style.kind === 'graduated' ? { classes: painted } : { categories: painted }) };
};

export const coloursOf = (style: Graduated | Categorised): string[] =>
  (style.kind === 'graduated' ? style.classes : style.categories).map((c) => c.symbol.color);

/** Heat from pale to dark, as a new heatmap begins: magma's black would rim every point of a light map. */
export const heatmap = (base: Mark): Extract<Style, { kind: 'heatmap' }> => ({
  kind: 'heatmap',
  symbol: base,
  radius: 24,
  intensity: 1,
  weight: null,
  ramp: colours(rampById('ylorrd') as Ramp, 5),
});
