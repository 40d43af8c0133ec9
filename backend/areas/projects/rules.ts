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
  | 'reasonMissing';

/** From each state, the states that follow and whose word it takes. */
const STEPS: Record<number, Partial<Record<number, 'manager' | 'member' | 'worker' | 'supervisor' | 'second'>>> = {
  [S.draft]: { [S.running]: 'manager' },
  [S.running]: { [S.submitted]: 'member' },
  [S.submitted]: { [S.first]: 'supervisor', [S.returned]: 'supervisor' },
  [S.first]: { [S.approved]: 'second', [S.returned]: 'supervisor' },
  [S.returned]: { [S.running]: 'worker' },
  [S.approved]: { [S.closed]: 'manager' },
  [S.closed]: {},
};

/** Somebody to do the work and somebody else to judge it. */
const staffed = (p: Standing): boolean =>
  p.members.length > 0 && p.supervisors.some((id) => !p.worked.includes(id) && !p.members.includes(id));

/** Why the actor may not lead the project to `to`; null where he may. A missing reason is told last. */
export function problemOf(p: Standing, to: number, by: Actor, reason: string | undefined): Problem | null {
  const whose = STEPS[p.state]?.[to];
  if (!whose) return 'projectStep';
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
  if (state === S.approved || state === S.closed) return false;
  return (state !== S.submitted && state !== S.first) || ALWAYS.includes(part);
}

/** Why the actor may not change a part of a project in its state; null where they may. */
export const editProblem = (state: number, by: Pick<Actor, 'manages'>, part: string) =>
  !by.manages ? 'projectManager' : mayChange(state, part) ? null : 'projectFixed';
