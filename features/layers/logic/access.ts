// The rights of roles on one layer while they are being chosen: any right brings the right to view, no view takes all.
import type { Rights } from '@/contract/schemas/layer';
import type { LayerPermission } from '@/contract/schemas/user';

export const RIGHTS = [
  'view',
  'add',
  'edit',
  'delete',
  'export',
  'approve',
  'manage',
] as const satisfies readonly (keyof Rights)[];

/** A line with one right given or taken. */
export function withRight(line: LayerPermission, right: keyof Rights, isGiven: boolean): LayerPermission {
  if (right === 'view' && !isGiven) {
    const none = Object.fromEntries(RIGHTS.map((name) => [name, false])) as Rights;
    return { ...line, ...none };
  }
  return { ...line, [right]: isGiven, view: isGiven || line.view };
}

/** The lines that differ from what was read. */
export const changedLines = (before: readonly LayerPermission[], now: ReadonlyMap<number, LayerPermission>) =>
  before.flatMap((line) => {
    const next = now.get(line.group);
    return next && RIGHTS.some((right) => next[right] !== line[right]) ? [next] : [];
  });
