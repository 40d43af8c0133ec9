// What becomes of a request: refused, served from its session, or forwarded to the upstream that has what it asks for.
import { MAX_JSON_BYTES, type Row } from '../../contract/define';
import { api } from '../../contract/index';
import type { WebConfig } from '../config/env';
import { type BffAnswer, type BffRequest, refuse } from './answers';
import type { Audit } from './audit';
import { limitBody } from './bodies';
import { forward, forwardedHeaders } from './forward';
import { clientOf, hasSideDoor, hostOf, isFromOurPage, SAFE, targetOf } from './guard';
import type { BadKeys } from './outside/bad-keys';
import { serveOutside } from './outside/serve';
import { paymentReturn, purchase } from './payment';
import { COSTS, type createRates } from './rates';
import { forwardAs, type Times, type Visit } from './session/forward-as';
import type { Live, LiveSessions } from './session/live-sessions';
import { aliveUntil, COOKIES, cookieOf, sealIdle, sealNewer, toOwn, unseal } from './session/seal';
import { endSeeAs, seeAs } from './session/see-as';
import { type CallContext, prepare, refresh, refuseSignedOut, signIn, signOut } from './session/session-calls';
import type { Sessions } from './session/sessions';
import { serveTile } from './tiles/serve';
import type { TileMemory } from './tiles/tile-memory';
import type { Upstream } from './upstream/upstream';

const IDLE_STAMP_MS = 60_000;
/** A heavy call may wait for its turn, and then takes more than one statement. */
const HEAVY_SECONDS = 15;

/** A stream ends after so long, and at the latest when its session would for want of use: whoever used it meanwhile opens another. */
const STREAM_SECONDS = 15 * 60;
const streamSeconds = ({ session, idle }: Live, now: number): number =>
  Math.max(1, Math.min(STREAM_SECONDS, (aliveUntil(session, idle) - now) / 1000));

/** 429 for an address that asks for more than its bucket holds; a second fills a quarter of it. */
function refuseTooFast(request: BffRequest): BffAnswer {
  const refused = refuse(request, 429, 'busy');
  refused.headers['retry-after'] = '1';
  return refused;
}

interface RouteParts {
  config: WebConfig;
  /** The upstream by kind of traffic: calls, tiles, files, streams of events. */
  up: Upstream;
  geo: Upstream;
  files: Upstream;
  events: Upstream;
  /** Ends the streams that are open: the process stops. */
  stopping: AbortSignal;
  /** For programs from outside, with what is known of their keys. */
  outside: Upstream;
  badKeys: BadKeys;
  sessions: Sessions;
  live: LiveSessions;
  tiles: TileMemory;
  rates: ReturnType<typeof createRates>;
  auditEvent: Audit;
  /** Milliseconds. */
  now: () => number;
}

type Target = ReturnType<typeof targetOf>;
type CallTarget = Extract<Target, { to: 'api' }>;

/** A write comes from a page of ours, a read from no other site; null where all is well. */
async function checkSender(
  { config }: RouteParts,
  { request, context, live }: Visit,
  row: Row,
): Promise<BffAnswer | null> {
  const forged = () => refuse(request, 403, 'csrf', 412);
  if (SAFE.has(request.method)) return request.headers['sec-fetch-site'] === 'cross-site' ? forged() : null;
  if (!live && row.needs !== 'public') return refuseSignedOut(request);
  // A refresh without a session is a 401, not a forgery: the page must learn that it is signed out.
  if (!live && row.session === 'renews') return refuseSignedOut(request);
  // Signing in again in place may still hold the token from before the sign-in.
  const early =
    !live || row.session === 'opens' || row.session === 'codes'
      ? cookieOf(request.headers.cookie, COOKIES.pre)
      : undefined;
  const pre = await unseal(config, COOKIES.pre, context.host, early);
  return [live?.session.csrf, pre?.csrf].some((token) => isFromOurPage(request, context.host, token)) ? null : forged();
}

