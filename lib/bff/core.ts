// The BFF as one function from request to response, called by our own server (`web-server.ts`) and by Next's route handlers.
import { LRUCache } from 'lru-cache';
import type { openAccess } from '../../contract/access';
import { MAX_JSON_BYTES } from '../../contract/define';
import { api } from '../../contract/index';
import type { WebConfig } from '../config/env';
import { type BffAnswer, type BffRequest, LargeBody, refuse, SlowBody } from './answers';
import { type Audit, audit } from './audit';
import { limitBody } from './bodies';
import { type Forwarding, forward, forwardedHeaders } from './forward';
import { clientOf, hasSideDoor, hostOf, isFromOurPage, SAFE, targetOf } from './guard';
import { paymentReturn, purchase } from './payment';
import { ANSWER_HEADERS } from './policy';
import { COSTS, createRates } from './rates';
import { requestId as aRequestId } from './request-id';
import { COOKIES, cookieOf, type Idle, isAlive, type Session, sealIdle, sealSession, sessionOf, unseal } from './seal';
import { type CallContext, prepare, refresh, refuseSignedOut, signIn, signOut } from './session-calls';
import { createSessions, isDue, type Sessions } from './sessions';
import { createUpstream, UpstreamFailure } from './upstream';

const IDLE_STAMP_MS = 60_000;
/** A page asks the upstream about its session when the last response is older than this. */
const PAGE_CHECK_MS = 30_000;
/** A page waits so long for that response, in seconds. */
const PAGE_CHECK_SECONDS = 3;
/** The upstream is there when it has said anything of its own within so many seconds. */
const REACH_SECONDS = 3;
const UNSEALED_MS = 30_000;
/** A heavy call may wait for its turn, and then takes more than one statement. */
const HEAVY_SECONDS = 15;
/** Sockets to the upstream for each kind of traffic, so that a slow kind cannot hold up the others. */
const CALL_SOCKETS = 64;
/** Also pictures of outside services, of which the backend lets no more than half of these wait. */
const TILE_SOCKETS = 96;
const FILE_SOCKETS = 16;

/** Milliseconds of a call's parts, as far as they were needed. */
interface Times {
  up?: number;
  seal?: number;
  /** Sign-ins and codes are not timed: times would reveal who exists. */
  isUntimed?: boolean;
}

/** 429 for an address that asks for more than its bucket holds; a second fills a quarter of it. */
function refuseTooFast(request: BffRequest): BffAnswer {
  const refused = refuse(request, 429, 'busy');
  refused.headers['retry-after'] = '1';
  return refused;
}

export interface Bff {
  handle(request: BffRequest): Promise<BffAnswer>;
  /** The session behind a page's cookies; null for nobody, and for somebody whom the upstream has put out. */
  person(host: string, cookies: string | undefined): Promise<Session | null>;
  /** Whether a request is for a host of this deployment. */
  servesHost(request: Pick<BffRequest, 'headers' | 'peer'>): boolean;
  /** Whether the upstream responds. */
  reachable(): Promise<boolean>;
  close(): Promise<void>;
}

/** What tests may replace. */
export interface BffParts {
  auditEvent: Audit;
  reach: typeof createUpstream;
  pool: Sessions['pool'];
  open: typeof openAccess;
}

