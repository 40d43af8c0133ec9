// The BFF behind Next's route handlers: where the pages run without our own server (`next dev`, `next start`, a platform's adapter).
import { Readable } from 'node:stream';
import { getInstance } from './instance';

/**
 * Answers a route handler's request through the BFF. The path is that of the address, never built from decoded parameters. Nothing
 * that a client could claim is believed: here nobody is a trusted proxy.
 */
export async function handleWithBff(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const answer = await getInstance().bff.handle({
    method: request.method,
    url: pathname + search,
    headers: Object.fromEntries(request.headers),
    body: request.body as AsyncIterable<Uint8Array> | null,
    peer: '',
    signal: request.signal,
  });
  const out = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) for (const one of [value].flat()) out.append(name, one);
  const { body } = answer;
  const stream =
    body === null || typeof body === 'string' || body instanceof Uint8Array
      ? body
      : Readable.toWeb(Readable.from(body));
  return new Response(stream as BodyInit | null, { status: answer.status, headers: out });
}
