// Which kind of our styles a list of rules is: categories, classes, or just rules. Pure.
import type { Mark, Rule, Style } from '../../../contract/schemas/style';
import { DEEPEST, type Warn } from './style-model';

/** Rules that name one value of one field each, with one for the rest, are categories. */
function asCategories(rules: readonly Rule[], rest: Mark | null): Style | null {
  const first = rules[0]?.filter?.conditions[0]?.field;
  if (first === undefined || rules.length > 200) return null;
  const categories = rules.flatMap(({ filter, label, symbol }) => {
    const c = filter?.conditions[0];
    return filter?.conditions.length === 1 && c?.op === '=' && c.field === first
      ? [{ value: c.value, label, symbol }]
      : [];
  });
  const values = new Set(categories.map((c) => String(c.value)));
  return categories.length === rules.length && values.size === rules.length
    ? { kind: 'categorised', field: first, categories, other: rest }
    : null;
}

/** Rules that share out the numbers of one field without a gap are classes. */
function asClasses(rules: readonly Rule[]): Style | null {
  const field = rules[0]?.filter?.conditions[0]?.field;
  if (field === undefined) return null;
  const spans = rules.map(({ filter, label, symbol }) => {
    if (filter?.match !== 'all' && filter?.conditions.length !== 1) return null;
    let [low, high]: [number | null, number | null] = [null, null];
    for (const c of filter.conditions) {
      if (c.field !== field) return null;
      if (c.op === 'not_empty' && filter.conditions.length === 1 && rules.length === 1) continue;
      if (!('value' in c) || typeof c.value !== 'number') return null;
      if (c.op === '>=' || c.op === '>') low = c.value;
      else if (c.op === '<' || c.op === '<=') high = c.value;
      else return null;
    }
    return { low, high, label, symbol };
  });
  if (spans.some((s) => s === null)) return null;
  const sorted = (spans as { low: number | null; high: number | null; label: string; symbol: Mark }[]).sort(
    (a, b) => (a.low ?? -Infinity) - (b.low ?? -Infinity),
  );
  const whole = sorted.every((s, i) => i === sorted.length - 1 || (s.high !== null && s.high === sorted[i + 1]?.low));
  if (!whole || sorted.length > 50) return null;
  return {
    kind: 'graduated',
    field,
    classes: sorted.map((s, i) => ({ from: i === 0 ? null : s.low, label: s.label, symbol: s.symbol })),
  };
}

/** The simplest kind of style that says what the rules say; null where nothing is drawn. */
export function styleOf(rules: Rule[], rest: Mark | null, warn: Warn): Style | null {
  const [only] = rules;
  if (!only) return rest ? { kind: 'single', symbol: rest } : null;
  const always = rules.every((r) => r.min_zoom === 0 && r.max_zoom === DEEPEST);
  if (always) {
    if (rules.length === 1 && !only.filter) return { kind: 'single', symbol: only.symbol };
    const style = asCategories(rules, rest) ?? (rest ? null : asClasses(rules));
    if (style) return style;
  }
  if (rest) warn('filter', 'other');
  if (rules.length > 50) warn('none', '51');
  return { kind: 'rule', rules: rules.slice(0, 50) };
}
