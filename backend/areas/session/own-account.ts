// The own profile, password and telephone number. What opens an account is changed only with its password.
import { hash, verify } from '@node-rs/argon2';
import type { z } from 'zod';
import { passwordProblem } from '../../../contract/password';
import { formatPhone, phoneKey } from '../../../contract/phone';
import type { ProvePhone } from '../../../contract/schemas/session';
import type { PasswordChange, ProfileEdit } from '../../../contract/schemas/user';
import type { Ctx } from '../../http/context';
import { type FieldSentences, invalid, notFound, Refusal, ruled, type Wording } from '../../http/errors';
import type { Callers } from '../../identity/caller';
import * as sessions from '../../identity/sessions';
import { voidCodes } from '../../identity/sessions';
import * as people from '../users/store';
import { withPicture } from '../users/user-view';
import { clearAttempts } from './attempts';
import { type Codes, consumeCode, toAccountFlow, verifyCode } from './codes';
import { countOrRefuse } from './credentials';
import { getProfile } from './see-as';
import * as store from './store';

/** SQLSTATE of a broken unique index. */
const UNIQUE = '23505';

/** The caller's account, where the password is right. Wrong ones count as at the sign-in: after some the next one has to wait (429). */
async function checkPassword(ctx: Ctx, password: string, field: string, wording: Wording) {
  const { engine, caller } = ctx;
  const account = await store.findActive(engine.db, caller.id);
  if (!account) throw new Refusal(401, 'unauthenticated');
  const counter = `own:${account.id}`;
  await countOrRefuse(ctx, counter);
  if (!(await verify(account.password_hash, password)))
    throw new Refusal(400, wording, { fields: { [field]: wording } });
  await clearAttempts(engine.db, counter);
  return account;
}

const needsPassword = () => new Refusal(400, 'passwordNeeded', { fields: { current_password: 'passwordNeeded' } });

export async function editUser(ctx: Ctx, callers: Callers, body: z.infer<typeof ProfileEdit>) {
  const { engine, caller, now } = ctx;
  const { image, current_password, ...fields } = body;
  // Only what is filled in: an empty text leaves things as they are.
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as typeof fields;
  const before = await people.find(engine.db, caller.customer, caller.id);
  if (!before) throw notFound();
  const differs = (key: 'phone' | 'email' | 'two_factor') => filled[key] !== undefined && filled[key] !== before[key];
  const secret = differs('phone') || differs('email') || differs('two_factor');
  if (secret) {
    if (!current_password) throw needsPassword();
    await checkPassword(ctx, current_password, 'current_password', 'oldPassword');
  }
  await withPicture(ctx, image, (key) =>
    engine.db.transaction().execute(async (tx) => {
      const row = await people.lock(tx, caller.customer, caller.id);
      if (!row) throw notFound();
      const moves = filled.phone !== undefined && filled.phone !== row.phone;
      // The second factor moves to another number only when that one has answered.
      if (moves && (filled.two_factor ?? row.two_factor)) throw ruled('provePhone');
      if (filled.two_factor && !row.proved_phone) throw ruled('provePhone');
      await people.update(tx, row, { ...filled, ...(key === undefined ? {} : { image: key }) });
      if (secret) {
        await sessions.revokeSessions(tx, caller.id, now(), caller.session);
        await voidCodes(tx, caller.id);
      }
      return row.image;
    }),
  );
  if (secret) callers.forget();
  return getProfile(ctx);
}

/** What forbids a new password, the old one aside. */
export function checkNewPassword({ caller }: Ctx, body: Partial<z.infer<typeof PasswordChange>>): FieldSentences {
  const { old_password, new_password, new_password2 } = body;
  if (new_password === undefined) return {};
  const weakness = new_password === old_password ? 'passwordSame' : passwordProblem(new_password, caller);
  return {
    ...(weakness ? { new_password: weakness } : {}),
    ...(new_password2 !== undefined && new_password !== new_password2 ? { new_password2: 'passwordMismatch' } : {}),
  };
}

export async function setPassword(ctx: Ctx, callers: Callers, body: z.infer<typeof PasswordChange>) {
  const { engine, caller, now } = ctx;
  const account = await checkPassword(ctx, body.old_password, 'old_password', 'oldPassword');
  const problem = passwordProblem(body.new_password, account);
  if (problem) throw new Refusal(400, problem, { fields: { new_password: problem } });
  const password_hash = await hash(body.new_password);
  await engine.db.transaction().execute(async (tx) => {
    const row = await people.lock(tx, caller.customer, caller.id);
    if (!row) throw notFound();
    await people.update(tx, row, { password_hash, must_change: false });
    await sessions.revokeSessions(tx, caller.id, now(), caller.session);
    await voidCodes(tx, caller.id);
  });
  callers.forget();
  return {};
}

/** Proves a number: the first call sends it a code, the second one makes it the own number. */
export async function provePhone(ctx: Ctx, codes: Codes, callers: Callers, body: z.infer<typeof ProvePhone>) {
  const { engine, caller, now } = ctx;
  const phone = phoneKey(body.phone);
  if (!phone) throw invalid('phone');
  if (body.verify_code === undefined) {
    if (!body.current_password) throw needsPassword();
    const account = await checkPassword(ctx, body.current_password, 'current_password', 'oldPassword');
    return codes.begin(ctx, toAccountFlow('phone', account, phone));
  }
  const row = await verifyCode(ctx, { purpose: 'phone', token: body.resend_token, code: body.verify_code, phone });
  if (row.account_id !== caller.id) throw new Refusal(400, 'codeWrong');
  try {
    await engine.db.transaction().execute(async (tx) => {
      const person = await people.lock(tx, caller.customer, caller.id);
      if (!person) throw notFound();
      await consumeCode(tx, row, now());
      await people.update(tx, person, { phone: formatPhone(phone), proved_phone: phone });
      await sessions.revokeSessions(tx, caller.id, now(), caller.session);
      await voidCodes(tx, caller.id);
    });
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE) throw error;
    throw new Refusal(400, 'phoneTaken', { fields: { phone: 'phoneTaken' } });
  }
  callers.forget();
  return getProfile(ctx);
}
