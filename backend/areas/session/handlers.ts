// Captcha, sign-in, refresh, sign-out, and the own person.
import { randomUUID } from 'node:crypto';
import svgCaptcha from 'svg-captcha-fixed';
import { MANAGERS } from '../../../contract/catalogue';
import type { Ctx } from '../../http/context';
import { forbidden, notFound, Refusal, ruled } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { touchProblem } from '../users/rules';
import { shownOne } from '../users/shown';
import * as people from '../users/store';
import { beginSecond, otpSignIn, resend, resetPassword, second } from './by-phone';
import { type Callers, hashOf } from './caller';
import { oneTimeCodes } from './codes';
import { checkSignIn } from './credentials';
import { noteEvent } from './events';
import { grant, isAbout, keyOf } from './grant';
import { limitAddress } from './limits';
import { editUser, provePhone, setPassword } from './own';
import { customerOfHost } from './realm';
import { signUp } from './sign-up';
import type { Post } from './sms';
import * as store from './store';
import { openSession, renewSession } from './tokens';

// The package's function draws a given text; its types only know the one that invents a text.
const draw = svgCaptcha as unknown as (text: string, options: object) => string;

const CAPTCHA_SECONDS = 120;

async function checkCaptcha({ engine, now }: Ctx, key: string | undefined, value: string | undefined) {
  const expected = key ? await store.takeCaptcha(engine.db, key, now()) : null;
  if (!expected || !value || hashOf(value.trim().toLowerCase()) !== expected) throw new Refusal(406, 'captcha');
}

export const sessionHandlers = (known: Callers, post: Post): Handlers['session'] => {
  const codes = oneTimeCodes(post);
  return {
    signUp: (ctx, { body }) => signUp(ctx, codes, body),
    resend: (ctx, { body }) => resend(ctx, codes, body.resend_token),
    otpSignIn: (ctx, { body }) => otpSignIn(ctx, codes, body),
    resetPassword: (ctx, { body }) => resetPassword(ctx, codes, known, body),

    async captcha({ engine, now, config }) {
      const text = config.captchaText();
      const image = draw(text, { width: 140, height: 44, noise: 2, color: true, background: '#f1f3f5' });
      const key = randomUUID();
      await store.putCaptcha(
        engine.db,
        key,
        hashOf(text.toLowerCase()),
        new Date(now().getTime() + CAPTCHA_SECONDS * 1000),
      );
      return {
        captcha_key: key,
        captcha_image: `data:image/svg+xml;base64,${Buffer.from(image).toString('base64')}`,
        login_xsrf: '',
      };
    },

    async prepare({ config }) {
      return { is_logged_in: false, captcha_required: config.captcha === 'always', login_xsrf: '' };
    },

    async signIn(ctx, { body }) {
      if ('verify_code' in body) return second(ctx, body);
      const { engine, now, config } = ctx;
      limitAddress(ctx);
      const document = keyOf(body.otp);
      const account = await checkSignIn(ctx, body.username, body.password, () =>
        checkCaptcha(ctx, body.captcha_key, body.captcha_value),
      );
      if (account.two_factor) return beginSecond(ctx, codes, account);
      const tokens = await openSession(engine.db, account.id, now(), config.accessSeconds);
      return { access: await grant(ctx, account.id, document, tokens) };
    },

    async refresh(ctx, { body }) {
      const { engine, now, config, request } = ctx;
      const document = keyOf(body.otp);
      const refresh = /^Bearer ([\w-]{20,100})$/.exec(request.headers.authorization ?? '')?.[1];
      let owner: number | null = null;
      const stolen = (account: number) => {
        owner = account;
      };
      const renewed = refresh && (await renewSession(engine.db, refresh, now(), config.accessSeconds, stolen));
      if (owner !== null) {
        known.forget();
        isAbout(ctx, await store.byId(engine.db, owner));
        await noteEvent(ctx, 'reuse', 401);
      }
      if (!renewed) throw new Refusal(401, 'unauthenticated');
      return { access: await grant(ctx, renewed.account, document, renewed.tokens), data: '' };
    },

    user: (ctx) => shownOne(ctx, ctx.caller.customer, ctx.caller.id),

    editUser: (ctx, { body }) => editUser(ctx, known, body),
    provePhone: (ctx, { body }) => provePhone(ctx, codes, known, body),

    async setPassword(ctx, { params, body }) {
      // The product's protocol writes 1 for "me"; nobody is chosen by this id.
      if (String(params.id) !== '1') throw notFound();
      return setPassword(ctx, known, body);
    },

    async signOut(ctx, { params, query }) {
      const { engine, caller, now } = ctx;
      if (String(params.id) === String(caller.id)) {
        if (query.everywhere) await store.revokeAll(engine.db, caller.id, now());
        else await store.revoke(engine.db, caller.session, now());
      } else {
        if (!caller.modules.includes(MANAGERS)) throw forbidden();
        const target = await people.find(engine.db, caller.customer, rowId(params.id));
        if (!target) throw notFound();
        const problem = touchProblem({
          caller,
          target: { id: target.id, superuser: target.is_superuser },
          act: 'logout',
        });
        if (problem) throw ruled(problem);
        await store.revokeAll(engine.db, target.id, now());
      }
      known.forget();
      return {};
    },

    /** Who is signed in sees his own; others that of the host. */
    async customer(ctx) {
      const id = ctx.signedIn?.customer ?? (await customerOfHost(ctx))?.id;
      const config = id === undefined ? null : await store.customerConfig(ctx.engine.db, id);
      if (!config) throw notFound();
      return config;
    },
  };
};
