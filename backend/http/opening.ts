// Responds while the database opens, which takes up to a minute after a crash: 503 with the time to retry after.
import { createServer } from 'node:http';
import { answerOf, langOf, Refusal } from './errors';

const RETRY_SECONDS = 5;

/** Listens until it is closed; closing frees the port at once. */
export function openingServer(port: number, host: string): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume();
    const lives = request.url === '/healthz';
    const refusal = answerOf(langOf(request.headers['accept-language']), new Refusal(503, 'databaseOpens'));
    response
      .writeHead(lives ? 200 : 503, {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'private, no-store',
        connection: 'close',
        ...(lives ? {} : { 'retry-after': String(RETRY_SECONDS) }),
      })
      .end(JSON.stringify(lives ? { ok: true } : refusal));
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address ? address.port : port,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      });
    });
  });
}
