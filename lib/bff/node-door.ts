// The BFF behind a plain node:http server: no framework between the socket and the upstream.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BffRequest, refuse } from './answers';
import type { Bff } from './core';

/** A request body that gives nothing for so long has died. */
const BODY_IDLE_MS = 30_000;

class Stalled extends Error {}

/** The body as it comes; ends with an error when the sender stalls. */
async function* bodyOf(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  let timer = setTimeout(() => request.destroy(new Stalled()), BODY_IDLE_MS);
  try {
    for await (const part of request) {
      clearTimeout(timer);
      yield part as Uint8Array;
      timer = setTimeout(() => request.destroy(new Stalled()), BODY_IDLE_MS);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Answers one request through the BFF and ends the response. A broken upstream body breaks the response: it never looks complete. */
export async function serveBff(bff: Bff, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => !response.writableFinished && gone.abort());
  const headers: BffRequest['headers'] = {};
  for (const [name, value] of Object.entries(request.headers))
    headers[name] = Array.isArray(value) ? value.join(', ') : value;
  const has =
    request.headers['content-length'] !== undefined
      ? request.headers['content-length'] !== '0'
      : request.headers['transfer-encoding'] !== undefined;
  const asked: BffRequest = {
    method: request.method ?? 'GET',
    url: request.url ?? '/',
    headers,
    body: has ? bodyOf(request) : null,
    peer: (request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
    signal: gone.signal,
  };
  const answer = ['TRACE', 'CONNECT'].includes(asked.method) ? refuse(asked, 405, 'method') : await bff.handle(asked);
  response.writeHead(answer.status, answer.headers);
  if (answer.body === null || typeof answer.body === 'string' || answer.body instanceof Uint8Array) {
    response.end(answer.body ?? undefined);
    if (has && !request.complete) request.resume();
    return;
  }
  await pipeline(Readable.from(answer.body, { objectMode: false }), response).catch(() => response.destroy());
}
