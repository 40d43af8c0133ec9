// Paying, as far as the web process has a hand in it: where a browser is sent to pay, and what happens when it comes back.
import { api, pathOf } from '../../contract/index';
import { OrderAnswer, PaymentState } from '../../contract/schemas/subscription';
import type { WebConfig } from '../config/env';
import { href } from '../routes/rules';
import {
  type BffAnswer,
  type BffRequest,
  refuse,
  refuseFailed,
  refuseUnreadable,
  relayAnswer,
  respond,
} from './answers';
import { jsonBody, wholeBody, withJson } from './bodies';
import type { CallContext } from './session/session-calls';
import { isOk, readJson } from './session/sessions';
import { UpstreamFailure } from './upstream/upstream';

/** Card providers name the payment by one of these. */
const AUTHORITY_KEYS = ['Authority', 'authority', 'token'];
const AUTHORITY = /^[\w-]{1,100}$/;
/** Ids of purchases as they may stand in an address. */
const PURCHASE = /^[\w-]{1,64}$/;
/** Stands for a purchase that nobody knows: its page says what to do, and no more. */
const UNKNOWN = 'unknown';
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/**
 * Where a browser may be sent to pay: https at a gateway of the deployment, the page of a result on one of our own hosts, or, where
 * the web process itself listens on loopback only, a provider on loopback. Null for anything else.
 */
export function paymentAddress(config: WebConfig, address: string): string | null {
  let at: URL;
  try {
    at = new URL(address);
  } catch {
    return null;
  }
  if (at.username || at.password || at.hash) return null;
  const local = LOOPBACK.has(config.host) && LOOPBACK.has(at.hostname) && /^https?:$/.test(at.protocol);
  if (at.protocol !== 'https:' && !local) return null;
  if (config.hosts.has(at.host)) return at.pathname.startsWith(href('purchaseSuccessful', { id: '' })) ? at.href : null;
  return local || config.gatewayHosts.has(at.host) ? at.href : null;
}

/** discount/ and order/: a session speaks for itself, so a name and password beside it go no further; the way to pay is checked. */
export async function purchase(
  c: CallContext,
  request: BffRequest,
  path: string,
  headers: Record<string, string>,
  signedIn: boolean,
  cookies: string[],
): Promise<BffAnswer> {
  const body = await jsonBody(request);
  if (!body) return refuse(request, 400, 'path');
  const { username, password, ...rest } = body;
  const visitor = signedIn ? {} : { ...('username' in body && { username }), ...('password' in body && { password }) };
  try {
    const response = await c.up.ask({
      method: 'POST',
      path,
      headers: withJson(headers),
      body: JSON.stringify({ ...rest, ...visitor }),
      signal: request.signal,
      seconds: api.subscription.order.seconds,
    });
    const { statusCode: status } = response;
    const body = (await readJson(response.body)) as Record<string, unknown> | null;
    if (!body || (status >= 300 && status < 400)) return refuseUnreadable(request, status);
    if (isOk(status) && path === `/api/${api.subscription.order.path}`) {
      const read = OrderAnswer.safeParse(body);
      const to = read.success ? paymentAddress(c.config, read.data.redirect_to) : null;
      return to ? respond({ redirect_to: to }, cookies) : refuse(request, 502, 'upstream');
    }
    return relayAnswer(response, body, cookies);
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    return refuseFailed(request, error);
  }
}

/** The one authority that a return names, in its address or in its form; null when there is none, or more than one. */
function authorityOf(query: string, form: string): string | null {
  const named = [query, form].flatMap((text) => {
    const search = new URLSearchParams(text);
    return AUTHORITY_KEYS.flatMap((key) => search.getAll(key));
  });
  const [authority, ...others] = [...new Set(named)];
  return authority !== undefined && others.length === 0 && AUTHORITY.test(authority) ? authority : null;
}

/** Asks the upstream how the payment stands; null where it does not know, or does not respond. */
async function getPaymentState(c: CallContext, gateway: string, authority: string): Promise<PaymentState | null> {
  const { returned } = api.subscription;
  const ask = () =>
    c.up.ask({
      method: 'POST',
      path: `/api/${pathOf(returned)}`,
      headers: withJson(c.forwarded),
      body: JSON.stringify({ gateway, authority }),
      seconds: returned.seconds,
    });
  try {
    // Settling twice is settling once, so a broken connection may be tried again.
    const response = await ask().catch(ask);
    const read = PaymentState.safeParse(await readJson(response.body));
    return isOk(response.statusCode) && read.success && PURCHASE.test(read.data.id) ? read.data : null;
  } catch (error) {
    if (error instanceof UpstreamFailure) return null;
    throw error;
  }
}

/**
 * /pay/return/{gateway}: somebody comes back from paying, from another site, perhaps without any cookie. What they bring proves
 * nothing; it only names the payment. Leads on to the page of the result, which says what the upstream says.
 */
export async function paymentReturn(
  c: CallContext,
  request: BffRequest,
  gateway: string,
  query: string,
): Promise<BffAnswer> {
  const form = request.method === 'POST' ? await wholeBody(request) : '';
  if (form === null) return refuse(request, 413, 'large');
  const authority = authorityOf(query, form);
  const state = authority === null ? null : await getPaymentState(c, gateway, authority);
  const page = state?.state === 'paid' ? 'purchaseSuccessful' : 'purchaseFailed';
  const path = href(page, { id: state?.id ?? UNKNOWN });
  // Only a host of ours is ever led to: the purchase's own where it is one, else the one that was asked.
  const host = state && state.host !== c.host && c.config.hosts.has(state.host) ? state.host : null;
  const scheme = host && LOOPBACK.has(host.replace(/:\d+$/, '')) ? 'http' : 'https';
  return {
    status: 303,
    headers: {
      location: host ? `${scheme}://${host}${path}` : path,
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    },
    body: null,
  };
}
