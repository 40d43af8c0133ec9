// The secret of a key: made once, stored as a hash alone. A hash without salt is enough for 256 random bits.
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

const SECRET = /^pht_([a-z]{8})_[A-Za-z0-9_-]{43}$/;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** The public part: it names the key wherever people speak of it. */
export const newKeyId = (): string => Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

export const newSecret = (id: string): string => `pht_${id}_${randomBytes(32).toString('base64url')}`;

/** The address of a customer's open layers: hard to guess, and no secret. */
export const newOpenKey = (): string => Array.from({ length: 12 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** The public part of a secret; null where it is none of ours. */
export const keyIdOf = (secret: string): string | null => SECRET.exec(secret)?.[1] ?? null;

export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Whether two hashes are the same, in a time that does not tell where they differ. */
export const isSameHash = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
