// The plans that anybody may see, for the landing page.
import { z } from 'zod';
import { Plan } from '../../contract/schemas/subscription';
import { instance } from './instance';

const TIMEOUT_MS = 2000;
/** A price list may be as old as this. */
const FRESH_MS = 60_000;

let known: { plans: Plan[]; at: number } | null = null;

/** Plans by their ids, the free one only where the deployment offers it; the last known ones or none where the upstream is silent. */
export async function publicPlans(): Promise<Plan[]> {
  const { config } = instance();
  if (!known || Date.now() - known.at > FRESH_MS)
    try {
      const answer = await fetch(new URL('/api/plan/', config.upstream), { signal: AbortSignal.timeout(TIMEOUT_MS) });
      known = { plans: z.array(Plan).parse(await answer.json()), at: Date.now() };
    } catch {
      // A page without prices says so.
    }
  return (known?.plans ?? []).filter((plan) => config.freePlan || plan.price > 0);
}
