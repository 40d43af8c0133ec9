// The calls that make, renew and end a session. Here the upstream's tokens stop: what goes on to the browser is sealed or shown.
import { openAccess, readKeyDocument, sealAccess } from '../../../contract/access';
import { fold } from '../../../contract/fold';
import type { WebConfig } from '../../config/env';
import {
  type BffAnswer,
  type BffRequest,
  refuse,
  refuseFailed,
  refuseUnreadable,
  relayAnswer,
  respond,
} from '../answers';
import { jsonBody, withJson } from '../bodies';
import { discard } from '../upstream/response';
import { type Upstream, UpstreamFailure } from '../upstream/upstream';
import {
  absoluteEnd,
  COOKIES,
  clearCookie,
  cookieOf,
  type KnownBrowser,
  type Pre,
  type Session,
  sealBrowser,
  sealIdle,
  sealPre,
  sealSession,
  unseal,
} from './seal';
import { grantsOf, isOk, readJson, type Sessions } from './sessions';

export interface CallContext {
  config: WebConfig;
  up: Upstream;
  sessions: Sessions;
  host: string;
  requestId: string;
  /** Headers that go to the upstream with every call. */
  forwarded: Record<string, string>;
}

export const randomToken = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url');

/** The browser's part of grants, sealed for its one-time key; no token is in it. */
const sealForBrowser = (document: string, s: Session) =>
  sealAccess(document, { modules: s.m.join(','), custom_perms: s.p.join(','), is_superuser: s.su }, new Date(s.abs));

/** captcha/ and captcha/prepare/: the upstream's response, with the CSRF token of this browser and whether it is signed in. */
export async function prepare(
  c: CallContext,
  request: BffRequest,
  path: string,
  session: Session | null,
): Promise<BffAnswer> {
  try {
    const response = await c.up.ask({ method: 'GET', path, headers: c.forwarded, signal: request.signal, seconds: 10 });
    const body = (await readJson(response.body)) as Record<string, unknown> | null;
    if (!body) return refuseUnreadable(request, response.statusCode);
    if (!isOk(response.statusCode)) return respond(body, [], response.statusCode);
    const opened = session
      ? null
      : await unseal(c.config, COOKIES.pre, c.host, cookieOf(request.headers.cookie, COOKIES.pre));
    const pre: Pre = opened ?? { csrf: randomToken() };
    const csrf = session?.csrf ?? pre.csrf;
    const cookies = session || opened ? [] : [await sealPre(c.config, c.host, pre)];
    return respond(
      { ...body, login_xsrf: csrf, ...('is_logged_in' in (body as object) ? { is_logged_in: session !== null } : {}) },
      cookies,
      200,
    );
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    return refuseFailed(request, error);
  }
}

/** Flows that one browser may have open at once: as many tabs as a person fills in together. */
const MAX_FLOWS = 4;

/**
 * Codes belong to the browser that asked for them: the token of a flow counts only beside the sealed cookie that holds it. A page
 * that sends none means its newest flow. Null where the browser has no such flow.
 */
function withFlow(body: Record<string, unknown>, pre: Pre | null): Record<string, unknown> | null {
  const flows = pre?.flows ?? [];
  const token = body.resend_token ?? flows.at(-1);
  return typeof token === 'string' && flows.includes(token) ? { ...body, resend_token: token } : null;
}

/** People whom one browser is known for: as many as take turns at one computer. */
const MAX_NAMES = 8;

/** The browser of a request as one in which people have signed in; null for a new one. */
const browserOf = (c: CallContext, request: BffRequest) =>
  unseal(c.config, COOKIES.browser, c.host, cookieOf(request.headers.cookie, COOKIES.browser));

/** The header that names a browser to the upstream, for a person who has signed in in it before. */
const browserHeader = (browser: KnownBrowser | null, username: unknown): Record<string, string> =>
  browser && typeof username === 'string' && browser.names.includes(fold(username))
    ? { 'x-known-browser': browser.id }
    : {};

/** What the browser calls itself, for the list of a person's sessions. */
const agentHeader = ({ headers }: BffRequest): Record<string, string> =>
  headers['user-agent'] ? { 'user-agent': headers['user-agent'] } : {};

/** The cookie that knows this browser for a person who has just signed in. */
function browserCookie(c: CallContext, browser: KnownBrowser | null, username: string): Promise<string> {
  const name = fold(username);
  const names = [...(browser?.names ?? []).filter((other) => other !== name), name].slice(-MAX_NAMES);
  return sealBrowser(c.config, c.host, { id: browser?.id ?? randomToken(), names });
}

/** The cookie that holds the flow that a response has begun, or nothing. */
async function flowCookie(c: CallContext, pre: Pre | null, body: Record<string, unknown>): Promise<string[]> {
  if (typeof body.resend_token !== 'string') return [];
  const flows = [...(pre?.flows ?? []), body.resend_token].slice(-MAX_FLOWS);
  return [await sealPre(c.config, c.host, { csrf: pre?.csrf ?? randomToken(), flows })];
}

