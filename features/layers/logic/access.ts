// The rights of roles on one layer while they are being chosen: any right brings the right to view, no view takes all.
import type { CellChange, MatrixValue } from '@/components/collection/matrix-cells';
import type { Rights } from '@/contract/schemas/layer';
import type { LayerPermission } from '@/contract/schemas/user';
import { RIGHTS } from '@/contract/schemas/user';

/** A line with one right given or taken. */
export function withRight(line: LayerPermission, right: keyof Rights, isGiven: boolean): LayerPermission {
  if (right === 'view' && !isGiven) {
    const none = Object.fromEntries(RIGHTS.map((name) => [name, false])) as Rights;
    return { ...line, ...none };
  }
  return { ...line, [right]: isGiven, view: isGiven || line.view };
}

/** The edited lines after changes of cells, made one after another; rows and columns are named by role and right. */
export function applyChanges(
  before: readonly LayerPermission[],
  edits: ReadonlyMap<number, LayerPermission>,
  changes: readonly CellChange[],
): ReadonlyMap<number, LayerPermission> {
  const next = new Map(edits);
  for (const { row, column, isOn } of changes) {
    const line = next.get(Number(row)) ?? before.find(({ group }) => group === Number(row));
    if (line) next.set(line.group, withRight(line, column as keyof Rights, isOn));
  }
  return next;
}

/** The lines as the matrix wants them. */
export const ticksOf = (before: readonly LayerPermission[], edits: ReadonlyMap<number, LayerPermission>): MatrixValue =>
  new Map(
    before.map((line) => {
      const now = edits.get(line.group) ?? line;
      return [String(line.group), new Set(RIGHTS.filter((right) => now[right]))];
    }),
  );

/** The lines that differ from what was read. */
export const changedLines = (before: readonly LayerPermission[], now: ReadonlyMap<number, LayerPermission>) =>
  before.flatMap((line) => {
    const next = now.get(line.group);
    return next && RIGHTS.some((right) => next[right] !== line[right]) ? [next] : [];
  });
