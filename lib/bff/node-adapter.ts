// The BFF behind a plain node:http server: no framework between the socket and the upstream.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BffRequest, SlowBody } from './answers';
import type { Bff } from './core';
import { Cancel } from './upstream/upstream';

/** Times that callers get, in milliseconds. */
export interface Patience {
  /** Within so long a wait for a body, 15 kB of it must come: half of the slowest line that is still served, 1 kB a second. */
  bodyMs: number;
  /** A caller who reads nothing of the response for so long has gone. */
  takeMs: number;
}
const BODY_LEAST = 15_000;

/** The next part of a body, or SlowBody when there is none in time. Waits for the sender alone, never for the upstream. */
async function withDeadline<T>(next: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SlowBody()), ms);
  });
  try {
    return await Promise.race([next, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The body as it comes; ends with SlowBody when its sender stalls or trickles. */
async function* bodyOf(request: IncomingMessage, bodyMs: number): AsyncGenerator<Uint8Array> {
  const parts = request[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  let [waited, came] = [0, 0];
  for (;;) {
    const began = Date.now();
    const { done, value } = await withDeadline(parts.next(), bodyMs - waited);
    if (done) return;
    waited += Date.now() - began;
    came += value.length;
    if (came >= BODY_LEAST) [waited, came] = [0, 0];
    else if (waited >= bodyMs) throw new SlowBody();
    yield value;
  }
}

/** A request's headers, each as one text, and who is at the other end. */
export function senderOf(request: IncomingMessage): Pick<BffRequest, 'headers' | 'peer'> {
  const headers: BffRequest['headers'] = {};
  for (const [name, value] of Object.entries(request.headers))
    headers[name] = Array.isArray(value) ? value.join(', ') : value;
  return { headers, peer: (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '') };
}

/** Answers one request through the BFF and ends the response. A broken upstream body breaks the response: it never looks complete. */
export async function serveBff(
  bff: Bff,
  request: IncomingMessage,
  response: ServerResponse,
  { bodyMs, takeMs }: Patience,
): Promise<void> {
  const hungUp = new Cancel();
  response.once('close', () => !response.writableFinished && hungUp.abort());
  const has =
    request.headers['content-length'] !== undefined
      ? request.headers['content-length'] !== '0'
      : request.headers['transfer-encoding'] !== undefined;
  const bffRequest: BffRequest = {
    method: request.method ?? 'GET',
    url: request.url ?? '/',
    ...senderOf(request),
    body: has ? bodyOf(request, bodyMs) : null,
    signal: hungUp,
  };
  const answer = await bff.handle(bffRequest);
  // A body that was not read to its end cannot be told from the next request on this connection.
  const cut = has && !request.complete;
  if (answer.reason) response.statusMessage = answer.reason;
  response.writeHead(answer.status, cut ? { ...answer.headers, connection: 'close' } : answer.headers);
  const { socket } = request;
  const gaveUp = () => socket.destroy();
  socket.setTimeout(takeMs, gaveUp);
  response.once('close', () => socket.off('timeout', gaveUp).setTimeout(0));
  if (answer.body === null || typeof answer.body === 'string' || answer.body instanceof Uint8Array) {
    response.end(answer.body ?? undefined);
    if (cut) request.resume();
    return;
  }
  // What the client gives is a stream already; through an iterator each of its chunks would cost some turns more.
  const body = answer.body instanceof Readable ? answer.body : Readable.from(answer.body, { objectMode: false });
  await pipeline(body, response).catch(() => response.destroy());
}