/**
 * Calls that ask for a one-time code or bring one, and the sign-in: keys are exchanged on both legs, and where the upstream gives
 * access a fresh session opens; whatever session there was before has no power over it.
 */
export async function signIn(c: CallContext, request: BffRequest, path = '/api/atoken/'): Promise<BffAnswer> {
  const input = await jsonBody(request);
  if (!input) return refuse(request, 400, 'path');
  const pre = await unseal(c.config, COOKIES.pre, c.host, cookieOf(request.headers.cookie, COOKIES.pre));
  // A code is the second step of something, and so is asking for another one.
  const brings = 'verify_code' in input || (path !== '/api/atoken/' && 'otp' in input) || path.endsWith('/resend/');
  const body = brings ? withFlow(input, pre) : input;
  if (!body) return refuse(request, 400, 'flow');
  const field = path === '/api/atoken/' ? 'otp' : 'jwt_otp';
  const document = typeof body[field] === 'string' ? body[field] : '';
  const wantsKey = field === 'otp' || field in body;
  if (wantsKey && !readKeyDocument(document)) return refuse(request, 400, 'path');
  const browser = await browserOf(c, request);
  try {
    const pair = wantsKey ? await c.sessions.pool.take() : null;
    const response = await c.up.ask({
      method: 'POST',
      path,
      headers: { ...withJson(c.forwarded), ...agentHeader(request), ...browserHeader(browser, body.username) },
      body: JSON.stringify(pair ? { ...body, [field]: pair.document } : body),
      seconds: 15,
    });
    const output = (await readJson(response.body)) as (Record<string, unknown> & { access?: string }) | null;
    if (response.statusCode === 204) return respond({});
    if (!output) return refuseUnreadable(request, response.statusCode);
    if (!isOk(response.statusCode) || !output.access || !pair)
      return relayAnswer(response, output, await flowCookie(c, pre, output));
    const now = Date.now();
    const session: Session = {
      ...grantsOf(await openAccess(output.access, pair.key), now),
      sid: randomToken(),
      abs: absoluteEnd(now),
      csrf: randomToken(),
      gen: 1,
    };
    return respond({ access: await sealForBrowser(document, session), data: session.csrf }, [
      await sealSession(c.config, c.host, session),
      await sealIdle(c.config, c.host, { sid: session.sid, seen: now }),
      await browserCookie(c, browser, session.uname),
      clearCookie(COOKIES.pre),
    ]);
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    return refuseFailed(request, error);
  }
}

/** token/refresh/: renews the upstream's tokens and hands the browser its grants and CSRF token anew. */
export async function refresh(c: CallContext, request: BffRequest, session: Session | null): Promise<BffAnswer> {
  const body = await jsonBody(request);
  const document = typeof body?.otp === 'string' ? body.otp : '';
  if (!session) return refuseSignedOut(request);
  if (!readKeyDocument(document)) return refuse(request, 400, 'path');
  const renewal = session.own ? { session } : await c.sessions.renew(session, c.requestId);
  if ('failed' in renewal)
    return renewal.failed === 'ended' ? refuseSignedOut(request) : refuse(request, 503, 'network');
  return respond({ access: await sealForBrowser(document, renewal.session), data: renewal.session.csrf }, [
    await sealSession(c.config, c.host, renewal.session),
  ]);
}

const INFORM_SECONDS = 3;
/** Informs the upstream of what has happened here already, whatever it says. */
export async function inform(c: CallContext, method: 'POST' | 'DELETE', path: string, token: string): Promise<void> {
  // Whatever the browser sent along is not sent on, so nothing says that it is.
  const { 'content-type': _type, 'content-encoding': _encoding, ...headers } = c.forwarded;
  await c.up
    .ask({ method, path, headers: { ...headers, authorization: `Bearer ${token}` }, seconds: INFORM_SECONDS })
    .then(
      ({ body }) => discard(body),
      () => {},
    );
}

/** user/{id}/logout/ of the own person: ends it here whatever the upstream says, and informs the upstream. */
export async function signOut(c: CallContext, session: Session, query: string): Promise<BffAnswer> {
  c.sessions.close(session.sid);
  await inform(c, 'POST', `/api/user/${session.uid}/logout/${query}`, session.at);
  const done = respond({}, [clearCookie(COOKIES.session), clearCookie(COOKIES.idle), clearCookie(COOKIES.pre)]);
  done.headers['clear-site-data'] = '"cache"';
  return done;
}

/** No session: 401, and the cookies go, so that a broken one is not sent again. */
export function refuseSignedOut(request: BffRequest): BffAnswer {
  const denied = refuse(request, 401, 'session');
  const has = [COOKIES.session, COOKIES.idle].filter((name) => request.headers.cookie?.includes(name));
  if (has.length) denied.headers['set-cookie'] = has.map(clearCookie);
  return denied;
}
