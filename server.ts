// The web process: our own HTTP server in front of Next. It holds the deadlines, answers map and file traffic through the BFF
// before Next sees it, and lets running requests end when it is told to stop.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import next from 'next';
import { instance } from './lib/bff/instance';
import { serveBff } from './lib/bff/node-door';

const HEADERS_MS = 15_000;
const KEEP_ALIVE_MS = 20_000;
const MAX_HEADER = 65_536;
const DRAIN_MS = 30_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Uploads, downloads and tiles: they are long or many, and a framework between would buffer or slow them. */
const BEFORE_NEXT = /^\/(?:geoserver\/|api\/(?:layer_upload\/|job\/[\w-]+\/rejects\/|export\/))/;

try {
  const { config, bff } = instance();
  const app = next({
    dev: process.env.NODE_ENV === 'development',
    dir: resolve('.'),
    hostname: config.host,
    port: config.port,
  });
  await app.prepare();
  const render = app.getRequestHandler();

  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const url = request.url ?? '/';
    // Only these two headers of ours are believed further in, so nobody outside may send them.
    request.headers['x-raw-url'] = url;
    request.headers['x-peer'] = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    if (BEFORE_NEXT.test(url) || request.method === 'TRACE') return serveBff(bff, request, response);
    return render(request, response);
  };

  const server = createServer(
    { maxHeaderSize: MAX_HEADER, requestTimeout: 0, headersTimeout: HEADERS_MS, keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => {
      Promise.resolve(serve(request, response)).catch((error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
    },
  );
  server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n'));
  server.on('error', (error: NodeJS.ErrnoException) => {
    say(`failed ${error.code ?? error.message}`);
    process.exit(1);
  });
  server.listen(config.port, config.host, () => {
    const address = server.address();
    say(`ready http://${config.host}:${typeof address === 'object' && address ? address.port : config.port}`);
  });

  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    server.close(() => void bff.close().then(() => process.exit(0)));
    server.closeIdleConnections();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
} catch (error) {
  say(`failed ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
