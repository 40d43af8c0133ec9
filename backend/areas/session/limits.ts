// Limits sign-in attempts by address: a flood is refused with 429 before any password or code is looked at.
import { addressKey } from '../../../contract/address-key';
import { attempts } from '../../http/attempts';
import type { Ctx } from '../../http/context';
import { Refusal } from '../../http/errors';

/** A minute's attempts of one address, in each process: an office behind one address signs in at eight o'clock. */
const passwords = attempts(120);
/** The same for calls that ask for one-time codes or bring them. */
const codes = attempts(30);

const LIMITS = { password: passwords, code: codes };

/** Counts one attempt; 429 when the address has used up its minute. */
export function limitAddress({ ip, now }: Pick<Ctx, 'ip' | 'now'>, kind: keyof typeof LIMITS): void {
  if (!LIMITS[kind].take(addressKey(ip), now().getTime())) throw new Refusal(429, 'busy');
}
