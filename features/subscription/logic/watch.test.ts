// Five questions at most, and no good news that the server did not give.
import { describe, expect, it } from 'vitest';
import type { PaymentState } from '@/contract/schemas/subscription';
import { errorOf, networkError } from '@/lib/api/errors';
import { watchPayment } from './watch';

type StateOrError = PaymentState['state'] | Error;

const watch = async (...said: StateOrError[]) => {
  let calls = 0;
  let waited = 0;
  const standing = await watchPayment(
    async () => {
      const one = said[Math.min(calls++, said.length - 1)] as StateOrError;
      if (one instanceof Error) throw one;
      return { id: 'p', state: one, host: 'h' };
    },
    new AbortController().signal,
    async (ms) => {
      waited += ms;
    },
  );
  return [standing, calls, waited];
};

describe('how a payment stands', () => {
  it('is said as soon as the server knows', async () => {
    expect(await watch('paid')).toEqual(['paid', 1, 0]);
    expect(await watch('failed')).toEqual(['failed', 1, 0]);
    expect(await watch('pending', 'pending', 'paid')).toEqual(['paid', 3, 6000]);
  });

  it('stays open after five questions', async () => {
    expect(await watch('pending')).toEqual(['pending', 5, 12_000]);
  });

  it('is not guessed where the server knows no such payment, or is not reached', async () => {
    expect(await watch(errorOf(404, { detail: 'x', code: 404 }, null))).toEqual(['unknown', 1, 0]);
    expect(await watch(networkError())).toEqual(['unreached', 5, 12_000]);
    expect(await watch(networkError(), 'paid')).toEqual(['paid', 2, 3000]);
  });
});
