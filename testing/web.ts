// The BFF on a real port in front of the in-process backend, and a browser's part of the protocol spoken by hand.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { request } from 'undici';
import { keyDocument, openAccess } from '../contract/access';
import { type Bff, createBff } from '../lib/bff/core';
import { serveBff } from '../lib/bff/node-door';
import type { WebConfig } from '../lib/config/env';
import { CAPTCHA, PASSWORD, type TestWorld } from './world';

export const aKey = (kid: string, seed: number) => ({
  kid,
  secret: Uint8Array.from({ length: 32 }, (_, i) => (i * 37 + seed) % 256),
});

export interface Web {
  port: number;
  host: string;
  config: WebConfig;
  bff: Bff;
  close(): Promise<void>;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const listening = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const ended = (server: Server) => new Promise<void>((resolve) => { server.closeAllConnections(); server.close(() => resolve()); }); // biome-ignore format: one line

/** Starts a BFF before an upstream at `origin`. `now` moves its clock. */
export async function aWebAt(origin: string, more: Partial<WebConfig> = {}, now?: () => number): Promise<Web> {
  const server = createServer({ maxHeaderSize: 65_536 });
  await listening(server);
  const host = `127.0.0.1:${portOf(server)}`;
  const config: WebConfig = {
    port: portOf(server),
    host: '127.0.0.1',
    upstream: origin,
    geoserver: origin,
    hosts: new Set([host]),
    publicHosts: new Set(),
    trustedProxies: new Set(),
    keys: [aKey('a', 1)],
    ...more,
  };
  const bff = createBff(config, now);
  server.on('request', (q: IncomingMessage, s: ServerResponse) => void serveBff(bff, q, s));
  return {
    port: config.port,
    host,
    config,
    bff,
    async close() {
      await ended(server);
      await bff.close();
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

/** A browser's cookies and CSRF token. */
export function aBrowser(web: Web) {
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
          host: web.host,
          ...(jar.size ? { cookie: [...jar].map(([k, v]) => `${k}=${v}`).join('; ') } : {}),
          ...(unsafe ? { origin: `http://${web.host}`, 'sec-fetch-site': 'same-origin', 'x-csrftoken': csrf } : {}),
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
