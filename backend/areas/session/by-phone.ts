// What a telephone opens: the second step of a sign-in, the sign-in by a code alone, a new password. A number that nobody has, and
// one that this way does not open, look like any other.
import { hash } from '@node-rs/argon2';
import type { z } from 'zod';
import { passwordProblem } from '../../../contract/password';
import { phoneKey } from '../../../contract/phone';
import type { OtpSignIn, ResetPassword } from '../../../contract/schemas/session';
import type { Ctx } from '../../http/context';
import { invalid, Refusal, ruled } from '../../http/errors';
import type { Callers } from '../../identity/caller';
import { placeOf } from '../../identity/seen';
import * as sessions from '../../identity/sessions';
import { voidCodes } from '../../identity/sessions';
import * as people from '../users/store';
import { type CodeRow, type Codes, consumeCode, type Flow, toAccountFlow, verifyCode } from './codes';
import { type Account, clearFailures } from './credentials';
import { checkKey, sealGrants, setActor } from './grant';
import { limitAddress } from './limits';
import { checkPublic, findCustomerOfHost, findRealm } from './realm';
import * as store from './store';
import { openSession } from './tokens';

const parsePhone = (phone: string): string => {
  const key = phoneKey(phone);
  if (!key) throw invalid('phone');
  return key;
};

/** What a flow for a number leads to. Whoever uses two-factor is not let in by the telephone alone, and is told so there. */
const getFlowTarget = (purpose: 'signin' | 'reset', account: Account | undefined): Pick<Flow, 'live' | 'message'> =>
  !account
    ? { live: false, message: null }
    : purpose === 'signin' && account.two_factor
      ? { live: false, message: 'smsTwoFactor' }
      : { live: true, message: purpose === 'reset' ? 'smsReset' : 'smsCode' };

async function beginFlow(ctx: Ctx, codes: Codes, purpose: 'signin' | 'reset', phone: string) {
  const realm = (await findRealm(ctx)) ?? '';
  const account = await store.findByPhone(ctx.engine.db, realm, phone);
  setActor(ctx, account);
  // Asked for in either case: a number that nobody has takes no longer.
  const host = await findCustomerOfHost(ctx);
  const customer = account?.customer_id ?? host?.id ?? null;
  return codes.begin(ctx, {
    purpose,
    realm,
    phone,
    account: account?.id ?? null,
    customer,
    ...getFlowTarget(purpose, account),
  });
}

/** The account of a right code, if it can be used. */
async function findAccount(ctx: Ctx, row: CodeRow): Promise<Account> {
  const account = row.account_id === null ? undefined : await store.findById(ctx.engine.db, row.account_id);
  setActor(ctx, account);
  if (!account) throw new Refusal(400, 'codeWrong');
  if (account.locked) throw new Refusal(403, 'locked', { code: 412 });
  return account;
}

/** Opens a session with what uses the code up, in one transaction. */
async function openSessionFor(ctx: Ctx, row: CodeRow, account: number, document: string) {
  const { engine, now, config } = ctx;
  const tokens = await engine.db.transaction().execute(async (tx) => {
    await consumeCode(tx, row, now());
    return openSession(tx, account, now(), config.accessSeconds, placeOf(ctx));
  });
  return { access: await sealGrants(ctx, account, document, tokens) };
}

/** The first step of two-factor was right: the code goes out. A telephone to which nothing can be sent is told in a sentence. */
export async function beginSecond(ctx: Ctx, codes: Codes, account: Account) {
  const phone = phoneKey(account.phone);
  if (!phone) throw ruled('twoFactorPhone');
  return codes.begin(ctx, toAccountFlow('second', account, phone));
}

/** The second step. A wrong code is a 401 here, as a wrong password is. */
export async function finishSecond(
  ctx: Ctx,
  body: { resend_token?: string | undefined; verify_code: string; otp: string },
) {
  limitAddress(ctx, 'code');
  const document = checkKey(body.otp);
  try {
    const row = await verifyCode(ctx, { purpose: 'second', token: body.resend_token, code: body.verify_code });
    return await openSessionFor(ctx, row, (await findAccount(ctx, row)).id, document);
  } catch (error) {
    throw error instanceof Refusal && error.wording === 'codeWrong' ? new Refusal(401, 'codeWrong') : error;
  }
}

export async function signInByCode(ctx: Ctx, codes: Codes, body: z.infer<typeof OtpSignIn>) {
  checkPublic(ctx);
  limitAddress(ctx, 'code');
  const phone = parsePhone(body.phone);
  if (body.otp === undefined) return beginFlow(ctx, codes, 'signin', phone);
  const document = checkKey(body.jwt_otp);
  const row = await verifyCode(ctx, { purpose: 'signin', token: body.resend_token, code: body.otp, phone });
  const account = await findAccount(ctx, row);
  // Turned on after the code went out.
  if (account.two_factor) throw new Refusal(400, 'codeWrong');
  return openSessionFor(ctx, row, account.id, document);
}

/** A forgotten password. Two-factor stays as it is; all sessions end, and so does the rest after wrong passwords. */
export async function resetPassword(ctx: Ctx, codes: Codes, callers: Callers, body: z.infer<typeof ResetPassword>) {
  checkPublic(ctx);
  limitAddress(ctx, 'code');
  const { engine, now } = ctx;
  const phone = parsePhone(body.phone);
  if (body.otp === undefined) return beginFlow(ctx, codes, 'reset', phone);
  const { new_password = '', new_password2 = '' } = body;
  if (new_password !== new_password2)
    throw new Refusal(400, 'passwordMismatch', { fields: { new_password2: 'passwordMismatch' } });
  const check = (person: Parameters<typeof passwordProblem>[1]) => {
    const problem = passwordProblem(new_password, person);
    if (problem) throw new Refusal(400, problem, { fields: { new_password: problem } });
  };
  // What is wrong for everybody costs no try.
  check({ phone });
  const row = await verifyCode(ctx, { purpose: 'reset', token: body.resend_token, code: body.otp, phone });
  const account = await findAccount(ctx, row);
  check(account);
  const password_hash = await hash(new_password);
  await engine.db.transaction().execute(async (tx) => {
    const person = await people.lock(tx, account.customer_id, account.id);
    if (!person) throw new Refusal(400, 'codeWrong');
    await consumeCode(tx, row, now());
    await people.update(tx, person, { password_hash, must_change: false });
    await sessions.revokeSessions(tx, account.id, now());
    await voidCodes(tx, account.id);
  });
  await clearFailures(ctx, account);
  callers.forget();
  return {};
}

/** Another code for a flow that has begun, as the flow looks now. */
export async function resendCode(ctx: Ctx, codes: Codes, token: string | undefined) {
  limitAddress(ctx, 'code');
  if (!token) throw new Refusal(400, 'codeWrong');
  return codes.again(ctx, token, async (row) => {
    // Nobody has the number 0: the question is asked for unknown telephones too, and takes as long.
    const account = await store.findById(ctx.engine.db, row.account_id ?? 0);
    const host = (await findCustomerOfHost(ctx))?.id ?? null;
    const customer = account?.customer_id ?? host;
    if (row.purpose === 'signup')
      return row.payload
        ? { live: true, message: 'smsCode', customer }
        : { live: false, message: 'smsKnown', customer };
    if (row.purpose === 'second' || row.purpose === 'phone')
      return { live: account !== undefined, message: account ? 'smsCode' : null, customer };
    return { ...getFlowTarget(row.purpose, account), customer };
  });
}
