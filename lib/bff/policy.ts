// Security headers: what a browser may do with a response.

const STREET_MAP = 'https://tile.openstreetmap.org';

/** Scripts only by nonce; workers only our own files; tiles of the street map, and of the deployment's own base maps, are the one foreign picture. */
export const contentPolicy = (nonce: string, tileOrigins: readonly string[] = []): string => {
  const tiles = [STREET_MAP, ...tileOrigins].join(' ');
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    // The component library writes styles into the page; styles cannot run.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${tiles}`,
    "font-src 'self'",
    `connect-src 'self' ${tiles}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    // Forms are sent by our own code alone: one that is sent before it is there would write a password into the address.
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
};

/** Set on everything that leaves the web process: pages, files, responses, refusals. A year of https where there is https at all. */
export const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), payment=(), geolocation=(self)',
  'x-frame-options': 'DENY',
  'strict-transport-security': 'max-age=31536000',
} as const;

/** Set on the BFF's responses as well: they are data, so nothing in them runs, and no address of theirs goes on to other sites. */
export const ANSWER_HEADERS = {
  ...COMMON_HEADERS,
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;
