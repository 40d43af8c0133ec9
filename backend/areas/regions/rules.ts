// Who sees which regions. Pure.
import type { Caller } from '../session/caller';

/** Who manages regions or people sees all; others who are bound to regions see their own. */
export const seesAllRegions = (caller: Caller): boolean =>
  caller.superuser || caller.modules.includes(16) || caller.modules.includes(5) || caller.regions.length === 0;
