// Zarinpal's payment protocol, version 4 (its public documentation: request, StartPay, verify; code 100 paid, 101 paid and verified before).
import { z } from 'zod';
import type { Gateway } from './gateway';

const TIMEOUT_MS = 8000;
const MAX_ANSWER = 65_536;
const PAID = 100;
const VERIFIED_BEFORE = 101;
/** Codes of a verification that say: this payment will never be. -50: another amount was paid; -54: no such payment; -55: none found. */
const NEVER = new Set([-50, -53, -54, -55]);

// The provider sends an empty list where there is no object.
const Part = z.union([
  z.looseObject({
    code: z.number(),
    authority: z.string().optional(),
    ref_id: z.union([z.number(), z.string()]).optional(),
  }),
  z.array(z.unknown()).transform(() => null),
]);
const Answer = z.object({ data: Part.nullish(), errors: Part.nullish() });
const AUTHORITY = /^[A-Za-z0-9-]{10,80}$/;

/** `base`: the provider's address, or that of a server that speaks its protocol; `merchant`: the shop's id with the provider. */
export function zarinpal({ name, base, merchant }: { name: string; base: string; merchant: string }): Gateway {
  async function ask(call: 'request' | 'verify', body: Record<string, unknown>) {
    const answer = await fetch(new URL(`/pg/v4/payment/${call}.json`, base), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ merchant_id: merchant, ...body }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await answer.text();
    if (text.length > MAX_ANSWER) throw new Error(`${name} answered too much`);
    const { data, errors } = Answer.parse(JSON.parse(text));
    const code = data?.code ?? errors?.code;
    if (code === undefined) throw new Error(`${name} answered ${answer.status} without a code`);
    return { code, data };
  }
  return {
    name,
    async request({ order, amount, description, returnTo, phone }) {
      const { code, data } = await ask('request', {
        amount,
        currency: 'IRR',
        description,
        callback_url: returnTo,
        metadata: { order_id: order, ...(phone ? { mobile: phone } : {}) },
      });
      const authority = data?.authority;
      if (code !== PAID || !authority || !AUTHORITY.test(authority))
        throw new Error(`${name} refused a payment with code ${code}`);
      return { authority, redirectTo: new URL(`/pg/StartPay/${authority}`, base).href };
    },
    async verify({ authority, amount }) {
      const { code, data } = await ask('verify', { authority, amount });
      if ((code === PAID || code === VERIFIED_BEFORE) && data?.ref_id !== undefined)
        return { paid: true, ref: String(data.ref_id) };
      return { paid: false, open: !NEVER.has(code) };
    },
  };
}
