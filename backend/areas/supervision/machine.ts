// The states of a record's review and every step between them, in one table. What a step needs and writes stands in records/review.ts
// and beside this file; tests hold both to the table.
import { STATUS } from '../../../contract/schemas/record';

export const STATES = ['waiting', 'first', 'approved', 'returned', 'rejected', 'editWaiting', 'editFirst', 'editReturned'] as const; // biome-ignore format: one list
/** `edit…`: an edit, a deletion or files beside an approved record. */
export type State = (typeof STATES)[number];
/** `deleted` is outside of the review: the record lies in the trash. `undo` of the verdict that put it there leads back to where it was. */
export type Step = 'edit' | 'askDelete' | 'withdraw' | 'approve' | 'return' | 'reject' | 'reopen' | 'undo';

/** Where each step may lead. A step that is absent is refused in that state. */
export const MACHINE: Readonly<Record<State, Partial<Record<Step, readonly (State | 'deleted')[]>>>> = {
  waiting: { edit: ['waiting'], approve: ['first', 'approved'], return: ['returned'], reject: ['rejected'] },
  first: { edit: ['waiting'], approve: ['approved'], return: ['returned'], reject: ['rejected'], undo: ['waiting'] },
  approved: {
    edit: ['editWaiting'],
    askDelete: ['editWaiting'],
    reopen: ['waiting'],
    undo: ['waiting', 'first', 'editWaiting', 'editFirst'],
  },
  returned: { edit: ['waiting'], reopen: ['waiting'] },
  rejected: { reopen: ['waiting'] },
  editWaiting: {
    edit: ['editWaiting'],
    askDelete: ['editWaiting'],
    withdraw: ['approved', 'editWaiting'],
    approve: ['editFirst', 'approved', 'deleted'],
    return: ['editReturned'],
    reject: ['approved'],
  },
  editFirst: {
    edit: ['editWaiting'],
    // Whoever has asked already changes nothing by asking again.
    askDelete: ['editFirst', 'editWaiting'],
    withdraw: ['approved', 'editWaiting'],
    approve: ['approved', 'deleted'],
    return: ['editReturned'],
    reject: ['approved'],
    undo: ['editWaiting'],
  },
  editReturned: {
    edit: ['editWaiting'],
    askDelete: ['editWaiting'],
    withdraw: ['approved', 'editReturned'],
    reopen: ['editWaiting'],
  },
};

interface Stands {
  status: number;
  waiting: { first?: number; returned?: string } | null;
}

const OF_STATUS: Readonly<Record<number, State>> = {
  [STATUS.waiting]: 'waiting',
  [STATUS.first]: 'first',
  [STATUS.returned]: 'returned',
  [STATUS.rejected]: 'rejected',
};

/** In which of the states a record is. */
export function stateOf({ status, waiting }: Stands): State {
  const state = OF_STATUS[status];
  if (state) return state;
  if (!waiting) return 'approved';
  if (waiting.returned !== undefined) return 'editReturned';
  return waiting.first === undefined ? 'editWaiting' : 'editFirst';
}

/** Whether a state lets a step happen, whoever takes it. */
export const allowsStep = (standing: Stands, step: Step): boolean => MACHINE[stateOf(standing)][step] !== undefined;
