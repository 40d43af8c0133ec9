// Five questions at most, and no good news that the server did not give.
import { describe, expect, it } from 'vitest';
import type { PaymentState } from '@/contract/schemas/subscription';
import { errorOf, networkError } from '@/lib/api/errors';
import { standingOf } from './watch';

type Said = PaymentState['state'] | Error;

const hear = async (...said: Said[]) => {
  let asked = 0;
  let waited = 0;
  const standing = await standingOf(
    async () => {
      const one = said[Math.min(asked++, said.length - 1)] as Said;
      if (one instanceof Error) throw one;
      return { id: 'p', state: one, host: 'h' };
    },
    new AbortController().signal,
    async (ms) => {
      waited += ms;
    },
  );
  return [standing, asked, waited];
};

describe('how a payment stands', () => {
  it('is said as soon as the server knows', async () => {
    expect(await hear('paid')).toEqual(['paid', 1, 0]);
    expect(await hear('failed')).toEqual(['failed', 1, 0]);
    expect(await hear('pending', 'pending', 'paid')).toEqual(['paid', 3, 6000]);
  });

  it('stays open after five questions', async () => {
    expect(await hear('pending')).toEqual(['pending', 5, 12_000]);
  });

  it('is not guessed where the server knows no such payment, or is not reached', async () => {
    expect(await hear(errorOf(404, { detail: 'x', code: 404 }, null))).toEqual(['unknown', 1, 0]);
    expect(await hear(networkError())).toEqual(['unreached', 5, 12_000]);
    expect(await hear(networkError(), 'paid')).toEqual(['paid', 2, 3000]);
  });
});
