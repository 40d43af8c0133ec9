// Watches a payment until the server knows its outcome or has been asked often enough.
import type { PaymentState } from '@/contract/schemas/subscription';
import { CallError } from '@/lib/api/errors';

/** checking: still asking; pending: asked often enough, the server goes on by itself; unknown: there is no such payment. */
export type PaymentStatus = 'checking' | PaymentState['state'] | 'unknown' | 'unreached';

const TIMES = 5;
const PAUSE_MS = 3_000;

/** The last word about a payment. `ask` makes the call; a call that does not get through is one of the five. */
export async function watchPayment(
  ask: () => Promise<PaymentState>,
  signal: AbortSignal,
  pause: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<Exclude<PaymentStatus, 'checking'>> {
  let last: 'pending' | 'unreached' = 'pending';
  for (let time = 0; time < TIMES && !signal.aborted; time++) {
    if (time) await pause(PAUSE_MS);
    try {
      const { state } = await ask();
      if (state !== 'pending') return state;
      last = 'pending';
    } catch (error) {
      if (error instanceof CallError && error.status === 404) return 'unknown';
      last = 'unreached';
    }
  }
  return last;
}
