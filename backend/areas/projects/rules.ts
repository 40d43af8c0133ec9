// The one state machine of projects: who may lead a project from which state to which. Pure.
import { PROJECT_STATES as S } from '../../../contract/schemas/project';

/** All that decides about a project. */
export interface Standing {
  state: number;
  members: readonly number[];
  supervisors: readonly number[];
  /** Everybody who ever was a member: leaving does not make a judge of him. */
  worked: readonly number[];
  /** Who gave the first approval. */
  first: number | null;
  /** Verdicts that it needs: one or two. */
  approvals: number;
  /** Supervisors who may give the second one. */
  seconds: readonly number[];
  /** Cells that are not done yet. */
  left: number;
}

export interface Actor {
  id: number;
  /** Manages projects: module 17 or a superuser. */
  manages: boolean;
  maySecond: boolean;
}

export type Problem =
  | 'projectStep'
  | 'projectPeople'
  | 'projectMember'
  | 'projectSupervisor'
  | 'projectManager'
  | 'ownProject'
  | 'secondRight'
  | 'secondPerson'
  | 'projectKeepSecond'
  | 'projectTasksLeft'
  | 'reasonMissing';

type Word = 'manager' | 'member' | 'worker' | 'supervisor' | 'second';
interface Step {
  from: number;
  to: number;
  /** Whose word it takes; a worker is a member or a manager. */
  by: Word;
  /** Only in projects of so many approvals. */
  approvals?: 1 | 2;
}

/** All steps that there are. */
export const STEPS: readonly Step[] = [
  { from: S.draft, to: S.running, by: 'manager' },
  { from: S.running, to: S.submitted, by: 'member' },
  { from: S.submitted, to: S.first, by: 'supervisor', approvals: 2 },
  { from: S.submitted, to: S.approved, by: 'supervisor', approvals: 1 },
  { from: S.submitted, to: S.returned, by: 'supervisor' },
  { from: S.first, to: S.approved, by: 'second' },
  { from: S.first, to: S.returned, by: 'supervisor' },
  { from: S.returned, to: S.running, by: 'worker' },
  { from: S.approved, to: S.closed, by: 'manager' },
];

/** Supervisors who never worked on it. */
export const judgesOf = (p: Pick<Standing, 'supervisors' | 'worked' | 'members'>): number[] =>
  p.supervisors.filter((id) => !p.worked.includes(id) && !p.members.includes(id));

/** Somebody to do the work and somebody else to judge it. */
const staffed = (p: Standing): boolean => p.members.length > 0 && judgesOf(p).length > 0;

/** Why the actor may not lead the project to `to`; null where he may. A missing reason is told last. */
export function problemOf(p: Standing, to: number, by: Actor, reason: string | undefined): Problem | null {
  const step = STEPS.find((s) => s.from === p.state && s.to === to && (s.approvals ?? p.approvals) === p.approvals);
  if (!step) return 'projectStep';
  const whose = step.by;
  const member = p.members.includes(by.id);
  if (whose === 'manager' && !by.manages) return 'projectManager';
  if (whose === 'member' && !member) return 'projectMember';
  if (whose === 'worker' && !member && !by.manages) return 'projectMember';
  if (whose === 'supervisor' || whose === 'second') {
    if (!p.supervisors.includes(by.id)) return 'projectSupervisor';
    if (member || p.worked.includes(by.id)) return 'ownProject';
  }
  if (whose === 'second') {
    if (!by.maySecond) return 'secondRight';
    if (p.first === by.id) return 'secondPerson';
  }
  if ((to === S.running || to === S.submitted) && !staffed(p)) return 'projectPeople';
  if (to === S.submitted && p.left > 0) return 'projectTasksLeft';
  // The only one who may give the second approval would leave nobody to give it.
  if (to === S.first && by.maySecond && !judgesOf(p).some((id) => id !== by.id && p.seconds.includes(id)))
    return 'projectKeepSecond';
  return to === S.returned && !reason ? 'reasonMissing' : null;
}

/** Who has given the first of two approvals once the project is in `to`. */
export const firstAfter = (p: Standing, to: number, by: number): number | null =>
  to === S.first ? by : to === S.approved || to === S.closed ? p.first : null;

/** The states that the actor may lead the project to, given a reason where one is needed. */
export const nextStates = (p: Standing, by: Actor): number[] =>
  Object.values(S).filter((to) => problemOf(p, to, by, '-') === null);

const ALWAYS = ['description', 'supervisors', 'due_date'];
/** Whether a part of the project may be changed in its state: what is judged stays as it was handed in, what is approved stays for ever. */
export function mayChange(state: number, part: string): boolean {
  if (part === 'approvals') return state === S.draft;
  if (state === S.approved || state === S.closed) return false;
  return (state !== S.submitted && state !== S.first) || ALWAYS.includes(part);
}

/** Why the actor may not change a part of a project in its state; null where they may. */
export const editProblem = (state: number, by: Pick<Actor, 'manages'>, part: string) =>
  !by.manages ? 'projectManager' : mayChange(state, part) ? null : 'projectFixed';
