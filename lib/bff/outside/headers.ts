// What goes to the upstream with a request from outside, and what comes back. Cookies never do, in either direction.
import { doorPath, PROBLEM_JSON, SNAPSHOT_TYPES, STYLE_TYPES } from '../../../contract/ogc-api/names';
import type { OgcApiRequest } from '../../../contract/ogc-api/read';
import type { BffAnswer } from '../answers';

const REQUEST_HEADERS = [
  'authorization',
  'x-api-key',
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'content-crs',
  'if-match',
  'if-none-match',
  'range',
  'if-range',
];

/**
 * Names as they are written on the wire: QGIS looks for `Location` in this very case, and tells that a record was not made where it
 * finds another one.
 */
const RESPONSE_HEADERS = [
  'Content-Type',
  'Content-Encoding',
  'Content-Disposition',
  'Content-Length',
  'Content-Range',
  'Content-Crs',
  'Accept-Ranges',
  'Location',
  'Allow',
  'Link',
  'WWW-Authenticate',
  'X-Robots-Tag',
  'ETag',
  'Vary',
  'Retry-After',
  'Cache-Control',
];

const TYPES = new Set([
  'application/geo+json',
  'application/json',
  PROBLEM_JSON,
  'application/schema+json',
  'application/vnd.oai.openapi+json',
  'application/vnd.mapbox-vector-tile',
  'image/png',
  'image/jpeg',
  'image/webp',
  ...Object.values(STYLE_TYPES),
  ...Object.values(SNAPSHOT_TYPES),
  'text/csv',
  'text/html',
]);

type Headers = Record<string, string | string[] | undefined>;

/** The headers of a request that go on. */
export function outsideHeaders(headers: Headers): Record<string, string> {
  const out: Record<string, string> = {};
  for (const name of REQUEST_HEADERS) {
    const value = headers[name];
    if (typeof value === 'string') out[name] = value;
  }
  return out;
}

export const isReadableType = (type: string | undefined): boolean =>
  type === undefined || TYPES.has(type.split(';')[0]?.trim().toLowerCase() ?? '');

/** The headers of a response that go back. Only a page brings a policy of its own: it has a style. */
export function answerHeaders(headers: Headers): BffAnswer['headers'] {
  const out: BffAnswer['headers'] = {};
  for (const name of RESPONSE_HEADERS) {
    const value = headers[name.toLowerCase()];
    if (value !== undefined) out[name] = value;
  }
  const policy = headers['content-security-policy'];
  const isPage = String(headers['content-type'] ?? '').startsWith('text/html');
  if (isPage && typeof policy === 'string') out['content-security-policy'] = policy;
  out['Cache-Control'] ??= 'private, no-store';
  return out;
}

const METHODS = { header: 'GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE', other: 'GET, HEAD, OPTIONS' };

/** Any page may ask: there are no cookies here, and the key is the secret. */
export const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'content-crs, etag, link, location, allow',
} as const;

/** The answer to a browser that asks before it asks; the same for all addresses of a door, so that it tells nothing. */
export const preflight = ({ door }: Pick<OgcApiRequest, 'door'>): BffAnswer => ({
  status: 204,
  headers: {
    ...CORS,
    'Access-Control-Allow-Methods': door.by === 'header' ? METHODS.header : METHODS.other,
    'Access-Control-Allow-Headers': 'authorization, x-api-key, content-type, content-crs, if-match',
    'Access-Control-Max-Age': '600',
    'Cache-Control': 'private, no-store',
  },
  body: null,
});

/** What identifies a caller: the header, or the key in the address. Null for the open door and for nobody. */
export function credentialOf(headers: Headers, { door }: Pick<OgcApiRequest, 'door'>): string | null {
  if (door.by === 'address') return doorPath(door);
  if (door.by === 'open') return null;
  const said = headers.authorization ?? headers['x-api-key'];
  return typeof said === 'string' ? said : null;
}

const WORDS: Record<number, string> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** A refusal as programs from outside read it. */
export const problem = (status: number, detail: string, headers: Record<string, string> = {}): BffAnswer => ({
  status,
  headers: { ...CORS, 'Content-Type': PROBLEM_JSON, 'Cache-Control': 'private, no-store', ...headers },
  body: JSON.stringify({ type: 'about:blank', title: WORDS[status] ?? 'Error', status, detail }),
});
