// Sessions as requests find them: unsealed in their newest state, with a token that serves, known to the upstream.
import { LRUCache } from 'lru-cache';
import { api } from '../../../contract/index';
import type { WebConfig } from '../../config/env';
import { requestId as aRequestId } from '../request-id';
import { discard, type UpstreamResponse } from '../upstream/response';
import { type Upstream, UpstreamFailure } from '../upstream/upstream';
import { atPresent, COOKIES, cookieOf, type Idle, isAlive, type Session, sessionOf, toOwn } from './seal';
import { isDue, readJson, type Sessions } from './sessions';

/** A page asks the upstream about its session when the last response is older than this. */
const PAGE_CHECK_MS = 30_000;
/** The code of such a refusal, as the contract's errors have it. */
const MUST_CHANGE = 'must_change';
/** A page waits so long for that response, in seconds. */
const PAGE_CHECK_SECONDS = 3;
const UNSEALED_MS = 30_000;

/** A session that a request came with; `held` is the generation of the seal that the browser holds. */
export interface Live {
  session: Session;
  idle: Idle;
  held: number;
}

/** A session that the upstream knows; `mustChange`: it serves nothing but a change of the password. */
export type Standing = Session & { mustChange?: true };

export interface LiveSessions {
  /** The session behind cookies in its newest state; null for nobody. `bad` is told of a seal that is none of ours. */
  find(host: string, cookies: string | undefined, bad?: Parameters<typeof sessionOf>[4]): Promise<Live | null>;
  /** The session with an access token that will last for this call; null when the upstream has ended it. */
  fresh(session: Session, requestId: string, late?: boolean): Promise<Session | null>;
  /** The session where the upstream still knows it. What cannot be asked stands. */
  stands(session: Session): Promise<Standing | null>;
}

/** Whether a refusal says that the password has to be changed first. */
const isMustChange = async (body: UpstreamResponse['body']): Promise<boolean> =>
  ((await readJson(body)) as { code?: unknown } | null)?.code === MUST_CHANGE;

export function createLiveSessions(config: WebConfig, up: Upstream, living: Sessions, now: () => number): LiveSessions {
  // Unsealing costs more than all the rest of a tile: the same cookies are opened once in a while, not for each tile. They are long, and each
  // renewal brings others: what is over goes by itself.
  const unsealed = new LRUCache<string, { session: Session; idle: Idle }>({
    max: 10_000,
    ttl: UNSEALED_MS,
    ttlAutopurge: true,
    perf: { now },
  });
  // Sessions that the upstream has vouched for lately, for pages.
  const vouched = new LRUCache<string, true>({ max: 50_000, ttl: PAGE_CHECK_MS, perf: { now } });

  async function find(
    host: string,
    cookies: string | undefined,
    bad?: Parameters<typeof sessionOf>[4],
  ): Promise<Live | null> {
    const pair = `${host}|${cookieOf(cookies, COOKIES.session)}|${cookieOf(cookies, COOKIES.idle)}`;
    let opened = unsealed.get(pair) ?? null;
    if (!opened) {
      opened = await sessionOf(config, host, cookies, now(), bad);
      if (opened) unsealed.set(pair, opened);
    }
    const newest = opened && living.current(opened.session);
    const current = newest && atPresent(newest, now());
    // An opened seal may be used for a while; how long it has been idle is asked each time.
    return opened && current && isAlive(current, opened.idle, now())
      ? { session: current, idle: opened.idle, held: opened.session.gen }
      : null;
  }

  async function fresh(session: Session, requestId: string, late = false): Promise<Session | null> {
    if (session.own || !isDue(session, now(), late)) return session;
    const renewal = await living.renew(session, requestId);
    if ('session' in renewal) return renewal.session;
    if (renewal.failed === 'ended') return null;
    throw new UpstreamFailure('network');
  }

  async function stands(session: Session): Promise<Standing | null> {
    if (vouched.has(session.sid)) return session;
    const requestId = aRequestId();
    try {
      let current = await fresh(session, requestId, true);
      for (let tries = 0; current && tries < 2; tries++) {
        const { statusCode, body } = await up.ask({
          method: 'GET',
          path: `/api/${api.session.user.path}`,
          headers: { authorization: `Bearer ${current.at}`, 'x-request-id': requestId, 'x-background': '1' },
          seconds: PAGE_CHECK_SECONDS,
        });
        // Asked for each page until it is done.
        if (statusCode === 403 && (await isMustChange(body))) return { ...current, mustChange: true };
        if (statusCode !== 403) await discard(body);
        if (statusCode !== 401) {
          if (statusCode < 500) vouched.set(session.sid, true);
          return current;
        }
        // The token may be one that another process has just replaced.
        living.refused(current);
        const renewal: Awaited<ReturnType<typeof living.renew>> = await living.renew(current, requestId);
        if ('failed' in renewal)
          return renewal.failed === 'ended' ? null : renewal.failed === 'returned' ? toOwn(current) : current;
        current = renewal.session;
      }
      return current;
    } catch (error) {
      if (error instanceof UpstreamFailure) return session;
      throw error;
    }
  }

  return { find, fresh, stands };
}