async function serveCall(parts: RouteParts, original: Visit, target: CallTarget): Promise<BffAnswer> {
  const { config, rates } = parts;
  const { context, live, times } = original;
  let { request } = original;
  const { row } = target.named;
  const cost = row === api.session.captcha || row === api.session.captchaSound ? COSTS.captcha : COSTS.call;
  if (!live && !rates(clientOf(config, request), cost)) return refuseTooFast(request);
  times.isUntimed = row.session !== undefined;
  if (row.as === undefined || row.as === 'json') {
    const limited = limitBody(request, MAX_JSON_BYTES);
    if (!limited) return refuse(request, 413, 'large');
    request = limited;
  }
  const visit = { ...original, request };
  const refusal = await checkSender(parts, visit, row);
  if (refusal) return refusal;
  // A person who was signed out gets the form: redirecting them would loop for ever.
  if (row.session === 'prepares')
    return prepare(context, request, target.path, live && (await parts.live.stands(live.session)));
  if (row.session === 'opens' || row.session === 'codes') return signIn(context, request, target.path);
  if (row.session === 'renews') return refresh(context, request, live?.session ?? null);
  if (!live && row.needs !== 'public') return refuseSignedOut(request);
  if (row.session === 'closes' && live && target.path === `/api/user/${live.session.uid}/logout/`)
    return signOut(context, toOwn(live.session), target.query);
  if (row.session === 'returns' && live?.session.own) return endSeeAs(context, live.session, target.path);
  if (row.session === 'sees' && live) {
    const session = await parts.live.fresh(live.session, context.requestId);
    return session ? seeAs(context, request, session, target.path) : refuseSignedOut(request);
  }

  return forwardCall(parts, visit, target);
}

/** A call that goes to the upstream, with its session renewed where that is due. */
async function forwardCall(
  parts: RouteParts,
  visit: Visit,
  { named: { row }, path, query }: CallTarget,
): Promise<BffAnswer> {
  const { config, up, files, events, now } = parts;
  const { request, context, live } = visit;
  const { host, requestId, forwarded } = context;
  const gives = row.gives ?? 'json';
  const others: string[] = [];
  let session = live?.session ?? null;
  if (session && live) {
    // A file is the last to renew a session: whoever breaks it off may lose the new seal.
    const renewed = await parts.live.fresh(session, requestId, gives !== 'json');
    if (!renewed) return refuseSignedOut(request);
    session = renewed;
    if (!row.background && request.headers['x-background'] !== '1' && now() - live.idle.seen > IDLE_STAMP_MS)
      others.push(await sealIdle(config, host, { sid: session.sid, seen: now() }));
  }
  if (row === api.subscription.order || row === api.subscription.discount) {
    const headers = session ? { ...forwarded, authorization: `Bearer ${session.at}` } : forwarded;
    if (session && live) others.push(...(await sealNewer(config, host, session, live.held)));
    return purchase(context, request, path, headers, session !== null, others);
  }
  const call = {
    to: gives === 'events' ? events : gives === 'stream' ? files : up,
    path: path + query,
    gives,
    seconds: row.seconds ?? (row.heavy ? HEAVY_SECONDS : undefined),
    isRead: row.touches === undefined && row.session === undefined,
    ...(gives === 'events' && live ? { lasts: streamSeconds(live, now()), until: parts.stopping } : {}),
  };
  return session
    ? forwardAs(parts, visit, session, call, others)
    : forward(request, { ...call, headers: forwarded, renewed: [], others: [], onResponse: () => {} });
}

/** The way of every request. Throws where the upstream cannot be asked, or the body does not come as it should. */
export const createRoute =
  (parts: RouteParts) =>
  async (request: BffRequest, requestId: string, times: Times): Promise<BffAnswer> => {
    const { config, up, sessions, rates, auditEvent } = parts;
    const host = hostOf(config, request);
    if (!host) return refuse(request, 421, 'host');
    if (hasSideDoor(request)) return refuse(request, 400, 'path');
    const target = targetOf(request.method, request.url);
    if (target.to === 'nowhere')
      return refuse(request, target.status, target.status === 405 ? 'method' : target.status === 414 ? 'long' : 'path');
    if (target.to === 'outside') return serveOutside(parts, request, { host, requestId, target: target.target });

    const forwarded = {
      ...forwardedHeaders(request),
      'x-request-id': requestId,
      'x-forwarded-for': clientOf(config, request),
      'x-forwarded-host': host,
    };
    const context: CallContext = { config, up, sessions, host, requestId, forwarded };
    if (target.to === 'payment' && !rates(clientOf(config, request), COSTS.call)) return refuseTooFast(request);
    if (target.to === 'payment') return paymentReturn(context, request, target.gateway, target.query);

    const opening = performance.now();
    const live = await parts.live.find(host, request.headers.cookie, (why) =>
      auditEvent({ event: 'bad-seal', why, host, ip: clientOf(config, request), request: requestId }),
    );
    times.seal = performance.now() - opening;
    const visit = { request, context, live, times };
    return target.to === 'tiles' ? serveTile(parts, visit, target) : serveCall(parts, visit, target);
  };
