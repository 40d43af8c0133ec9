// What tests of one-time codes share: numbers, addresses, the outbox, and a key of the caller's own.
import { sql } from 'kysely';
import { phoneKey } from '../contract/phone';
import { CAPTCHA, PASSWORD } from './people';
import { oneTimeKey } from './sign-in';
import type { TestWorld } from './world';

let next = 1000;

/** A number that nobody has yet, as people write it. */
export const nextPhone = (): string => `0912${String(++next).padStart(7, '0')}`;
/** An address that has tried nothing yet. */
export const nextAddress = (): string => `10.${(++next >> 16) & 255}.${(next >> 8) & 255}.${next & 255}`;

/** A public key document, and what opens its answers. */
export async function createKeyDocument() {
  const { document, open } = await oneTimeKey();
  return { document, open: open as (access: string) => Promise<{ token: string; username: string }> };
}

/** Calls of visitors to a world, each from an address of its own unless one is named. */
export function visitors(w: TestWorld, host = 'localhost') {
  const post = (path: string, body: unknown, ip: string = nextAddress()) =>
    w.call('nobody', 'POST', `/api/${path}`, body, { 'x-forwarded-for': ip, host });
  return {
    post,
    /** Signs in with a password and a solved captcha. */
    async signIn(username: string, password: string = PASSWORD, ip: string = nextAddress()) {
      const captcha = (await w.call('nobody', 'GET', '/api/captcha/', undefined, { host })).body.captcha_key;
      const { document: otp } = await createKeyDocument();
      return post('atoken/', { username, password, captcha_key: captcha, captcha_value: CAPTCHA, otp }, ip);
    },
    /** Asks as whoever holds the sealed access. */
    async as(access: string) {
      const { token } = await (await createKeyDocument()).open(access);
      return (method: string, path: string, body?: unknown) =>
        w.call('nobody', method, `/api/${path}`, body, { authorization: `Bearer ${token}`, host });
    },
    /** Sends a form as whoever holds the sealed access. */
    async form(access: string, path: string, fields: Record<string, string>) {
      const { token } = await (await createKeyDocument()).open(access);
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      const request = new Request('http://localhost/', { method: 'POST', body: form });
      const payload = Buffer.from(await request.arrayBuffer());
      const headers = { host, authorization: `Bearer ${token}`, 'content-type': request.headers.get('content-type') ?? '' }; // biome-ignore format: one line
      const response = await w.backend.app.inject({ method: 'POST', url: `/api/${path}`, payload, headers });
      return { status: response.statusCode, body: response.json() };
    },
    /** What was written to a number, the newest first. */
    async messages(phone: string) {
      const rows = await w.engine.db.selectFrom('sms').selectAll().where('phone', '=', phoneKey(phone) ?? '').where(sql`coalesce(error, '')`, '<>', 'nobody').orderBy('id', 'desc').execute(); // biome-ignore format: one question
      return rows.map((row) => row.text);
    },
    /** The newest code that went to a number. */
    async code(phone: string): Promise<string> {
      const [text = ''] = await this.messages(phone);
      return /\b\d{6}\b/.exec(text)?.[0] ?? 'none';
    },
    /** Gives an account a number that is proved. */
    async prove(username: string, phone: string, two_factor = false) {
      await w.engine.db
        .updateTable('account')
        .set({ phone, proved_phone: phoneKey(phone), two_factor })
        .where('username', '=', username)
        .execute();
    },
  };
}
