// Captcha, sign-in, refresh, sign-out, and the own person.
import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import svgCaptcha from 'svg-captcha-fixed';
import { readKeyDocument, sealAccess } from '../../../contract/access';
import type { Ctx } from '../../http/context';
import { Refusal } from '../../http/errors';
import { type Handlers, notServed } from '../../http/mount';
import { type Callers, hashOf } from './caller';
import { sameIp } from './limits';
import * as store from './store';
import { openSession, renewSession, type Tokens } from './tokens';

// The package's function draws a given text; its types only know the one that invents a text.
const draw = svgCaptcha as unknown as (text: string, options: object) => string;

const CAPTCHA_SECONDS = 120;
/** Failures in a row after which an account rests, and for how long. */
const MAX_FAILURES = 10;
const REST_MS = 5 * 60_000;

// One hash to verify against when the name is unknown, so that the answer takes as long.
const nobody = hash('nobody at all');

async function checkCaptcha({ engine, now }: Ctx, key: string | undefined, value: string | undefined) {
  const expected = key ? await store.takeCaptcha(engine.db, key, now()) : null;
  if (!expected || !value || hashOf(value.trim().toLowerCase()) !== expected) throw new Refusal(406, 'captcha');
}

async function grant({ engine, config, now }: Ctx, account: number, document: string, tokens: Tokens) {
  const person = await store.person(engine.db, account);
  if (!person) throw new Refusal(401, 'unauthenticated');
  const expires = new Date(now().getTime() + config.accessSeconds * 1000);
  return sealAccess(
    document,
    {
      modules: person.modules.join(','),
      custom_perms: person.perms.join(','),
      is_superuser: person.is_superuser,
      token: tokens.access,
      refresh: tokens.refresh,
      user_id: person.id,
      username: person.username,
      expires_in: config.accessSeconds,
    },
    expires,
  );
}

export const sessionHandlers = (people: Callers): Handlers['session'] => ({
  signUp: notServed,
  resend: notServed,
  otpSignIn: notServed,
  resetPassword: notServed,
  editUser: notServed,
  setPassword: notServed,

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
    const { engine, now, config, ip } = ctx;
    if (!sameIp.take(ip, now().getTime())) throw new Refusal(429, 'busy');
    if (!readKeyDocument(body.otp)) throw new Refusal(400, 'key');
    const customer = await store.customer(engine.db, ctx.request.headers.host);
    const account = customer && (await store.accountByName(engine.db, customer.id, body.username));
    const needsCaptcha = config.captcha === 'always' || (account?.failures ?? 0) > 0;
    if (needsCaptcha) await checkCaptcha(ctx, body.captcha_key, body.captcha_value);
    const resting =
      account &&
      account.failures >= MAX_FAILURES &&
      account.failed_at &&
      now().getTime() - account.failed_at.getTime() < REST_MS;
    const right = await verify(account?.password_hash ?? (await nobody), body.password);
    if (resting) throw new Refusal(429, 'tryLater');
    if (!account || !right) {
      if (account) await store.countFailure(engine.db, account.id, now());
      throw new Refusal(401, 'wrongPassword');
    }
    if (account.locked) throw new Refusal(403, 'locked', { code: 412 });
    await store.clearFailures(engine.db, account.id);
    return {
      access: await grant(
        ctx,
        account.id,
        body.otp,
        await openSession(engine.db, account.id, now(), config.accessSeconds),
      ),
    };
  },

  async refresh(ctx, { body }) {
    const { engine, now, config, request } = ctx;
    if (!readKeyDocument(body.otp)) throw new Refusal(400, 'key');
    const refresh = /^Bearer ([\w-]{20,100})$/.exec(request.headers.authorization ?? '')?.[1];
    const renewed = refresh && (await renewSession(engine.db, refresh, now(), config.accessSeconds));
    if (!renewed) throw new Refusal(401, 'unauthenticated');
    return { access: await grant(ctx, renewed.account, body.otp, renewed.tokens), data: '' };
  },

  async user({ engine, caller }) {
    const person = await store.person(engine.db, caller.id);
    if (!person) throw new Refusal(401, 'unauthenticated');
    return {
      id: person.id,
      username: person.username,
      first_name: person.first_name,
      last_name: person.last_name,
      email: person.email,
      phone: person.phone,
      image: null,
      groups: person.roles,
      regions: caller.regions,
      locked: false,
      is_signed_up: person.is_signed_up,
      is_superuser: person.is_superuser,
      current_plan: null,
      current_plan_days: null,
      reserved_plan: null,
      plan_remaining_days: null,
      modules: person.modules.map((modules__id) => ({ modules__id })),
      custom_perms: person.perms,
    };
  },

  async signOut({ engine, caller, now }, { params }) {
    // Ending the sessions of others is an administrator's call; it comes with the users' area.
    if (Number(params.id) !== caller.id) throw new Refusal(403, 'forbidden', { code: 403 });
    await store.revoke(engine.db, caller.session, now());
    people.forget();
    return {};
  },

  async customer({ engine, request }) {
    const customer = await store.customer(engine.db, request.headers.host);
    if (!customer) throw new Refusal(404, 'notFound');
    return customer.config;
  },
});
