// What one step in a record's history changed. Pure.

import { sameGeometry, sameValue } from '@/contract/same';
import type { Field, Value } from '@/contract/schemas/form';
import type { RecordLog } from '@/contract/schemas/record';

export interface FieldDiff {
  name: string;
  label: string;
  /** Undefined where the form no longer has it. */
  field: Field | undefined;
  before: Value;
  after: Value;
}

type State = Pick<NonNullable<RecordLog['after']>, 'value' | 'geometry'>;

export interface StateDiff {
  fields: FieldDiff[];
  geometry: boolean;
}

/** Steps in the order in which they are read. */
export const newestFirst = (entries: readonly RecordLog[]): RecordLog[] =>
  [...entries].sort((a, b) => b.date.localeCompare(a.date) || b.id - a.id);

/** What a step left behind; of a deletion, what it took away. Null for a step of files. */
export const stateOf = ({ before, after }: Pick<RecordLog, 'before' | 'after'>): State | null => after ?? before;

/** A call is written when it has ended, its steps while it runs: seconds between the two. */
const CALL_SECONDS = 30;
/** Steps that a person's call left behind which ended at `at` (ISO): those of the moment next before it. */
export function stepsAt(entries: readonly RecordLog[], user: number, at: string): RecordLog[] {
  const end = Date.parse(at);
  const theirs = entries.filter((entry) => {
    const seconds = (end - Date.parse(entry.date)) / 1000;
    return entry.user?.id === user && seconds >= -1 && seconds <= CALL_SECONDS;
  });
  const last = newestFirst(theirs)[0]?.date;
  return theirs.filter(({ date }) => date === last);
}

/** Fields that differ between two states, in the form's order, then those that the form has lost; and whether the shapes do. */
export function compareStates(before: State | null, after: State, form: readonly Field[]): StateDiff {
  const names = new Set([
    ...form.map(({ name }) => name),
    ...Object.keys(before?.value ?? {}),
    ...Object.keys(after.value),
  ]);
  const fields: FieldDiff[] = [];
  for (const name of names) {
    const [was, is] = [before?.value[name], after.value[name]];
    const field = form.find((one) => one.name === name);
    if (!sameValue(was, is))
      fields.push({ name, label: field?.label ?? name, field, before: was ?? null, after: is ?? null });
  }
  return { fields, geometry: before !== null && !sameGeometry(before.geometry, after.geometry) };
}

/** What a step changed. A deletion changes no field. */
export function diffOf({ action, before, after }: RecordLog, form: readonly Field[]): StateDiff {
  if (!after || action === 'delete' || action === 'restore') return { fields: [], geometry: false };
  return compareStates(before, after, form);
}

/**
 * The step that gave a field the value that it has; of an edit that waited, the edit and not its approval. Null where the history has
 * none. `entries` stand the newest first.
 */
export function lastChangeOf(
  name: string,
  value: Value | undefined,
  entries: readonly RecordLog[],
  form: readonly Field[],
): RecordLog | null {
  const steps = entries.filter((entry) =>
    diffOf(entry, form).fields.some((diff) => diff.name === name && sameValue(diff.after, value ?? null)),
  );
  const [last, earlier] = steps;
  return (last?.action === 'approve' ? (earlier ?? last) : last) ?? null;
}
