// The web process's own HTTP server: deadlines, the headers of every response, the BFF before the pages, and a graceful shutdown.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Bff } from './core';
import { hasSideDoor } from './guard';
import { type Patience, senderOf, serveBff } from './node-adapter';
import { COMMON_HEADERS } from './policy';
import { requestId } from './request-id';

/** How often connections are looked at for headers that do not come. */
const LOOK_MS = 1_000;
const KEEP_ALIVE_MS = 20_000;
const MAX_HEADER = 65_536;
/** What is data and not a page. A framework between would buffer it, slow it, or end a broken response as if it were whole. */
const DATA = /^\/(?:(?:api|geoserver|pay)\/|ogc(?:[/?]|$))/;
/** The framework's own picture service, and files of pages that it would make up: nothing here uses them, and they have been ways in. */
const UNUSED = /^(?:\/_next\/(?:image|data\/)|[^?]*\.(?:segments\/|rsc(?:\?|$)))/;
/** Headers that override the request's address for a framework or a proxy; from outside they are forged. */
const CLAIMS = /^(?:x-middleware-|x-invoke-|x-nextjs-|x-now-|x-vercel-|x-matched-path$|x-original-url$|x-rewrite-url$)/;

/** Whether the escapes of an address's path stand for text. */
function isReadable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] as string);
    return true;
  } catch {
    return false;
  }
}

/** Whether a request is for a page, or for the part of one that a visitor moves on to, and not for a file. */
const isPage = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && (headers.rsc !== undefined || (headers['sec-fetch-dest'] ?? 'document') === 'document');

/** What goes to the framework carries no claims from outside; a page comes with the newest seal of its session. */
async function preparePage(bff: Bff, request: IncomingMessage, response: ServerResponse): Promise<void> {
  for (const name of Object.keys(request.headers)) if (CLAIMS.test(name)) delete request.headers[name];
  const seals = isPage(request) ? await bff.seals(senderOf(request)) : [];
  if (seals.length) response.setHeader('set-cookie', seals);
}

function setCommonHeaders(response: ServerResponse): ServerResponse {
  for (const [name, value] of Object.entries(COMMON_HEADERS)) response.setHeader(name, value);
  return response;
}

/** Two hosts are a request that others on the way may have read otherwise. */
const hasOneHost = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length === 1;

export interface Limits extends Patience {
  /** A request's headers have come within this time. */
  headersMs: number;
  /** Running requests get this long when the process is stopping. */
  drainMs: number;
}
export const LIMITS: Limits = { headersMs: 15_000, bodyMs: 30_000, takeMs: 60_000, drainMs: 30_000 };

export interface WebServer {
  server: Server;
  /** Whether it is stopping: running requests end, new ones are unwelcome. */
  stopping(): boolean;
  /** Takes no new request, lets the running ones end, and closes the BFF. Answers false when the time was not enough. */
  stop(): Promise<boolean>;
}

const refused = (socket: Socket | NodeJS.WritableStream, status: string) =>
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);

/** `render` serves everything that is a page or a file of one. */
export function createWebServer(
  bff: Bff,
  render: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  limits: Limits = LIMITS,
): WebServer {
  let stopping = false;
  // Node's own list calls a connection idle whose response has ended but is still under way to the caller.
  const running = new Map<Socket, number>();
  const rest = (socket: Socket) => stopping && running.get(socket) === 0 && socket.end();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '/';
    if (stopping) response.setHeader('connection', 'close');
    const isForOne = hasOneHost(request);
    const odd = !url.startsWith('/') || request.method === 'TRACE' || hasSideDoor(request);
    // Its responses have headers of their own, the common ones among them.
    if (isForOne && (odd || DATA.test(url) || UNUSED.test(url))) return serveBff(bff, request, response, limits);
    setCommonHeaders(response);
    const id = requestId();
    response.setHeader('x-request-id', id);
    // The number of a request is ours; nobody outside names it.
    request.headers['x-request-id'] = id;
    if (!isForOne) return void response.writeHead(400, { connection: 'close' }).end();
    if (!bff.servesHost(senderOf(request))) return void response.writeHead(421).end();
    if (!isReadable(url)) return void response.writeHead(400).end();
    await preparePage(bff, request, response);
    return render(request, response);
  }

  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER,
      requestTimeout: 0,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: LOOK_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    (request, response) => {
      const { socket } = request;
      running.set(socket, (running.get(socket) ?? 0) + 1);
      response.once('close', () => {
        if (!running.has(socket)) return;
        running.set(socket, (running.get(socket) ?? 1) - 1);
        rest(socket);
      });
      serve(request, response).catch((error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
        if (!response.headersSent) setCommonHeaders(response).writeHead(500);
        response.end();
      });
    },
  );
  server.on('connection', (socket) => {
    running.set(socket, 0);
    socket.once('close', () => running.delete(socket));
  });
  server.on('upgrade', (_request, socket) => refused(socket, '400 Bad Request'));
  server.on('connect', (_request, socket) => refused(socket, '405 Method Not Allowed'));

  return {
    server,
    stopping: () => stopping,
    stop() {
      stopping = true;
      bff.endStreams();
      return new Promise((resolve) => {
        const late = setTimeout(() => {
          server.closeAllConnections();
          resolve(false);
        }, limits.drainMs);
        // The listening alone ends here; http's own close would cut responses that are under way.
        NetServer.prototype.close.call(server, () => {
          clearTimeout(late);
          void bff.close().then(() => resolve(true));
        });
        for (const socket of running.keys()) rest(socket);
      });
    },
  };
}
