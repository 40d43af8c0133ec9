// The backend's settings, read once from the environment; a wrong one stops the start with its name.
import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { hostKey } from './host';
import { engineIn, privateHome, urlOf } from './private/choice.mjs';

const Settings = z.object({
  BACKEND_PORT: z.coerce.number().int().min(0).max(65535).default(8001),
  DATABASE_URL: z.string().startsWith('postgres').optional(),
  /** Which of our own databases a new installation gets without DATABASE_URL: the built-in one, or a private PostgreSQL in DATA_DIR. */
  ENGINE: z.enum(['embedded', 'private']).default('embedded'),
  /** Streaming replicas of it that share its reads, with commas between them. */
  DATABASE_READ_URL: z.string().default(''),
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
  /**
   * Hosts on which anybody may sign up, sign in by a code and reset a password, with commas between them. Without the variable it
   * is this computer on an engine of our own, and none on a server.
   */
  PUBLIC_HOSTS: z.string().optional(),
  /** Who sends text messages: Kavenegar, or any service that takes {to, text, from} as JSON at SMS_URL. */
  SMS_PROVIDER: z.enum(['kavenegar', 'json']).optional(),
  SMS_URL: z.url().optional(),
  SMS_KEY: z.string().default(''),
  /** The line that messages come from. */
  SMS_SENDER: z.string().default(''),
  /** The most messages in an hour that strangers can cause, over all of them. */
  SMS_PER_HOUR: z.coerce.number().int().min(0).default(1000),
  /** The most messages in an hour that one address can cause. */
  SMS_PER_ADDRESS: z.coerce.number().int().min(0).default(10),
  /** always: each sign-in needs one. auto: only after failures. */
  CAPTCHA: z.enum(['always', 'auto']).default('always'),
  LOG: z.enum(['silent', 'info', 'warn']).default('warn'),
});

export interface Config {
  port: number;
  /** Where the data are: built in, in a private cluster in dataDir, or in the database of somebody's server. */
  engine: 'embedded' | 'private' | 'server';
  /** Null on the embedded engine. */
  databaseUrl: string | null;
  /** Addresses of replicas that share the reads of databaseUrl. */
  databaseReadUrls: readonly string[];
  dataDir: string;
  template: string;
  maxUpload: number;
  s3: {
    bucket: string;
    endpoint: string | undefined;
    region: string;
    key: string;
    secret: string;
    /** Milliseconds of silence after which a call to the store has failed. */
    idleMs: number;
  } | null;
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
  /** Host names, without ports, on which anybody may sign up. */
  publicHosts: ReadonlySet<string>;
  /** Who sends text messages; null where they only wait in the table `sms`. */
  sms: { provider: 'kavenegar' | 'json'; url: string; key: string; sender: string } | null;
  /** Whether messages may wait in the table without anybody who sends them: on our own engines, for developers. */
  smsMayWait: boolean;
  /** The most messages in an hour that strangers can cause, over all of them. */
  smsPerHour: number;
  /** The most messages in an hour that one address can cause. */
  smsPerAddress: number;
  /** Receives each message that no provider sends; absent where nothing receives them. */
  onUnsentSms?: (line: string) => void;
  captcha: 'always' | 'auto';
  log: 'silent' | 'info' | 'warn';
  /** Seconds that an access token lives. */
  accessSeconds: number;
  /** The digits of the next captcha. */
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

function readUrlsOf({ DATABASE_URL, DATABASE_READ_URL }: z.infer<typeof Settings>): string[] {
  const urls = DATABASE_READ_URL.split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  // The address is not repeated: it may hold a password.
  if (!urls.every((url) => url.startsWith('postgres') && URL.canParse(url)))
    throw new Error('DATABASE_READ_URL: addresses of PostgreSQL servers with commas between them are expected');
  if (urls.length > 0 && !DATABASE_URL) throw new Error('DATABASE_READ_URL: replicas of no DATABASE_URL');
  return urls;
}

const CAPTCHA_DIGITS = 5;
const KAVENEGAR = 'https://api.kavenegar.com';

function smsOf(s: z.infer<typeof Settings>): Config['sms'] {
  if (!s.SMS_PROVIDER) return null;
  if (s.SMS_PROVIDER === 'json' && !s.SMS_URL) throw new Error('SMS_URL: the address of the service is missing');
  if (s.SMS_PROVIDER === 'kavenegar' && !/^[\w=+/-]{8,}$/.test(s.SMS_KEY))
    throw new Error('SMS_KEY: no key of Kavenegar');
  return {
    provider: s.SMS_PROVIDER,
    url: (s.SMS_URL ?? KAVENEGAR).replace(/\/$/, ''),
    key: s.SMS_KEY,
    sender: s.SMS_SENDER,
  };
}

/** Throws an error that names the variable. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const read = Settings.safeParse(env);
  if (!read.success) throw new Error(`${read.error.issues[0]?.path.join('.')}: ${read.error.issues[0]?.message}`);
  const s = read.data;
  const engine = s.DATABASE_URL ? 'server' : (engineIn(s.DATA_DIR) ?? s.ENGINE);
  return {
    engine,
    port: s.BACKEND_PORT,
    databaseUrl: s.DATABASE_URL ?? (engine === 'private' ? urlOf(privateHome(s.DATA_DIR)) : null),
    databaseReadUrls: readUrlsOf(s),
    dataDir: s.DATA_DIR,
    template: s.TEMPLATE,
    maxUpload: s.MAX_UPLOAD_MB * 1024 * 1024,
    s3: s.S3_BUCKET
      ? {
          bucket: s.S3_BUCKET,
          endpoint: s.S3_ENDPOINT,
          region: s.S3_REGION,
          key: s.S3_KEY,
          secret: s.S3_SECRET,
          idleMs: 10_000,
        }
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
    publicHosts: new Set([...listed(s.PUBLIC_HOSTS ?? (s.DATABASE_URL ? '' : 'localhost'))].map(hostKey)),
    sms: smsOf(s),
    smsMayWait: engine !== 'server',
    smsPerHour: s.SMS_PER_HOUR,
    smsPerAddress: s.SMS_PER_ADDRESS,
    captcha: s.CAPTCHA,
    log: s.LOG,
    accessSeconds: 300,
    captchaText: () => Array.from({ length: CAPTCHA_DIGITS }, () => randomInt(10)).join(''),
  };
}
