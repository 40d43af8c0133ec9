// The sealed cookies: what the server remembers of a session, kept by the browser and readable by the server alone. Edge-safe.
import { EncryptJWT, jwtDecrypt } from 'jose';
import { ABSOLUTE_HOURS, IDLE_MINUTES } from '../../config/constants';
import type { WebConfig } from '../../config/env';

/** Secure, HttpOnly, Path=/, no Domain: the prefix makes browsers insist on it. */
export const COOKIES = {
  session: '__Host-Http-gis_s',
  idle: '__Host-Http-gis_i',
  pre: '__Host-Http-gis_p',
  browser: '__Host-Http-gis_b',
} as const;
export type CookieName = (typeof COOKIES)[keyof typeof COOKIES];

const PRE_SECONDS = 15 * 60;
/** How long a browser is known after its last sign-in: half a year. */
const BROWSER_SECONDS = 182 * 86_400;
/** Browsers keep 4096 bytes a cookie; some of them are its name and flags. */
const MAX_SEALED = 3800;
const CLOCK_SECONDS = 5;

/** m: module ids, p: custom permissions, su: superuser, at/rt: upstream tokens, until: access expiry and abs: end of the session (ms). */
export interface Session {
  sid: string;
  uid: number;
  uname: string;
  m: number[];
  p: string[];
  su: boolean;
  at: string;
  rt: string;
  until: number;
  abs: number;
  csrf: string;
  /** When the access token is due for renewal (ms); absent in seals of older versions. */
  due?: number;
  /** Grows with each refresh: of two seals of one session the higher one counts. */
  gen: number;
  /** Where the person sees as somebody else: their own session meanwhile, and a name of what they see. Ends with `until`. */
  own?: OwnSession;
  view?: string;
}
/** What comes back when a person sees as themselves again. */
export type OwnSession = Pick<Session, 'uid' | 'uname' | 'm' | 'p' | 'su' | 'at' | 'rt' | 'until' | 'due' | 'csrf'>;

/** The person's own session again. */
export function toOwn({ own, view: _, ...session }: Session): Session {
  return own ? { ...session, ...own, gen: session.gen + 1 } : session;
}

/** A session as it is now: what sees as somebody else becomes the person's own by itself. */
export const atPresent = (session: Session, now: number): Session =>
  session.own && now >= session.until ? toOwn(session) : session;
export interface Idle {
  sid: string;
  seen: number;
}
export interface Pre {
  csrf: string;
  /** Stand for the flows with one-time codes that this browser has begun, the newest last. */
  flows?: string[];
}
/** A browser in which people have signed in: strangers' wrong passwords do not count against it. */
export interface KnownBrowser {
  id: string;
  /** The folded names of those who did, the latest last. */
  names: string[];
}
interface Contents {
  [COOKIES.session]: Session;
  [COOKIES.idle]: Idle;
  [COOKIES.pre]: Pre;
  [COOKIES.browser]: KnownBrowser;
}

const derived = new Map<string, Promise<Uint8Array>>();

/** One key for each purpose from one master secret (HKDF-SHA256, the cookie's name as info). */
function keyFor(kid: string, secret: Uint8Array<ArrayBuffer>, name: CookieName): Promise<Uint8Array> {
  const id = `${kid}/${name}/${secret.join('.')}`;
  let key = derived.get(id);
  if (!key) {
    key = (async () => {
      const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
      const info = new TextEncoder().encode(name);
      return new Uint8Array(
        await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }, base, 256),
      );
    })();
    derived.set(id, key);
  }
  return key;
}

const typ = (name: CookieName) => `${name.slice(-5)}+jwt`;

/** The cookie's value. Throws when the content does not fit into one cookie: it is never cut. */
export async function seal<N extends CookieName>(
  config: WebConfig,
  name: N,
  host: string,
  content: Contents[N],
  seconds: number,
): Promise<string> {
  const [newest] = config.keys;
  if (!newest) throw new Error('no session key');
  const text = await new EncryptJWT({ c: content })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: newest.kid, typ: typ(name) })
    .setAudience(host)
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .encrypt(await keyFor(newest.kid, newest.secret, name));
  if (text.length > MAX_SEALED) throw new Error('the session does not fit into its cookie');
  return text;
}

/** What was wrong with a cookie: the class alone, for the operator. */
export type BadSeal = 'twice' | 'form' | 'algorithm' | 'key' | 'changed' | 'expired' | 'host' | 'pair';

class UnknownKey extends Error {}

/** By the codes of jose's errors. Another purpose is another key, so it counts as changed. */
function classOf(error: unknown): BadSeal {
  if (error instanceof UnknownKey) return 'key';
  const { code, claim } = error as { code?: string; claim?: string };
  if (code === 'ERR_JWT_EXPIRED') return 'expired';
  if (code === 'ERR_JWE_DECRYPTION_FAILED') return 'changed';
  if (code === 'ERR_JOSE_ALG_NOT_ALLOWED' || code === 'ERR_JOSE_NOT_SUPPORTED') return 'algorithm';
  return code === 'ERR_JWT_CLAIM_VALIDATION_FAILED' && claim === 'aud' ? 'host' : 'form';
}

