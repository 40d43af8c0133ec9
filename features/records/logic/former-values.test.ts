// Former values go back group by group, and a few calls at a time.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupFormer, runInParallel } from './former-values';

describe('former values', () => {
  test('every record is in one group, with its own values of the changed fields alone', () => {
    const record = fc.record({ a: fc.option(fc.integer({ min: 0, max: 2 })), b: fc.constantFrom('x', 'y') });
    fc.assert(
      fc.property(fc.array(record), (values) => {
        const records = values.map((value, i) => ({ id: i + 1, value }));
        const groups = groupFormer(records, ['a']);
        expect(groups.flatMap(({ ids }) => ids).sort((x, y) => x - y)).toEqual(records.map(({ id }) => id));
        for (const { ids, value } of groups)
          for (const id of ids) expect(value).toEqual({ a: values[id - 1]?.a ?? null });
        expect(groups.length).toBeLessThanOrEqual(4);
      }),
    );
  });
});

describe('jobs abreast', () => {
  test('all run, never more than so many at a time', async () => {
    let now = 0;
    let most = 0;
    let done = 0;
    const job = async () => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 1));
      now--;
      done++;
    };
    await runInParallel(
      Array.from({ length: 20 }, () => job),
      3,
    );
    expect([done, most]).toEqual([20, 3]);
  });
  test('a failure stops what has not begun', async () => {
    let begun = 0;
    const jobs = Array.from({ length: 20 }, (_, i) => async () => {
      begun++;
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (i === 1) throw new Error('refused');
    });
    await expect(runInParallel(jobs, 2)).rejects.toThrow('refused');
    expect(begun).toBeLessThan(6);
  });
});
