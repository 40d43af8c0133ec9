// An upstream that is not ours: the same data with other habits. It stands before the real backend and changes the manner of all it says,
// as somebody else's server might: what our own code leans on by accident breaks here.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';

/** The first byte of an answer is late by so many milliseconds. */
const THINKS_MS = 15;
const PAGE = '<!doctype html><title>Error</title><h1>Something went wrong</h1>';
/** Headers of ours that it would not have. */
const OURS = new Set(['content-length', 'connection', 'keep-alive', 'transfer-encoding', 'date', 'x-request-id']);

/** Names as other servers write them. */
const shout = (name: string) => (name.length % 2 ? name.toUpperCase() : name.replace(/\b\w/g, (c) => c.toUpperCase()));

const pause = () => new Promise((resolve) => setTimeout(resolve, THINKS_MS));

/**
 * Starts one before an origin. Its habits: no address without its last slash; answers in chunks of unknown number, late, after a
 * hint, now and then with the end of the connection; 201 for what was posted, 204 where there is nothing to say; an empty 401, pages
 * for its own errors; its own cookies; headers in its own spelling.
 */
export async function otherUpstream(origin: string): Promise<{ origin: string; close(): Promise<void> }> {
  const pool = new Pool(origin, { connections: 64, bodyTimeout: 0, headersTimeout: 0 });
  let answers = 0;

  async function answer(q: IncomingMessage, s: ServerResponse): Promise<void> {
    const path = (q.url ?? '').split('?')[0] ?? '';
    const cookies = ['SIMORGH=s%3A1.2; Path=/; HttpOnly', 'xsrf_token=abc; Path=/'].flatMap((c) => ['SET-COOKIE', c]);
    const more = ['SERVER', 'Simorgh/9', ...(++answers % 7 === 0 ? ['Connection', 'close'] : []), ...cookies];
    const page = (status: number) => s.writeHead(status, ['CONTENT-TYPE', 'text/html', ...more]).end(PAGE);
    if (path.startsWith('/api/') && !path.endsWith('/')) return void page(404);
    const { host: _, connection: __, 'transfer-encoding': ___, ...headers } = q.headers;
    const response = await pool.request({
      method: q.method as 'GET',
      path: q.url ?? '/',
      headers: {
        ...(headers as Record<string, string>),
        host: String(q.headers['x-forwarded-host'] ?? q.headers.host),
      },
      ...(q.method === 'GET' || q.method === 'HEAD' ? {} : { body: q }),
    });
    await pause();
    const { statusCode } = response;
    if (statusCode >= 500 || statusCode === 401) {
      await response.body.dump();
      return void (statusCode === 401 ? s.writeHead(401, more).end() : page(statusCode));
    }
    if (q.method === 'GET') s.writeEarlyHints({ link: '</hint>; rel=preload; as=style' });
    const own: string[] = [];
    for (const [name, value] of Object.entries(response.headers)) {
      if (OURS.has(name) || value === undefined) continue;
      const spelt =
        name === 'content-type' ? String(value).replace('; charset=utf-8', ';charset=UTF-8') : String(value);
      own.push(shout(name), spelt);
    }
    const nothing = q.method !== 'GET' && statusCode === 200 && response.headers['content-length'] === '2';
    if (statusCode === 304 || statusCode === 204 || nothing) {
      await response.body.dump();
      return void s.writeHead(nothing ? 204 : statusCode, nothing ? more : [...own, ...more]).end();
    }
    let begun = false;
    const begin = (status: number) => {
      begun = true;
      s.writeHead(status, [...own, ...more]);
    };
    for await (const part of response.body) {
      if (!begun) begin(statusCode === 200 && q.method === 'POST' ? 201 : statusCode);
      const bytes = part as Buffer;
      const cut = Math.min(bytes.length, 7);
      // The first letters travel alone.
      s.write(bytes.subarray(0, cut));
      if (!s.write(bytes.subarray(cut)))
        await new Promise((resolve) => s.once('drain', resolve).once('close', resolve));
    }
    if (!begun) begin(statusCode);
    s.end();
  }

  const server: Server = createServer({ requestTimeout: 0 }, (q, s) => {
    answer(q, s).catch(() => s.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await pool.destroy();
    },
  };
}
