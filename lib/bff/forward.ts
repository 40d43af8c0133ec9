// Forwards one call to the upstream and its response back: streamed both ways, nothing is stored.
import { type BffAnswer, type BffRequest, refuseFailed, refuseUnreadable } from './answers';
import { discard } from './upstream/response';
import { type Upstream, UpstreamFailure } from './upstream/upstream';

/** Request headers that mean something upstream. Everything else stays here: cookies, forwarding claims, framework side doors. */
const REQUEST_HEADERS = [
  'accept',
  'accept-language',
  'content-type',
  'content-encoding',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'x-background',
];
/** That of a stream: from where it goes on. */
const STREAM_REQUEST_HEADERS = ['last-event-id'];
/** Those of a file: which part of it is wanted, and of which version. Half of a JSON answer would be none. */
const FILE_REQUEST_HEADERS = ['if-range', 'range'];
const MORE_HEADERS = { json: [], blob: [], stream: FILE_REQUEST_HEADERS, events: STREAM_REQUEST_HEADERS };
/** Response headers that mean something to the browser. */
const RESPONSE_HEADERS = [
  'content-type',
  'content-encoding',
  'content-disposition',
  'content-security-policy',
  'content-length',
  'content-range',
  'accept-ranges',
  'etag',
  'cache-control',
  'retry-after',
  'x-thinned',
  'x-accel-buffering',
];

function pick(from: Record<string, string | string[] | undefined>, names: readonly string[]): Record<string, string> {
  const out: Record<string, string> = {};
  for (const name of names) {
    const value = from[name];
    if (typeof value === 'string') out[name] = value;
  }
  return out;
}

/** The headers of a request that go on. */
export const forwardedHeaders = (request: BffRequest): Record<string, string> => pick(request.headers, REQUEST_HEADERS);

export interface Forwarding {
  to: Upstream;
  /** Raw path and query. */
  path: string;
  headers: Record<string, string>;
  gives: 'json' | 'blob' | 'stream' | 'events';
  /** Bodies of up to so many bytes come in one piece; those of a common size where it is left out. */
  shortBytes?: number | undefined;
  /** Headers of the response that are meant for us: whoever forwards takes them out. */
  tells?: readonly string[] | undefined;
  seconds?: number | undefined;
  /** It changes nothing. */
  isRead?: boolean | undefined;
  /** How long a stream may be open, and what else ends it. */
  lasts?: number | undefined;
  until?: AbortSignal | undefined;
  /** Set-Cookie lines of a renewed session, and of other things; the latter have no place on a file. */
  renewed: string[];
  others: string[];
  /** Called when the upstream calls the token bad: a header with a better one and the lines that go with it; null where there is none, or nothing can be sent again. */
  again?: () => Promise<{ authorization: string; renewed: string[] } | BffAnswer | null>;
  /** Called when the response begins, with the milliseconds that it took. */
  onResponse: (ms: number) => void;
}

/** Forwards a call. A token that the upstream refuses is renewed once, where nothing was sent that cannot be sent again. */
export async function forward(request: BffRequest, p: Forwarding): Promise<BffAnswer> {
  const began = performance.now();
  try {
    const response = await p.to.ask({
      method: request.method as 'GET',
      path: p.path,
      headers: Object.assign(pick(request.headers, MORE_HEADERS[p.gives]), p.headers),
      ...(request.body ? { body: request.body as never } : {}),
      signal: request.signal,
      until: p.until,
      ...(p.isRead ? { isRead: true } : {}),
      ...(p.seconds === undefined ? {} : { seconds: p.seconds }),
      ...(p.lasts === undefined ? {} : { lasts: p.lasts }),
      ...(p.shortBytes === undefined ? {} : { shortBytes: p.shortBytes }),
    });
    p.onResponse(performance.now() - began);
    const { statusCode: status } = response;
    if (status === 401 && p.again) {
      const better = await p.again();
      if (better) {
        await discard(response.body);
        if ('status' in better) return better;
        const { authorization, renewed } = better;
        return forward(request, { ...p, headers: { ...p.headers, authorization }, renewed, again: undefined });
      }
    }
    const back = pick(response.headers, p.tells ? [...RESPONSE_HEADERS, ...p.tells] : RESPONSE_HEADERS);
    const json = back['content-type']?.includes('application/json') ?? false;
    // A file is no place for a cookie, but for one that must not be lost: then nobody may keep the file either.
    const cookies = p.gives === 'json' ? [...p.renewed, ...p.others] : p.renewed;
    // What a person may see is kept by nobody on the way, and JSON not even by their own browser.
    if (p.gives === 'json' || status >= 400 || cookies.length || !/^private\b/.test(back['cache-control'] ?? ''))
      back['cache-control'] = 'private, no-store';
    if (cookies.length) Object.assign(back, { 'set-cookie': cookies });
    const redirect = status >= 300 && status < 400 && status !== 304;
    const bare = status !== 304 && status !== 204 && !json && (p.gives === 'json' || status >= 400);
    // A page from the upstream would be a page of ours; as a file to keep it may come.
    const isPage =
      /html/i.test(back['content-type'] ?? '') && !/^attachment\b/i.test(back['content-disposition'] ?? '');
    if (redirect || bare || isPage) {
      await discard(response.body);
      return refuseUnreadable(request, status);
    }
    if (status === 304 || status === 204) {
      await discard(response.body);
      return { status, headers: back as BffAnswer['headers'], body: null };
    }
    return { status, headers: back as BffAnswer['headers'], body: response.body };
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    return refuseFailed(request, error);
  }
}
