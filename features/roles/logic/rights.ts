// A role's rights on layers while they are edited: any right brings the right to view, no view takes all. Pure.
import type { CellChange, MatrixValue } from '@/components/collection/matrix-cells';
import { fold } from '@/contract/fold';
import type { Rights } from '@/contract/schemas/layer';
import { type LayerPermission, RIGHTS } from '@/contract/schemas/user';

export type Right = keyof Rights;
/** Rights of layers by the layer's id, where they are no longer those that were read. */
export type Edits = ReadonlyMap<number, Rights>;

const rightsOf = (line: Rights): Rights => Object.fromEntries(RIGHTS.map((right) => [right, line[right]])) as Rights;
const NONE = Object.fromEntries(RIGHTS.map((right) => [right, false])) as Rights;

function withRight(rights: Rights, right: Right, isGiven: boolean): Rights {
  if (right === 'view' && !isGiven) return NONE;
  return { ...rights, [right]: isGiven, view: rights.view || isGiven };
}

const isSame = (one: Rights, other: Rights) => RIGHTS.every((right) => one[right] === other[right]);

/** The edits after changes of cells, one after the other. What is again as it was read is no edit. */
export function applyChanges(
  lines: ReadonlyMap<number, LayerPermission>,
  edits: Edits,
  changes: readonly CellChange[],
): Edits {
  // biome-ignore format: one line
  const next = new Map(edits);
  for (const { row, column, isOn } of changes) {
    const line = lines.get(Number(row));
    if (!line) continue;
    const rights = withRight(next.get(line.layer) ?? rightsOf(line), column as Right, isOn);
    if (isSame(rights, line)) next.delete(line.layer);
    else next.set(line.layer, rights);
  }
  return next;
}

export const ticksOf = (lines: readonly LayerPermission[], edits: Edits): MatrixValue =>
  new Map(
    lines.map((line) => {
      const rights = edits.get(line.layer) ?? line;
      return [String(line.layer), new Set<string>(RIGHTS.filter((right) => rights[right]))];
    }),
  );

/** What is sent: the changed lines alone. */
export const toPermissions = (edits: Edits) => [...edits].map(([layer, rights]) => ({ layer, ...rights }));

export interface RightChange {
  layer: number;
  label: string;
  right: Right;
  isGiven: boolean;
}

/** Each changed right, in the order of the lines. */
export const changesOf = (lines: readonly LayerPermission[], edits: Edits): RightChange[] =>
  lines.flatMap((line) => {
    const now = edits.get(line.layer);
    return now
      ? RIGHTS.filter((right) => now[right] !== line[right]).map((right) => ({
          layer: line.layer,
          label: line.label,
          right,
          isGiven: now[right],
        }))
      : [];
  });

/**
 * The edits over what somebody else has saved meanwhile: each changed right stays changed, all others are theirs. `before` is what the
 * edits were made to. A right has two states, so two people cannot change one to different ones.
 */
export function rebase(before: readonly LayerPermission[], edits: Edits, now: readonly LayerPermission[]): Edits {
  const lines = new Map(now.map((line) => [line.layer, line]));
  const cells = changesOf(before, edits).map(({ layer, right, isGiven }) => ({
    row: String(layer),
    column: right,
    isOn: isGiven,
  }));
  return applyChanges(lines, new Map(), cells);
}

/** How many rights somebody else has changed. */
export const countChanged = (before: readonly LayerPermission[], now: readonly LayerPermission[]): number =>
  changesOf(before, new Map(now.map((line) => [line.layer, rightsOf(line)]))).length;

/** Whether a right may not be given here: whoever edits lacks it. What the role has already may be taken and given back. */
export const isBeyond = (line: LayerPermission | undefined, right: string): boolean =>
  line?.may_grant !== undefined && !line[right as Right] && !line.may_grant.some((one) => one === right);

export type AccessFilter = 'all' | 'with' | 'without';

/** Lines that a search and a filter leave; a line that is edited stays in sight, wherever it belongs now. */
export function filterLines(
  lines: readonly LayerPermission[],
  edits: Edits,
  { search, access }: { search: string; access: AccessFilter },
): LayerPermission[] {
  const words = fold(search).split(' ').filter(Boolean);
  return lines.filter((line) => {
    const text = fold(`${line.label} ${line.layer_group ?? ''}`);
    if (!words.every((word) => text.includes(word))) return false;
    return access === 'all' || edits.has(line.layer) || line.view === (access === 'with');
  });
}
