// The session's calls. Loaded after the sign-in form is on screen, because the wire brings its schemas along.
import { api } from '@/contract';
import { addressOf, call, wire } from '@/lib/api/client';
import { CallError } from '@/lib/api/errors';
import { SealError } from '@/lib/crypto/jwe';
import { type OneTimeKey, oneTimeKey } from '@/lib/crypto/one-time-key';
import type { Lang } from '@/lib/i18n/lang';
import type { Who } from '@/lib/routes/rules';
import { personFromGrants } from './grants';
import type { Renewal } from './refresh';
import { type SignInMessage, signInMessage } from './sign-in-message';

export interface Captcha {
  key: string;
  image: string;
}

export interface SignInState {
  signedIn: boolean;
  captcha: Captcha | null;
}

/** Whether somebody is signed in already, and a security code where the server asks for one or has just refused without (`isNeeded`). */
export async function prepareSignIn(lang: Lang, isNeeded = false): Promise<SignInState> {
  wire.lang = lang;
  const prepared = await call(api.session.prepare, {});
  wire.csrf = prepared.login_xsrf;
  return {
    signedIn: prepared.is_logged_in,
    captcha: isNeeded || prepared.captcha_required ? await fetchCaptcha() : null,
  };
}

/** A new security code; the old one no longer counts. */
export async function fetchCaptcha(): Promise<Captcha> {
  const captcha = await call(api.session.captcha, {});
  wire.csrf = captcha.login_xsrf;
  return { key: captcha.captcha_key, image: captcha.captcha_image };
}

/** Names and version of this installation. */
export const customer = () => call(api.session.customer, {});

/** The mobile program that this installation gives out: its version and where it lies; null where there is none. */
export const mobileApp = () => call(api.updates.last, {});

export interface Credentials {
  username: string;
  password: string;
  captcha?: { key: string; value: string };
}

/** A code is on its way: what stands for it, the masked number, and how long it is good. */
export interface SentCode {
  token: string;
  phone: string;
  /** Seconds. */
  seconds: number;
}

export const toSentCode = (answer: { resend_token: string; phone: string; expire_seconds: number }): SentCode => ({
  token: answer.resend_token,
  phone: answer.phone,
  seconds: answer.expire_seconds,
});

export interface SessionGrant {
  who: Who;
  csrf: string | null;
}

/** Opens an answer that gives access; throws SealError where it cannot be opened. */
export async function openSession(
  key: OneTimeKey,
  answer: { access: string; data?: string | undefined },
): Promise<SessionGrant> {
  const who = personFromGrants(await key.open(answer.access));
  if (!who) throw new SealError('grants');
  if (answer.data) wire.csrf = answer.data;
  return { who, csrf: answer.data ?? null };
}

/** Plays a security code as sound; resolves when it has been said. Throws where it cannot be played. */
export async function playCaptcha(captcha: Captcha, lang: Lang): Promise<void> {
  const address = addressOf(api.session.captchaSound, { query: { key: captcha.key, lang } });
  const audio = new Audio(address);
  await new Promise<void>((resolve, reject) => {
    audio.addEventListener('ended', () => resolve(), { once: true });
    audio.addEventListener('error', () => reject(new Error('the sound could not be played')), { once: true });
    audio.play().catch(reject);
  });
}

export type SignInResult =
  | ({ outcome: 'in' } & SessionGrant)
  | { outcome: 'two-factor'; sent: SentCode }
  | { outcome: 'failed'; message: SignInMessage; needsCaptcha: boolean };

/** Whether the next attempt has to bring a security code: this one was refused for it, or the server says so. */
const isCaptchaNeeded = (failed: CallError | null): boolean =>
  failed?.status === 406 || (failed?.body as { captcha_required?: unknown } | null)?.captcha_required === true;

/** Signs in. Never throws: every failure has its message. */
export async function signIn({ username, password, captcha }: Credentials): Promise<SignInResult> {
  try {
    if (!wire.csrf) wire.csrf = (await call(api.session.prepare, {})).login_xsrf;
    const key = await oneTimeKey();
    const body = {
      username,
      password,
      otp: key.document,
      ...(captcha ? { captcha_key: captcha.key, captcha_value: captcha.value } : {}),
    };
    const answer = await call(api.session.signIn, { body });
    if ('phone' in answer) return { outcome: 'two-factor', sent: toSentCode(answer) };
    return { outcome: 'in', ...(await openSession(key, answer)) };
  } catch (error) {
    const failed = error instanceof CallError ? error : null;
    return { outcome: 'failed', message: signInMessage(failed), needsCaptcha: isCaptchaNeeded(failed) };
  }
}

/** Asks for a renewal. Only a refusal ends the session; a server that was not reached, or erred, changes nothing. */
export async function requestRenewal(): Promise<Renewal> {
  try {
    const key = await oneTimeKey();
    const answer = await call(api.session.refresh, { body: { otp: key.document } });
    await key.open(answer.access);
    return { outcome: 'renewed', csrf: answer.data ?? null };
  } catch (error) {
    const refused = error instanceof CallError && (error.status === 401 || error.status === 403);
    return { outcome: refused ? 'lost' : 'unreached' };
  }
}

/** Whose session this browser has; null where it has none, or nobody could be asked. */
export const getSignedInName = (): Promise<string | null> =>
  call(api.session.user, {}).then(
    (user) => user.username,
    () => null,
  );

/** Ends the session on the server, or those of all devices. A session that is gone already is success. */
export async function endSession(userId: number, everywhere = false): Promise<boolean> {
  try {
    await call(api.session.signOut, { params: { id: userId }, query: everywhere ? { everywhere } : {} });
    return true;
  } catch (error) {
    return error instanceof CallError && error.status === 401;
  }
}
