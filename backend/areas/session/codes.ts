// One-time codes: made, sent, sent again, tried, used up. All their state is in the database.
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { addressKey } from '../../../contract/address-key';
import { maskPhone } from '../../../contract/phone';
import type { Db } from '../../db/engine';
import type { CodePurpose, SignUpDraft } from '../../db/one-time-code';
import type { Ctx } from '../../http/context';
import { Refusal, say, type Wording } from '../../http/errors';
import { hashOf } from '../../identity/caller';
import { counted, DAY_MS, forget, take } from './attempts';
import { noteEvent } from './events';
import { nameOf } from './realm';
import { enqueue, type Post } from './sms';

/** Seconds that a code lives. */
export const CODE_SECONDS = 120;
/** How long after its beginning a flow may ask for another code: as long as the BFF remembers it. */
const FLOW_MS = 15 * 60_000;
const TRIES_A_CODE = 5;
const SENDS = { max: 5, ms: 3_600_000 };
const TRIES_AN_ADDRESS = { max: 60, ms: 3_600_000 };
/** So many wrong codes in a day turn codes off for a number for a day. */
const TRIES_A_DAY = 15;

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

export type CodeRow = NonNullable<Awaited<ReturnType<typeof find>>>;

const newToken = () => randomBytes(32).toString('base64url');
const newCode = () => String(randomInt(0, 1_000_000)).padStart(6, '0');
/** Keyed by the flow's token, which is not in the database: who reads the table cannot try all codes. */
const codeHash = (token: string, code: string) => createHmac('sha256', token).update(code).digest('base64url');

const wrong = () => new Refusal(400, 'codeWrong');

const find = (db: Db, token: string) =>
  db.selectFrom('one_time_code').selectAll().where('token_hash', '=', hashOf(token)).executeTakeFirst();

/**
 * Whom attempts count against. A stranger can begin a flow for any number, so numbers have counters of their own: using them up
 * keeps nobody from the second step of his sign-in, which needs a right password first.
 */
const bucketOf = (purpose: CodePurpose, phone: string, account: number | null) =>
  purpose === 'second' || purpose === 'phone' ? `account:${account}` : `phone:${phone}`;
const ofStrangers = (purpose: CodePurpose) => purpose !== 'second' && purpose !== 'phone';

async function checkOff(db: Db, bucket: string, now: Date): Promise<void> {
  if ((await counted(db, `off:${bucket}`, DAY_MS, now)) > 0) throw new Refusal(429, 'codesOff');
}

/** Counts one message more, or refuses: 429 where there were too many, 503 where nobody sends messages. */
async function takeSend(
  { engine: { db }, config, now, ip }: Ctx,
  { purpose, phone, account }: Pick<Flow, 'purpose' | 'phone' | 'account'>,
): Promise<void> {
  const bucket = bucketOf(purpose, phone, account);
  if (!config.sms && !config.smsMayWait) throw new Refusal(503, 'smsMissing');
  const at = now();
  await checkOff(db, bucket, at);
  const stranger = ofStrangers(purpose);
  const allowed =
    (!stranger || (await take(db, `send:ip:${addressKey(ip)}`, config.smsPerAddress, SENDS.ms, at))) &&
    (await take(db, `send:${bucket}`, SENDS.max, SENDS.ms, at)) &&
    // A number that is being proved may be anybody's.
    (purpose !== 'phone' || (await take(db, `send:phone:${phone}`, SENDS.max, SENDS.ms, at))) &&
    (!stranger || (await take(db, 'send:all', config.smsPerHour, SENDS.ms, at)));
  if (!allowed) throw new Refusal(429, 'busy');
}

const sent = (token: string, phone: string) => ({
  resend_token: token,
  phone: maskPhone(phone),
  expire_seconds: CODE_SECONDS,
});

