// The BFF's own answers, worded as the backend words its.
import en from '../../messages/en/bff.json';
import fa from '../../messages/fa/bff.json';

export interface BffRequest {
  method: string;
  /** Path and query exactly as they came over the wire. */
  url: string;
  /** Lower-case names; a repeated header is joined by ", ". */
  headers: Record<string, string | undefined>;
  body: AsyncIterable<Uint8Array> | null;
  /** Address of the peer that connected. */
  peer: string;
  signal: AbortSignal;
}

export interface BffAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  body: string | Uint8Array | AsyncIterable<Uint8Array> | null;
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

export const answer = (body: unknown, cookies: string[] = [], status = 200): BffAnswer => ({
  status,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-store',
    ...(cookies.length ? { 'set-cookie': cookies } : {}),
  },
  body: JSON.stringify(body),
});
