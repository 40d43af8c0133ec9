// Who may give what to whom. Nobody gives what he lacks; superusers are touched by superusers alone. Pure.
import type { Rights } from '../../../contract/schemas/layer';
import type { Wording } from '../../http/errors';

/** What somebody holds or is to be given. */
export interface Holdings {
  modules: readonly number[];
  perms: readonly string[];
  /** Rights by layer. */
  layers: ReadonlyMap<number, Rights>;
}

/** Who gives: what he holds, and on layers also what is his by owning them. */
export interface Giver {
  superuser: boolean;
  modules: readonly number[];
  perms: readonly string[];
  rights(layer: number): Rights;
}

const KINDS = ['view', 'add', 'edit', 'delete', 'export', 'approve', 'manage'] as const;

/** Whether one set of rights on a layer has all of the other. */
export const covers = (mine: Rights, wanted: Rights): boolean => KINDS.every((kind) => mine[kind] || !wanted[kind]);

/** The rights of `after` that were not there before. */
export const added = (before: Rights | undefined, after: Rights): Rights =>
  Object.fromEntries(KINDS.map((kind) => [kind, after[kind] && !before?.[kind]])) as Rights;

/** Whether the giver holds all of it. Superusers hold everything of their customer. */
export const holds = (giver: Giver, wanted: Holdings): boolean =>
  giver.superuser ||
  (wanted.modules.every((id) => giver.modules.includes(id)) &&
    wanted.perms.every((name) => giver.perms.includes(name)) &&
    [...wanted.layers].every(([layer, rights]) => covers(giver.rights(layer), rights)));

/**
 * Whether the giver may bind somebody to `after` where he was bound to `before` (null for a new person). A list is a limit and an
 * empty one is none: a narrower limit may always be set; what widens it must lie within the giver's own.
 */
export function mayLimit(
  giver: { superuser: boolean; limit: readonly number[] },
  before: readonly number[] | null,
  after: readonly number[],
): boolean {
  if (giver.superuser || giver.limit.length === 0) return true;
  const had = before ?? giver.limit;
  if (had.length === 0) return true;
  return after.length > 0 && after.every((id) => had.includes(id) || giver.limit.includes(id));
}

export type Act = 'edit' | 'lock' | 'unlock' | 'delete' | 'logout';

interface Touch {
  caller: { id: number; superuser: boolean };
  target: { id: number; superuser: boolean };
  act: Act;
}

/** Why somebody may not touch an account at all; null where he may. */
export function touchProblem({ caller, target, act }: Touch): Wording | null {
  if (caller.id === target.id) {
    if (act === 'lock') return 'selfLock';
    if (act === 'delete') return 'selfDelete';
  }
  return target.superuser && !caller.superuser ? 'superuserOnly' : null;
}

/** What bounds and lifts somebody: his roles, and what limits his view and his days. */
export interface Reach {
  roles: readonly number[];
  regions: readonly number[];
  workdays: readonly number[];
}

/** Whether a person holds more than the caller does, or sees further. `held`: roles all of which the caller holds. */
export const isAbove = (caller: Omit<Reach, 'roles'>, person: Reach, held: ReadonlySet<number>): boolean =>
  (
    [
      [caller.regions, person.regions],
      [caller.workdays, person.workdays],
    ] as const
  ).some(([limit, theirs]) => !mayLimit({ superuser: false, limit }, null, theirs)) ||
  person.roles.some((role) => !held.has(role));

/** Whether an organisation would have no superuser left that can sign in. `active` are those who can now. */
export const isLast = (active: readonly number[], target: number): boolean =>
  active.includes(target) && active.length === 1;
