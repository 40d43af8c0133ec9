// Parses the sealed form of responses, for both implementations of the one-time key.
import { unpackJson } from './base64';

/** The sealed response could not be opened: not ours, damaged, or too old. */
export class SealError extends Error {}

/** What opens one compact JWE. */
export type OpenJwe = (jwe: string) => Promise<string>;

/** The five parts of a compact JWE whose header names exactly our algorithms. */
export function partsOf(jwe: string): { aad: string; key: string; iv: string; text: string; tag: string } {
  const [aad, key, iv, text, tag, ...more] = jwe.split('.');
  if (!aad || !key || !iv || text === undefined || !tag || more.length > 0) throw new SealError('shape');
  const header = unpackJson(aad) as { alg?: string; enc?: string; crit?: unknown; zip?: unknown };
  if (header.alg !== 'RSA-OAEP-256' || header.enc !== 'A256GCM' || header.crit || header.zip)
    throw new SealError('algorithm');
  return { aad, key, iv, text, tag };
}
