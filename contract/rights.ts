// Who may do what: the one rule that the server decides by and the browser hides by.
import { BUILDERS, MANAGERS } from './catalogue';
import type { Needs, Row } from './define';

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

/** What can be seen as: a person, somebody who has one role alone, or oneself inside one region. */
export const SEE_AS_KINDS = ['user', 'role', 'region'] as const;
export type SeeAsKind = (typeof SEE_AS_KINDS)[number];

/** The module of those who hand out each of them. */
export const SEE_AS_NEEDS: Record<SeeAsKind, Needs> = {
  user: { module: MANAGERS },
  role: { module: BUILDERS },
  region: { module: 16 },
};

/** How long it lasts, in seconds. It is not renewed. */
export const SEE_AS_SECONDS = 15 * 60;

/**
 * Whether a call serves whoever sees as somebody else: it reads, takes no file away, and is no letter of that person. What ends the
 * view serves too.
 */
export const servesSeeAs = (row: Row): boolean =>
  row.session === 'returns' ||
  (!row.session && !row.audited && !row.personal && (row.method === 'GET' || row.reads !== undefined));
