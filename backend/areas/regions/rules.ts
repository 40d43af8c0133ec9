// Who sees which regions, and who may change and remove them. Pure.
import type { Problem } from '../../http/allowed';
import type { Caller } from '../../identity/caller';
import type { Use } from './store';

/** Who is told whom a region binds. */
export const managesRegions = (caller: Caller): boolean =>
  caller.superuser || caller.modules.includes(16) || caller.modules.includes(5);

/** Who manages regions or people sees all; others who are bound to regions see their own. */
export const seesAllRegions = (caller: Caller): boolean => managesRegions(caller) || caller.regions.length === 0;

/** Whoever is bound to a region would widen their own view by changing its shape. */
export const shapeProblem = (caller: Caller, id: number): 'regionOwn' | null =>
  !caller.superuser && caller.regions.includes(id) ? 'regionOwn' : null;

/** Without their last region people see everything, and a project without its bounds would be one about everything. */
export function removeProblem(caller: Caller, id: number, { people, projects }: Use): Problem {
  const own = shapeProblem(caller, id);
  if (own) return own;
  if (people) return { wording: 'regionInUse', params: { count: people } };
  return projects ? { wording: 'regionOfProject', params: { count: projects } } : null;
}
