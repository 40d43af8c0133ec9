// GeoStyler's rules as our styles, by the layer's own fields, with what was left out. Pure.
import { isNumeric } from '../../../contract/fields';
import type { Field } from '../../../contract/schemas/form';
import type { Condition, Labels, Mark, Rule, RuleFilter, Style, StyleWarning } from '../../../contract/schemas/style';
import { styleOf } from './style-kinds';
import { labelsOf, markOf } from './style-marks';
import { type GsFilter, type GsRule, unpattern, type Warn, zoomsOf } from './style-model';

const COMPARE = ['==', '!=', '<', '<=', '>', '>='];
type Typed = (field: unknown, value: unknown) => string | number | null;

/** Conditions of one comparison; null where it says more than we can. */
function conditionsOf(filter: GsFilter, typed: Typed, names: ReadonlySet<string>): Condition[] | null {
  const [op, field, value, upper] = filter;
  if (op === '!') {
    const [inner, name, v] = (Array.isArray(field) ? field : []) as unknown[];
    if (inner !== '==' || typeof name !== 'string' || !names.has(name)) return null;
    return conditionsOf(v === null ? ['not_empty', name] : ['!=', name, v], typed, names);
  }
  if (typeof field !== 'string' || !names.has(field)) return null;
  if (op === 'not_empty') return [{ field, op: 'not_empty' }];
  if (value === null && (op === '==' || op === '!=')) return [{ field, op: op === '==' ? 'empty' : 'not_empty' }];
  if (op === '<=x<=') {
    const [low, high] = [typed(field, value), typed(field, upper)];
    if (low === null || high === null) return null;
    return [
      { field, op: '>=', value: low },
      { field, op: '<=', value: high },
    ];
  }
  if (op === '*=') {
    const text = unpattern(String(value));
    return text ? [{ field, op: 'contains', value: text }] : null;
  }
  const comparable = typed(field, value);
  if (!COMPARE.includes(op) || comparable === null) return null;
  return [{ field, op: (op === '==' ? '=' : op) as '=', value: comparable }];
}

function filterOf(filter: GsFilter, typed: Typed, names: ReadonlySet<string>): RuleFilter | null {
  const [op, ...parts] = filter;
  const any = op === '||';
  const list = any || op === '&&' ? (parts as GsFilter[]) : [filter];
  const conditions: Condition[] = [];
  for (const part of list) {
    if (!Array.isArray(part)) return null;
    const read = conditionsOf(part, typed, names);
    if (!read || (any && read.length > 1)) return null;
    conditions.push(...read);
  }
  return conditions.length > 0 && conditions.length <= 20 ? { match: any ? 'any' : 'all', conditions } : null;
}

const isRest = ({ filter }: GsRule, field: string): boolean => {
  if (!filter) return false;
  const [op, none, others] = filter as [string, unknown, unknown];
  return (
    op === '||' &&
    Array.isArray(none) &&
    none[0] === '==' &&
    none[1] === field &&
    none[2] === null &&
    Array.isArray(others)
  );
};

export interface Read {
  style: Style | null;
  labels: Labels | null;
  warnings: StyleWarning[];
}

/** Rules as a layer's look, by the layer's own fields. `style` is null where nothing in them draws such a layer. */
export function fromRules(given: readonly GsRule[], type: number, form: readonly Field[]): Read {
  const warnings: StyleWarning[] = [];
  const warn: Warn = (code, where = '') => {
    if (!warnings.some((w) => w.code === code && w.where === where)) warnings.push({ code, where });
  };
  const fields = new Map(form.map((f) => [f.name, f]));
  const names = new Set(fields.keys());
  const typed: Typed = (field, value) => {
    const formField = fields.get(String(field));
    if (formField && isNumeric(formField)) {
      const n = Number(value);
      return value !== '' && Number.isFinite(n) ? n : null;
    }
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value).slice(0, 500)
      : null;
  };

  let labels: Labels | null = null;
  const rules: Rule[] = [];
  let rest: Mark | null = null;
  for (const [i, rule] of given.entries()) {
    const where = rule.name || String(i + 1);
    for (const text of rule.symbolizers.filter((s) => s.kind === 'Text')) {
      const read = labelsOf(text, rule, names, warn);
      if (read && labels) warn('label', where);
      labels ??= read;
    }
    const symbol = markOf(rule.symbolizers, type, (code, place) => warn(code, place || where));
    if (!symbol) {
      if (!rule.symbolizers.some((s) => s.kind === 'Text')) warn('symbol', where);
      continue;
    }
    const first = rules[0]?.filter?.conditions[0]?.field;
    if (i > 0 && first !== undefined && !rule.scaleDenominator && isRest(rule, first)) {
      rest = symbol;
      continue;
    }
    const filter = rule.filter ? filterOf(rule.filter, typed, names) : null;
    if (rule.filter && !filter) {
      // A rule whose filter is lost would draw everything: it is left out.
      warn('filter', where);
      continue;
    }
    if (rules.length === 50 && !filter) warn('none', where);
    rules.push({ label: rule.name.slice(0, 200), filter, ...zoomsOf(rule), symbol });
  }
  return { style: styleOf(rules, rest, warn), labels, warnings };
}
