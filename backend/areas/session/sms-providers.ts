// How a text message leaves the house. Keys and texts reach no log and no error: a failure is told by its kind alone.
import { request } from 'undici';
import { formatPhone } from '../../../contract/phone';
import type { Config } from '../../config';

export interface SmsGateway {
  /** Sends one message. Rejects with an error whose message is a short kind ("http 500", "kavenegar 411", "timeout"). */
  send(message: { id: number; to: string; text: string }): Promise<void>;
}

type Settings = NonNullable<Config['sms']>;

/** Milliseconds for the whole exchange. */
const DEADLINE_MS = 10_000;
const MAX_ANSWER = 100_000;

const kindOf = (error: unknown): string => {
  const { name = '', code = '' } = error as { name?: string; code?: string };
  return /timeout|abort/i.test(`${name} ${code}`) ? 'timeout' : `network ${code}`.trim();
};

async function exchange(
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<{ status: number; text: string }> {
  try {
    const answer = await request(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(DEADLINE_MS) });
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of answer.body) {
      size += part.length;
      if (size <= MAX_ANSWER) parts.push(part as Buffer);
    }
    return { status: answer.statusCode, text: Buffer.concat(parts).toString('utf8') };
  } catch (error) {
    throw new Error(kindOf(error));
  }
}

/**
 * Kavenegar's `sms/send` (https://kavenegar.com/rest.html): the key stands in the path, `return.status` is 200 for success. `localid`
 * makes a message that comes twice one message.
 */
const kavenegar = ({ url, key, sender }: Settings): SmsGateway => ({
  async send({ id, to, text }) {
    const form = new URLSearchParams({
      receptor: formatPhone(to).replace(/^\+/, '00'),
      message: text,
      localid: String(id),
      ...(sender ? { sender } : {}),
    });
    const answer = await exchange(
      `${url}/v1/${encodeURIComponent(key)}/sms/send.json`,
      { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      form.toString(),
    );
    let status: unknown = null;
    try {
      status = (JSON.parse(answer.text) as { return?: { status?: unknown } }).return?.status;
    } catch {
      status = null;
    }
    if (status !== 200) throw new Error(typeof status === 'number' ? `kavenegar ${status}` : `http ${answer.status}`);
  },
});

/** Any service that takes {id, to, text, from} as JSON, with the key as a bearer token, and answers 2xx. `to` is +98912... */
const json = ({ url, key, sender }: Settings): SmsGateway => ({
  async send({ id, to, text }) {
    const { status } = await exchange(
      url,
      { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
      JSON.stringify({ id: String(id), to: `+${to}`, text, ...(sender ? { from: sender } : {}) }),
    );
    if (status < 200 || status >= 300) throw new Error(`http ${status}`);
  },
});

/** The gateway that the configuration names. */
export const providerOf = (settings: Settings): SmsGateway =>
  settings.provider === 'kavenegar' ? kavenegar(settings) : json(settings);
