// What a form has changed, and where somebody else has changed the same. Pure.

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The fields whose values are not those of before. */
export function changedFields<V extends object>(before: V, now: V): Partial<V> {
  const keys = Object.keys(now) as (keyof V)[];
  return Object.fromEntries(
    keys.filter((key) => !isSame(before[key], now[key])).map((key) => [key, now[key]]),
  ) as Partial<V>;
}

/** Whether any field is not what it was. */
export const hasChanged = <V extends object>(before: V, now: V): boolean =>
  Object.keys(changedFields(before, now)).length > 0;

/** A field that both this person and somebody else have changed, to different values. */
export interface Conflict<V extends object> {
  field: keyof V & string;
  mine: unknown;
  theirs: unknown;
}

/** `before`: as the form was opened; `mine`: as it stands; `theirs`: as the server has it now. */
export function conflictsOf<V extends object>(before: V, mine: V, theirs: V): Conflict<V>[] {
  return (Object.keys(changedFields(before, mine)) as (keyof V & string)[])
    .filter((field) => !isSame(before[field], theirs[field]) && !isSame(mine[field], theirs[field]))
    .map((field) => ({ field, mine: mine[field], theirs: theirs[field] }));
}

/** Theirs, with what this person has changed over it; fields of `giveUp` stay theirs. */
export function mergeValues<V extends object>(before: V, mine: V, theirs: V, giveUp: readonly string[] = []): V {
  const changed = Object.entries(changedFields(before, mine)).filter(([field]) => !giveUp.includes(field));
  return { ...theirs, ...(Object.fromEntries(changed) as Partial<V>) };
}
