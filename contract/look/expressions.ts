// From the contract's style to expressions over a tile's properties: the one place that knows both languages.
import type { ExpressionSpecification, FilterSpecification } from 'maplibre-gl';
import { CLUSTER_COUNT, LABEL_KEY, listFieldOf, listPart } from '../ogc';
import type { Condition, Mark, RuleFilter, Style } from '../schemas/style';

/** The record's id: the tile feature's own, or a property where a server has no feature ids. */
const ID: ExpressionSpecification = ['to-number', ['coalesce', ['id'], ['get', 'id']], -1];

/** True for records among these ids; a lookup, not a walk through the list. */
export const isAmong = (ids: readonly number[]): ExpressionSpecification =>
  ids.length === 0 ? ['literal', false] : ['match', ID, [...new Set(ids)], true, false];

const textOf = (field: string): ExpressionSpecification => ['to-string', ['get', field]];

/** Whether a style's field stands for all values of a list; see `withLists`. */
const isListKey = (field: string) => listFieldOf(field) !== null;

/** The record has this value among those of its list. */
const hasValue = (field: string, value: string): ExpressionSpecification => [
  'in',
  listPart(value),
  ['coalesce', ['get', field], ''],
];
const hasAny = (field: string, values: readonly string[]): ExpressionSpecification =>
  ['any', ...values.map((value) => hasValue(field, value))] as ExpressionSpecification;

/** Values are compared as text, so that "1" of one tile writer and 1 of another are one category; the first of two equals wins. */
export const uniqueCategories = (style: Extract<Style, { kind: 'categorised' }>) =>
  [...new Map([...style.categories].reverse().map((c) => [String(c.value), c])).entries()].reverse();

/** The style that draws single records by the classes of clusters. */
export const byValue = (by: NonNullable<Extract<Style, { kind: 'cluster' }>['by']>) =>
  ({ kind: 'categorised', ...by }) as const;

/** Ascending, the first without a lower bound, each bound once: what a `step` insists on. */
export const sortClasses = (style: Extract<Style, { kind: 'graduated' }>) => {
  const bound = (from: number | null) => from ?? Number.NEGATIVE_INFINITY;
  return [...style.classes]
    .sort((a, b) => bound(a.from) - bound(b.from))
    .filter((c, i, all) => i === 0 || bound(c.from) > bound(all[i - 1]?.from ?? null));
};

/** One property of the marks as a paint value: a constant where all marks agree, else an expression. */
export const paint = <T extends string | number>(style: Style, of: (mark: Mark) => T): T | ExpressionSpecification => {
  const marks = marksOf(style);
  const first = marks[0];
  if (!first) return of({ color: '#000000', opacity: 0, size: 1, stroke: '#000000', stroke_width: 0 });
  if (marks.every((mark) => of(mark) === of(first))) return of(first);
  switch (style.kind) {
    case 'single':
    case 'heatmap':
    case 'cluster':
      return of(style.symbol);
    // Each rule is drawn by map layers of its own; one value for all of them is the first rule's.
    case 'rule':
      return of(first);
    case 'categorised': {
      const categories = uniqueCategories(style);
      if (isListKey(style.field)) {
        const cases = categories.flatMap(([value, c]) => [hasValue(style.field, value), of(c.symbol)]);
        return ['case', ...cases, of(style.other ?? first)] as unknown as ExpressionSpecification;
      }
      const pairs = categories.flatMap(([value, c]) => [value, of(c.symbol)]);
      return ['match', textOf(style.field), ...pairs, of(style.other ?? first)] as unknown as ExpressionSpecification;
    }
    case 'graduated': {
      const [lowest, ...rest] = sortClasses(style);
      const stops = rest.flatMap((c) => [c.from, of(c.symbol)]);
      const value = ['to-number', ['get', style.field], Number.MIN_SAFE_INTEGER];
      return ['step', value, of(lowest?.symbol ?? first), ...stops] as unknown as ExpressionSpecification;
    }
  }
};

export const marksOf = (style: Style): Mark[] => {
  switch (style.kind) {
    case 'single':
    case 'heatmap':
    case 'cluster':
      return [style.symbol];
    case 'rule':
      return style.rules.map((r) => r.symbol);
    case 'categorised':
      return [...style.categories.map((c) => c.symbol), ...(style.other ? [style.other] : [])];
    case 'graduated':
      return style.classes.map((c) => c.symbol);
  }
};

const NUMERIC: Record<string, true> = { '<': true, '<=': true, '>': true, '>=': true };

/** One condition over a tile's properties. An absent value passes none but `empty`. */
const condition = (c: Condition): ExpressionSpecification => {
  const value: ExpressionSpecification = ['get', c.field];
  const there: ExpressionSpecification = ['all', ['!=', value, null], ['!=', value, '']];
  switch (c.op) {
    case 'empty':
      return ['!', there];
    case 'not_empty':
      return there;
    case 'contains':
      return ['all', there, ['in', c.value, textOf(c.field)]];
    default: {
      if (isListKey(c.field) && !NUMERIC[c.op]) {
        const has = hasValue(c.field, String(c.value));
        return ['all', there, c.op === '=' ? has : ['!', has]];
      }
      const op = c.op === '=' ? '==' : c.op;
      // Numbers are compared as numbers, all else as text, whichever way the tile writer put them; what is no number fails.
      const test =
        typeof c.value === 'number' && NUMERIC[c.op]
          ? [op, ['to-number', value, c.op.startsWith('<') ? Number.MAX_VALUE : -Number.MAX_VALUE], c.value]
          : [op, textOf(c.field), String(c.value)];
      return ['all', there, test as unknown as ExpressionSpecification];
    }
  }
};

