// One-time codes: created, sent, sent again, verified, consumed. All their state is in the database.
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { addressKey } from '../../../contract/address-key';
import { maskPhone } from '../../../contract/phone';
import type { Db } from '../../db/engine';
import type { CodePurpose, SignUpDraft } from '../../db/session-tables';
import type { Ctx } from '../../http/context';
import { Refusal, say, type Wording } from '../../http/errors';
import { hashOf } from '../../identity/caller';
import { clearAttempts, countWithin, DAY_MS, getCount } from './attempts';
import { auditEvent } from './events';
import { getCustomerName } from './realm';
import { enqueue, type Post } from './sms';

/** Seconds that a code lives. */
export const CODE_SECONDS = 120;
/** How long after its beginning a flow may ask for another code: as long as the BFF remembers it. */
const FLOW_MS = 15 * 60_000;
const MAX_TRIES_PER_CODE = 5;
const SEND_LIMIT = { max: 5, ms: 3_600_000 };
const ADDRESS_LIMIT = { max: 60, ms: 3_600_000 };
/** So many wrong codes in a day turn codes off for a number for a day. */
const MAX_TRIES_PER_DAY = 15;

export interface Flow {
  purpose: CodePurpose;
  realm: string;
  /** The key of the number to which the code goes. */
  phone: string;
  account: number | null;
  /** Who is named in the message; null for the customer of the host. */
  customer: number | null;
  payload?: SignUpDraft;
  /** Whether the code opens anything; where it does not, the flow still looks like any other. */
  live: boolean;
  /** What the message says; null where none is sent. */
  message: Wording | null;
}

/** A code for an account whose password was right; it goes to `phone`, the key of the number. */
export const toAccountFlow = (
  purpose: 'second' | 'phone',
  account: { id: number; realm: string; customer_id: number },
  phone: string,
): Flow => ({
  purpose,
  realm: account.realm,
  phone,
  account: account.id,
  customer: account.customer_id,
  live: true,
  message: 'smsCode',
});

export type CodeRow = NonNullable<Awaited<ReturnType<typeof find>>>;

const createToken = () => randomBytes(32).toString('base64url');
const createCode = () => String(randomInt(0, 1_000_000)).padStart(6, '0');
/** Keyed by the flow's token, which is not in the database: who reads the table cannot try all codes. */
const hashCode = (token: string, code: string) => createHmac('sha256', token).update(code).digest('base64url');

const wrongCode = () => new Refusal(400, 'codeWrong');

const find = (db: Db, token: string) =>
  db.selectFrom('one_time_code').selectAll().where('token_hash', '=', hashOf(token)).executeTakeFirst();

/**
 * Whom attempts count against. A stranger can begin a flow for any number, so numbers have counters of their own: using them up
 * keeps nobody from the second step of a sign-in, which needs a right password first.
 */
const bucketOf = (purpose: CodePurpose, phone: string, account: number | null) =>
  purpose === 'second' || purpose === 'phone' ? `account:${account}` : `phone:${phone}`;
const isForStrangers = (purpose: CodePurpose) => purpose !== 'second' && purpose !== 'phone';

async function checkNotBlocked(db: Db, bucket: string, now: Date): Promise<void> {
  if ((await getCount(db, `off:${bucket}`, DAY_MS, now)) > 0) throw new Refusal(429, 'codesOff');
}

/** Counts one message more, or refuses: 429 where there were too many, 503 where nobody sends messages. */
async function countSend(
  { engine: { db }, config, now, ip }: Ctx,
  { purpose, phone, account }: Pick<Flow, 'purpose' | 'phone' | 'account'>,
): Promise<void> {
  const bucket = bucketOf(purpose, phone, account);
  if (!config.sms && !config.smsMayWait) throw new Refusal(503, 'smsMissing');
  const at = now();
  await checkNotBlocked(db, bucket, at);
  const isStranger = isForStrangers(purpose);
  const isAllowed =
    (!isStranger || (await countWithin(db, `send:ip:${addressKey(ip)}`, config.smsPerAddress, SEND_LIMIT.ms, at))) &&
    (await countWithin(db, `send:${bucket}`, SEND_LIMIT.max, SEND_LIMIT.ms, at)) &&
    // A number that is being proved may be anybody's.
    (purpose !== 'phone' || (await countWithin(db, `send:phone:${phone}`, SEND_LIMIT.max, SEND_LIMIT.ms, at))) &&
    (!isStranger || (await countWithin(db, 'send:all', config.smsPerHour, SEND_LIMIT.ms, at)));
  if (!isAllowed) throw new Refusal(429, 'busy');
}

const toAnswer = (token: string, phone: string) => ({
  resend_token: token,
  phone: maskPhone(phone),
  expire_seconds: CODE_SECONDS,
});

/** Writes the message of a flow, or one that does not go, and returns the message for whoever sends it. */
async function enqueueMessage(
  ctx: Ctx,
  tx: Db,
  f: Pick<Flow, 'purpose' | 'phone' | 'customer' | 'message'>,
  code: string,
) {
  const name = await getCustomerName(tx, f.customer);
  const text = say(ctx.lang, f.message ?? 'smsCode', { code, name, minutes: CODE_SECONDS / 60 });
  const until = new Date(ctx.now().getTime() + CODE_SECONDS * 1000);
  const { customer, phone, purpose } = f;
  await enqueue(tx, { customer, phone, text, purpose, created: ctx.now(), until }, f.message !== null);
  return f.message === null ? null : { phone, text };
}