/**
 * What a cookie holds, or null for anything that is not wholly in order: changed, expired, of another host, purpose or key.
 * `bad` is called with what was wrong with a cookie that is there.
 */
export async function unseal<N extends CookieName>(
  config: WebConfig,
  name: N,
  host: string,
  text: string | undefined,
  bad: (why: BadSeal) => void = () => {},
): Promise<Contents[N] | null> {
  if (text === undefined) return null;
  try {
    if (text === '' || text.length > MAX_SEALED) throw new Error('no seal');
    const { payload } = await jwtDecrypt(
      text,
      async (header) => {
        const key = config.keys.find((k) => k.kid === header.kid);
        if (!key || header.crit || header.zip || header.jku || header.jwk) throw new UnknownKey();
        return keyFor(key.kid, key.secret, name);
      },
      {
        audience: host,
        typ: typ(name),
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
        clockTolerance: CLOCK_SECONDS,
      },
    );
    return payload.c as Contents[N];
  } catch (error) {
    bad(classOf(error));
    return null;
  }
}

const FLAGS = 'Path=/; Secure; HttpOnly; SameSite=Lax';

export const setCookie = (name: CookieName, value: string, seconds: number): string =>
  `${name}=${value}; Max-Age=${seconds}; ${FLAGS}`;
export const clearCookie = (name: CookieName): string => `${name}=; Max-Age=0; ${FLAGS}`;

const allOf = (header: string | undefined, name: CookieName): string[] =>
  (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));

/** The value of a cookie in a Cookie header; undefined when it is missing or stands there twice (somebody tossed one in). */
export function cookieOf(header: string | undefined, name: CookieName): string | undefined {
  const values = allOf(header, name);
  return values.length === 1 ? values[0] : undefined;
}

export const sealSession = async (config: WebConfig, host: string, session: Session): Promise<string> => {
  const seconds = Math.max(1, Math.min(IDLE_MINUTES * 60, Math.floor((session.abs - Date.now()) / 1000)));
  return setCookie(COOKIES.session, await seal(config, COOKIES.session, host, session, seconds), seconds);
};
/** The Set-Cookie line of a session that is newer than the browser's seal, which is of `generation`; none where it is not. */
export const sealNewer = async (
  config: WebConfig,
  host: string,
  session: Session,
  generation: number,
): Promise<string[]> => (session.gen > generation ? [await sealSession(config, host, session)] : []);
export const sealIdle = async (config: WebConfig, host: string, idle: Idle): Promise<string> =>
  setCookie(COOKIES.idle, await seal(config, COOKIES.idle, host, idle, IDLE_MINUTES * 60), IDLE_MINUTES * 60);
export const sealPre = async (config: WebConfig, host: string, pre: Pre): Promise<string> =>
  setCookie(COOKIES.pre, await seal(config, COOKIES.pre, host, pre, PRE_SECONDS), PRE_SECONDS);
export const sealBrowser = async (config: WebConfig, host: string, browser: KnownBrowser): Promise<string> =>
  setCookie(COOKIES.browser, await seal(config, COOKIES.browser, host, browser, BROWSER_SECONDS), BROWSER_SECONDS);

export const absoluteEnd = (now: number): number => now + ABSOLUTE_HOURS * 3600_000;

/** When a session ends that nobody uses from now on, in milliseconds. */
export const aliveUntil = (session: Session, idle: Idle): number =>
  Math.min(session.abs, idle.seen + IDLE_MINUTES * 60_000);

/** Whether a session is neither idle too long nor past its end. */
export const isAlive = (session: Session, idle: Idle, now: number): boolean => now <= aliveUntil(session, idle);

/**
 * The live session of a request, from its two cookies: not idle too long, not past its end. `bad` is called once with what was wrong with
 * cookies that are there; a session that has come to its end is nothing wrong.
 */
export async function sessionOf(
  config: WebConfig,
  host: string,
  cookies: string | undefined,
  now: number,
  bad: (why: BadSeal) => void = () => {},
): Promise<{ session: Session; idle: Idle } | null> {
  const wrong: BadSeal[] = [];
  const note = (why: BadSeal) => void wrong.push(why);
  const [session, idle] = await Promise.all([
    unseal(config, COOKIES.session, host, cookieOf(cookies, COOKIES.session), note),
    unseal(config, COOKIES.idle, host, cookieOf(cookies, COOKIES.idle), note),
  ]);
  if ([COOKIES.session, COOKIES.idle].some((name) => allOf(cookies, name).length > 1)) wrong.unshift('twice');
  const pair = session && idle && idle.sid === session.sid;
  if (session && !pair) note('pair');
  const [first] = wrong;
  if (first) bad(first);
  return pair && isAlive(session, idle, now) ? { session: atPresent(session, now), idle } : null;
}
