// What a request must be before anything is done with it: the host, the raw path, the origin. Pure.
import { match, type Named } from '../../contract/index';
import { type OgcApiProblem, type OgcApiRequest, readOgcApi } from '../../contract/ogc-api/read';
import { readOgc } from '../../contract/ogc-request';
import type { WebConfig } from '../config/env';
import type { BffRequest } from './answers';
import type { TilePlace } from './tiles/tile-memory';

/** Longer addresses are refused clearly instead of by a broken connection. */
const MAX_URL = 48 * 1024;
const SIDE_DOORS = ['next-action', 'next-resume', 'x-middleware-subrequest', 'x-middleware-rewrite', 'upgrade'];
const UNSAFE_PATH = /%2f|%5c|%00|%25|%2e|\\|;|\.\.|\/\/|[^\x21-\x7e]/i;
/** Where card providers send people back to. */
const PAYMENT_RETURN = /^\/pay\/return\/([a-z0-9_-]{1,50})\/?$/;

export const SAFE = new Set(['GET', 'HEAD']);

/** The host that the request is for, if this deployment serves it. X-Forwarded-Host counts only from a trusted proxy. */
export function hostOf(config: WebConfig, request: Pick<BffRequest, 'headers' | 'peer'>): string | null {
  const forwarded = config.trustedProxies.has(request.peer) ? request.headers['x-forwarded-host'] : undefined;
  const host = (forwarded ?? request.headers.host ?? '').toLowerCase();
  return config.hosts.has(host) ? host : null;
}

/** The client's address: the peer, or what a trusted proxy says, one hop. */
export const clientOf = (config: WebConfig, request: BffRequest): string =>
  (config.trustedProxies.has(request.peer) && request.headers['x-forwarded-for']?.split(',').at(-1)?.trim()) ||
  request.peer;

export const hasSideDoor = (request: { headers: Record<string, unknown> }): boolean =>
  SIDE_DOORS.some((name) => request.headers[name] !== undefined);

export type Target =
  | { to: 'api'; named: Named; path: string; query: string }
  | { to: 'tiles'; path: string; place: TilePlace | null }
  | { to: 'outside'; target: OgcApiRequest | OgcApiProblem }
  | { to: 'payment'; gateway: string; query: string }
  | { to: 'nowhere'; status: 400 | 404 | 405 | 414 };

/** Finds what a raw address asks for. Only rows of the contract and the tile address exist; nothing is decoded before it is matched. */
export function targetOf(method: string, url: string): Target {
  if (method === 'TRACE' || method === 'CONNECT') return { to: 'nowhere', status: 405 };
  if (url.length > MAX_URL) return { to: 'nowhere', status: 414 };
  const cut = url.indexOf('?');
  const path = cut < 0 ? url : url.slice(0, cut);
  const query = cut < 0 ? '' : url.slice(cut);
  if (UNSAFE_PATH.test(path)) return { to: 'nowhere', status: 400 };
  if (path === '/ogc' || path.startsWith('/ogc/')) return { to: 'outside', target: readOgcApi(method, path, query) };
  if (path.startsWith('/geoserver/')) return tilesOf(method, path, query);
  if (path.startsWith('/api/')) return callOf(method, path, query);
  const returned = PAYMENT_RETURN.exec(path);
  if (!returned) return { to: 'nowhere', status: 404 };
  return method === 'GET' || method === 'POST'
    ? { to: 'payment', gateway: returned[1] as string, query }
    : { to: 'nowhere', status: 405 };
}

function callOf(method: string, path: string, query: string): Target {
  const matched = match(method, path.slice('/api/'.length));
  if ('methods' in matched) return { to: 'nowhere', status: matched.methods.length ? 405 : 404 };
  return { to: 'api', named: matched.named, path: path.endsWith('/') ? path : `${path}/`, query };
}

function tilesOf(method: string, path: string, query: string): Target {
  const ogc = readOgc(path, new URLSearchParams(query));
  if ('status' in ogc) return { to: 'nowhere', status: ogc.status };
  const place =
    method === 'GET' && ogc.kind === 'tile' && ogc.format === 'mvt' ? { z: ogc.z, x: ogc.x, y: ogc.y } : null;
  return SAFE.has(method) ? { to: 'tiles', path: path + query, place } : { to: 'nowhere', status: 404 };
}

/** Compares without telling by its time how much was right. */
export function sameText(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let different = 0;
  for (let i = 0; i < a.length; i++) different |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return different === 0;
}

/** Whether an unsafe request comes from a page of ours: the token of this session, our origin, and the browser's own word. */
export function isFromOurPage(request: BffRequest, host: string, csrf: string | undefined): boolean {
  const { origin, 'sec-fetch-site': site, 'x-csrftoken': token } = request.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin !== `https://${host}` && origin !== `http://${host}`) return false;
  return csrf !== undefined && csrf !== '' && token !== undefined && sameText(token, csrf);
}