export function oneTimeCodes(post: Post) {
  /** Writes the message of a flow, or as much of nothing, and answers what is to be told to whoever sends it. */
  async function message(ctx: Ctx, tx: Db, f: Pick<Flow, 'purpose' | 'phone' | 'customer' | 'message'>, code: string) {
    const name = await nameOf(tx, f.customer);
    const text = say(ctx.lang, f.message ?? 'smsCode', { code, name, minutes: CODE_SECONDS / 60 });
    const until = new Date(ctx.now().getTime() + CODE_SECONDS * 1000);
    const { customer, phone, purpose } = f;
    await enqueue(tx, { customer, phone, text, purpose, created: ctx.now(), until }, f.message !== null);
    return f.message === null ? null : { phone, text };
  }

  return {
    /** Begins a flow: a code goes out, if it is to. Refuses with 429 and 503. */
    async begin(ctx: Ctx, f: Flow) {
      await takeSend(ctx, f);
      const token = newToken();
      const code = newCode();
      const at = ctx.now();
      const told = await ctx.engine.db.transaction().execute(async (tx) => {
        await tx
          .insertInto('one_time_code')
          .values({
            token_hash: hashOf(token),
            purpose: f.purpose,
            realm: f.realm,
            phone: f.phone,
            account_id: f.account,
            code_hash: codeHash(token, f.live ? code : newToken()),
            payload: f.payload ? JSON.stringify(f.payload) : null,
            ip: ctx.ip,
            began: at,
            until: new Date(at.getTime() + CODE_SECONDS * 1000),
            used_at: null,
          })
          .execute();
        return message(ctx, tx, f, code);
      });
      post.posted(told);
      return sent(token, f.phone);
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
      if (!row || row.used_at || at.getTime() - row.began.getTime() > FLOW_MS) throw wrong();
      await takeSend(ctx, { purpose: row.purpose, phone: row.phone, account: row.account_id });
      const { live, message: wording, customer } = await again(row);
      const next = newToken();
      const code = newCode();
      const told = await db.transaction().execute(async (tx) => {
        const changed = await tx
          .updateTable('one_time_code')
          .set((e) => ({
            token_hash: hashOf(next),
            code_hash: codeHash(next, live ? code : newToken()),
            tries: 0,
            sent: e('sent', '+', 1),
            until: new Date(at.getTime() + CODE_SECONDS * 1000),
          }))
          .where('token_hash', '=', row.token_hash)
          .where('used_at', 'is', null)
          .returning('token_hash')
          .execute();
        // Two who asked at once: one has the new token, the other's is gone.
        if (changed.length === 0) throw wrong();
        return message(ctx, tx, { purpose: row.purpose, phone: row.phone, customer, message: wording }, code);
      });
      post.posted(told);
      return sent(next, row.phone);
    },
  };
}
export type Codes = ReturnType<typeof oneTimeCodes>;

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
export async function tryCode(ctx: Ctx, { purpose, token, code, phone }: Try): Promise<CodeRow> {
  const { db } = ctx.engine;
  const at = ctx.now();
  if (!token || !code) throw wrong();
  const address = `try:ip:${addressKey(ctx.ip)}`;
  if (ofStrangers(purpose) && !(await take(db, address, TRIES_AN_ADDRESS.max, TRIES_AN_ADDRESS.ms, at)))
    throw new Refusal(429, 'busy');
  const row = await db
    .updateTable('one_time_code')
    .set((e) => ({ tries: e('tries', '+', 1) }))
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('until', '>', at)
    .where('tries', '<', TRIES_A_CODE)
    .returningAll()
    .executeTakeFirst();
  if (!row || (phone !== undefined && phone !== row.phone)) throw wrong();
  const bucket = bucketOf(purpose, row.phone, row.account_id);
  await checkOff(db, bucket, at);
  const allowed = await take(db, `try:${bucket}`, TRIES_A_DAY, DAY_MS, at);
  const given = Buffer.from(codeHash(token, code));
  const right = allowed && timingSafeEqual(given, Buffer.from(row.code_hash));
  if (!right) {
    const many = (await counted(db, `try:${bucket}`, DAY_MS, at)) >= TRIES_A_DAY;
    if (many && (await take(db, `off:${bucket}`, 1, DAY_MS, at))) await noteEvent(ctx, 'codes_off', 429);
    throw wrong();
  }
  await forget(db, `try:${bucket}`);
  return row;
}

/** Uses a right code up, inside the transaction of what it opens: of two at once one succeeds, the other is refused as wrong. */
export async function useUp(tx: Db, row: CodeRow, now: Date): Promise<void> {
  const used = await tx
    .updateTable('one_time_code')
    .set({ used_at: now, payload: null })
    .where('token_hash', '=', row.token_hash)
    .where('used_at', 'is', null)
    .returning('token_hash')
    .execute();
  if (used.length === 0) throw wrong();
}
