// Small request bodies that the BFF itself reads. All others are streamed past it, up to what their call takes.
import { type BffRequest, LargeBody } from './answers';

/** The most that the BFF reads of a body, in bytes. */
export const MAX_BODY = 16 * 1024;

/** A body as a whole; null when it is longer than allowed. */
export async function wholeBody(request: BffRequest): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.length;
    if (size > MAX_BODY) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** A body that is a JSON object; null for anything else. */
export async function jsonBody(request: BffRequest): Promise<Record<string, unknown> | null> {
  const text = await wholeBody(request);
  try {
    const body: unknown = JSON.parse(text ?? '');
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Headers for a body of our own making: what the caller said of theirs no longer fits. */
export function withJson(headers: Record<string, string>): Record<string, string> {
  const own: Record<string, string> = { ...headers, 'content-type': 'application/json' };
  for (const name of ['content-encoding', 'if-match', 'if-none-match']) delete own[name];
  return own;
}

/**
 * The request with a body that ends with LargeBody beyond a length; null where its declared length is too much. The upstream would refuse
 * it too, and cut the connection while we still send: its response would be lost.
 */
export function limitBody(request: BffRequest, maxBytes: number): BffRequest | null {
  const { body } = request;
  if (!body) return request;
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return null;
  return {
    ...request,
    body: (async function* () {
      let size = 0;
      for await (const part of body) {
        size += part.length;
        if (size > maxBytes) throw new LargeBody();
        yield part;
      }
    })(),
  };
}
