// The backend's settings, read once from the environment; a wrong one stops the start with its name.
import { z } from 'zod';

const Settings = z.object({
  BACKEND_PORT: z.coerce.number().int().min(0).max(65535).default(8001),
  DATABASE_URL: z.string().startsWith('postgres').optional(),
  DATA_DIR: z.string().default('./data'),
  TEMPLATE: z.string().default('./dist/template.tar'),
  MAX_UPLOAD_MB: z.coerce.number().int().positive().default(2048),
  /** A store that speaks the S3 protocol, for files; without a bucket they are kept in DATA_DIR. */
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_KEY: z.string().default(''),
  S3_SECRET: z.string().default(''),
  /** Foreign databases that may lie at a private address: host names or addresses, with commas between them. */
  DATABASE_HOSTS: z.string().default(''),
  /** Map services of others that may lie at a private address: `host` or `host:port`, with commas between them. */
  SERVICE_HOSTS: z.string().default(''),
  /** 32 bytes in base64 that seal stored passwords; without it a key is made in DATA_DIR. */
  SECRET_KEY: z
    .string()
    .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64')
    .optional(),
  /** Days for which places of field users are kept. */
  TRACK_DAYS: z.coerce.number().int().min(1).max(3650).default(90),
  /** The shop's id with Zarinpal; without one there is no such gateway. */
  ZARINPAL_MERCHANT: z.uuid().optional(),
  /** Address of Zarinpal. */
  ZARINPAL_URL: z.url().default('https://payment.zarinpal.com'),
  /** Address of the sandbox provider; without it there is none. It moves no money: never on a system that sells. */
  SANDBOX_URL: z.url().optional(),
  /** always: each sign-in needs one. auto: only after failures. */
  CAPTCHA: z.enum(['always', 'auto']).default('always'),
  LOG: z.enum(['silent', 'info', 'warn']).default('warn'),
});

export interface Config {
  port: number;
  databaseUrl: string | null;
  dataDir: string;
  template: string;
  maxUpload: number;
  s3: { bucket: string; endpoint: string | undefined; region: string; key: string; secret: string } | null;
  databaseHosts: ReadonlySet<string>;
  /** Map services that may lie at a private address or another port: `host` or `host:port`. */
  serviceHosts: ReadonlySet<string>;
  /** Looks a foreign host up; the system's resolver where it is absent. */
  resolveHost?: (host: string) => Promise<string[]>;
  secretKey: string | null;
  /** How jobs are held: milliseconds between heartbeats, after how many without one a job counts as dead, and how often it is tried. */
  jobs: { beatMs: number; staleMs: number; attempts: number };
  /** Days for which places of field users are kept. */
  trackDays: number;
  /** Card providers: their name, address and the shop's id there. All speak Zarinpal's protocol. */
  gateways: readonly { name: string; base: string; merchant: string }[];
  captcha: 'always' | 'auto';
  log: 'silent' | 'info' | 'warn';
  /** Seconds that an access token lives. */
  accessSeconds: number;
  /** The text of the next captcha. */
  captchaText: () => string;
}

const listed = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .toLowerCase()
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  );

/** Throws an error that names the variable. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const read = Settings.safeParse(env);
  if (!read.success) throw new Error(`${read.error.issues[0]?.path.join('.')}: ${read.error.issues[0]?.message}`);
  const s = read.data;
  return {
    port: s.BACKEND_PORT,
    databaseUrl: s.DATABASE_URL ?? null,
    dataDir: s.DATA_DIR,
    template: s.TEMPLATE,
    maxUpload: s.MAX_UPLOAD_MB * 1024 * 1024,
    s3: s.S3_BUCKET
      ? { bucket: s.S3_BUCKET, endpoint: s.S3_ENDPOINT, region: s.S3_REGION, key: s.S3_KEY, secret: s.S3_SECRET }
      : null,
    databaseHosts: listed(s.DATABASE_HOSTS),
    serviceHosts: listed(s.SERVICE_HOSTS),
    secretKey: s.SECRET_KEY ?? null,
    jobs: { beatMs: 5000, staleMs: 30_000, attempts: 3 },
    trackDays: s.TRACK_DAYS,
    gateways: [
      ...(s.ZARINPAL_MERCHANT ? [{ name: 'zarinpal', base: s.ZARINPAL_URL, merchant: s.ZARINPAL_MERCHANT }] : []),
      ...(s.SANDBOX_URL ? [{ name: 'sandbox', base: s.SANDBOX_URL, merchant: 'sandbox' }] : []),
    ],
    captcha: s.CAPTCHA,
    log: s.LOG,
    accessSeconds: 300,
    captchaText: () =>
      String(crypto.getRandomValues(new Uint32Array(1))[0])
        .padStart(5, '7')
        .slice(-5),
  };
}
