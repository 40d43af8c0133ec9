// The BFF on a real port in front of the in-process backend, and a browser's part of the protocol spoken by hand.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { request } from 'undici';
import { keyDocument, openAccess } from '../contract/access';
import { type Bff, createBff } from '../lib/bff/core';
import { type Session, sealIdle, sealSession } from '../lib/bff/seal';
import { LIMITS, type Limits, webServer } from '../lib/bff/web-server';
import type { WebConfig } from '../lib/config/env';
import { CAPTCHA, PASSWORD, type TestWorld } from './world';

export const aKey = (kid: string, seed: number) => ({
  kid,
  secret: Uint8Array.from({ length: 32 }, (_, i) => (i * 37 + seed) % 256),
});

type Render = Parameters<typeof webServer>[1];

export interface Web {
  port: number;
  host: string;
  config: WebConfig;
  bff: Bff;
  server: Server;
  close(): Promise<void>;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const listening = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const ended = (server: Server) => new Promise<void>((resolve) => { server.closeAllConnections(); server.close(() => resolve()); }); // biome-ignore format: one line

/** What a page would be; these tests look only at whether it was reached. */
const aPage: Render = async (_, response) => void response.setHeader('content-type', 'text/html').end('a page');

/** Starts the web server, with the BFF before an upstream at `origin`. `now` moves its clock; `render` answers pages. */
export async function aWebAt(
  origin: string,
  more: Partial<WebConfig> = {},
  now?: () => number,
  render: Render = aPage,
  limits: Partial<Limits> = {},
): Promise<Web> {
  const hosts = new Set<string>();
  const config: WebConfig = {
    port: 0,
    host: '127.0.0.1',
    upstream: origin,
    geoserver: origin,
    hosts,
    publicHosts: new Set(),
    freePlan: true,
    landingHost: '',
    trustedProxies: new Set(),
    gatewayHosts: new Set(['pay.example']),
    keys: [aKey('a', 1)],
    ...more,
  };
  const bff = createBff(config, now);
  const { server, stop } = webServer(bff, render, { ...LIMITS, ...limits });
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
    async close() {
      const stopped = stop();
      server.closeAllConnections();
      await stopped;
    },
  };
}

/** Starts a BFF before the backend of a test world, which listens on a port of its own. */
export async function aWeb(world: TestWorld, more: Partial<WebConfig> = {}, now?: () => number): Promise<Web> {
  const { app } = world.backend;
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  return aWebAt(`http://127.0.0.1:${portOf(app.server)}`, more, now);
}

/** An upstream that does as it is told: for faults that a sound backend does not have. */
export async function aRogue(
  answer: (q: IncomingMessage, s: ServerResponse) => void,
): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer(answer);
  await listening(server);
  return { origin: `http://127.0.0.1:${portOf(server)}`, close: () => ended(server) };
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every kind
  json: any;
}

/** A live session that no upstream was asked for: its cookies as a header, and its CSRF token. */
export async function aSession(web: Web, more: Partial<Session> = {}, seen = Date.now()) {
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
    await sealIdle(web.config, web.host, { sid: session.sid, seen }),
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

/** A browser's cookies and CSRF token. `host` is the name by which it knows the deployment. */
export function aBrowser(web: Web, host: string = web.host) {
  const jar = new Map<string, string>();
  let csrf = '';
  const browser = {
    jar,
    get csrf() {
      return csrf;
    },
    async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
      const unsafe = method !== 'GET' && method !== 'HEAD';
      const response = await request(`http://${web.host}${path}`, {
        method: method as 'GET',
        headers: {
          host,
          ...(jar.size ? { cookie: [...jar].map(([k, v]) => `${k}=${v}`).join('; ') } : {}),
          ...(unsafe ? { origin: `http://${host}`, 'sec-fetch-site': 'same-origin', 'x-csrftoken': csrf } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      for (const line of [response.headers['set-cookie'] ?? []].flat()) {
        const [pair = '', ...flags] = line.split('; ');
        const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
        if (flags.includes('Max-Age=0')) jar.delete(name);
        else jar.set(name, value);
      }
      const text = await response.body.text();
      let json: unknown = null;
      try {
        json = JSON.parse(text);
      } catch {
        json = null;
      }
      return { status: response.statusCode, headers: response.headers, text, json };
    },
    /** Prepares, solves the captcha and signs in; answers the sign-in's own answer and the opened grants. */
    async signIn(username: string, password = PASSWORD) {
      const captcha = await browser.send('GET', '/api/captcha/');
      csrf = captcha.json.login_xsrf;
      const { publicKey, privateKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true });
      const answer = await browser.send('POST', '/api/atoken/', {
        username,
        password,
        captcha_key: captcha.json.captcha_key,
        captcha_value: CAPTCHA,
        otp: keyDocument(await exportJWK(publicKey)),
      });
      if (answer.status === 200) csrf = answer.json.data;
      return {
        ...answer,
        grants:
          answer.status === 200
            ? ((await openAccess(answer.json.access, privateKey)) as Record<string, unknown>)
            : null,
      };
    },
    async refresh() {
      const { publicKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true });
      return browser.send('POST', '/api/token/refresh/', { otp: keyDocument(await exportJWK(publicKey)) });
    },
  };
  return browser;
}
