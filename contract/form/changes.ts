// What has changed from one form to another, field by field, for whoever words it. Pure.
import { z } from 'zod';
import type { Field } from '../schemas/form';

const MAX_CHANGES = 1000;
export const FormChange = z.object({
  kind: z.enum(['added', 'removed', 'changed', 'moved']),
  /** The field's name and label as they became, or were. */
  name: z.string(),
  label: z.string(),
  /** Of a changed field: the parts of it. */
  parts: z.array(z.string()).optional(),
});
export type FormChange = z.infer<typeof FormChange>;

/** The text of a thing whose members stand in any order, as the database keeps them. */
export const canonical = (thing: unknown): string =>
  JSON.stringify(thing ?? null, (_key, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** The parts in which two states of a field differ. */
export function changedParts(before: Field, after: Field): (keyof Field)[] {
  const parts = new Set([...Object.keys(before), ...Object.keys(after)] as (keyof Field)[]);
  return [...parts].filter((part) => canonical(before[part]) !== canonical(after[part]));
}

/** Names that keep their order among each other: the longest such row. What is not of it has moved. */
function unmoved(order: readonly string[], places: ReadonlyMap<string, number>): Set<string> {
  const rows: string[][] = [];
  for (const name of order) {
    const at = places.get(name) as number;
    const longest = rows.findLast((row) => (places.get(row.at(-1) as string) as number) < at);
    const next = [...(longest ?? []), name];
    const same = rows[next.length - 1];
    if (!same || (places.get(same.at(-1) as string) as number) > at) rows[next.length - 1] = next;
  }
  return new Set(rows.at(-1));
}

/** In the order of the new form; what is gone comes last. */
export function formChanges(before: readonly Field[], after: readonly Field[]): FormChange[] {
  const old = new Map(before.map((field) => [field.name, field]));
  const names = new Set(after.map(({ name }) => name));
  const places = new Map(before.map(({ name }, i) => [name, i]));
  const still = unmoved(
    after.flatMap(({ name }) => (old.has(name) ? [name] : [])),
    places,
  );
  const changes = after.flatMap((field): FormChange[] => {
    const { name, label } = field;
    const was = old.get(name);
    if (!was) return [{ kind: 'added', name, label }];
    const parts = changedParts(was, field);
    return [
      ...(parts.length > 0 ? [{ kind: 'changed', name, label, parts } as const] : []),
      ...(still.has(name) ? [] : [{ kind: 'moved', name, label } as const]),
    ];
  });
  const removed = before.filter(({ name }) => !names.has(name));
  return [...changes, ...removed.map(({ name, label }) => ({ kind: 'removed', name, label }) as const)].slice(
    0,
    MAX_CHANGES,
  );
}
