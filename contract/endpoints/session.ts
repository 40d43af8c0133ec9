// Signing in and out, and the own person.

import { z } from 'zod';
import { del, get, post, put } from '../define';
import { SEE_AS_NEEDS } from '../rights';
import { Done, flag } from '../schemas/common';
import {
  Access,
  Captcha,
  CodeSent,
  CustomerConfig,
  OtpSignIn,
  Prepared,
  ProvePhone,
  Refresh,
  Resend,
  ResetPassword,
  SecondFactor,
  SeeAs,
  SeeAsAnswer,
  SignIn,
  SignUp,
  User,
} from '../schemas/session';
import { PasswordChange, ProfileEdit } from '../schemas/user';

export const session = {
  captcha: get('captcha/', { ok: Captcha, needs: 'public', session: 'prepares' }),
  /** A security code as a WAV file. The language is a parameter, since a player sends its browser's own. */
  captchaSound: get('captcha/sound/', {
    query: z.strictObject({ key: z.string().max(300), lang: z.enum(['fa', 'en']) }),
    ok: z.unknown(),
    gives: 'blob',
    needs: 'public',
    beyond: true,
  }),
  prepare: get('captcha/prepare/', { ok: Prepared, needs: 'public', session: 'prepares' }),
  signIn: post('atoken/', {
    body: SignIn,
    ok: z.union([Access, SecondFactor]),
    needs: 'public',
    session: 'opens',
    seconds: 15,
  }),
  refresh: post('token/refresh/', { body: Refresh, ok: Access, needs: 'public', session: 'renews', background: true }),
  signUp: post('users/signup/', {
    body: SignUp,
    ok: z.union([Access, CodeSent]),
    needs: 'public',
    session: 'opens',
    seconds: 15,
  }),
  resend: post('atoken/two-factor/resend/', { body: Resend, ok: CodeSent, needs: 'public', session: 'codes' }),
  otpSignIn: post('atoken/otp-login/', {
    body: OtpSignIn,
    ok: z.union([Access, CodeSent]),
    needs: 'public',
    session: 'opens',
    seconds: 15,
  }),
  resetPassword: post('atoken/reset-password/', {
    body: ResetPassword,
    ok: z.union([CodeSent, Done]),
    needs: 'public',
    session: 'codes',
    seconds: 15,
  }),
  /** The own profile. */
  editUser: put('user/', {
    body: ProfileEdit,
    ok: User,
    needs: 'session',
    touches: ['user'],
    example: { body: { first_name: 'نام', phone: '' } },
  }),
  /** The own telephone number, proved by a code. Ends the caller's other sessions. */
  provePhone: post('user/phone/', {
    body: ProvePhone,
    ok: z.union([CodeSent, User]),
    needs: 'session',
    touches: ['user'],
    seconds: 15,
    beyond: true,
  }),
  /** The id is always 1 and means the caller. Ends the caller's other sessions. */
  setPassword: post('user/:id/set_password/', { body: PasswordChange, ok: Done, needs: 'session', seconds: 15 }),
  user: get('user/', { ok: User, needs: 'session', reads: ['user'] }),
  /** The own id ends this session; another one ends all of that person's, for those who manage users. */
  /** One's own: ends this session, or with `everywhere` those of all devices. Somebody else's: all of theirs, by those who manage them. */
  signOut: post('user/:id/logout/', {
    query: z.strictObject({ everywhere: flag().optional() }),
    ok: Done,
    needs: 'session',
    session: 'closes',
    touches: ['user'],
  }),
  /** A session that sees as somebody else, for 15 minutes: it reads, and changes nothing. */
  seeAs: post('session/see_as/', {
    body: SeeAs,
    ok: SeeAsAnswer,
    needs: { any: Object.values(SEE_AS_NEEDS) },
    session: 'sees',
    seconds: 15,
    beyond: true,
  }),
  /** Back to oneself. */
  endSeeAs: del('session/see_as/', { ok: Done, needs: 'session', session: 'returns', beyond: true }),
  customer: get('userconfig/get_customer_config/', { ok: CustomerConfig, needs: 'public', reads: ['customer'] }),
};
