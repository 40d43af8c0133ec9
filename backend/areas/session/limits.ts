// Attempts at a way in, by address: a flood is answered 429 before any password or code is looked at.
import { attempts } from '../../http/attempts';
import type { Ctx } from '../../http/context';
import { Refusal } from '../../http/errors';
import { addressKey } from './attempts';

/** A minute's attempts of one address, in each process. */
const sameIp = attempts(30);

/** Counts one attempt; 429 when the address has used up its minute. */
export function limitAddress({ ip, now }: Pick<Ctx, 'ip' | 'now'>): void {
  if (!sameIp.take(addressKey(ip), now().getTime())) throw new Refusal(429, 'busy');
}
