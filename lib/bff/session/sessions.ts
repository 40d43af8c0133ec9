// The living sessions of this process: which seal is the newest, who is signed out, and one refresh at a time for each.
import { LRUCache } from 'lru-cache';
import { openAccess } from '../../../contract/access';
import { modulesOf, permsOf } from '../../../contract/rights';
import { UpstreamGrants } from '../../../contract/schemas/session';
import { REFRESH_MEMO_MS } from '../../config/constants';
import { partsOf, type UpstreamResponse } from '../upstream/response';
import { type Upstream, UpstreamFailure } from '../upstream/upstream';
import { keyPool } from './keys-pool';
import { type Session, toOwn } from './seal';

/** An access token with less life than this is renewed before a call; a short-lived one when a third of its life is left. */
export const RENEW_BEFORE_MS = 30_000;
/** A token that is good for so long still serves where its renewal is better left to another call. */
const LAST_MS = 2_000;
const MAX_ANSWER = 1_000_000;

/** A refused token is not doubted more often than this: some upstreams refuse for other reasons. */
const DOUBT_MS = 1_000;

export type Renewal = { session: Session } | { failed: 'ended' | 'unreachable' | 'returned' };

/** Whether a session's access token should be renewed before a call; `late`: only when it can hardly serve any more. */
export const isDue = ({ until, due }: Session, now: number, late = false): boolean =>
  now >= (late ? until - LAST_MS : (due ?? until - RENEW_BEFORE_MS));

/** Reads an upstream JSON response whole; null where it is not JSON or too long. */
export async function readJson(body: UpstreamResponse['body']): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of partsOf(body)) {
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

/** Whether a status says that all went well; which one of them is the upstream's own habit. */
export const isOk = (status: number): boolean => status >= 200 && status < 300;

/** Grants from the upstream's sealed response. */
export function grantsOf(
  payload: unknown,
  now: number,
): Pick<Session, 'uid' | 'uname' | 'm' | 'p' | 'su' | 'at' | 'rt' | 'until' | 'due'> {
  const g = UpstreamGrants.parse(payload);
  const life = g.expires_in * 1000;
  return {
    uid: g.user_id,
    uname: g.username,
    m: modulesOf(g.modules),
    p: permsOf(g.custom_perms),
    su: g.is_superuser,
    at: g.token,
    rt: g.refresh,
    until: now + life,
    due: now + life - Math.min(RENEW_BEFORE_MS, life / 3),
  };
}

type Keys = Pick<ReturnType<typeof keyPool>, 'take'>;

/** New grants of the upstream for a session's refresh token, or why there are none. */
async function exchange(
  up: Upstream,
  pool: Keys,
  open: typeof openAccess,
  { rt }: Session,
  requestId: string,
): Promise<ReturnType<typeof grantsOf> | 'ended' | 'unreachable'> {
  const pair = await pool.take();
  try {
    const response = await up.ask({
      method: 'POST',
      path: '/api/token/refresh/',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${rt}`,
        'x-request-id': requestId,
      },
      body: JSON.stringify({ otp: pair.document }),
      seconds: 10,
    });
    const body = (await readJson(response.body)) as { access?: string } | null;
    if (response.statusCode === 401 || response.statusCode === 403) return 'ended';
    if (!isOk(response.statusCode) || !body?.access) return 'unreachable';
    return grantsOf(await open(body.access, pair.key), Date.now());
  } catch (error) {
    if (error instanceof UpstreamFailure) return 'unreachable';
    throw error;
  }
}

/** `pool` gives the keys of exchanges, `open` reads what was sealed for one, `most` sessions are remembered. */
export function createSessions(
  up: Upstream,
  pool: Keys = keyPool(),
  open: typeof openAccess = openAccess,
  most = 50_000,
) {
  const newest = new LRUCache<string, Session>({ max: most, ttl: 15 * 60_000 });
  const closed = new LRUCache<string, true>({ max: most, ttl: 13 * 3600_000 });
  const renewing = new Map<string, { began: number; good: number; result: Promise<Renewal> }>();

  /** A later state of a session, where one is known here. */
  function newerThan({ sid, gen }: Session): Session | null {
    const newer = newest.get(sid);
    return newer && newer.gen > gen ? newer : null;
  }

  async function renew(session: Session, requestId: string): Promise<Renewal> {
    const grants = await exchange(up, pool, open, session, requestId);
    if (typeof grants === 'string') return { failed: grants };
    const next = { ...session, ...grants, gen: session.gen + 1 };
    if (closed.has(session.sid)) return { failed: 'ended' };
    newest.set(session.sid, next);
    return { session: next };
  }

  return {
    pool,
    /** The newest state of a session; null when it was signed out here. */
    current(session: Session): Session | null {
      if (closed.has(session.sid)) return null;
      const newer = newerThan(session);
      // What another process has renewed is known here from its seal: a call that comes late with an older one is not renewed from that.
      if (!newer && session.gen > 1 && newest.get(session.sid)?.gen !== session.gen) newest.set(session.sid, session);
      return newer ?? session;
    },
    /** Renews the upstream tokens: calls that come together share one exchange, and its result for the memo time or while it serves. */
    renew(session: Session, requestId: string): Promise<Renewal> {
      // What sees as somebody else is not renewed. Where the upstream has ended it, the call that learns so is not made again as oneself.
      if (session.own) {
        newest.set(session.sid, toOwn(session));
        return Promise.resolve({ failed: 'returned' });
      }
      const under = renewing.get(session.sid);
      if (under && Date.now() < under.good) return under.result;
      // A call that began before a renewal comes with the old state: each token is given away once.
      const newer = newerThan(session);
      if (newer && !isDue(newer, Date.now())) return Promise.resolve({ session: newer });
      const result = renew(newer ?? session, requestId);
      const entry = { began: Date.now(), good: Number.POSITIVE_INFINITY, result };
      renewing.set(session.sid, entry);
      const forget = () => renewing.get(session.sid) === entry && renewing.delete(session.sid);
      entry.result
        .then((r) => {
          // A failure to reach the upstream is not remembered: the next call may try again.
          if ('failed' in r && r.failed === 'unreachable') return forget();
          const memo = Date.now() + REFRESH_MEMO_MS;
          entry.good = 'session' in r ? Math.min(memo, r.session.due ?? memo) : memo;
          return setTimeout(forget, REFRESH_MEMO_MS).unref();
        })
        .catch(forget);
      return entry.result;
    },
    /** The upstream has refused a token before its time: what is remembered of its renewal holds no longer. */
    refused(session: Session) {
      const { sid } = session;
      const under = newerThan(session) ? undefined : renewing.get(sid);
      if (under && Number.isFinite(under.good) && Date.now() - under.began > DOUBT_MS) renewing.delete(sid);
    },
    /** A new state of a session, which counts from now on. */
    replace(session: Session) {
      newest.set(session.sid, session);
    },
    close(sid: string) {
      closed.set(sid, true);
      newest.delete(sid);
    },
  };
}
export type Sessions = ReturnType<typeof createSessions>;
