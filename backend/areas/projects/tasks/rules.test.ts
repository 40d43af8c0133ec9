// The state machine of cells, walked by chance: nobody works in a cell that somebody else has, and nobody checks their own.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROJECT_STATES as S } from '../../../../contract/schemas/project';
import { TASK_ACTS, TASK_STATES } from '../../../../contract/schemas/projects/project-work';
import { afterAct, isFree, nextActs, type TaskActor, type TaskStanding, taskProblem } from './rules';

const HOUR = 3_600_000;
const actorOf = (id: number): TaskActor => ({ id, isMember: id <= 2, isJudge: id === 3, manages: id === 9 });
const at = (hours: number) => new Date(hours * HOUR);
const open: TaskStanding = { state: 'open', holder: null, until: null, project: S.running };
const takenTask: TaskStanding = { state: 'taken', holder: 1, until: at(4), project: S.running };
const problem = (t: TaskStanding, act: (typeof TASK_ACTS)[number], by: number, hour = 0, reason?: string) =>
  taskProblem(t, act, actorOf(by), at(hour), reason);

describe('the cells of a project', () => {
  it('are taken by one member at a time, for four hours', () => {
    expect(problem(open, 'take', 1)).toBeNull();
    expect(afterAct(open, 'take', 1, at(0), { isHolderMember: false })).toEqual({
      state: 'taken',
      holder: 1,
      until: at(4),
    });
    expect(problem(takenTask, 'take', 2, 3.9)).toBe('taskTaken');
    expect(problem(takenTask, 'take', 2, 4)).toBeNull();
    expect(problem(takenTask, 'take', 1, 2)).toBeNull();
    expect([problem(open, 'take', 3), problem(open, 'take', 9)]).toEqual(['projectMember', 'projectMember']);
    expect(isFree({ ...takenTask, until: null }, 2, at(1000))).toBe(false);
  });

  it('are finished by who has them, also late, as long as nobody else took them', () => {
    expect(problem(takenTask, 'finish', 1, 9)).toBeNull();
    expect(problem(takenTask, 'finish', 2, 1)).toBe('taskHolder');
    expect(problem({ ...takenTask, holder: 2 }, 'finish', 1, 1)).toBe('taskHolder');
    expect(problem(open, 'finish', 1)).toBe('taskStep');
  });

  it('are checked and opened again only by who never worked on the project, and opened with a reason', () => {
    const done: TaskStanding = { ...takenTask, state: 'done', until: null };
    expect(problem(done, 'check', 3)).toBeNull();
    for (const by of [1, 2, 9]) expect(problem(done, 'check', by)).toBe('projectJudge');
    expect(problem(done, 'reopen', 3)).toBe('reasonMissing');
    expect(problem(done, 'reopen', 3, 0, 'ناقص')).toBeNull();
    expect(afterAct(done, 'reopen', 3, at(0), { isHolderMember: true })).toEqual({
      state: 'taken',
      holder: 1,
      until: null,
    });
    expect(afterAct(done, 'reopen', 3, at(0), { isHolderMember: false }).state).toBe('open');
  });

  it('rest while the project is judged', () => {
    for (const project of [S.submitted, S.first, S.approved, S.closed]) {
      expect(problem({ ...open, project }, 'take', 1)).toBe('taskProject');
      expect(problem({ ...takenTask, state: 'done', until: null, project }, 'reopen', 3, 0, 'x')).toBe('taskProject');
    }
  });

  it('always have an act for somebody while the project runs, and never two holders', () => {
    const move = fc.record({
      act: fc.constantFrom(...TASK_ACTS),
      by: fc.constantFrom(1, 2, 3, 4, 9),
      hours: fc.double({ min: 0, max: 6, noNaN: true }),
      member: fc.constantFrom(1, 2),
    });
    const states = new Set<string>();
    fc.assert(
      fc.property(fc.array(move, { minLength: 20, maxLength: 120 }), (moves) => {
        let now = open;
        let hour = 0;
        for (const { act, by, hours, member } of moves) {
          hour += hours;
          const standing = now;
          const someone = [1, 2, 3, 9].some((id) => nextActs(standing, actorOf(id), at(hour)).length > 0);
          expect([now.state, someone]).toEqual([now.state, true]);
          if (problem(now, act, by, hour, 'x')) continue;
          const hadLease = now.state === 'taken' && (now.until === null || now.until > at(hour));
          // Only a manager takes a cell out of somebody's hands.
          if (act === 'take' && hadLease) expect(now.holder).toBe(by);
          if (act === 'check' || act === 'reopen') expect(now.holder).not.toBe(by);
          const next = { ...now, ...afterAct(now, act, by, at(hour), { member, isHolderMember: true }) };
          expect(next.holder === null).toBe(next.state === 'open');
          states.add(next.state);
          now = next;
        }
      }),
      { numRuns: 200 },
    );
    expect([...states].sort()).toEqual([...TASK_STATES].sort());
  });
});