/** A rule's filter as an expression; null takes everything. */
export const ruleCondition = (filter: RuleFilter | null): ExpressionSpecification | null =>
  filter && ([filter.match, ...filter.conditions.map(condition)] as ExpressionSpecification);

/** Which records the style leaves out: those of no category where there is no `other`, those without a value to grade, those that no rule takes. */
export const toFilter = (style: Style): ExpressionSpecification | null => {
  if (style.kind === 'rule') {
    const conditions = style.rules.map((r) => ruleCondition(r.filter));
    return conditions.some((c) => c === null) ? null : (['any', ...conditions] as ExpressionSpecification);
  }
  if (style.kind === 'graduated') return ['!=', ['get', style.field], null];
  if (style.kind === 'cluster') {
    const alone = style.by ? toFilter(byValue(style.by)) : null;
    return alone && ['any', ['has', CLUSTER_COUNT], alone];
  }
  if (style.kind === 'categorised' && style.other === null) {
    const values = uniqueCategories(style).map(([value]) => value);
    if (values.length === 0) return ['literal', false];
    return isListKey(style.field) ? hasAny(style.field, values) : ['match', textOf(style.field), values, true, false];
  }
  return null;
};

/** A record that has another class as well is drawn by that one; of no class are those that have none at all. */
const withoutChoices = (
  style: Extract<Style, { kind: 'categorised' }>,
  isOn: (key: string) => boolean,
): { style: Style; filter: ExpressionSpecification | null } => {
  const values = uniqueCategories(style).map(([value]) => value);
  const on = values.filter((value) => isOn(`is:${value}`));
  const isOther = isOn('other') && style.other !== null;
  if (on.length === 0 && !isOther) return { style, filter: ['literal', false] };
  const filter: ExpressionSpecification = isOther
    ? ['any', hasAny(style.field, on), ['!', hasAny(style.field, values)]]
    : hasAny(style.field, on);
  return { style: { ...style, categories: style.categories.filter((c) => on.includes(String(c.value))) }, filter };
};

/** The style without the classes that are switched off; `null` takes all that is left. Keys are those of `legend`. */
export const withoutClasses = (
  style: Style,
  off: ReadonlySet<string> | undefined,
): { style: Style; filter: ExpressionSpecification | null } => {
  if (!off || off.size === 0) return { style, filter: null };
  const isOn = (key: string) => !off.has(key);
  switch (style.kind) {
    case 'rule': {
      const rules = style.rules.filter((_, i) => isOn(`rule:${i}`));
      return rules.length === 0 ? { style, filter: ['literal', false] } : { style: { ...style, rules }, filter: null };
    }
    case 'categorised': {
      if (isListKey(style.field)) return withoutChoices(style, isOn);
      const pairs = uniqueCategories(style).flatMap(([value]) => [value, isOn(`is:${value}`)]);
      const filter =
        pairs.length === 0 ? ['literal', isOn('other')] : ['match', textOf(style.field), ...pairs, isOn('other')];
      return { style, filter: filter as ExpressionSpecification };
    }
    case 'graduated': {
      const [lowest, ...rest] = sortClasses(style);
      const stops = rest.flatMap((c) => [c.from, isOn(`from:${c.from}`)]);
      const value = ['to-number', ['get', style.field], Number.MIN_SAFE_INTEGER];
      return {
        style,
        filter: ['step', value, isOn(`from:${lowest?.from ?? null}`), ...stops] as unknown as ExpressionSpecification,
      };
    }
    case 'cluster': {
      const isSeveral: ExpressionSpecification = ['has', CLUSTER_COUNT];
      const alone = style.by ? withoutClasses(byValue(style.by), off).filter : null;
      const filters = [
        ...(isOn('clusters') ? [] : [['!', isSeveral]]),
        ...(isOn('all') ? [] : [isSeveral]),
        ...(alone ? [['any', isSeveral, alone]] : []),
      ];
      return { style, filter: (filters.length > 0 ? ['all', ...filters] : null) as ExpressionSpecification | null };
    }
    case 'single':
    case 'heatmap':
      return { style, filter: isOn('all') ? null : ['literal', false] };
  }
};

/** All of the conditions, or undefined where there is none. */
export const allOf = (...conditions: (ExpressionSpecification | null)[]): FilterSpecification | undefined => {
  const real = conditions.filter((c) => c !== null);
  return real.length === 0 ? undefined : real.length === 1 ? real[0] : (['all', ...real] as FilterSpecification);
};

export const labelText = (field: string): ExpressionSpecification => [
  'to-string',
  ['coalesce', ['get', LABEL_KEY], ['get', field]],
];
