// Which fields a field looks back at, and what becomes of that when names change. Pure.
import { type Condition, rulesOf } from '@/contract/filters/match';
import type { Field } from '@/contract/schemas/form';

/** The parts of a field that look at other fields. */
export type ConditionPart = 'visible_if' | 'required_if' | 'warn_if';

/** The condition of a part; null where there is none. */
export const conditionOf = (field: Field, part: ConditionPart): Condition | null =>
  (part === 'warn_if' ? field.warn_if?.when : field[part]) ?? null;

const PARTS: readonly ConditionPart[] = ['visible_if', 'required_if', 'warn_if'];

/** A field in an expression: its name in square brackets. */
const NAME = /\[([^[\]]+)\]/g;
const namesIn = (expr = ''): string[] => [...expr.matchAll(NAME)].map(([, name = '']) => name.trim());

/** Names of the other fields that must stand before this one. */
export function sourcesOf(field: Field): Set<string> {
  const names = PARTS.flatMap((part) => {
    const condition = conditionOf(field, part);
    return condition ? rulesOf(condition).map((rule) => rule.field) : [];
  });
  const others = [...names, ...(field.parent_field ? [field.parent_field] : []), ...namesIn(field.expr)];
  return new Set(others.filter((name) => name !== field.name));
}

/** A condition whose rules are about other names. */
export function renamed(condition: Condition, names: ReadonlyMap<string, string>): Condition {
  if ('and' in condition) return { and: condition.and.map((one) => renamed(one, names)) };
  if ('or' in condition) return { or: condition.or.map((one) => renamed(one, names)) };
  if ('not' in condition) return { not: renamed(condition.not, names) };
  return { ...condition, field: names.get(condition.field) ?? condition.field };
}

/** The field as it looks at fields that have other names now. */
export function withSources(field: Field, names: ReadonlyMap<string, string>): Field {
  if (names.size === 0) return field;
  return {
    ...field,
    ...(field.visible_if && { visible_if: renamed(field.visible_if, names) }),
    ...(field.required_if && { required_if: renamed(field.required_if, names) }),
    ...(field.parent_field && { parent_field: names.get(field.parent_field) ?? field.parent_field }),
    ...(field.expr && {
      expr: field.expr.replace(NAME, (whole, name: string) => {
        const next = names.get(name.trim());
        return next === undefined ? whole : `[${next}]`;
      }),
    }),
    ...(field.warn_if && { warn_if: { ...field.warn_if, when: renamed(field.warn_if.when, names) } }),
  };
}
