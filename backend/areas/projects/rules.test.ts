// The state machine of projects, walked by chance: no walk reaches approval without two judges who never worked on it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROJECT_STATES as S } from '../../../contract/schemas/project';
import { firstAfter, mayChange, nextStates, problemOf, type Standing } from './rules';

const start: Standing = {
  state: S.draft,
  members: [1, 2],
  supervisors: [2, 3, 4, 5],
  worked: [1, 2],
  first: null,
  approvals: 2,
  seconds: [2, 4, 5],
  left: 0,
};
const actorOf = (id: number) => ({ id, manages: id === 9 || id === 2, maySecond: id >= 2 && id !== 3 });
const states = Object.values(S);

describe('the states of projects', () => {
  it('lead to approval only by two judges who never were members, and back only with a reason', () => {
    const step = fc.record({
      to: fc.constantFrom(...states),
      by: fc.constantFrom(1, 2, 3, 4, 5, 6, 9),
      reason: fc.constantFrom(undefined, '', 'why'),
      leaves: fc.boolean(),
    });
    let approvals = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 30, maxLength: 200 }), (steps) => {
        let now = start;
        let judges: number[] = [];
        for (const { to, by, reason, leaves } of steps) {
          // Members may leave while the project is worked on; that makes no judges of them.
          if (leaves && mayChange(now.state, 'members'))
            now = { ...now, members: now.members.includes(2) ? [1] : [1, 2] };
          const problem = problemOf(now, to, actorOf(by), reason);
          if (problem) continue;
          expect(`${now.state}>${to}`).toMatch(/^(1>2|2>3|3>4|3>6|4>5|4>6|6>2|5>7)$/);
          if (to === S.returned) expect(reason).toBe('why');
          if (to === S.submitted) {
            expect(now.members).toContain(by);
            judges = [];
          }
          if (to === S.first || to === S.approved) judges.push(by);
          if (to === S.approved) {
            approvals++;
            expect(new Set(judges).size).toBe(2);
            for (const judge of judges) expect([3, 4, 5]).toContain(judge);
            expect(actorOf(by).maySecond).toBe(true);
          }
          now = { ...now, state: to, first: firstAfter(now, to, by) };
          if (to === S.submitted || to === S.running || to === S.returned) expect(now.first).toBeNull();
        }
      }),
      { numRuns: 300 },
    );
    // The walk does reach the end, so the property says something.
    expect(approvals).toBeGreaterThan(0);
  });

  it('need one judge where one approval was asked for', () => {
    const one = { ...start, state: S.submitted, approvals: 1 };
    expect(nextStates(one, actorOf(3))).toEqual([S.approved, S.returned]);
    expect(nextStates(one, actorOf(2))).toEqual([]);
    expect(problemOf(one, S.first, actorOf(3), undefined)).toBe('projectStep');
    expect(problemOf({ ...one, approvals: 2 }, S.approved, actorOf(3), undefined)).toBe('projectStep');
    for (const state of states) expect(mayChange(state, 'approvals')).toBe(state === S.draft);
  });

  it('let nobody give the first approval who alone could give the second', () => {
    const alone = { ...start, state: S.submitted, supervisors: [3, 4], seconds: [4] };
    expect(problemOf(alone, S.first, actorOf(4), undefined)).toBe('projectKeepSecond');
    expect(problemOf(alone, S.first, actorOf(3), undefined)).toBeNull();
  });

  it('are not submitted with cells that are not done', () => {
    expect(problemOf({ ...start, state: S.running, left: 3 }, S.submitted, actorOf(1), undefined)).toBe(
      'projectTasksLeft',
    );
  });

  it('always have a way on to closed for the people of a project that was ready', () => {
    const people = [1, 2, 3, 4, 5, 9];
    fc.assert(
      fc.property(
        fc.constantFrom(1, 2),
        fc.array(fc.nat(1000), { minLength: 1, maxLength: 60 }),
        (approvals, choices) => {
          let now: Standing = { ...start, approvals };
          for (const choice of choices) {
            const ways = people.flatMap((by) => nextStates(now, actorOf(by)).map((to) => ({ by, to })));
            if (now.state === S.closed) return;
            expect([now.state, ways.length > 0]).toEqual([now.state, true]);
            const { by, to } = ways[choice % ways.length] as (typeof ways)[number];
            now = { ...now, state: to, first: firstAfter(now, to, by) };
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('end at closed', () => {
    for (const to of states)
      for (const id of [1, 2, 3, 4, 5, 9])
        expect(problemOf({ ...start, state: S.closed }, to, actorOf(id), 'why')).toBe('projectStep');
  });

  it('offer exactly the steps that they take', () => {
    for (const state of states)
      for (const id of [1, 2, 3, 4, 6, 9]) {
        const now = { ...start, state, first: state === S.first ? 4 : null };
        for (const to of states)
          expect(nextStates(now, actorOf(id)).includes(to)).toBe(problemOf(now, to, actorOf(id), 'x') === null);
      }
    expect(nextStates({ ...start, state: S.first, first: 4 }, actorOf(4))).toEqual([S.returned]);
    expect(nextStates({ ...start, state: S.first, first: 4 }, actorOf(5))).toEqual([S.approved, S.returned]);
    expect(nextStates({ ...start, state: S.submitted }, actorOf(2))).toEqual([]);
  });

  it('begin only with somebody to work and somebody else to judge', () => {
    for (const bad of [
      { members: [], worked: [] },
      { supervisors: [] },
      { supervisors: [1, 2] },
      { supervisors: [7], worked: [1, 2, 7] },
    ])
      expect(problemOf({ ...start, ...bad }, S.running, actorOf(9), undefined)).toBe('projectPeople');
    expect(problemOf(start, S.running, actorOf(9), undefined)).toBeNull();
    expect(problemOf(start, S.running, actorOf(3), undefined)).toBe('projectManager');
  });

  it('keep what is judged as it was handed in', () => {
    for (const part of ['name', 'layers', 'region', 'members']) {
      expect(mayChange(S.running, part)).toBe(true);
      for (const state of [S.submitted, S.first, S.approved, S.closed]) expect(mayChange(state, part)).toBe(false);
    }
    expect(mayChange(S.submitted, 'supervisors')).toBe(true);
    expect(mayChange(S.closed, 'description')).toBe(false);
  });
});
