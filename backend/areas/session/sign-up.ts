// Signing up on a public host: a customer of one's own, its first user, and a trial.
import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { z } from 'zod';
import { MODULES, PERMS } from '../../../contract/catalogue';
import { passwordProblem } from '../../../contract/password';
import { formatPhone, phoneKey } from '../../../contract/phone';
import { CustomerConfig, type SignUp } from '../../../contract/schemas/session';
import type { Db } from '../../db/engine';
import type { SignUpDraft } from '../../db/session-tables';
import type { Ctx } from '../../http/context';
import { type FieldSentences, invalid, Refusal, say } from '../../http/errors';
import { placeOf } from '../../identity/seen';
import * as roles from '../roles/store';
import { startTrial } from '../subscription/service';
import * as people from '../users/store';
import { type Codes, consumeCode, verifyCode } from './codes';
import { checkKey, sealGrants, setActor } from './grant';
import { limitAddress } from './limits';
import { checkPublic, findCustomerOfHost, findRealm } from './realm';
import * as store from './store';
import { openSession } from './tokens';

type Form = z.infer<typeof SignUp>;

/** SQLSTATE of a broken unique index. */
const UNIQUE = '23505';

const refuse = (field: keyof Form, wording: ConstructorParameters<typeof Refusal>[1]) =>
  new Refusal(400, wording, { fields: { [field]: wording } });

/** What forbids the passwords of a form; whether the name is taken is told only to whoever has the rest right. */
export function checkPasswords(_ctx: Ctx, form: Partial<Form>): FieldSentences {
  const { password, confirm_password } = form;
  if (password === undefined) return {};
  const weakness = passwordProblem(password, form);
  const differs = confirm_password !== undefined && password !== confirm_password;
  return {
    ...(weakness ? { password: weakness } : {}),
    ...(differs ? { confirm_password: 'passwordMismatch' } : {}),
  };
}

/**
 * The first call. A name that is taken is told, because another must be chosen (names of accounts are told nowhere else); a number
 * that has an account gets a message that says so, and the answer is the same. An address may be used again: it opens nothing.
 */
async function begin(ctx: Ctx, codes: Codes, form: Form, phone: string, realm: string) {
  if (await store.findByName(ctx.engine.db, realm, form.username)) throw refuse('username', 'usernameTaken');
  const { username, first_name, email } = form;
  const password_hash = await hash(form.password);
  const payload: SignUpDraft = { username, first_name, email, phone: formatPhone(phone), password_hash };
  const owner = await store.findByPhone(ctx.engine.db, realm, phone);
  // Asked for in either case: a number that nobody has takes no longer.
  const host = await findCustomerOfHost(ctx);
  const customer = owner?.customer_id ?? host?.id ?? null;
  return codes.begin(ctx, {
    purpose: 'signup',
    realm,
    phone,
    account: null,
    customer,
    ...(owner ? { live: false, message: 'smsKnown' } : { live: true, message: 'smsCode', payload }),
  });
}

/** What the new customer presents itself with: the host's own words under the person's name. */
async function createConfig(ctx: Ctx, name: string): Promise<CustomerConfig> {
  const host = CustomerConfig.safeParse((await findCustomerOfHost(ctx))?.config);
  const blank = { name_subtitle: '', title: '', subtitle: '', footer_subtitle: '', customer_link: '', version: '' };
  const view = { center: [53.7, 32.4] as [number, number], zoom: 5 };
  return { ...blank, view, ...(host.success ? host.data : {}), name, expires: null };
}

/**
 * Makes the customer and its first user, who is its superuser: somebody must hold all that there is to give inside it, restore what
 * was deleted and be the last one who cannot be taken away. A superuser's power ends at the customer.
 */
async function createCustomer(
  ctx: Ctx,
  tx: Db,
  realm: string,
  config: CustomerConfig,
  p: SignUpDraft & { proved: string },
) {
  const at = ctx.now();
  const customer = await store.insertCustomer(tx, { host: `signup:${randomUUID()}`, public_host: realm, config });
  const role = await roles.insert(tx, customer, {
    name: say(ctx.lang, 'roleAll'),
    interface: {},
    modules: [...MODULES],
    custom_perms: [...PERMS],
  });
  const { proved, ...person } = p;
  const id = await people.insert(tx, {
    ...person,
    last_name: '',
    customer_id: customer,
    is_superuser: true,
    is_signed_up: true,
    proved_phone: proved,
    created: at,
  });
  await people.setRoles(tx, id, [role]);
  await startTrial(tx, customer, at);
  return { id, customer_id: customer };
}

/** The second call: all of the first again, which must be the same, with the code. What is made comes from what was kept. */
async function finish(ctx: Ctx, form: Form, phone: string, realm: string) {
  const { engine, now, config } = ctx;
  const document = checkKey(form.jwt_otp);
  const row = await verifyCode(ctx, { purpose: 'signup', token: form.resend_token, code: form.verify_code, phone });
  const draft = row.payload;
  if (!draft || row.realm !== realm) throw new Refusal(400, 'codeWrong');
  for (const key of ['username', 'first_name', 'email'] as const) if (form[key] !== draft[key]) throw invalid(key);
  if (!(await verify(draft.password_hash, form.password))) throw invalid('password');
  const own = await createConfig(ctx, draft.first_name);
  try {
    const { person, tokens } = await engine.db.transaction().execute(async (tx) => {
      await consumeCode(tx, row, now());
      const person = await createCustomer(ctx, tx, realm, own, { ...draft, proved: phone });
      return { person, tokens: await openSession(tx, person.id, now(), config.accessSeconds, placeOf(ctx)) };
    });
    setActor(ctx, person);
    return { access: await sealGrants(ctx, person.id, document, tokens) };
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code !== UNIQUE) throw error;
    // Somebody was quicker: with the name, or the same person with the number.
    throw constraint === 'account_phone' ? refuse('phone', 'phoneTaken') : refuse('username', 'usernameTaken');
  }
}

export async function signUp(ctx: Ctx, codes: Codes, form: Form) {
  checkPublic(ctx);
  limitAddress(ctx, 'code');
  const phone = phoneKey(form.phone);
  if (!phone) throw invalid('phone');
  const realm = (await findRealm(ctx)) as string;
  return form.verify_code === undefined ? begin(ctx, codes, form, phone, realm) : finish(ctx, form, phone, realm);
}
