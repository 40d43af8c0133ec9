// Two people changed one record: what goes together by itself, and what somebody must choose. Pure.
import { sameGeometry, sameValue } from '@/contract/same';
import type { Geometry } from '@/contract/schemas/common';
import type { Value, Values } from '@/contract/schemas/form';

export type Side = 'mine' | 'theirs';

/** Both sides gave a field different values. */
export interface FieldConflict {
  name: string;
  base: Value;
  mine: Value;
  theirs: Value;
}

export interface Merge {
  /** Fields that only I changed: they are sent. */
  mine: Values;
  /** Fields that only the other changed: they stay as the server has them. */
  theirs: Values;
  conflicts: FieldConflict[];
  /** Which shape counts; null where somebody must choose. */
  geometry: 'none' | Side | null;
}

export interface MergeInput {
  base: { value: Values; geometry: Geometry | null };
  /** What I would send: changed fields only; geometry undefined where I left the shape alone. */
  mine: { value: Values; geometry?: Geometry | null | undefined };
  theirs: { value: Values; geometry: Geometry | null };
}

const textOf = (value: Value | undefined): Value => value ?? null;

function mergeGeometry({ base, mine, theirs }: MergeInput): Merge['geometry'] {
  const touched = mine.geometry !== undefined && !sameGeometry(mine.geometry, base.geometry);
  const other = !sameGeometry(theirs.geometry, base.geometry);
  if (!touched) return other ? 'theirs' : 'none';
  if (!other) return 'mine';
  return sameGeometry(mine.geometry ?? null, theirs.geometry) ? 'none' : null;
}

/** Three-way merge, field by field, over every field that any side has. */
export function merge(input: MergeInput): Merge {
  const { base, mine, theirs } = input;
  const result: Merge = { mine: {}, theirs: {}, conflicts: [], geometry: mergeGeometry(input) };
  for (const name of new Set([...Object.keys(base.value), ...Object.keys(theirs.value), ...Object.keys(mine.value)])) {
    const [was, other] = [base.value[name], theirs.value[name]];
    const own = name in mine.value ? mine.value[name] : was;
    const [iDid, theyDid] = [!sameValue(own, was), !sameValue(other, was)];
    if (iDid && theyDid && !sameValue(own, other))
      result.conflicts.push({ name, base: textOf(was), mine: textOf(own), theirs: textOf(other) });
    else if (iDid && !theyDid) result.mine[name] = textOf(own);
    else if (theyDid && !iDid) result.theirs[name] = textOf(other);
  }
  return result;
}

/** What was chosen: by field name, and for the shape. */
export interface Choices {
  fields: Readonly<Record<string, Side>>;
  geometry?: Side | undefined;
}

/** Whether every conflict has its choice. */
export const isDecided = (merged: Merge, choices: Choices): boolean =>
  merged.conflicts.every(({ name }) => choices.fields[name] !== undefined) &&
  (merged.geometry !== null || choices.geometry !== undefined);

/** The body to send on top of the server's newest version; null where nothing of mine is left to send. */
export function resolveMerge(
  merged: Merge,
  choices: Choices,
  myGeometry: Geometry | null | undefined,
): { value?: Values; geometry?: Geometry | null } | null {
  const value = { ...merged.mine };
  for (const { name, mine } of merged.conflicts) if (choices.fields[name] === 'mine') value[name] = mine;
  const mineCounts = merged.geometry === 'mine' || (merged.geometry === null && choices.geometry === 'mine');
  const withValue = Object.keys(value).length > 0;
  const withShape = mineCounts && myGeometry !== undefined;
  if (!withValue && !withShape) return null;
  return { ...(withValue ? { value } : {}), ...(withShape ? { geometry: myGeometry } : {}) };
}
