// Who may grant what to whom. Nobody grants what they lack; only superusers change superusers. Pure.
import type { Rights } from '../../../contract/schemas/layer';
import type { Wording } from '../../http/errors';

/** What somebody holds or is to be given. */
export interface Holdings {
  modules: readonly number[];
  perms: readonly string[];
  /** Rights by layer. */
  layers: ReadonlyMap<number, Rights>;
}

/** Who grants: what they hold, and on layers also what is theirs by owning them. */
export interface Granter {
  superuser: boolean;
  modules: readonly number[];
  perms: readonly string[];
  rights(layer: number): Rights;
}

const KINDS = ['view', 'add', 'edit', 'delete', 'export', 'approve', 'manage'] as const;

/** Whether one set of rights on a layer has all of the other. */
export const covers = (mine: Rights, others: Rights): boolean => KINDS.every((kind) => mine[kind] || !others[kind]);

/** The rights of `after` that were not there before. */
export const addedRights = (before: Rights | undefined, after: Rights): Rights =>
  Object.fromEntries(KINDS.map((kind) => [kind, after[kind] && !before?.[kind]])) as Rights;

/** Whether the granter holds all of it. Superusers hold everything of their customer. */
export const holdsAll = (granter: Granter, holdings: Holdings): boolean =>
  granter.superuser ||
  (holdings.modules.every((id) => granter.modules.includes(id)) &&
    holdings.perms.every((name) => granter.perms.includes(name)) &&
    [...holdings.layers].every(([layer, rights]) => covers(granter.rights(layer), rights)));

/**
 * Whether the granter may bind somebody to `after` where they were bound to `before` (null for a new person). A list is a limit and an
 * empty one is none: a narrower limit may always be set; what widens it must lie within the granter's own.
 */
export function canLimit(
  granter: { superuser: boolean; limit: readonly number[] },
  before: readonly number[] | null,
  after: readonly number[],
): boolean {
  if (granter.superuser || granter.limit.length === 0) return true;
  const had = before ?? granter.limit;
  if (had.length === 0) return true;
  return after.length > 0 && after.every((id) => had.includes(id) || granter.limit.includes(id));
}

export type Act = 'edit' | 'lock' | 'unlock' | 'delete' | 'logout';

interface Touch {
  caller: { id: number; superuser: boolean };
  target: { id: number; superuser: boolean };
  act: Act;
}

/** Why somebody may not touch an account at all; null where they may. */
export function touchProblem({ caller, target, act }: Touch): Wording | null {
  if (caller.id === target.id) {
    if (act === 'lock') return 'selfLock';
    if (act === 'delete') return 'selfDelete';
  }
  return target.superuser && !caller.superuser ? 'superuserOnly' : null;
}

/** What bounds and lifts somebody: their roles, and what limits their view and their days. */
export interface Reach {
  roles: readonly number[];
  regions: readonly number[];
  workdays: readonly number[];
}

/** Whether a person holds more than the caller does, or sees further. `held`: roles all of which the caller holds. */
export const isAbove = (caller: Omit<Reach, 'roles'>, person: Reach, heldRoles: ReadonlySet<number>): boolean =>
  (
    [
      [caller.regions, person.regions],
      [caller.workdays, person.workdays],
    ] as const
  ).some(([limit, theirs]) => !canLimit({ superuser: false, limit }, null, theirs)) ||
  person.roles.some((role) => !heldRoles.has(role));

/** Whether an organisation would have no superuser left that can sign in. `active` are those who can now. */
export const isLast = (active: readonly number[], target: number): boolean =>
  active.includes(target) && active.length === 1;
