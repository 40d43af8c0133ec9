// The one state machine of records: what a write and a verdict leave behind, and who may give which verdict. Pure.
import type { Geometry } from '../../../contract/schemas/common';
import type { Values } from '../../../contract/schemas/form';
import { STATUS } from '../../../contract/schemas/record';
import type { VerdictAction } from '../../../contract/schemas/supervision';

/** The custom permission without which nobody gives a second approval. */
export const SECOND_APPROVAL = 'second_approval';

/** An edit that waits beside an approved record, as it is kept. */
export interface Waiting {
  value?: Values;
  geometry?: Geometry | null;
  /** Accounts whose work it is. */
  authors: number[];
  /** ISO time of the last change. */
  at: string;
  /** Who gave the first of two approvals. */
  first?: number;
  /** Why it was sent back; until its author changes it, it waits for nobody. */
  returned?: string;
}

/** All that decides about a record. */
export interface Standing {
  status: number;
  creator: number | null;
  /** Accounts whose work waits; null for the creator alone. */
  authors: number[] | null;
  first: number | null;
  waiting: Waiting | null;
}

const withOne = (list: readonly number[], one: number) => (list.includes(one) ? [...list] : [...list, one]);
/** Whose work a record is: those whose edit waits, else those who made it. */
export const authorsOf = (s: Standing): number[] => s.authors ?? (s.creator === null ? [] : [s.creator]);

/** A new record: it waits in a supervised layer, also an approver's own; elsewhere it is approved at once. */
export const created = (supervised: boolean, by: number): { status: number; authors: number[] | null } =>
  supervised ? { status: STATUS.waiting, authors: [by] } : { status: STATUS.approved, authors: null };

export interface Change {
  value?: Values;
  geometry?: Geometry | null;
}

/** What an edit leaves: a new standing and whether the record itself is written, or why it is refused. */
export function edited(
  supervised: boolean,
  s: Standing,
  by: number,
  change: Change,
  at: string,
): { standing: Standing; written: boolean } | { problem: 'rejectedRecord' } {
  // What waits since the layer was supervised is still judged: its editor is an author too.
  if (!supervised)
    return { standing: s.status < STATUS.approved ? { ...s, authors: withOne(authorsOf(s), by) } : s, written: true };
  if (s.status === STATUS.rejected) return { problem: 'rejectedRecord' };
  if (s.status !== STATUS.approved)
    return {
      standing: { ...s, status: STATUS.waiting, authors: withOne(authorsOf(s), by), first: null },
      written: true,
    };
  // A change by anybody takes away a first approval and waits again.
  const waiting: Waiting = {
    ...(s.waiting?.value || change.value ? { value: { ...s.waiting?.value, ...change.value } } : {}),
    ...(change.geometry !== undefined
      ? { geometry: change.geometry }
      : s.waiting?.geometry !== undefined
        ? { geometry: s.waiting.geometry }
        : {}),
    authors: withOne(s.waiting?.authors ?? [], by),
    at,
  };
  return { standing: { ...s, waiting }, written: false };
}

/** Whether anything about the record waits for a verdict. */
export const waits = ({ status, waiting }: Pick<Standing, 'status' | 'waiting'>): boolean =>
  status === STATUS.waiting ||
  status === STATUS.first ||
  (status === STATUS.approved && waiting !== null && waiting.returned === undefined);

export interface Judge {
  by: number;
  /** Two people must approve in this layer. */
  twice: boolean;
  maySecond: boolean;
}
export type JudgeProblem = 'nothingWaits' | 'ownWork' | 'secondRight' | 'secondPerson';

/** What a verdict leaves: a new standing and whether the waiting edit becomes the record, or why it is refused. */
export function judged(
  s: Standing,
  action: VerdictAction,
  { by, twice, maySecond }: Judge,
  reason: string | undefined,
): { standing: Standing; merges: boolean } | { problem: JudgeProblem } {
  if (!waits(s)) return { problem: 'nothingWaits' };
  const edit = s.status === STATUS.approved ? s.waiting : null;
  if ((edit ? edit.authors : authorsOf(s)).includes(by)) return { problem: 'ownWork' };
  const first = edit ? (edit.first ?? null) : s.status === STATUS.first ? s.first : null;
  if (action === 'approve' && twice) {
    if (first === null)
      return edit
        ? { standing: { ...s, waiting: { ...edit, first: by } }, merges: false }
        : { standing: { ...s, status: STATUS.first, first: by }, merges: false };
    if (!maySecond) return { problem: 'secondRight' };
    if (first === by) return { problem: 'secondPerson' };
  }
  if (edit) {
    if (action === 'approve') return { standing: { ...s, waiting: null }, merges: true };
    if (action === 'reject') return { standing: { ...s, waiting: null }, merges: false };
    const { first: _gone, ...rest } = edit;
    return { standing: { ...s, waiting: { ...rest, returned: reason ?? '' } }, merges: false };
  }
  if (action === 'approve')
    return { standing: { ...s, status: STATUS.approved, authors: null, first: null }, merges: false };
  const status = action === 'return' ? STATUS.returned : STATUS.rejected;
  return { standing: { ...s, status, first: null }, merges: false };
}