export function createOneTimeCodes(post: Post) {
  return {
    /** Begins a flow: a code goes out, if it is to. Refuses with 429 and 503. */
    async begin(ctx: Ctx, f: Flow) {
      await countSend(ctx, f);
      const token = createToken();
      const code = createCode();
      const at = ctx.now();
      const outgoing = await ctx.engine.db.transaction().execute(async (tx) => {
        await tx
          .insertInto('one_time_code')
          .values({
            token_hash: hashOf(token),
            purpose: f.purpose,
            realm: f.realm,
            phone: f.phone,
            account_id: f.account,
            code_hash: hashCode(token, f.live ? code : createToken()),
            payload: f.payload ? JSON.stringify(f.payload) : null,
            ip: ctx.ip,
            began: at,
            until: new Date(at.getTime() + CODE_SECONDS * 1000),
            used_at: null,
          })
          .execute();
        return enqueueMessage(ctx, tx, f, code);
      });
      post.notify(outgoing);
      return toAnswer(token, f.phone);
    },

    /**
     * Sends another code in the place of the former one, which is good no more; the flow gets a new token. `again` says how the
     * flow looks now. Refuses a flow that is over, used up or unknown as a wrong code.
     */
    async again(
      ctx: Ctx,
      token: string,
      again: (row: CodeRow) => Promise<Pick<Flow, 'live' | 'message' | 'customer'>>,
    ) {
      const { db } = ctx.engine;
      const at = ctx.now();
      const row = await find(db, token);
      if (!row || row.used_at || at.getTime() - row.began.getTime() > FLOW_MS) throw wrongCode();
      await countSend(ctx, { purpose: row.purpose, phone: row.phone, account: row.account_id });
      const { live, message: wording, customer } = await again(row);
      const next = createToken();
      const code = createCode();
      const outgoing = await db.transaction().execute(async (tx) => {
        const changed = await tx
          .updateTable('one_time_code')
          .set((e) => ({
            token_hash: hashOf(next),
            code_hash: hashCode(next, live ? code : createToken()),
            tries: 0,
            sent: e('sent', '+', 1),
            until: new Date(at.getTime() + CODE_SECONDS * 1000),
          }))
          .where('token_hash', '=', row.token_hash)
          .where('used_at', 'is', null)
          .returning('token_hash')
          .execute();
        // Two who asked at once: one has the new token, the other's is gone.
        if (changed.length === 0) throw wrongCode();
        return enqueueMessage(ctx, tx, { purpose: row.purpose, phone: row.phone, customer, message: wording }, code);
      });
      post.notify(outgoing);
      return toAnswer(next, row.phone);
    },
  };
}
export type Codes = ReturnType<typeof createOneTimeCodes>;

export interface Try {
  purpose: CodePurpose;
  token: string | undefined;
  code: string | undefined;
  /** The number that the flow must be for, where the caller names one again. */
  phone?: string | null;
}

/**
 * The flow of a right code, which is still to be used up (`useUp`) together with what it opens. Every other case is one refusal
 * (400 codeWrong): wrong, too late, used, tried too often, of another purpose, unknown. 429 where a number or an address has tried
 * too much. A try is counted before the code is looked at, so that many at once are no more than one after the other.
 */
export async function verifyCode(ctx: Ctx, { purpose, token, code, phone }: Try): Promise<CodeRow> {
  const { db } = ctx.engine;
  const at = ctx.now();
  if (!token || !code) throw wrongCode();
  const address = `try:ip:${addressKey(ctx.ip)}`;
  if (isForStrangers(purpose) && !(await countWithin(db, address, ADDRESS_LIMIT.max, ADDRESS_LIMIT.ms, at)))
    throw new Refusal(429, 'busy');
  const row = await db
    .updateTable('one_time_code')
    .set((e) => ({ tries: e('tries', '+', 1) }))
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('until', '>', at)
    .where('tries', '<', MAX_TRIES_PER_CODE)
    .returningAll()
    .executeTakeFirst();
  if (!row || (phone !== undefined && phone !== row.phone)) throw wrongCode();
  const bucket = bucketOf(purpose, row.phone, row.account_id);
  await checkNotBlocked(db, bucket, at);
  const isAllowed = await countWithin(db, `try:${bucket}`, MAX_TRIES_PER_DAY, DAY_MS, at);
  const hash = Buffer.from(hashCode(token, code));
  const isRight = isAllowed && timingSafeEqual(hash, Buffer.from(row.code_hash));
  if (!isRight) {
    const many = (await getCount(db, `try:${bucket}`, DAY_MS, at)) >= MAX_TRIES_PER_DAY;
    if (many && (await countWithin(db, `off:${bucket}`, 1, DAY_MS, at))) await auditEvent(ctx, 'codes_off', 429);
    throw wrongCode();
  }
  await clearAttempts(db, `try:${bucket}`);
  return row;
}

/** Uses a right code up, inside the transaction of what it opens: of two at once one succeeds, the other is refused as wrong. */
export async function consumeCode(tx: Db, row: CodeRow, now: Date): Promise<void> {
  const used = await tx
    .updateTable('one_time_code')
    .set({ used_at: now, payload: null })
    .where('token_hash', '=', row.token_hash)
    .where('used_at', 'is', null)
    .returning('token_hash')
    .execute();
  if (used.length === 0) throw wrongCode();
}
