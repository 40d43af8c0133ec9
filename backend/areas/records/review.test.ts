// The state machine of records under random work: nobody approves his own work, and nothing is shown that was not approved.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STATUS, VERDICTS } from '../../../contract/schemas/record';
import {
  applyCreation,
  applyDeletion,
  applyEdit,
  applyFile,
  applyVerdict,
  applyWithdrawal,
  clearFiles,
  isWaiting,
  type Standing,
} from './review';

const AT = '2026-01-01T00:00:00.000Z';
const newRecord = (by: number): Standing => ({ ...applyCreation(true, by), creator: by, first: null, waiting: null });
const judge = (by: number, needsTwo = false, canSecond = false) => ({ by, needsTwo, canSecond });
const edit = (s: Standing, by: number, value: Record<string, number>) => {
  const result = applyEdit(true, s, by, { value }, AT);
  if ('problem' in result) throw new Error(result.problem);
  return result;
};
const verdict = (...[s, action, who, reason]: Parameters<typeof applyVerdict>) => {
  const result = applyVerdict(s, action, who, reason);
  if ('problem' in result) throw new Error(result.problem);
  return result;
};

const step = fc.oneof(
  fc.record({
    kind: fc.constant('edit' as const),
    by: fc.integer({ min: 1, max: 4 }),
    field: fc.constantFrom('a', 'b'),
    shape: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('judge' as const),
    by: fc.integer({ min: 1, max: 4 }),
    action: fc.constantFrom(...VERDICTS),
  }),
  fc.record({ kind: fc.constant('delete' as const), by: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('withdraw' as const), by: fc.integer({ min: 1, max: 4 }) }),
);

