// The table of states: no state is a dead end, it says what the rules of review do, and nobody gets a verdict on their own work past it.
import { expect, it } from 'vitest';
import { STATUS, VERDICTS } from '../../../contract/schemas/record';
import {
  applyDeletion,
  applyEdit,
  applyVerdict,
  applyWithdrawal,
  isWaiting,
  type Standing,
  waitingAuthors,
} from '../records/review';
import { allowsStep, MACHINE, STATES, type State, type Step, stateOf } from './machine';
import { applyReopen } from './reopen';

const AT = '2026-01-01T00:00:00.000Z';
const PEOPLE = [1, 2, 3];
const STEPS: readonly Step[] = ['edit', 'askDelete', 'withdraw', 'reopen', ...VERDICTS];
const CREATED: Standing = { status: STATUS.waiting, creator: 1, authors: [1], first: null, waiting: null };

/** What a step of somebody leaves; null where it is refused, `deleted` where the record goes. */
function take(s: Standing, step: Step, by: number, needsTwo: boolean): Standing | 'deleted' | null {
  if (step === 'undo') return null;
  if (step === 'edit') {
    const result = applyEdit(true, s, by, { value: { a: 1 } }, AT);
    return 'problem' in result ? null : result.standing;
  }
  if (step === 'askDelete') return applyDeletion(true, s, by, AT);
  if (step === 'withdraw') {
    const result = applyWithdrawal(s, by, AT);
    return 'problem' in result ? null : result.standing;
  }
  if (step === 'reopen') {
    const result = applyReopen(true, s, by, [1]);
    return 'problem' in result ? null : result.standing;
  }
  const result = applyVerdict(s, step, { by, needsTwo, canSecond: true }, 'r');
  if ('problem' in result) return null;
  return result.deletes ? 'deleted' : result.standing;
}

it('has a way out of every state, and into it', () => {
  for (const state of STATES) {
    const leaves = Object.values(MACHINE[state]).flat();
    expect(
      leaves.some((to) => to !== state),
      state,
    ).toBe(true);
    const enters = STATES.some((from) => from !== state && Object.values(MACHINE[from]).flat().includes(state));
    expect(enters, state).toBe(true);
  }
});

it('leads from every state to an approved record', () => {
  const reached = new Set<State | 'deleted'>(['approved']);
  for (let size = 0; size !== reached.size; ) {
    size = reached.size;
    for (const state of STATES)
      if (
        Object.values(MACHINE[state])
          .flat()
          .some((to) => reached.has(to))
      )
        reached.add(state);
  }
  for (const state of STATES) expect(reached.has(state), state).toBe(true);
});

/** Every standing that any history leads to, and every way between two states. */
function walk(needsTwo: boolean) {
  const ways = new Set<string>();
  const all = new Map([[JSON.stringify(CREATED), CREATED]]);
  for (const s of all.values())
    for (const step of STEPS)
      for (const by of PEOPLE) {
        const left = take(s, step, by, needsTwo);
        const isVerdict = (VERDICTS as readonly string[]).includes(step) || step === 'reopen';
        if (left === null) continue;
        expect(allowsStep(s, step), `${stateOf(s)} ${step}`).toBe(true);
        if (isVerdict) expect(waitingAuthors(s), `${stateOf(s)} ${step}`).not.toContain(by);
        ways.add(`${stateOf(s)} ${step} ${left === 'deleted' ? left : stateOf(left)}`);
        if (left !== 'deleted' && !all.has(JSON.stringify(left))) all.set(JSON.stringify(left), left);
      }
  return { ways, standings: [...all.values()] };
}

it('says what the rules do in every history there can be', () => {
  const [one, two] = [walk(false), walk(true)];
  const expected = STATES.flatMap((from) =>
    Object.entries(MACHINE[from]).flatMap(([step, all]) =>
      step === 'undo' ? [] : all.map((to) => `${from} ${step} ${to}`),
    ),
  );
  expect([...new Set([...one.ways, ...two.ways])].sort()).toEqual(expected.sort());
  expect(two.standings.length).toBeGreaterThan(100);
  for (const s of [...one.standings, ...two.standings]) expect(isWaiting(s)).toBe(allowsStep(s, 'approve'));
});
