// Captcha, sign-in, refresh, sign-out, and the own person.
import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import svgCaptcha from 'svg-captcha-fixed';
import { readKeyDocument, sealAccess } from '../../../contract/access';
import { MANAGERS } from '../../../contract/catalogue';
import { passwordProblem } from '../../../contract/password';
import type { Ctx } from '../../http/context';
import { forbidden, notFound, Refusal, ruled } from '../../http/errors';
import { type Handlers, notServed } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { touchProblem } from '../users/rules';
import { shownOne, withPicture } from '../users/shown';
import * as people from '../users/store';
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
  const person = await store.living(engine.db, account);
  if (!person) throw new Refusal(401, 'unauthenticated');
  const { modules, perms } = (await store.grantsOf(engine.db, [account])).get(account) as store.Grants;
  const expires = new Date(now().getTime() + config.accessSeconds * 1000);
  return sealAccess(
    document,
    {
      modules: modules.join(','),
      custom_perms: perms.join(','),
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

/** Whether an account rests after too many wrong passwords. */
const resting = (account: { failures: number; failed_at: Date | null }, now: Date): boolean =>
  account.failures >= MAX_FAILURES &&
  account.failed_at !== null &&
  now.getTime() - account.failed_at.getTime() < REST_MS;

export const sessionHandlers = (known: Callers): Handlers['session'] => ({
  signUp: notServed,
  resend: notServed,
  otpSignIn: notServed,
  resetPassword: notServed,

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
    const right = await verify(account?.password_hash ?? (await nobody), body.password);
    if (account && resting(account, now())) throw new Refusal(429, 'tryLater');
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

  user: (ctx) => shownOne(ctx, ctx.caller.customer, ctx.caller.id),

  async editUser(ctx, { body }) {
    const { engine, caller } = ctx;
    const { image, ...fields } = body;
    // Only what is filled in: an empty text leaves things as they are.
    const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
    await withPicture(ctx, image, (key) =>
      engine.db.transaction().execute(async (tx) => {
        const row = await people.hold(tx, caller.customer, caller.id);
        if (!row) throw notFound();
        await people.update(tx, row, { ...filled, ...(key === undefined ? {} : { image: key }) });
        return row.image;
      }),
    );
    return shownOne(ctx, caller.customer, caller.id);
  },

  async setPassword(ctx, { params, body }) {
    // The product's protocol writes 1 for "me"; nobody is chosen by this id.
    if (String(params.id) !== '1') throw notFound();
    const { engine, caller, now } = ctx;
    const account = await store.living(engine.db, caller.id);
    if (!account) throw new Refusal(401, 'unauthenticated');
    if (resting(account, now())) throw new Refusal(429, 'tryLater');
    if (!(await verify(account.password_hash, body.old_password))) {
      await store.countFailure(engine.db, caller.id, now());
      throw new Refusal(400, 'oldPassword', { fields: { old_password: 'oldPassword' } });
    }
    if (body.new_password !== body.new_password2)
      throw new Refusal(400, 'passwordMismatch', { fields: { new_password2: 'passwordMismatch' } });
    const problem =
      body.new_password === body.old_password ? 'passwordSame' : passwordProblem(body.new_password, account);
    if (problem) throw new Refusal(400, problem, { fields: { new_password: problem } });
    const password_hash = await hash(body.new_password);
    await engine.db.transaction().execute(async (tx) => {
      const row = await people.hold(tx, caller.customer, caller.id);
      if (!row) throw notFound();
      await people.update(tx, row, { password_hash });
      await store.clearFailures(tx, caller.id);
      await store.revokeAll(tx, caller.id, now(), caller.session);
    });
    known.forget();
    return {};
  },

  async signOut(ctx, { params }) {
    const { engine, caller, now } = ctx;
    if (String(params.id) === String(caller.id)) await store.revoke(engine.db, caller.session, now());
    else {
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

  async customer({ engine, request }) {
    const customer = await store.customer(engine.db, request.headers.host);
    if (!customer) throw new Refusal(404, 'notFound');
    return customer.config;
  },
});
