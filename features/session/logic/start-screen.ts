// The screen that the roles of whoever has just signed in begin with. It comes when it is wanted: the calls' table is heavy.
import { api } from '@/contract';
import { call } from '@/lib/api/client';
import { href, safeReturn } from '@/lib/routes/rules';

/** The answer is waited for so many ms; then the map opens. */
const WAIT_MS = 4000;

export async function startScreen(): Promise<string> {
  const user = await call(api.session.user, {}, { signal: AbortSignal.timeout(WAIT_MS) }).catch(() => null);
  return safeReturn(user?.interface?.start) ?? href('home');
}
