// The BFF as one function from request to answer. Our own server (`web-server.ts`) and Next's route handlers are its doors.
import { LRUCache } from 'lru-cache';
import { api } from '../../contract/index';
import type { WebConfig } from '../config/env';
import { type BffAnswer, type BffRequest, failed, refuse, SlowBody } from './answers';
import { clientOf, fromOurPage, hasSideDoor, hostOf, SAFE, targetOf } from './guard';
import { paymentReturn, purchase } from './payment';
import { ANSWER_HEADERS } from './policy';
import { alive, COOKIES, cookieOf, type Idle, type Session, sealIdle, sealSession, sessionOf, unseal } from './seal';
import { type CallContext, prepare, refresh, signedOut, signIn, signOut } from './session-calls';
import { RENEW_BEFORE_MS, sessions } from './sessions';
import { UpstreamFailure, upstream } from './upstream';

const IDLE_STAMP_MS = 60_000;
const UNSEALED_MS = 30_000;
/** Sockets to the upstream for each kind of traffic, so that a slow kind cannot hold up the others. */
const CALL_SOCKETS = 64;
const TILE_SOCKETS = 16;
const FILE_SOCKETS = 16;

/** Request headers that mean something upstream. Everything else stays here: cookies, forwarding claims, framework side doors. */
const PASSED_ON = [
  'accept',
  'accept-language',
  'content-type',
  'content-encoding',
  'if-match',
  'if-none-match',
  'x-background',
];
/** Answer headers that mean something to the browser. */
const PASSED_BACK = [
  'content-type',
  'content-encoding',
  'content-disposition',
  'content-security-policy',
  'content-length',
  'etag',
  'cache-control',
  'retry-after',
  'x-thinned',
];

const pick = (
  from: Record<string, string | string[] | undefined>,
  names: readonly string[],
): Record<string, string> => {
  const out: Record<string, string> = {};
  for (const name of names) {
    const value = from[name];
    if (typeof value === 'string') out[name] = value;
  }
  return out;
};

export interface Bff {
  handle(request: BffRequest): Promise<BffAnswer>;
  close(): Promise<void>;
}

