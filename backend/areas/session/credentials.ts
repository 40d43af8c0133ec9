// Checking a name and a password: one place with one set of counters, for the sign-in and for calls that carry credentials.
import { createHash } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { fold } from '../../../contract/fold';
import type { Ctx } from '../../http/context';
import { Refusal } from '../../http/errors';
import { noteEvent } from './events';
import { isAbout } from './grant';
import { limitAddress } from './limits';
import { realmOf } from './realm';
import * as store from './store';

/** Failures in a row after which an account rests, and for how long. */
export const MAX_FAILURES = 10;
export const REST_MS = 5 * 60_000;

// One hash to verify against when the name is unknown, so that the answer takes as long.
const nobody = hash('nobody at all');

/** Names that nobody has are counted too, or the difference would tell which exist. The name itself is not kept. */
const unknownKey = (realm: string, username: string) =>
  `name:${createHash('sha256')
    .update(`${realm}\n${fold(username)}`)
    .digest('base64url')}`;

export type Account = NonNullable<Awaited<ReturnType<typeof store.accountByName>>>;

/** How often in a row a name has failed, whether somebody has it or not; both are asked for, so that it takes as long. */
async function failuresOf(ctx: Ctx, realm: string, username: string, account: Account | undefined): Promise<number> {
  const unknown = await store.unknownFailures(ctx.engine.db, unknownKey(realm, username));
  return account ? account.failures : unknown;
}

/**
 * The account of a right name and password; its failures are forgotten. `puzzle` is called where a captcha is needed (it throws
 * where the answer is not right): at every attempt if `always`, else after a failure.
 *
 * An attempt is counted before the password is looked at: of many at once only as many pass as the counters allow. Refuses with
 * 401 (wrong), 429 (rests after too many), 403 code 412 (locked), and whatever `puzzle` throws.
 */
async function attempt(
  ctx: Ctx,
  username: string,
  password: string,
  puzzle: { always: boolean; solve: () => Promise<void> },
): Promise<Account> {
  const { engine, now } = ctx;
  const at = now();
  const realm = (await realmOf(ctx)) ?? '';
  const account = await store.accountByName(engine.db, realm, username);
  isAbout(ctx, account);
  const failures = await failuresOf(ctx, realm, username, account);
  let needed = puzzle.always || failures > 0;
  for (;;) {
    if (needed) await puzzle.solve();
    const limit = { at, rest: needed ? { failures: MAX_FAILURES, ms: REST_MS } : null };
    const counted = account
      ? await store.countAttempt(engine.db, account.id, limit)
      : await store.countUnknown(engine.db, unknownKey(realm, username), limit);
    if (counted) break;
    if (needed) throw new Refusal(429, 'tryLater');
    // Somebody else has failed in this moment: from now on a puzzle is asked for.
    needed = true;
  }
  const right = await verify(account?.password_hash || (await nobody), password);
  if (!account || !right || account.password_hash === '') {
    // Written for unknown names too: the answer takes as long.
    if (failures + 1 === MAX_FAILURES) await noteEvent(ctx, 'rest', 429);
    throw new Refusal(401, 'wrongPassword');
  }
  if (account.locked) throw new Refusal(403, 'locked', { code: 412 });
  await store.clearFailures(engine.db, account.id);
  return account;
}

/** The sign-in's own check, with a captcha as the configuration and the counters ask. */
export const checkSignIn = (ctx: Ctx, username: string, password: string, solve: () => Promise<void>) =>
  attempt(ctx, username, password, { always: ctx.config.captcha === 'always', solve });

/**
 * Checks a name and a password that came along with another call. It makes no session, shares every counter with the sign-in, and
 * as such a call carries no captcha it is closed to a name that has failed: that one signs in first (406). Throws what the sign-in
 * throws. Accounts with two-factor are refused too (406): a password alone does not open them anywhere.
 */
export async function checkCredentials(
  ctx: Ctx,
  username: string,
  password: string,
): Promise<{ id: number; customer_id: number }> {
  limitAddress(ctx);
  const signInFirst = new Refusal(406, 'signInFirst');
  const account = await attempt(ctx, username, password, {
    always: false,
    solve: () => Promise.reject(signInFirst),
  });
  if (account.two_factor) throw signInFirst;
  return { id: account.id, customer_id: account.customer_id };
}
