// What an operator's machinery asks of the web process: whether it lives, and whether it should be sent anybody. On a port of its own,
// which is never the one that the world reaches.
import { createServer, type Server } from 'node:http';

/** One check of the upstream serves all requests within this time. */
const FRESH_MS = 1_000;

/**
 * `/healthz`: 200 while the process runs, also while it drains. `/readyz`: 200 when the upstream responds and the process
 * is not stopping, else 503. `/metrics`: what `metrics` reads. Anything else: 404. `now` in milliseconds.
 */
export function createHealthServer(
  reachable: () => Promise<boolean>,
  stopping: () => boolean,
  metrics: { contentType: string; read(): Promise<string> },
  now: () => number = Date.now,
): Server {
  let last: { at: number; answer: Promise<boolean> } | null = null;
  const isReachable = () => {
    if (!last || now() - last.at > FRESH_MS) last = { at: now(), answer: reachable() };
    return last.answer;
  };
  return createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, async (request, response) => {
    const say = (status: number, text: string) =>
      response.writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end(`${text}\n`);
    if (request.method !== 'GET' && request.method !== 'HEAD') return say(405, 'no such method');
    if (request.url === '/healthz') return say(200, 'alive');
    if (request.url === '/metrics')
      return response
        .writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' })
        .end(await metrics.read());
    if (request.url !== '/readyz') return say(404, 'nothing here');
    const is = (await isReachable().catch(() => false)) && !stopping();
    return say(is ? 200 : 503, is ? 'ready' : 'not ready');
  });
}