export function createBff(config: WebConfig, now: () => number = Date.now, dependencies: Partial<BffParts> = {}): Bff {
  const { auditEvent = audit, reach = createUpstream, pool, open } = dependencies;
  const up = reach(config.upstream, CALL_SOCKETS, now);
  const geo = reach(config.geoserver, TILE_SOCKETS, now);
  const files = reach(config.upstream, FILE_SOCKETS, now);
  const living = createSessions(up, pool, open);
  // Unsealing costs more than all the rest of a tile: the same cookies are opened once in a while, not for each tile.
  const unsealed = new LRUCache<string, { session: Session; idle: Idle }>({ max: 10_000, ttl: UNSEALED_MS });

  const rates = createRates(now);
  // Sessions that the upstream has vouched for lately, for pages.
  const vouched = new LRUCache<string, true>({ max: 50_000, ttl: PAGE_CHECK_MS, perf: { now } });

  /** The session behind cookies in its newest state; `held` is the generation of the seal that the browser holds. */
  async function sessionFor(
    host: string,
    cookies: string | undefined,
    bad?: Parameters<typeof sessionOf>[4],
  ): Promise<{ session: Session; idle: Idle; held: number } | null> {
    const pair = `${host}|${cookieOf(cookies, COOKIES.session)}|${cookieOf(cookies, COOKIES.idle)}`;
    let opened = unsealed.get(pair) ?? null;
    if (!opened) {
      opened = await sessionOf(config, host, cookies, now(), bad);
      if (opened) unsealed.set(pair, opened);
    }
    const current = opened && living.current(opened.session);
    // An opened seal may be used for a while; how long it has been idle is asked each time.
    return opened && current && isAlive(current, opened.idle, now())
      ? { session: current, idle: opened.idle, held: opened.session.gen }
      : null;
  }

  /** The session with an access token that will last for this call; null when the upstream has ended it. */
  async function fresh(session: Session, requestId: string, late = false): Promise<Session | null> {
    if (!isDue(session, now(), late)) return session;
    const renewal = await living.renew(session, requestId);
    if ('session' in renewal) return renewal.session;
    if (renewal.failed === 'ended') return null;
    throw new UpstreamFailure('network');
  }

  /** Whether the upstream still knows a session. What cannot be asked stands. */
  async function stands(session: Session): Promise<Session | null> {
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
        await body.dump();
        if (statusCode !== 401) {
          if (statusCode < 500) vouched.set(session.sid, true);
          return current;
        }
        // The token may be one that another process has just replaced.
        living.refused(current);
        const renewal: Awaited<ReturnType<typeof living.renew>> = await living.renew(current, requestId);
        if ('failed' in renewal) return renewal.failed === 'ended' ? null : current;
        current = renewal.session;
      }
      return current;
    } catch (error) {
      if (error instanceof UpstreamFailure) return session;
      throw error;
    }
  }

  async function route(original: BffRequest, requestId: string, times: Times): Promise<BffAnswer> {
    let request = original;
    const host = hostOf(config, request);
    if (!host) return refuse(request, 421, 'host');
    if (hasSideDoor(request)) return refuse(request, 400, 'path');
    const target = targetOf(request.method, request.url);
    if (target.to === 'nowhere')
      return refuse(request, target.status, target.status === 405 ? 'method' : target.status === 414 ? 'long' : 'path');

    const forwarded = {
      ...forwardedHeaders(request),
      'x-request-id': requestId,
      'x-forwarded-for': clientOf(config, request),
      'x-forwarded-host': host,
    };
    const context: CallContext = { config, up, sessions: living, host, requestId, forwarded };
    if (target.to === 'payment' && !rates(clientOf(config, request), COSTS.call)) return refuseTooFast(request);
    if (target.to === 'payment') return paymentReturn(context, request, target.gateway, target.query);

    const opening = performance.now();
    const live = await sessionFor(host, request.headers.cookie, (why) =>
      auditEvent({ event: 'bad-seal', why, host, ip: clientOf(config, request), request: requestId }),
    );
    times.seal = performance.now() - opening;
    /** The session that a call goes out with, and what it takes to make it a call of that session's. */
    const through = async (
      session: Session,
      more: Pick<Forwarding, 'to' | 'path' | 'gives' | 'seconds'>,
      others: string[],
    ) => {
      const renewedBy = async (s: Session) => (live && s.gen > live.held ? [await sealSession(config, host, s)] : []);
      return forward(request, {
        ...more,
        headers: { ...forwarded, authorization: `Bearer ${session.at}` },
        renewed: await renewedBy(session),
        others,
        onResponse: (ms) => {
          times.up = ms;
        },
        async again() {
          living.refused(session);
          // What was sent cannot be sent again by us; its caller renews, and repeats it.
          if (request.body) return null;
          const renewal = await living.renew(session, requestId);
          if ('failed' in renewal) return renewal.failed === 'ended' ? refuseSignedOut(request) : null;
          if (renewal.session.at === session.at) return null;
          return {
            authorization: `Bearer ${renewal.session.at}`,
            renewed: await renewedBy(renewal.session),
          };
        },
      });
    };

    if (target.to === 'tiles') {
      if (request.headers['sec-fetch-site'] === 'cross-site') return refuse(request, 403, 'csrf', 412);
      if (!live) return refuseSignedOut(request);
      const session = await fresh(live.session, requestId, true);
      if (!session) return refuseSignedOut(request);
      return through(session, { to: geo, path: target.path, gives: 'stream' }, []);
    }

    const { row } = target.named;
    const cost = row === api.session.captcha || row === api.session.captchaSound ? COSTS.captcha : COSTS.call;
    if (!live && !rates(clientOf(config, request), cost)) return refuseTooFast(request);
    times.isUntimed = row.session !== undefined;
    if (row.as === undefined || row.as === 'json') {
      const limited = limitBody(request, MAX_JSON_BYTES);
      if (!limited) return refuse(request, 413, 'large');
      request = limited;
    }
    const unsafe = !SAFE.has(request.method);
    if (unsafe) {
      if (!live && row.needs !== 'public') return refuseSignedOut(request);
      // A refresh without a session is a 401, not a forgery: the page must learn that it is signed out.
      if (!live && row.session === 'renews') return refuseSignedOut(request);
      // Signing in again in place may still hold the token from before the sign-in.
      const early =
        !live || row.session === 'opens' || row.session === 'codes'
          ? cookieOf(request.headers.cookie, COOKIES.pre)
          : undefined;
      const pre = await unseal(config, COOKIES.pre, host, early);
      if (![live?.session.csrf, pre?.csrf].some((token) => isFromOurPage(request, host, token)))
        return refuse(request, 403, 'csrf', 412);
    } else if (request.headers['sec-fetch-site'] === 'cross-site') return refuse(request, 403, 'csrf', 412);
    // A person who was signed out gets the form: redirecting them would loop for ever.
    if (row.session === 'prepares') return prepare(context, request, target.path, live && (await stands(live.session)));
    if (row.session === 'opens' || row.session === 'codes') return signIn(context, request, target.path);
    if (row.session === 'renews') return refresh(context, request, live?.session ?? null);
    if (!live && row.needs !== 'public') return refuseSignedOut(request);
    if (row.session === 'closes' && live && target.path === `/api/user/${live.session.uid}/logout/`)
      return signOut(context, live.session, target.path + target.query);

    const gives = row.gives ?? 'json';
    const others: string[] = [];
    let session = live?.session ?? null;
    if (session && live) {
      // A file is the last to renew a session: whoever breaks it off may lose the new seal.
      const renewed = await fresh(session, requestId, gives !== 'json');
      if (!renewed) return refuseSignedOut(request);
      session = renewed;
      if (!row.background && request.headers['x-background'] !== '1' && now() - live.idle.seen > IDLE_STAMP_MS)
        others.push(await sealIdle(config, host, { sid: session.sid, seen: now() }));
    }
    if (row === api.subscription.order || row === api.subscription.discount) {
      const headers = session ? { ...forwarded, authorization: `Bearer ${session.at}` } : forwarded;
      if (session && live && session.gen > live.held) others.push(await sealSession(config, host, session));
      return purchase(context, request, target.path, headers, session !== null, others);
    }
    const call = {
      to: gives === 'stream' ? files : up,
      path: target.path + target.query,
      gives,
      seconds: row.seconds ?? (row.heavy ? HEAVY_SECONDS : undefined),
    };
    return session
      ? through(session, call, others)
      : forward(request, { ...call, headers: forwarded, renewed: [], others: [], onResponse: () => {} });
  }

  return {
    async handle(request) {
      const requestId = aRequestId();
      const began = performance.now();
      const times: Times = {};
      let answer: BffAnswer;
      try {
        answer = await route(request, requestId, times);
      } catch (error) {
        if (error instanceof SlowBody) answer = refuse(request, 408, 'slow');
        else if (error instanceof LargeBody) answer = refuse(request, 413, 'large');
        // Whether the session still stands could not be asked: it stands.
        else if (error instanceof UpstreamFailure) answer = refuse(request, 503, 'away');
        else answer = refuse(request, 500, 'upstream');
        if (answer.status === 500) process.stderr.write(`bff ${requestId} ${(error as Error).stack}\n`);
      }
      const headers = { ...ANSWER_HEADERS, ...answer.headers, 'x-request-id': requestId };
      if (times.up === undefined || times.isUntimed) return { ...answer, headers };
      const own = performance.now() - began - times.up;
      const parts = { bff: own, up: times.up, seal: times.seal ?? 0 };
      const timing = Object.entries(parts).map(([name, ms]) => `${name};dur=${Math.max(0, ms).toFixed(1)}`);
      return { ...answer, headers: { ...headers, 'server-timing': timing.join(', ') } };
    },
    servesHost: (request) => hostOf(config, request) !== null,
    async person(host, cookies) {
      const live = await sessionFor(host, cookies);
      return live && stands(live.session);
    },
    async reachable() {
      const [host = ''] = config.hosts;
      try {
        const { statusCode, body } = await up.ask({
          method: 'GET',
          path: `/api/${api.session.customer.path}`,
          headers: { 'x-forwarded-host': host, 'x-request-id': aRequestId() },
          seconds: REACH_SECONDS,
        });
        await body.dump();
        return statusCode < 500;
      } catch {
        return false;
      }
    },
    async close() {
      await Promise.all([up.close(), geo.close(), files.close()]);
    },
  };
}
