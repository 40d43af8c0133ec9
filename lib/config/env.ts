// The web process's settings, read once from the environment; a wrong or missing one stops the start with its name.
import { z } from 'zod';
import { type BaseMapEntry, readBaseMaps } from './base-maps';

const KEY_BYTES = 32;

const Settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  /** Address to listen on. Beyond loopback is the operator's choice, never the default. */
  HOST: z.string().default('127.0.0.1'),
  /** Port on which `/healthz` and `/readyz` are served; without it there is none. Keep it away from the world. */
  HEALTH_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  HEALTH_HOST: z.string().default('127.0.0.1'),
  UPSTREAM_URL: z.url().default('http://127.0.0.1:8001'),
  GEOSERVER_URL: z.url().optional(),
  /** Host names that this deployment serves, with ports, comma-separated. */
  HOSTS: z.string().optional(),
  /** Those of them that are public trial hosts. */
  PUBLIC_HOSTS: z.string().default(''),
  /** Peers whose X-Forwarded-* headers are believed. */
  TRUSTED_PROXIES: z.string().default(''),
  /** Whether programs from outside are served without TLS too: their keys then travel in clear. For closed networks. */
  PLAIN_HTTP: z.enum(['yes', 'no']).default('no'),
  /** Hosts of the card providers that browsers may be sent to, comma-separated. */
  GATEWAY_HOSTS: z.string().default('payment.zarinpal.com,www.zarinpal.com'),
  /** Whether the landing page lists the free plan. */
  FREE_PLAN: z.enum(['yes', 'no']).default('yes'),
  /** Name of the card provider that browsers ask for, as the upstream knows it. */
  PAYMENT_GATEWAY: z.string().min(1).max(50).default('zarinpal'),
  /** The telephone company's number to which people send 12 to get held-back text messages again; without it no hint is shown. */
  SMS_SHORT_NUMBER: z
    .string()
    .regex(/^\d{0,20}$/)
    .default(''),
  /** Folder of the deployment's own files; the web process reads base maps from it. */
  DATA_DIR: z.string().default('./data'),
  /** Base maps beside the street map, as JSON; see lib/config/base-maps. */
  BASE_MAPS: z.string().default(''),
  /** Whether browsers may keep the program's own files in a service worker; `no` takes it out of all of them. */
  SERVICE_WORKER: z.enum(['yes', 'no']).default('yes'),
  /** Megabytes of vector tiles that the web process keeps. */
  TILE_MEMORY_MB: z.coerce.number().int().min(1).max(16_384).default(64),
  /** The public host whose root leads visitors to the landing page instead of the sign-in. */
  LANDING_HOST: z.string().default(''),
  /** kid:base64url of 32 random bytes, the newest first. */
  SESSION_KEYS: z.string().min(1),
});

export interface WebConfig {
  port: number;
  host: string;
  /** Port of the health server; null for none. */
  health: { port: number; host: string } | null;
  upstream: string;
  geoserver: string;
  hosts: ReadonlySet<string>;
  publicHosts: ReadonlySet<string>;
  trustedProxies: ReadonlySet<string>;
  /** Whether /ogc is served without TLS beyond this machine. */
  plainHttp: boolean;
  /** Hosts of card providers; a browser is sent to no other one to pay. */
  gatewayHosts: ReadonlySet<string>;
  freePlan: boolean;
  landingHost: string;
  /** Name of the card provider that an order names. */
  paymentGateway: string;
  /** Digits; empty for none. */
  smsShortNumber: string;
  serviceWorker: boolean;
  /** Bytes of vector tiles that are kept at most. */
  tileMemory: number;
  dataDir: string;
  /** Base maps that are offered beside the street map. */
  baseMaps: BaseMapEntry[];
  /** Secrets by key id; the first seals, all unseal. */
  keys: { kid: string; secret: Uint8Array<ArrayBuffer> }[];
}

const listed = (text: string) =>
  new Set(
    text
      .split(',')
      .map((t) => t.trim().toLowerCase())
      .filter(Boolean),
  );

function ringOf(text: string): WebConfig['keys'] {
  const keys = text.split(',').map((entry) => {
    const [kid = '', encoded = ''] = entry.trim().split(':');
    const secret = Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    if (!/^[\w-]{1,32}$/.test(kid) || secret.length !== KEY_BYTES || new Set(secret).size < 8)
      throw new Error('SESSION_KEYS: each key must be kid:base64 of 32 random bytes');
    return { kid, secret };
  });
  if (new Set(keys.map((k) => k.kid)).size !== keys.length)
    throw new Error('SESSION_KEYS: two keys have the same name');
  return keys;
}

/** Throws an error that names the variable. */
export function readWebConfig(env: Record<string, string | undefined>): WebConfig {
  const read = Settings.safeParse(env);
  if (!read.success) throw new Error(`${read.error.issues[0]?.path.join('.')}: ${read.error.issues[0]?.message}`);
  const s = read.data;
  return {
    port: s.PORT,
    host: s.HOST,
    health: s.HEALTH_PORT === undefined ? null : { port: s.HEALTH_PORT, host: s.HEALTH_HOST },
    upstream: s.UPSTREAM_URL.replace(/\/$/, ''),
    geoserver: (s.GEOSERVER_URL ?? s.UPSTREAM_URL).replace(/\/$/, ''),
    hosts: listed(s.HOSTS ?? `localhost:${s.PORT},127.0.0.1:${s.PORT}`),
    publicHosts: listed(s.PUBLIC_HOSTS),
    trustedProxies: listed(s.TRUSTED_PROXIES),
    plainHttp: s.PLAIN_HTTP === 'yes',
    gatewayHosts: listed(s.GATEWAY_HOSTS),
    freePlan: s.FREE_PLAN === 'yes',
    landingHost: s.LANDING_HOST.trim().toLowerCase(),
    paymentGateway: s.PAYMENT_GATEWAY,
    smsShortNumber: s.SMS_SHORT_NUMBER,
    serviceWorker: s.SERVICE_WORKER === 'yes',
    tileMemory: s.TILE_MEMORY_MB * 1024 * 1024,
    dataDir: s.DATA_DIR,
    baseMaps: readBaseMaps(s.BASE_MAPS),
    keys: ringOf(s.SESSION_KEYS),
  };
}

/** Whether a host is a public trial host. One that is listed without a port counts with any. */
export const isPublicHost = ({ publicHosts }: Pick<WebConfig, 'publicHosts'>, host: string): boolean =>
  publicHosts.has(host) || publicHosts.has(host.replace(/:\d+$/, ''));
