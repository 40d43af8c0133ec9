// The BFF behind a Next route handler.
import { Readable } from 'node:stream';
import { instance } from './instance';

/** Answers a route handler's request through the BFF. The raw path is taken from the request line, never from decoded parameters. */
export async function throughBff(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  const answer = await instance().bff.handle({
    method: request.method,
    // Our server in front stores the request line as it came; the URL object has it normalised already.
    url: headers['x-raw-url'] ?? url.pathname + url.search,
    headers,
    body: request.body as AsyncIterable<Uint8Array> | null,
    peer: headers['x-peer'] ?? '',
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
