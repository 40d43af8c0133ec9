// The BFF on a real port in front of the in-process backend, and a browser's side of the protocol.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { WallEvent } from '../lib/bff/audit';
import { type Bff, createBff } from '../lib/bff/core';
import { type Session, sealIdle, sealSession } from '../lib/bff/session/seal';
import { createUpstream, DEADLINES } from '../lib/bff/upstream/upstream';
import { createWebServer, LIMITS, type Limits } from '../lib/bff/web-server';
import type { WebConfig } from '../lib/config/env';
import { otherUpstream } from './other-upstream';
import { oneTimeKey } from './sign-in';
import type { TestWorld } from './world';

export { type Answer, cookieHeader, createBrowser } from './browser';

/** Whose backend stands behind `startWeb`: ours, or the same data behind another one's habits (testing/other-upstream). */
export const behind: { upstream: 'ours' | 'other' } = { upstream: 'ours' };

export const createKey = (kid: string, seed: number) => ({
  kid,
  secret: Uint8Array.from({ length: 32 }, (_, i) => (i * 37 + seed) % 256),
});

type Render = Parameters<typeof createWebServer>[1];

export interface Web {
  port: number;
  host: string;
  config: WebConfig;
  bff: Bff;
  server: Server;
  /** What the operator has heard so far. */
  events: WallEvent[];
  close(): Promise<void>;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const listening = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const ended = (server: Server) => new Promise<void>((resolve) => { server.closeAllConnections(); server.close(() => resolve()); }); // biome-ignore format: one line

/** What a page would be; these tests look only at whether it was reached. */
const createPage: Render = async (_, response) => void response.setHeader('content-type', 'text/html').end('a page');

/** Starts the web server, with the BFF before an upstream at `origin`. `now` moves its clock; `render` answers pages; `deadlines` are those of its calls. */
export async function startWebAt(
  origin: string,
  more: Partial<WebConfig> = {},
  now?: () => number,
  render: Render = createPage,
  limits: Partial<Limits> = {},
  deadlines: Partial<typeof DEADLINES> = {},
): Promise<Web> {
  const hosts = new Set<string>();
  const config: WebConfig = {
    port: 0,
    host: '127.0.0.1',
    health: null,
    upstream: origin,
    geoserver: origin,
    hosts,
    publicHosts: new Set(),
    freePlan: true,
    landingHost: '',
    paymentGateway: 'zarinpal',
    smsShortNumber: '',
    dataDir: '.',
    baseMaps: [],
    serviceWorker: true,
    tileMemory: 64 * 1024 * 1024,
    trustedProxies: new Set(),
    plainHttp: false,
    gatewayHosts: new Set(['pay.example']),
    keys: [createKey('a', 1)],
    ...more,
  };
  const events: WallEvent[] = [];
  const bff = createBff(config, now, {
    auditEvent: (event) => void events.push(event),
    pool: { take: oneTimeKey },
    reach: (to, sockets, clock) => createUpstream(to, sockets, clock, { ...DEADLINES, ...deadlines }),
  });
  const { server, stop } = createWebServer(bff, render, { ...LIMITS, ...limits });
  await listening(server);
  config.port = portOf(server);
  const host = `127.0.0.1:${config.port}`;
  hosts.add(host);
  return {
    port: config.port,
    host,
    config,
    bff,
    server,
    events: events,
    async close() {
      const stopped = stop();
      server.closeAllConnections();
      await stopped;
    },
  };
}

/** Starts a BFF before the backend of a test world, which listens on a port of its own; where `behind` says so, with another one's habits. */
export async function startWeb(world: TestWorld, more: Partial<WebConfig> = {}, now?: () => number): Promise<Web> {
  const { app } = world.backend;
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const ours = `http://127.0.0.1:${portOf(app.server)}`;
  if (behind.upstream === 'ours') return startWebAt(ours, more, now);
  const other = await otherUpstream(ours);
  const web = await startWebAt(other.origin, more, now);
  const { close } = web;
  return Object.assign(web, {
    async close() {
      await close();
      await other.close();
    },
  });
}

/** An upstream that does as it is told: for faults that a sound backend does not have. */
export async function startRogue(
  answer: (q: IncomingMessage, s: ServerResponse) => void,
): Promise<{ origin: string; close(): Promise<void> }> {
  // Node's own servers end a request that comes for five minutes.
  const server = createServer({ requestTimeout: 0 }, answer);
  await listening(server);
  return { origin: `http://127.0.0.1:${portOf(server)}`, close: () => ended(server) };
}

/** A live session that no upstream was asked for: its cookies as a header, and its CSRF token. */
export async function createSession(web: Web, more: Partial<Session> = {}, idleSince = Date.now()) {
  const session: Session = {
    sid: `sid-${Math.random().toString(36).slice(2)}`,
    uid: 1,
    uname: 'editor',
    m: [1],
    p: [],
    su: false,
    at: 'upstream-access',
    rt: 'upstream-refresh',
    until: Date.now() + 3600_000,
    abs: Date.now() + 3600_000,
    csrf: `csrf-${Math.random().toString(36).slice(2)}`.padEnd(32, 'x'),
    gen: 1,
    ...more,
  };
  const set = [
    await sealSession(web.config, web.host, session),
    await sealIdle(web.config, web.host, { sid: session.sid, seen: idleSince }),
  ];
  return { session, csrf: session.csrf, cookie: set.map((line) => line.slice(0, line.indexOf(';'))).join('; ') };
}

/** Speaks to a port in bytes; answers all that came back when the other side closed, or after `ms`. */
export function inBytes(port: number, text: string | readonly string[], ms = 1500): Promise<string> {
  return new Promise((resolve) => {
    let got = '';
    const socket = connect(port, '127.0.0.1', async () => {
      for (const part of [text].flat()) {
        socket.write(part, 'latin1');
        await new Promise((r) => setTimeout(r, 20));
      }
    });
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(got);
    };
    const timer = setTimeout(done, ms);
    socket.on('data', (part) => { got += part.toString('latin1'); }).on('close', done).on('error', () => {}); // biome-ignore format: one line
  });
}
