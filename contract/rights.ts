// Who may do what: the one rule that the server decides by and the browser hides by.
import type { Needs } from './define';

/** What the rules need to know of a person. Modules and permissions are what the server granted. */
export interface Who {
  modules: readonly number[];
  perms: readonly string[];
  superuser: boolean;
}

/** The four clauses: admin-only and a superuser, a permission or a module that the person has, or no requirement. */
export function allows(who: Who | null, needs: Needs): boolean {
  if (needs === 'public') return true;
  if (!who) return false;
  if (needs === 'session') return true;
  if (needs === 'superuser') return who.superuser;
  if ('any' in needs) return needs.any.some((one) => allows(who, one));
  if ('perm' in needs) return who.perms.includes(needs.perm);
  return who.modules.includes(needs.module);
}

/** Module ids from the protocol's comma list. Only whole numbers count: "10" never grants 1. */
export const modulesOf = (list: string): number[] => [
  ...new Set(
    list
      .split(',')
      .filter((t) => /^\d{1,4}$/.test(t.trim()))
      .map(Number),
  ),
];

/** Permission names from the protocol's comma list. */
export const permsOf = (list: string): string[] => [
  ...new Set(
    list
      .split(',')
      .map((t) => t.trim())
      .filter(Boolean),
  ),
];