describe('the state machine', () => {
  it('lets work wait in supervised layers only', () => {
    expect(applyCreation(false, 1).status).toBe(STATUS.approved);
    expect(applyCreation(true, 1)).toEqual({ status: STATUS.waiting, authors: [1] });
    const free: Standing = { ...applyCreation(false, 1), creator: 1, first: null, waiting: null };
    expect(applyEdit(false, free, 2, { value: { a: 1 } }, AT)).toEqual({ standing: free, written: true });
  });

  it('approves, returns and rejects new work', () => {
    expect(verdict(newRecord(1), 'approve', judge(2), undefined).standing).toMatchObject({
      status: STATUS.approved,
      authors: null,
    });
    const returned = verdict(newRecord(1), 'return', judge(2), 'why').standing;
    expect([returned.status, isWaiting(returned)]).toEqual([STATUS.returned, false]);
    expect(edit(returned, 1, { a: 1 }).standing.status).toBe(STATUS.waiting);
    const rejected = verdict(newRecord(1), 'reject', judge(2), 'why').standing;
    expect(applyEdit(true, rejected, 1, {}, AT)).toEqual({ problem: 'rejectedRecord' });
  });

  it('keeps an edit beside the approved record, one for all its authors', () => {
    const approved = verdict(newRecord(1), 'approve', judge(2), undefined).standing;
    const first = edit(approved, 1, { a: 1 });
    expect([first.written, first.standing.status]).toEqual([false, STATUS.approved]);
    const second = edit(first.standing, 3, { b: 2 }).standing;
    expect(second.waiting).toMatchObject({ value: { a: 1, b: 2 }, authors: [1, 3] });
    for (const author of [1, 3])
      expect(applyVerdict(second, 'approve', judge(author), undefined)).toEqual({ problem: 'ownWork' });
    expect(verdict(second, 'approve', judge(2), undefined)).toMatchObject({
      merges: true,
      standing: { waiting: null },
    });
    expect(verdict(second, 'reject', judge(2), 'no')).toMatchObject({ merges: false, standing: { waiting: null } });
    const back = verdict(second, 'return', judge(2), 'why').standing;
    expect([back.waiting?.returned, isWaiting(back)]).toEqual(['why', false]);
    expect(isWaiting(edit(back, 1, { a: 3 }).standing)).toBe(true);
  });

  it('lets the deletion of what is approved wait, and deletes the rest at once', () => {
    const approved = verdict(newRecord(1), 'approve', judge(2), undefined).standing;
    const deletionAsked = applyDeletion(true, approved, 1, AT) as Standing;
    expect(deletionAsked).toMatchObject({ status: STATUS.approved, waiting: { deletion: true, authors: [1], at: AT } });
    expect(applyDeletion(false, approved, 1, AT)).toBeNull();
    for (const status of [STATUS.waiting, STATUS.first, STATUS.returned, STATUS.rejected])
      expect(applyDeletion(true, { ...newRecord(1), status }, 1, AT)).toBeNull();
    expect(applyVerdict(deletionAsked, 'approve', judge(1), undefined)).toEqual({ problem: 'ownWork' });
    expect(verdict(deletionAsked, 'approve', judge(2), undefined)).toMatchObject({ deletes: true, merges: false, standing: { waiting: null } }); // biome-ignore format: one row
    expect(verdict(deletionAsked, 'reject', judge(2), 'no')).toMatchObject({
      deletes: false,
      standing: { waiting: null },
    });
    const back = verdict(deletionAsked, 'return', judge(2), 'why').standing;
    expect([back.waiting, isWaiting(back)]).toEqual([{ deletion: true, authors: [1], at: AT, returned: 'why' }, false]);
    expect(isWaiting(applyDeletion(true, back, 1, AT) as Standing)).toBe(true);
    expect(applyDeletion(true, deletionAsked, 1, 'later')).toBe(deletionAsked);
  });

  it('lays a deletion over an edit, and ends it by an edit or by who asked for it', () => {
    const approved = verdict(newRecord(1), 'approve', judge(2), undefined).standing;
    const changed = edit(approved, 3, { a: 1 }).standing;
    const once = verdict(changed, 'approve', judge(2, true), undefined).standing;
    const deletionAsked = applyDeletion(true, once, 1, AT) as Standing;
    expect(deletionAsked.waiting).toEqual({ value: { a: 1 }, deletion: true, authors: [3, 1], at: AT });
    for (const author of [1, 3])
      expect(applyVerdict(deletionAsked, 'approve', judge(author), undefined)).toEqual({ problem: 'ownWork' });
    expect(applyWithdrawal(deletionAsked, 3, AT)).toEqual({ problem: 'othersDeletion' });
    expect(applyWithdrawal(deletionAsked, 1, AT)).toMatchObject({
      standing: { waiting: { value: { a: 1 }, authors: [3, 1] } },
    });
    expect(applyWithdrawal(changed, 3, AT)).toEqual({ problem: 'noDeletionWaits' });
    expect(applyWithdrawal(applyDeletion(true, approved, 1, AT) as Standing, 1, AT)).toEqual({ standing: approved });
    expect(edit(deletionAsked, 4, { b: 2 }).standing.waiting).toEqual({
      value: { a: 1, b: 2 },
      authors: [3, 1, 4],
      at: AT,
    });
  });

  it('lets files wait beside what is approved, with the edit that waits there', () => {
    const approved = verdict(newRecord(1), 'approve', judge(2), undefined).standing;
    const file = (s: Standing, by: number) => {
      const result = applyFile(true, s, by, AT);
      if ('problem' in result) throw new Error(result.problem);
      return result;
    };
    expect(applyFile(false, approved, 1, AT)).toEqual({ standing: approved, written: true });
    expect(file(newRecord(1), 3)).toMatchObject({
      written: true,
      standing: { status: STATUS.waiting, authors: [1, 3] },
    });
    const waiting = file(edit(approved, 1, { a: 1 }).standing, 3);
    expect(waiting).toMatchObject({ written: false, standing: { waiting: { value: { a: 1 }, files: true, authors: [1, 3] } } }); // biome-ignore format: one row
    expect(edit(waiting.standing, 4, { b: 1 }).standing.waiting?.files).toBe(true);
    expect(clearFiles(waiting.standing).waiting).toEqual({ value: { a: 1 }, authors: [1, 3], at: AT });
    expect(clearFiles(file(approved, 1).standing)).toEqual(approved);
    const going = applyDeletion(true, file(approved, 1).standing, 2, AT) as Standing;
    expect(applyWithdrawal(going, 2, AT)).toMatchObject({ standing: { waiting: { files: true, authors: [1, 2] } } });
    expect(file(going, 3).standing.waiting).toEqual({ files: true, authors: [1, 2, 3], at: AT });
  });

  it('wants two different people where a layer says so, the second with his own right', () => {
    for (const start of [
      newRecord(1),
      edit(verdict(newRecord(1), 'approve', judge(2), undefined).standing, 1, { a: 1 }).standing,
    ]) {
      const once = verdict(start, 'approve', judge(2, true), undefined);
      expect([once.merges, isWaiting(once.standing)]).toEqual([false, true]);
      expect(applyVerdict(once.standing, 'approve', judge(3, true), undefined)).toEqual({ problem: 'secondRight' });
      expect(applyVerdict(once.standing, 'approve', judge(2, true, true), undefined)).toEqual({
        problem: 'secondPerson',
      });
      expect(isWaiting(verdict(once.standing, 'approve', judge(3, true, true), undefined).standing)).toBe(false);
      const changed = edit(once.standing, 1, { a: 9 }).standing;
      expect(isWaiting(verdict(changed, 'approve', judge(3, true, true), undefined).standing)).toBe(true);
    }
  });

  it.each([false, true])('never shows what its author approved himself (two approvals: %s)', (needsTwo) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.array(step, { maxLength: 40 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 4 })),
        (creator, steps, seconds) => {
          let s = newRecord(creator);
          /** Who worked on what is not approved yet, and who approved it since it last changed. */
          let authors = new Set([creator]);
          let approvals: number[] = [];
          let wasVisible = false;
          for (const one of steps) {
            const before = structuredClone(s);
            if (one.kind === 'edit') {
              const result = applyEdit(
                true,
                s,
                one.by,
                { value: { [one.field]: 1 }, ...(one.shape ? { geometry: null } : {}) },
                AT,
              );
              if ('problem' in result) {
                expect(s.status).toBe(STATUS.rejected);
                continue;
              }
              expect(result.written).toBe(!wasVisible);
              s = result.standing;
              authors.add(one.by);
              approvals = [];
              expect(isWaiting(s)).toBe(true);
            } else if (one.kind === 'delete') {
              const next = applyDeletion(true, s, one.by, AT);
              expect(next === null).toBe(!wasVisible);
              if (next === null || next === s) continue;
              s = next;
              authors.add(one.by);
              approvals = [];
              expect(isWaiting(s)).toBe(true);
            } else if (one.kind === 'withdraw') {
              const result = applyWithdrawal(s, one.by, AT);
              if ('problem' in result) {
                expect(s).toEqual(before);
                continue;
              }
              expect(before.waiting).toMatchObject({ deletion: true });
              s = result.standing;
              approvals = [];
              if (s.waiting === null) authors = new Set();
            } else {
              const result = applyVerdict(s, one.action, judge(one.by, needsTwo, seconds.includes(one.by)), 'reason');
              if ('problem' in result) {
                expect(s).toEqual(before);
                continue;
              }
              expect(authors.has(one.by)).toBe(false);
              s = result.standing;
              if (one.action === 'approve') approvals.push(one.by);
              else approvals = [];
              const complete = approvals.length === (needsTwo ? 2 : 1);
              if (complete) {
                expect(new Set(approvals).size).toBe(approvals.length);
                if (needsTwo) expect(seconds).toContain(approvals[1]);
                const hadDeletion = before.waiting?.deletion === true;
                expect([s.status, s.waiting, result.merges]).toEqual([
                  STATUS.approved,
                  null,
                  wasVisible && !hadDeletion,
                ]);
                expect(result.deletes).toBe(hadDeletion);
                if (hadDeletion) return;
                wasVisible = true;
                authors = new Set();
                approvals = [];
              } else if (one.action === 'reject' && wasVisible) authors = new Set();
              if (!complete) expect([result.merges, result.deletes]).toEqual([false, false]);
              expect(isWaiting(s)).toBe(one.action === 'approve' && !complete);
            }
            expect(s.status === STATUS.approved).toBe(wasVisible);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});
