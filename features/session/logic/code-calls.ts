// The calls that ask for a one-time code or bring one. None of them throws: every failure has its message.
import type { z } from 'zod';
import { api } from '@/contract';
import type { ResetPassword } from '@/contract/schemas/session';
import { call, wire } from '@/lib/api/client';
import { CallError } from '@/lib/api/errors';
import { oneTimeKey } from '@/lib/crypto/one-time-key';
import type { Lang } from '@/lib/i18n/lang';
import { openSession, type SentCode, type SessionGrant, toSentCode } from './calls';
import type { RegisterValues } from './register-rules';
import { codeMessage, type MessageKey } from './sign-in-message';

export interface Problem {
  key: MessageKey;
  /** The server's own sentence; empty where it has none to show. */
  detail: string;
  /** What failed; its sentences for single fields are in it. Null where the call never left. */
  cause: CallError | null;
}
export type CallResult<T> = { value: T; problem?: undefined } | { problem: Problem };

/** The server answered something that this call does not give. */
class OddAnswer extends Error {}

/** Sets the language of the server's messages. */
export const setLocale = (lang: Lang): void => {
  wire.lang = lang;
};

const freshToken = async () => {
  wire.csrf = (await call(api.session.prepare, {})).login_xsrf;
};

/** Makes a call under this page's token; one that has run out meanwhile is renewed and the call repeated. */
async function runWithToken<T>(run: () => Promise<T>): Promise<CallResult<T>> {
  try {
    if (!wire.csrf) await freshToken();
    const used = wire.csrf;
    try {
      return { value: await run() };
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 403) throw error;
      await freshToken();
      if (wire.csrf === used) throw error;
      return { value: await run() };
    }
  } catch (error) {
    const failed = error instanceof CallError ? error : null;
    return { problem: { ...codeMessage(failed), cause: failed } };
  }
}

/** Another code in the place of the former one. */
export const resendCode = (token: string): Promise<CallResult<SentCode>> =>
  runWithToken(async () => toSentCode(await call(api.session.resend, { body: { resend_token: token } })));

/** The second step of a sign-in. */
export const submitSecondFactor = (token: string, code: string): Promise<CallResult<SessionGrant>> =>
  runWithToken(async () => {
    const key = await oneTimeKey();
    const answer = await call(api.session.signIn, {
      body: { resend_token: token, verify_code: code, otp: key.document },
    });
    if (!('access' in answer)) throw new OddAnswer();
    return openSession(key, answer);
  });

/** Begins a registration: the code goes out. */
export const register = (body: RegisterValues): Promise<CallResult<SentCode>> =>
  runWithToken(async () => {
    const answer = await call(api.session.signUp, { body });
    if (!('resend_token' in answer)) throw new OddAnswer();
    return toSentCode(answer);
  });

/** Ends it: the same form again with the code makes the account and signs in. */
export const finishRegister = (body: RegisterValues, token: string, code: string): Promise<CallResult<SessionGrant>> =>
  runWithToken(async () => {
    const key = await oneTimeKey();
    const answer = await call(api.session.signUp, {
      body: { ...body, resend_token: token, verify_code: code, jwt_otp: key.document },
    });
    if (!('access' in answer)) throw new OddAnswer();
    return openSession(key, answer);
  });

/** A code for signing in without a password. */
export const requestOtp = (phone: string): Promise<CallResult<SentCode>> =>
  runWithToken(async () => {
    const answer = await call(api.session.otpSignIn, { body: { phone } });
    if (!('resend_token' in answer)) throw new OddAnswer();
    return toSentCode(answer);
  });

/** Signs in with it, and learns who that is: other tabs want the name. */
export const signInWithOtp = (
  phone: string,
  token: string,
  code: string,
): Promise<CallResult<SessionGrant & { username: string }>> =>
  runWithToken(async () => {
    const key = await oneTimeKey();
    const answer = await call(api.session.otpSignIn, {
      body: { phone, otp: code, jwt_otp: key.document, resend_token: token },
    });
    if (!('access' in answer)) throw new OddAnswer();
    const entered = await openSession(key, answer);
    const username = await call(api.session.user, {}).then(
      (user) => user.username,
      () => '',
    );
    return { ...entered, username };
  });

/** A code for a new password. */
export const requestReset = (phone: string): Promise<CallResult<SentCode>> =>
  runWithToken(async () => {
    const answer = await call(api.session.resetPassword, { body: { phone } });
    if (!('resend_token' in answer)) throw new OddAnswer();
    return toSentCode(answer);
  });

/** Sets the new password; the body has the code that was sent. */
export const finishReset = (body: z.infer<typeof ResetPassword>): Promise<CallResult<true>> =>
  runWithToken(async () => {
    await call(api.session.resetPassword, { body });
    return true as const;
  });
