// The outside door /ogc: programs with a key of their own. No session, no cookie and no CSRF have a place here.
import type { OgcApiProblem, OgcApiRequest } from '../../../contract/ogc-api/read';
import type { WebConfig } from '../../config/env';
import { type BffAnswer, type BffRequest, LargeBody, SlowBody } from '../answers';
import { limitBody } from '../bodies';
import { clientOf } from '../guard';
import { COSTS, type createRates } from '../rates';
import { discard } from '../upstream/response';
import { type Upstream, UpstreamFailure } from '../upstream/upstream';
import type { BadKeys } from './bad-keys';
import { answerHeaders, CORS, credentialOf, isReadableType, outsideHeaders, preflight, problem } from './headers';

const MAX_BODY_BYTES = 2 * 1024 * 1024;
/** A request may wait for its turn before it is served; a table as a file takes its time. */
const SECONDS = 60;
const CSV_SECONDS = 900;
const RETRY_SECONDS = '5';
/** Characters of a reason phrase. */
const MAX_REASON = 120;

export interface OutsideParts {
  config: WebConfig;
  outside: Upstream;
  badKeys: BadKeys;
  rates: ReturnType<typeof createRates>;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

/**
 * The scheme that the client sees. Null where keys would travel in clear: beyond this machine without TLS, unless the operator wishes
 * so. Only a trusted proxy is believed to have taken TLS off.
 */
export function schemeOf(config: WebConfig, request: BffRequest, host: string): 'http' | 'https' | null {
  const isProxied = config.trustedProxies.has(request.peer);
  const forwarded = isProxied ? request.headers['x-forwarded-proto']?.split(',').at(-1)?.trim() : undefined;
  if (forwarded === 'https' || (isProxied && forwarded === undefined && !LOOPBACK.test(host))) return 'https';
  return LOOPBACK.test(host) || config.plainHttp ? 'http' : null;
}

/** A reason phrase that any client can read. */
const reasonOf = (text: string | undefined): string | undefined =>
  text?.replace(/[^\x20-\x7e]+/g, '?').slice(0, MAX_REASON) || undefined;

function refuseFailure(error: unknown): BffAnswer {
  if (error instanceof SlowBody) return problem(400, 'The body did not come.');
  if (error instanceof LargeBody) return problem(413, 'The body is larger than 2 MB.');
  if (!(error instanceof UpstreamFailure)) throw error;
  if (error.kind === 'large') return problem(413, 'The body is larger than 2 MB.');
  if (error.kind === 'slow') return problem(400, 'The body did not come.');
  if (error.kind === 'timeout') return problem(504, 'The server did not answer in time.');
  if (error.kind === 'network') return problem(502, 'The server could not be reached.');
  return problem(503, 'The server is not available. Try again shortly.', { 'Retry-After': RETRY_SECONDS });
}

/** What the allow-list refuses, told as what it is. */
function refuseAddress(target: OgcApiProblem): BffAnswer {
  if (target.status === 405) return problem(405, 'This address does not take that method.', { Allow: target.allow });
  if (target.status === 404) return problem(404, 'There is nothing at this address.');
  return problem(400, `The parameter "${target.key}" is unknown, repeated or wrong.`);
}

async function ask(
  { outside }: OutsideParts,
  request: BffRequest,
  target: OgcApiRequest,
  headers: Record<string, string>,
): Promise<BffAnswer> {
  const response = await outside.ask({
    method: request.method as 'GET',
    path: request.url,
    headers,
    ...(request.body ? { body: request.body as never } : {}),
    signal: request.signal,
    isRead: request.method === 'GET' || request.method === 'HEAD',
    seconds: target.kind === 'csv' ? CSV_SECONDS : SECONDS,
  });
  const { statusCode: status, statusText, headers: from } = response;
  const isRedirect = status >= 300 && status < 400 && status !== 304;
  if (isRedirect || !isReadableType(typeof from['content-type'] === 'string' ? from['content-type'] : undefined)) {
    await discard(response.body);
    return problem(502, 'The answer of the server could not be read.');
  }
  const answer = { status, headers: { ...answerHeaders(from), ...CORS }, reason: reasonOf(statusText) };
  if (status === 204 || status === 304 || request.method === 'HEAD') {
    await discard(response.body);
    return { ...answer, body: null };
  }
  return { ...answer, body: response.body };
}

/** Serves one request for /ogc. `host` is one of ours; `target` is what its address says. */
export async function serveOutside(
  parts: OutsideParts,
  request: BffRequest,
  { host, requestId, target }: { host: string; requestId: string; target: OgcApiRequest | OgcApiProblem },
): Promise<BffAnswer> {
  const { config, badKeys, rates } = parts;
  const scheme = schemeOf(config, request, host);
  if (!scheme) return problem(404, 'There is nothing at this address.');
  if ('status' in target) return refuseAddress(target);
  const credential = credentialOf(request.headers, target);
  if (
    request.method === 'OPTIONS' &&
    request.headers['access-control-request-method'] &&
    !request.headers.authorization
  )
    return preflight(target);
  const address = clientOf(config, request);
  const isGood = credential !== null && badKeys.isGood(credential);
  if (!isGood && ((credential !== null && !badKeys.mayTry(address)) || !rates(address, COSTS.call)))
    return problem(429, 'There are too many requests. Wait a minute.', { 'Retry-After': '60' });
  const limited = limitBody(request, MAX_BODY_BYTES);
  if (!limited) return problem(413, 'The body is larger than 2 MB.');
  try {
    const answer = await ask(parts, limited, target, {
      ...outsideHeaders(request.headers),
      'x-request-id': requestId,
      'x-forwarded-for': address,
      'x-forwarded-host': host,
      'x-forwarded-proto': scheme,
    });
    if (credential !== null && answer.status === 401) badKeys.refused(credential, address);
    else if (credential !== null && answer.status < 400) badKeys.accepted(credential);
    return answer;
  } catch (error) {
    return refuseFailure(error);
  }
}
