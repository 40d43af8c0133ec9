// The living sessions of this process: which seal is the newest, who is signed out, and one refresh at a time for each.
import { LRUCache } from 'lru-cache';
import { openAccess } from '../../contract/access';
import { modulesOf, permsOf } from '../../contract/rights';
import { UpstreamGrants } from '../../contract/schemas/session';
import { REFRESH_MEMO_MS } from '../config/constants';
import { keyPool } from './keys-pool';
import type { Session } from './seal';
import { type Upstream, UpstreamFailure } from './upstream';

/** An access token with less life than this is renewed before a call. */
export const RENEW_BEFORE_MS = 30_000;
const MAX_ANSWER = 1_000_000;

export type Renewal = { session: Session } | { failed: 'ended' | 'unreachable' };

/** Reads an upstream JSON answer whole; null where it is not JSON or too long. */
export async function readJson(body: AsyncIterable<Uint8Array>): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > MAX_ANSWER) return null;
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    return null;
  }
}

/** Grants from the upstream's sealed answer. */
export function grantsOf(
  payload: unknown,
  now: number,
): Pick<Session, 'uid' | 'uname' | 'm' | 'p' | 'su' | 'at' | 'rt' | 'until'> {
  const g = UpstreamGrants.parse(payload);
  return {
    uid: g.user_id,
    uname: g.username,
    m: modulesOf(g.modules),
    p: permsOf(g.custom_perms),
    su: g.is_superuser,
    at: g.token,
    rt: g.refresh,
    until: now + g.expires_in * 1000,
  };
}

export function sessions(up: Upstream, pool: Pick<ReturnType<typeof keyPool>, 'take'> = keyPool()) {
  const newest = new LRUCache<string, Session>({ max: 50_000, ttl: 15 * 60_000 });
  const closed = new LRUCache<string, true>({ max: 50_000, ttl: 13 * 3600_000 });
  const renewing = new Map<string, { at: number; result: Promise<Renewal> }>();

  async function renew(session: Session, requestId: string): Promise<Renewal> {
    const pair = await pool.take();
    try {
      const response = await up.ask({
        method: 'POST',
        path: '/api/token/refresh/',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${session.rt}`,
          'x-request-id': requestId,
        },
        body: JSON.stringify({ otp: pair.document }),
        seconds: 10,
      });
      const body = (await readJson(response.body)) as { access?: string } | null;
      if (response.statusCode === 401 || response.statusCode === 403) return { failed: 'ended' };
      if (response.statusCode !== 200 || !body?.access) return { failed: 'unreachable' };
      const grants = grantsOf(await openAccess(body.access, pair.key), Date.now());
      const next = { ...session, ...grants, gen: session.gen + 1 };
      if (closed.has(session.sid)) return { failed: 'ended' };
      newest.set(session.sid, next);
      return { session: next };
    } catch (error) {
      if (error instanceof UpstreamFailure) return { failed: 'unreachable' };
      throw error;
    }
  }

  return {
    pool,
    /** The newest state of a session; null when it was signed out here. */
    current(session: Session): Session | null {
      if (closed.has(session.sid)) return null;
      const known = newest.get(session.sid);
      return known && known.gen > session.gen ? known : session;
    },
    /** Renews the upstream tokens: calls that come together, or within the memo time, share one exchange. */
    renew(session: Session, requestId: string): Promise<Renewal> {
      const under = renewing.get(session.sid);
      if (under && Date.now() - under.at < REFRESH_MEMO_MS) return under.result;
      const result = renew(session, requestId);
      renewing.set(session.sid, { at: Date.now(), result });
      setTimeout(() => {
        if (renewing.get(session.sid)?.result === result) renewing.delete(session.sid);
      }, REFRESH_MEMO_MS).unref();
      // A failure to reach the upstream is not remembered: the next call may try again.
      result
        .then((r) => 'failed' in r && r.failed === 'unreachable' && renewing.delete(session.sid))
        .catch(() => renewing.delete(session.sid));
      return result;
    },
    close(sid: string) {
      closed.set(sid, true);
      newest.delete(sid);
    },
  };
}
export type Sessions = ReturnType<typeof sessions>;
