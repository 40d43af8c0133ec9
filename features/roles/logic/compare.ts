// Two roles side by side: each line is one thing that a role may have. Pure.
import { type LayerPermission, RIGHTS, type Role } from '@/contract/schemas/user';
import type { Right } from './rights';

export interface Pair<T> {
  id: string;
  one: T;
  other: T;
  isSame: boolean;
}

const pairsOf = <T extends string | number>(
  all: readonly T[],
  one: readonly T[],
  other: readonly T[],
): Pair<boolean>[] =>
  all
    .filter((id) => one.includes(id) || other.includes(id))
    .map((id) => {
      const sides = { one: one.includes(id), other: other.includes(id) };
      return { id: String(id), ...sides, isSame: sides.one === sides.other };
    });

export const compareModules = (all: readonly number[], one: Role, other: Role) =>
  pairsOf(all, one.modules, other.modules);
export const comparePerms = (all: readonly string[], one: Role, other: Role) =>
  pairsOf(all, one.custom_perms, other.custom_perms);
export const compareDefaults = (one: Role, other: Role) =>
  pairsOf<string>(RIGHTS, one.default_rights ?? [], other.default_rights ?? []);

/** Layers on which either has a right, with the rights of each. */
export function compareLayers(one: readonly LayerPermission[], other: readonly LayerPermission[]) {
  const others = new Map(other.map((line) => [line.layer, line]));
  const list = (line: LayerPermission | undefined): Right[] => (line ? RIGHTS.filter((right) => line[right]) : []);
  return one.flatMap((line): (Pair<Right[]> & { label: string })[] => {
    const sides = { one: list(line), other: list(others.get(line.layer)) };
    if (sides.one.length + sides.other.length === 0) return [];
    return [{ id: String(line.layer), label: line.label, ...sides, isSame: sides.one.join() === sides.other.join() }];
  });
}
