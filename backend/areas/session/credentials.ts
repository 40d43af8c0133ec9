// Checking a name and a password: one place with one set of counters, for the sign-in and for calls that carry credentials.
import { createHash } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { addressKey } from '../../../contract/address-key';
import { fold } from '../../../contract/fold';
import type { Ctx } from '../../http/context';
import { Refusal } from '../../http/errors';
import { clearAttempts, countAttempt, countWithin, FREE_ATTEMPTS, getCount } from './attempts';
import { auditEvent } from './events';
import { setActor } from './grant';
import { limitAddress } from './limits';
import { findRealm } from './realm';
import * as store from './store';

/** Where a captcha is asked for only after failures (`auto`): how many of one address or at one name within the time bring it. */
const SUSPECT = { failures: 3, ms: 15 * 60_000 };
/** A browser that has signed in before; the BFF keeps the id in a sealed cookie and sends it for the names that it holds. */
const BROWSER = /^[\w-]{20,64}$/;

// One hash to verify against when the name is unknown, so that the answer takes as long.
const dummyHash = hash('nobody at all');

export type Account = NonNullable<Awaited<ReturnType<typeof store.findByName>>>;

/** Keys of counters. Names that nobody has are counted like others, or the difference would tell which exist; no name is kept. */
function countersOf({ ip, request }: Pick<Ctx, 'ip' | 'request'>, realm: string, username: string) {
  const digest = (...parts: string[]) => createHash('sha256').update([realm, fold(username), ...parts].join('\n')).digest('base64url'); // biome-ignore format: one expression
  const browser = request.headers['x-known-browser'];
  const isKnown = typeof browser === 'string' && BROWSER.test(browser);
  return {
    /** This name from this place: an address, or a browser that others at the address cannot use up. */
    place: `sign-in:${isKnown ? digest('browser', browser) : digest('address', addressKey(ip))}`,
    address: `failed:${addressKey(ip)}`,
    /** Strangers' failures at the name from anywhere; a known browser is not asked for them. */
    name: isKnown ? null : `failed:${digest()}`,
  };
}

type Counters = ReturnType<typeof countersOf>;

/** 429 with the time after which the next attempt is looked at. */
const waitRefusal = (waitSeconds: number) =>
  new Refusal(429, waitSeconds > 90 ? 'tryLaterMinutes' : 'tryLater', {
    params: { seconds: waitSeconds, minutes: Math.ceil(waitSeconds / 60) },
    retryAfter: waitSeconds,
  });

/** Forgets the failures at an account's name from where a call comes: whoever has proved to be its owner need not wait. */
export const clearFailures = (ctx: Pick<Ctx, 'engine' | 'ip' | 'request'>, { realm, username }: Account) =>
  clearAttempts(ctx.engine.db, countersOf(ctx, realm, username).place);

/** Counts an attempt at a key, or refuses with 429. */
export async function countOrRefuse({ engine, now }: Pick<Ctx, 'engine' | 'now'>, key: string): Promise<number> {
  const count = await countAttempt(engine.db, key, now());
  if ('waitSeconds' in count) throw waitRefusal(count.waitSeconds);
  return count.failures;
}

/** Whether failures of this address, or at this name from anywhere, ask for a captcha. */
async function isSuspect(
  { engine, now }: Pick<Ctx, 'engine' | 'now'>,
  keys: readonly (string | null)[],
): Promise<boolean> {
  const failures = await Promise.all(keys.map((key) => (key ? getCount(engine.db, key, SUSPECT.ms, now()) : 0)));
  return failures.some((n) => n >= SUSPECT.failures);
}

/** Whether the address of a call has to solve a captcha at its next sign-in, whatever the name. */
export const isSuspectAddress = (ctx: Pick<Ctx, 'engine' | 'now' | 'ip'>) =>
  isSuspect(ctx, [`failed:${addressKey(ctx.ip)}`]);

async function countFailure({ engine, now }: Pick<Ctx, 'engine' | 'now'>, { address, name }: Counters) {
  for (const key of [address, name]) if (key) await countWithin(engine.db, key, SUSPECT.failures, SUSPECT.ms, now());
}

/**
 * The account of a right name and password; its failures from this place are forgotten. `captcha.check` is called where a captcha
 * is needed (it throws where the answer is not right): at every attempt if `always`, else after a failure.
 *
 * An attempt is counted before the password is looked at: of many at once only as many pass as the counters allow. Refuses with
 * 401 (wrong; its answer tells whether the next attempt needs a captcha), 429 (has to wait), 403 code 412 (locked), and whatever
 * `captcha.check` throws.
 */
async function checkAttempt(
  ctx: Ctx,
  username: string,
  password: string,
  captcha: { always: boolean; check: () => Promise<void> },
): Promise<Account> {
  const { engine, now } = ctx;
  const realm = (await findRealm(ctx)) ?? '';
  const account = await store.findByName(engine.db, realm, username);
  setActor(ctx, account);
  const counters = countersOf(ctx, realm, username);
  let isNeeded = captcha.always || (await isSuspect(ctx, [counters.address, counters.name]));
  // Without a captcha only a place without failures is looked at; where there are some, the attempt is counted once it is solved.
  if (!isNeeded) isNeeded = 'waitSeconds' in (await countAttempt(engine.db, counters.place, now(), true));
  let failures = 1;
  if (isNeeded) {
    await captcha.check();
    failures = await countOrRefuse(ctx, counters.place);
  }
  const isRight = await verify(account?.password_hash || (await dummyHash), password);
  if (!account || !isRight || account.password_hash === '') {
    // Written for unknown names too: the answer takes as long.
    await countFailure(ctx, counters);
    if (failures === FREE_ATTEMPTS) await auditEvent(ctx, 'rest', 429);
    throw new Refusal(401, 'wrongPassword', { extra: { captcha_required: true } });
  }
  if (account.locked) throw new Refusal(403, 'locked', { code: 412 });
  await clearAttempts(engine.db, counters.place);
  return account;
}

/** The sign-in's own check, with a captcha as the configuration and the counters ask. */
export const checkSignIn = (ctx: Ctx, username: string, password: string, check: () => Promise<void>) =>
  checkAttempt(ctx, username, password, { always: ctx.config.captcha === 'always', check });

/**
 * Checks a name and a password that came along with another call. It makes no session, shares every counter with the sign-in, and
 * as such a call carries no captcha it is closed to a name that has failed: that one signs in first (406). Throws what the sign-in
 * throws. Accounts with two-factor are refused too (406), since a password alone does not open them anywhere, and those whose
 * password has to be changed first.
 */
export async function checkCredentials(
  ctx: Ctx,
  username: string,
  password: string,
): Promise<{ id: number; customer_id: number }> {
  limitAddress(ctx, 'password');
  const signInFirst = new Refusal(406, 'signInFirst');
  const account = await checkAttempt(ctx, username, password, {
    always: false,
    check: () => Promise.reject(signInFirst),
  });
  if (account.two_factor || account.must_change) throw signInFirst;
  return { id: account.id, customer_id: account.customer_id };
}
