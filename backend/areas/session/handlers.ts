// Captcha, sign-in, refresh, sign-out, and the own person.
import { MANAGERS } from '../../../contract/catalogue';
import type { Config } from '../../config';
import { type Ctx, FileAnswer } from '../../http/context';
import { forbidden, notFound, Refusal, ruled } from '../../http/errors';
import { type Handlers, withCheck } from '../../http/mount';
import { rowId } from '../../http/row-id';
import type { Callers } from '../../identity/caller';
import { placeOf } from '../../identity/seen';
import * as sessions from '../../identity/sessions';
import { touchProblem } from '../users/rules';
import * as people from '../users/store';
import { beginSecond, finishSecond, resendCode, resetPassword, signInByCode } from './by-phone';
import { createCaptchas } from './captcha';
import { createOneTimeCodes } from './codes';
import { checkSignIn, isSuspectAddress } from './credentials';
import { auditEvent } from './events';
import { checkKey, sealGrants, setActor } from './grant';
import { limitAddress } from './limits';
import { checkNewPassword, editUser, provePhone, setPassword } from './own-account';
import { findCustomerOfHost } from './realm';
import { endSeeAs, getProfile, seeAs } from './see-as';
import { checkPasswords, signUp } from './sign-up';
import type { Post } from './sms';
import * as store from './store';
import { openSession, renewSession } from './tokens';

/** New tokens for a refresh token. One that was used before is a stolen one: its session ends, and that is noted. */
async function refreshSession(ctx: Ctx, callers: Callers, otp: Parameters<typeof checkKey>[0]) {
  const { engine, now, config, request } = ctx;
  const document = checkKey(otp);
  const refresh = /^Bearer ([\w-]{20,100})$/.exec(request.headers.authorization ?? '')?.[1];
  let owner: number | null = null;
  const stolen = (account: number) => {
    owner = account;
  };
  const renewed = refresh && (await renewSession(engine.db, refresh, now(), config.accessSeconds, stolen));
  if (owner !== null) {
    callers.forget();
    setActor(ctx, await store.findById(engine.db, owner));
    await auditEvent(ctx, 'reuse', 401);
  }
  if (!renewed) throw new Refusal(401, 'unauthenticated');
  return { access: await sealGrants(ctx, renewed.account, document, renewed.tokens), data: '' };
}

/** Ends the caller's own session, or all of them; those of others only for managers who stand above them. */
async function endSessions(ctx: Ctx, id: string | number, everywhere: boolean | undefined): Promise<void> {
  const { engine, caller, now } = ctx;
  if (String(id) === String(caller.id)) {
    if (everywhere) await sessions.revokeSessions(engine.db, caller.id, now());
    else await store.revokeSession(engine.db, caller.session, now());
  } else {
    if (!caller.modules.includes(MANAGERS)) throw forbidden();
    const target = await people.find(engine.db, caller.customer, rowId(id));
    if (!target) throw notFound();
    const problem = touchProblem({
      caller,
      target: { id: target.id, superuser: target.is_superuser },
      act: 'logout',
    });
    if (problem) throw ruled(problem);
    await sessions.revokeSessions(engine.db, target.id, now());
  }
}

export const sessionHandlers = (callers: Callers, post: Post, config: Config): Handlers['session'] => {
  const codes = createOneTimeCodes(post);
  const captchas = createCaptchas(config);
  return {
    signUp: withCheck(checkPasswords, (ctx, { body }) => signUp(ctx, codes, body)),
    resend: (ctx, { body }) => resendCode(ctx, codes, body.resend_token),
    otpSignIn: (ctx, { body }) => signInByCode(ctx, codes, body),
    resetPassword: (ctx, { body }) => resetPassword(ctx, codes, callers, body),

    async captcha({ now }) {
      const { key, image } = captchas.create(now());
      return { captcha_key: key, captcha_image: image, login_xsrf: '' };
    },

    captchaSound: async ({ now }, { query }) =>
      new FileAnswer(captchas.speak(query.key, query.lang, now()), 'audio/wav', 'captcha.wav'),

    async prepare(ctx) {
      const isRequired = ctx.config.captcha === 'always' || (await isSuspectAddress(ctx));
      return { is_logged_in: false, captcha_required: isRequired, login_xsrf: '' };
    },

    async signIn(ctx, { body }) {
      if ('verify_code' in body) return finishSecond(ctx, body);
      const { engine, now, config } = ctx;
      limitAddress(ctx, 'password');
      const document = checkKey(body.otp);
      const account = await checkSignIn(ctx, body.username, body.password, () =>
        captchas.check(ctx, body.captcha_key, body.captcha_value),
      );
      if (account.two_factor) return beginSecond(ctx, codes, account);
      const tokens = await openSession(engine.db, account.id, now(), config.accessSeconds, placeOf(ctx));
      return { access: await sealGrants(ctx, account.id, document, tokens) };
    },

    refresh: (ctx, { body }) => refreshSession(ctx, callers, body.otp),

    user: getProfile,

    seeAs: (ctx, { body }) => seeAs(ctx, body),
    async endSeeAs(ctx) {
      const answer = await endSeeAs(ctx);
      callers.forget();
      return answer;
    },

    editUser: (ctx, { body }) => editUser(ctx, callers, body),
    provePhone: (ctx, { body }) => provePhone(ctx, codes, callers, body),

    setPassword: withCheck(checkNewPassword, async (ctx, { params, body }) => {
      // The product's protocol writes 1 for "me"; nobody is chosen by this id.
      if (String(params.id) !== '1') throw notFound();
      return setPassword(ctx, callers, body);
    }),

    async signOut(ctx, { params, query }) {
      await endSessions(ctx, params.id, query.everywhere);
      callers.forget();
      return {};
    },

    /** Whoever is signed in gets their own customer's; others that of the host. */
    async customer(ctx) {
      const id = ctx.signedIn?.customer ?? (await findCustomerOfHost(ctx))?.id;
      const config = id === undefined ? null : await store.getCustomerConfig(ctx.engine.db, id);
      if (!config) throw notFound();
      return config;
    },
  };
};
