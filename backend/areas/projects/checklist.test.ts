// What keeps a project from starting: each cause by itself, and that a project without them comes to its end.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROJECT_STATES as S } from '../../../contract/schemas/project';
import { check, type Facts, newBlocks } from './checklist';
import { firstAfter, nextStates, type Standing } from './rules';

const standing: Standing = {
  state: S.draft,
  members: [1, 2],
  supervisors: [3, 4],
  worked: [1, 2],
  first: null,
  approvals: 2,
  seconds: [4],
  left: 0,
};
const layer = { id: 1, label: 'شهرها', isSupervised: true, idle: [] as number[] };
const facts: Facts = { standing, region: 5, layers: [layer], names: new Map([[1, 'سارا']]) };
const codes = (part: Partial<Facts>) =>
  check({ ...facts, ...part }).map(({ code, blocks }) => `${code}${blocks ? '!' : ''}`);
const people = (part: Partial<Standing>) => codes({ standing: { ...standing, ...part } });

describe('the checklist of a project', () => {
  it('has nothing to say of one that is ready', () => expect(codes({})).toEqual([]));

  it('names each thing that is missing', () => {
    expect(codes({ region: null, layers: [] })).toEqual(['noRegion!', 'noLayers!']);
    expect(people({ members: [], worked: [] })).toEqual(['noMembers!']);
    expect(people({ supervisors: [1, 2] })).toEqual(['noJudge!']);
    expect(people({ supervisors: [4] })).toEqual(['oneJudge!']);
    expect(people({ supervisors: [4], approvals: 1 })).toEqual([]);
    expect(people({ seconds: [] })).toEqual(['noSecond!']);
    expect(people({ seconds: [], approvals: 1 })).toEqual([]);
  });

  it('tells who may work where, and blocks only where nobody can', () => {
    expect(
      codes({
        layers: [
          { ...layer, idle: [1] },
          { ...layer, id: 2 },
        ],
      }),
    ).toEqual(['memberGap']);
    expect(codes({ layers: [{ ...layer, idle: [1] }] })).toEqual(['idleMember!']);
    expect(
      codes({
        layers: [
          { ...layer, idle: [1, 2] },
          { ...layer, id: 2 },
        ],
      }),
    ).toEqual(['idleLayer!']);
    expect(codes({ layers: [{ ...layer, isSupervised: false }] })).toEqual(['unsupervised']);
    expect(check({ ...facts, layers: [{ ...layer, idle: [1] }] })[0]?.params).toEqual({ name: 'سارا' });
  });

  it('tells what is new since before', () => {
    const before = check({ ...facts, region: null });
    const now = check({ ...facts, region: null, standing: { ...standing, members: [] } });
    expect(newBlocks(before, now).map(({ code }) => code)).toEqual(['noMembers']);
    expect(newBlocks(before, before)).toEqual([]);
  });

  it('lets start only what its own people can bring to its end', () => {
    const some = fc.uniqueArray(fc.constantFrom(1, 2, 3, 4, 5), { maxLength: 5 });
    let ready = 0;
    fc.assert(
      fc.property(some, some, some, fc.constantFrom(1, 2), (members, supervisors, rightHolders, approvals) => {
        const seconds = supervisors.filter((id) => rightHolders.includes(id));
        const now = { ...standing, members, worked: members, supervisors, seconds, approvals };
        if (check({ ...facts, standing: now }).some(({ blocks }) => blocks)) return;
        ready++;
        const reached = new Set<string>();
        const open: Standing[] = [now];
        let isClosed = false;
        for (let at = open.pop(); at; at = open.pop()) {
          const key = `${at.state}/${at.first}`;
          if (reached.has(key)) continue;
          reached.add(key);
          isClosed ||= at.state === S.closed;
          const before = at;
          const ways = [1, 2, 3, 4, 5, 9].flatMap((by) =>
            nextStates(before, { id: by, manages: by === 9, maySecond: (rightHolders as number[]).includes(by) }).map(
              (to) => ({
                ...before,
                state: to,
                first: firstAfter(before, to, by),
              }),
            ),
          );
          // No state is a dead end but the last one.
          expect([at.state, ways.length > 0]).toEqual([at.state, at.state !== S.closed]);
          open.push(...ways);
        }
        expect(isClosed).toBe(true);
      }),
      { numRuns: 500 },
    );
    expect(ready).toBeGreaterThan(20);
  });
});
