// The state machine of a record's review: what a write and a verdict leave, and who may give which verdict. Pure.
import type { Geometry } from '../../../contract/schemas/common';
import type { Values } from '../../../contract/schemas/form';
import { STATUS, type VerdictAction } from '../../../contract/schemas/record';

/** What waits beside an approved record, as it is kept: an edit, or a deletion that may have an edit below it. */
export interface Waiting {
  value?: Values;
  geometry?: Geometry | null;
  /** The last of the authors asks for the record to be deleted. */
  deletion?: true;
  /** Files wait: to hang on the record, or to go from it. */
  files?: true;
  /** Accounts whose work it is, who changed it last at the end. */
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

const moveToEnd = (list: readonly number[], one: number) => [...list.filter((other) => other !== one), one];
/** Whose work a record is: those whose edit waits, else those who made it. */
export const authorsOf = (s: Standing): number[] => s.authors ?? (s.creator === null ? [] : [s.creator]);

/** A new record: it waits in a supervised layer, also an approver's own; elsewhere it is approved at once. */
export const applyCreation = (supervised: boolean, by: number): { status: number; authors: number[] | null } =>
  supervised ? { status: STATUS.waiting, authors: [by] } : { status: STATUS.approved, authors: null };

export interface Change {
  value?: Values;
  geometry?: Geometry | null;
}

/** Why the state of a record refuses an edit; null where it does not. */
export const editProblem = (supervised: boolean, { status }: Pick<Standing, 'status'>): 'rejectedRecord' | null =>
  supervised && status === STATUS.rejected ? 'rejectedRecord' : null;

/** What an edit leaves: a new standing and whether the record itself is written, or why it is refused. It ends a deletion that waits. */
export function applyEdit(
  supervised: boolean,
  s: Standing,
  by: number,
  change: Change,
  at: string,
): { standing: Standing; written: boolean } | { problem: 'rejectedRecord' } {
  // What waits since the layer was supervised is still judged: its editor is an author too.
  if (!supervised)
    return { standing: s.status < STATUS.approved ? { ...s, authors: moveToEnd(authorsOf(s), by) } : s, written: true };
  const problem = editProblem(supervised, s);
  if (problem) return { problem };
  if (s.status !== STATUS.approved)
    return {
      standing: { ...s, status: STATUS.waiting, authors: moveToEnd(authorsOf(s), by), first: null },
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
    ...(s.waiting?.files ? { files: true } : {}),
    authors: moveToEnd(s.waiting?.authors ?? [], by),
    at,
  };
  return { standing: { ...s, waiting }, written: false };
}

/**
 * What asking for a deletion leaves: null where the record goes at once, else a standing in which the deletion waits. Whoever asks
 * again changes nothing.
 */
export function applyDeletion(supervised: boolean, s: Standing, by: number, at: string): Standing | null {
  if (!supervised || s.status !== STATUS.approved) return null;
  if (s.waiting?.deletion && s.waiting.returned === undefined && s.waiting.authors.at(-1) === by) return s;
  const { first: _first, returned: _returned, ...below } = s.waiting ?? { authors: [] };
  return { ...s, waiting: { ...below, deletion: true, authors: moveToEnd(below.authors, by), at } };
}

/** Whether anything is left to judge. */
const hasWork = ({ value, geometry, deletion, files }: Omit<Waiting, 'authors' | 'at'>): boolean =>
  value !== undefined || geometry !== undefined || deletion === true || files === true;

/** What adding or removing a file leaves: where it is not `written`, the file waits beside the approved record. */
export function applyFile(supervised: boolean, s: Standing, by: number, at: string): ReturnType<typeof applyEdit> {
  const result = applyEdit(supervised, s, by, {}, at);
  if ('problem' in result || result.written || !result.standing.waiting) return result;
  const { standing } = result;
  return { standing: { ...standing, waiting: { ...result.standing.waiting, files: true } }, written: false };
}

/** What is left when no file waits any more. */
export function clearFiles(s: Standing): Standing {
  if (!s.waiting?.files) return s;
  const { files: _gone, ...rest } = s.waiting;
  return { ...s, waiting: hasWork(rest) ? rest : null };
}

/** Why somebody may not take a deletion back that waits; null where they may. */
export const withdrawProblem = ({ waiting }: Pick<Standing, 'waiting'>, by: number) =>
  !waiting?.deletion ? 'noDeletionWaits' : waiting.authors.at(-1) !== by ? 'othersDeletion' : null;

/** What taking a deletion back leaves: the edit below it stays. */
export function applyWithdrawal(
  s: Standing,
  by: number,
  at: string,
): { standing: Standing } | { problem: WithdrawProblem } {
  const problem = withdrawProblem(s, by);
  if (problem || !s.waiting) return { problem: problem ?? 'noDeletionWaits' };
  const { deletion: _gone, first: _first, ...below } = s.waiting;
  return { standing: { ...s, waiting: hasWork(below) ? { ...below, at } : null } };
}
type WithdrawProblem = NonNullable<ReturnType<typeof withdrawProblem>>;

/** Whether anything about the record waits for a verdict. */
export const isWaiting = ({ status, waiting }: Pick<Standing, 'status' | 'waiting'>): boolean =>
  status === STATUS.waiting ||
  status === STATUS.first ||
  (status === STATUS.approved && waiting !== null && waiting.returned === undefined);

export interface Judge {
  by: number;
  /** Two people must approve in this layer. */
  needsTwo: boolean;
  canSecond: boolean;
}
export type JudgeProblem = 'nothingWaits' | 'ownWork' | 'secondRight' | 'secondPerson';

/** Who gave the first of two approvals of what waits. */
export const firstApproval = (s: Standing): number | null =>
  s.status === STATUS.approved ? (s.waiting?.first ?? null) : s.status === STATUS.first ? s.first : null;

/** Accounts whose work waits for a verdict, or was sent back; who changed it last at the end. */
export const waitingAuthors = (s: Standing): number[] =>
  s.status === STATUS.approved ? (s.waiting?.authors ?? []) : authorsOf(s);

/** Why a verdict is refused; null where it is not. */
export function verdictProblem(
  s: Standing,
  action: VerdictAction,
  { by, needsTwo, canSecond }: Judge,
): JudgeProblem | null {
  if (!isWaiting(s)) return 'nothingWaits';
  if (waitingAuthors(s).includes(by)) return 'ownWork';
  const first = firstApproval(s);
  if (action !== 'approve' || !needsTwo || first === null) return null;
  return !canSecond ? 'secondRight' : first === by ? 'secondPerson' : null;
}

/** What a verdict leaves: a new standing, and whether the waiting edit becomes the record or the record is deleted; or why it is refused. */
export function applyVerdict(
  s: Standing,
  action: VerdictAction,
  judge: Judge,
  reason: string | undefined,
): { standing: Standing; merges: boolean; deletes: boolean } | { problem: JudgeProblem } {
  const problem = verdictProblem(s, action, judge);
  if (problem) return { problem };
  const left = (standing: Standing) => ({ standing, merges: false, deletes: false });
  const { by, needsTwo } = judge;
  const edit = s.status === STATUS.approved ? s.waiting : null;
  if (action === 'approve' && needsTwo && firstApproval(s) === null)
    return left(edit ? { ...s, waiting: { ...edit, first: by } } : { ...s, status: STATUS.first, first: by });
  if (edit) {
    const judgedEdit = left({ ...s, waiting: null });
    const deletes = edit.deletion === true;
    if (action === 'approve') return { ...judgedEdit, merges: !deletes, deletes };
    if (action === 'reject') return judgedEdit;
    const { first: _gone, ...rest } = edit;
    return left({ ...s, waiting: { ...rest, returned: reason ?? '' } });
  }
  if (action === 'approve') return left({ ...s, status: STATUS.approved, authors: null, first: null });
  const status = action === 'return' ? STATUS.returned : STATUS.rejected;
  return left({ ...s, status, first: null });
}
