// The plans that anybody may see, for the landing page.
import type { z } from 'zod';
import { api } from '../../contract/index';
import { getInstance } from './instance';
import { handleWithBff } from './next-adapter';
import { getHost } from './session/page-session';

const TIMEOUT_MS = 2000;
/** A price list may be as old as this. */
const FRESH_MS = 60_000;

const { plans } = api.subscription;
let cached: { plans: z.infer<typeof plans.ok>; at: number } | null = null;

/** Plans by their ids, the free one only where the deployment offers it; the last known ones or none where the upstream is silent. */
export async function publicPlans(): Promise<z.infer<typeof plans.ok>> {
  if (!cached || Date.now() - cached.at > FRESH_MS)
    try {
      const host = await getHost();
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const answer = await handleWithBff(
        new Request(`http://${host}/api/${plans.path}`, { headers: { host }, signal }),
      );
      cached = { plans: plans.ok.parse(await answer.json()), at: Date.now() };
    } catch {
      // A page without prices says so.
    }
  return (cached?.plans ?? []).filter((plan) => getInstance().config.freePlan || plan.price > 0);
}
