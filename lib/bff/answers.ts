// The BFF's own responses, worded as the backend's.
import en from '../../messages/en/bff.json';
import fa from '../../messages/fa/bff.json';
import { REST_SECONDS } from './upstream/breaker';
import { SHED_SECONDS } from './upstream/line';
import type { Cancel, UpstreamFailure } from './upstream/upstream';

/** A request's body came too slowly, or stopped. */
export class SlowBody extends Error {}

/** A request's body is longer than its call takes. */
export class LargeBody extends Error {}

export interface BffRequest {
  method: string;
  /** Path and query exactly as they came over the wire. */
  url: string;
  /** Lower-case names; a repeated header is joined by ", ". */
  headers: Record<string, string | undefined>;
  body: AsyncIterable<Uint8Array> | null;
  /** Address of the peer that connected. */
  peer: string;
  signal: AbortSignal | Cancel;
}

export interface BffAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  body: string | Uint8Array | AsyncIterable<Uint8Array> | null;
  /** The reason phrase, where it says more than the status: printable ASCII. */
  reason?: string | undefined;
}

export type BffWording = keyof typeof fa;

/** A refusal or failure of the BFF itself. `code` is what the interface maps: 403 leads to the forbidden page, 412 shows the sentence. */
export function refuse(
  request: BffRequest,
  status: number,
  wording: BffWording,
  code: number | string = status,
): BffAnswer {
  const words = /^\s*en\b/i.test(request.headers['accept-language'] ?? '') ? en : fa;
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'private, no-store' },
    body: JSON.stringify({ detail: words[wording], code }),
  };
}

/** A refusal of the upstream that says nothing a page could read: the page words it by its status alone. */
export const refuseWithoutText = (status: number): BffAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'private, no-store' },
  body: '{}',
});

/** The response in place of an upstream's that cannot be read. A refusal stays one; what is broken or strange is the upstream's failure. */
export const refuseUnreadable = (request: BffRequest, status: number): BffAnswer =>
  status > 400 && status < 500 && status !== 404
    ? refuseWithoutText(status)
    : refuse(request, status >= 400 && status !== 404 ? status : 502, 'upstream');

/** The upstream's JSON response, with its Retry-After where it has one. Which of the good statuses it is says nothing here. */
export function relayAnswer(
  { statusCode, headers }: { statusCode: number; headers: Record<string, string | string[] | undefined> },
  body: unknown,
  cookies: string[],
): BffAnswer {
  const relay = respond(body, cookies, statusCode >= 200 && statusCode < 300 ? 200 : statusCode);
  const wait = headers['retry-after'];
  if (typeof wait === 'string') relay.headers['retry-after'] = wait;
  return relay;
}

/** The response for a call that did not reach the upstream. */
export function refuseFailed(request: BffRequest, { kind }: UpstreamFailure): BffAnswer {
  if (kind === 'slow') return refuse(request, 408, 'slow');
  if (kind === 'large') return refuse(request, 413, 'large');
  if (kind === 'timeout') return refuse(request, 504, 'timeout');
  if (kind !== 'resting' && kind !== 'away' && kind !== 'full') return refuse(request, 502, 'network');
  const refusal = refuse(request, 503, kind === 'full' ? 'busy' : 'away');
  refusal.headers['retry-after'] = String(kind === 'full' ? SHED_SECONDS : REST_SECONDS);
  return refusal;
}

export const respond = (body: unknown, cookies: string[] = [], status = 200): BffAnswer => ({
  status,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-store',
    ...(cookies.length ? { 'set-cookie': cookies } : {}),
  },
  body: JSON.stringify(body),
});
