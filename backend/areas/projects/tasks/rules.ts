// The one state machine of a project's cells: who may do what with one. Pure.
import { PROJECT_STATES as S } from '../../../../contract/schemas/project';
import { TASK_ACTS, type TaskAct, type TaskState } from '../../../../contract/schemas/projects/project-work';

/** A cell that somebody took is theirs for so long; taking it again begins anew. */
export const LEASE_MS = 4 * 3_600_000;

export interface TaskStanding {
  state: TaskState;
  /** Who works in it, or did. */
  holder: number | null;
  /** Until when; null where it was handed to them. */
  until: Date | null;
  /** State of the project. */
  project: number;
}
export interface TaskActor {
  id: number;
  isMember: boolean;
  /** Supervises the project and never worked on it. */
  isJudge: boolean;
  manages: boolean;
}
export type TaskProblem =
  | 'taskProject'
  | 'taskStep'
  | 'taskTaken'
  | 'taskHolder'
  | 'projectMember'
  | 'projectManager'
  | 'projectJudge'
  | 'reasonMissing';

interface Step {
  act: TaskAct;
  from: readonly TaskState[];
  to: TaskState;
  by: 'member' | 'manager' | 'holder' | 'holderOrManager' | 'judge';
  /** States of the project in which it may be done. */
  during: readonly number[];
  needsReason?: true;
}

/** All steps that there are. */
export const TASK_STEPS: readonly Step[] = [
  { act: 'take', from: ['open'], to: 'taken', by: 'member', during: [S.running] },
  { act: 'hand', from: ['open', 'taken'], to: 'taken', by: 'manager', during: [S.draft, S.running, S.returned] },
  { act: 'give_up', from: ['taken'], to: 'open', by: 'holderOrManager', during: [S.draft, S.running, S.returned] },
  { act: 'finish', from: ['taken'], to: 'done', by: 'holder', during: [S.running] },
  { act: 'check', from: ['done'], to: 'checked', by: 'judge', during: [S.running, S.submitted, S.first] },
  { act: 'reopen', from: ['done', 'checked'], to: 'open', by: 'judge', during: [S.running, S.returned], needsReason: true }, // biome-ignore format: one row
];

/** A lease that has run out frees the cell, but for who had it: what they did meanwhile may be finished. */
export const isFree = ({ state, holder, until }: TaskStanding, by: number, now: Date): boolean =>
  state === 'open' || (state === 'taken' && until !== null && until <= now && holder !== by);

const stepOf = (act: TaskAct): Step => {
  const step = TASK_STEPS.find((one) => one.act === act);
  if (!step) throw new Error(`no step for ${act}`);
  return step;
};

/** Why the actor may not do it; null where they may. A missing reason is told last. */
export function taskProblem(
  t: TaskStanding,
  act: TaskAct,
  by: TaskActor,
  now: Date,
  reason: string | undefined,
): TaskProblem | null {
  const step = stepOf(act);
  if (step.by === 'member' && !by.isMember) return 'projectMember';
  if (step.by === 'manager' && !by.manages) return 'projectManager';
  if (step.by === 'judge' && !by.isJudge) return 'projectJudge';
  if (!step.during.includes(t.project)) return 'taskProject';
  const isOwn = t.state === 'taken' && t.holder === by.id;
  // Whoever has it may take it again, which makes their time longer.
  if (act === 'take' && isOwn) return t.until === null ? 'taskStep' : null;
  const state = isFree(t, by.id, now) ? 'open' : t.state;
  if (!step.from.includes(state)) return act === 'take' && state === 'taken' ? 'taskTaken' : 'taskStep';
  if (step.by === 'holder' && !(isOwn && by.isMember)) return 'taskHolder';
  if (step.by === 'holderOrManager' && !isOwn && !by.manages) return 'taskHolder';
  return step.needsReason && !reason ? 'reasonMissing' : null;
}

export const nextActs = (t: TaskStanding, by: TaskActor, now: Date): TaskAct[] =>
  TASK_ACTS.filter((act) => taskProblem(t, act, by, now, '-') === null);

/** What a cell is after an act; `member` is to whom it is handed. What is opened again goes back to who did it, while they are a member. */
export function afterAct(
  t: TaskStanding,
  act: TaskAct,
  by: number,
  now: Date,
  people: { member?: number | undefined; isHolderMember: boolean },
): Pick<TaskStanding, 'state' | 'holder' | 'until'> {
  if (act === 'take') return { state: 'taken', holder: by, until: new Date(now.getTime() + LEASE_MS) };
  if (act === 'hand') return { state: 'taken', holder: people.member ?? null, until: null };
  if (act === 'give_up') return { state: 'open', holder: null, until: null };
  if (act === 'reopen')
    return people.isHolderMember
      ? { state: 'taken', holder: t.holder, until: null }
      : { state: 'open', holder: null, until: null };
  return { state: stepOf(act).to, holder: t.holder, until: null };
}