export function createBff(config: WebConfig, now: () => number = Date.now): Bff {
  const up = upstream(config.upstream, CALL_SOCKETS);
  const geo = upstream(config.geoserver, TILE_SOCKETS);
  const files = upstream(config.upstream, FILE_SOCKETS);
  const living = sessions(up);
  // Unsealing costs more than all the rest of a tile: the same cookies are opened once in a while, not for each tile.
  const unsealed = new LRUCache<string, { session: Session; idle: Idle }>({ max: 10_000, ttl: UNSEALED_MS });

  /** The session of a request in its newest state; `held` is the generation of the seal that the browser holds. */
  async function sessionFor(
    request: BffRequest,
    host: string,
  ): Promise<{ session: Session; idle: Idle; held: number } | null> {
    const pair = `${host}|${cookieOf(request.headers.cookie, COOKIES.session)}|${cookieOf(request.headers.cookie, COOKIES.idle)}`;
    let found = unsealed.get(pair) ?? null;
    if (!found) {
      found = await sessionOf(config, host, request.headers.cookie, now());
      if (found) unsealed.set(pair, found);
    }
    const current = found && living.current(found.session);
    // An opened seal may be used for a while; how long it has been idle is asked each time.
    return found && current && alive(current, found.idle, now())
      ? { session: current, idle: found.idle, held: found.session.gen }
      : null;
  }

  /** The session with an access token that will last for this call; null when the upstream has ended it. */
  async function fresh(session: Session, requestId: string): Promise<Session | null> {
    if (session.until - now() > RENEW_BEFORE_MS) return session;
    const renewal = await living.renew(session, requestId);
    if ('session' in renewal) return renewal.session;
    if (renewal.failed === 'ended') return null;
    throw new UpstreamFailure('network');
  }

  async function route(request: BffRequest, requestId: string): Promise<BffAnswer> {
    const host = hostOf(config, request);
    if (!host) return refuse(request, 421, 'host');
    if (hasSideDoor(request)) return refuse(request, 400, 'path');
    const target = targetOf(request.method, request.url);
    if (target.to === 'nowhere')
      return refuse(request, target.status, target.status === 405 ? 'method' : target.status === 414 ? 'long' : 'path');

    const forwarded = {
      ...pick(request.headers, PASSED_ON),
      'x-request-id': requestId,
      'x-forwarded-for': clientOf(config, request),
      'x-forwarded-host': host,
    };
    const context: CallContext = { config, up, sessions: living, host, requestId, forwarded };
    if (target.to === 'payment') return paymentReturn(context, request, target.gateway, target.query);

    const live = await sessionFor(request, host);

    if (target.to === 'tiles') {
      if (request.headers['sec-fetch-site'] === 'cross-site') return refuse(request, 403, 'csrf', 412);
      if (!live) return signedOut(request);
      const session = await fresh(live.session, requestId);
      if (!session) return signedOut(request);
      return pass(
        request,
        geo,
        target.path,
        { ...forwarded, authorization: `Bearer ${session.at}` },
        { gives: 'stream' },
        [],
      );
    }

    const { row } = target.named;
    const unsafe = !SAFE.has(request.method);
    if (unsafe) {
      if (!live && row.needs !== 'public') return signedOut(request);
      // A refresh without a session is a 401, not a forgery: the page must learn that it is signed out.
      if (!live && row.session === 'renews') return signedOut(request);
      // Signing in again in place may still hold the token from before the sign-in.
      const early =
        !live || row.session === 'opens' || row.session === 'codes'
          ? cookieOf(request.headers.cookie, COOKIES.pre)
          : undefined;
      const pre = await unseal(config, COOKIES.pre, host, early);
      if (![live?.session.csrf, pre?.csrf].some((token) => fromOurPage(request, host, token)))
        return refuse(request, 403, 'csrf', 412);
    } else if (request.headers['sec-fetch-site'] === 'cross-site') return refuse(request, 403, 'csrf', 412);
    if (row.session === 'prepares') return prepare(context, request, target.path, live?.session ?? null);
    if (row.session === 'opens' || row.session === 'codes') return signIn(context, request, target.path);
    if (row.session === 'renews') return refresh(context, request, live?.session ?? null);
    if (!live && row.needs !== 'public') return signedOut(request);
    if (row.session === 'closes' && live && target.path === `/api/user/${live.session.uid}/logout/`)
      return signOut(context, live.session, target.path);

    const cookies: string[] = [];
    let session = live?.session ?? null;
    if (session && live) {
      const renewed = await fresh(session, requestId);
      if (!renewed) return signedOut(request);
      session = renewed;
      if (session.gen > live.held) cookies.push(await sealSession(config, host, session));
      if (!row.background && request.headers['x-background'] !== '1' && now() - live.idle.seen > IDLE_STAMP_MS)
        cookies.push(await sealIdle(config, host, { sid: session.sid, seen: now() }));
    }
    const headers = session ? { ...forwarded, authorization: `Bearer ${session.at}` } : forwarded;
    if (row === api.subscription.order || row === api.subscription.discount)
      return purchase(context, request, target.path, headers, session !== null, cookies);
    const gives = row.gives ?? 'json';
    return pass(
      request,
      gives === 'stream' ? files : up,
      target.path + target.query,
      headers,
      { ...row, gives },
      cookies,
    );
  }

  /** Streams a call through, both ways; nothing is kept. */
  async function pass(
    request: BffRequest,
    to: typeof up,
    path: string,
    headers: Record<string, string>,
    { gives, seconds }: { gives: 'json' | 'blob' | 'stream'; seconds?: number },
    cookies: string[],
  ): Promise<BffAnswer> {
    try {
      const response = await to.ask({
        method: request.method as 'GET',
        path,
        headers,
        ...(request.body ? { body: request.body as never } : {}),
        signal: request.signal,
        seconds,
      });
      const { statusCode: status } = response;
      const back = pick(response.headers as Record<string, string | string[] | undefined>, PASSED_BACK);
      const json = back['content-type']?.includes('application/json') ?? false;
      // What a person may see is kept by nobody on the way, and JSON not even by his own browser.
      if (gives === 'json' || status >= 400 || !/^private\b/.test(back['cache-control'] ?? ''))
        back['cache-control'] = 'private, no-store';
      const redirect = status >= 300 && status < 400 && status !== 304;
      const strange = status !== 304 && status !== 204 && !json && (gives === 'json' || status >= 400);
      // A page from the upstream would be a page of ours; as a file to keep it may come.
      const shown =
        /html/i.test(back['content-type'] ?? '') && !/^attachment\b/i.test(back['content-disposition'] ?? '');
      if (redirect || strange || shown) {
        await response.body.dump();
        return refuse(request, status >= 400 && status !== 404 ? status : 502, 'upstream');
      }
      // A file is no place for a cookie: the next call brings it.
      if (gives === 'json' && cookies.length) Object.assign(back, { 'set-cookie': cookies });
      if (status === 304 || status === 204) {
        await response.body.dump();
        return { status, headers: back, body: null };
      }
      return { status, headers: back, body: response.body };
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      return failed(request, error);
    }
  }

  return {
    async handle(request) {
      const requestId = crypto.randomUUID();
      let answer: BffAnswer;
      try {
        answer = await route(request, requestId);
      } catch (error) {
        if (error instanceof SlowBody) answer = refuse(request, 408, 'slow');
        // Whether the session still stands could not be asked: it stands.
        else if (error instanceof UpstreamFailure) answer = refuse(request, 503, 'network');
        else answer = refuse(request, 500, 'upstream');
        if (answer.status === 500) process.stderr.write(`bff ${requestId} ${(error as Error).stack}\n`);
      }
      return { ...answer, headers: { ...ANSWER_HEADERS, ...answer.headers, 'x-request-id': requestId } };
    },
    async close() {
      await Promise.all([up.close(), geo.close(), files.close()]);
    },
  };
}
