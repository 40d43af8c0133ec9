// A key pair for one sign-in or one renewal: its public half goes out, what comes back sealed for it is opened once.
import { fromBase64, packJson, unpackJson, utf8 } from './base64';
import { type OpenJwe, partsOf, SealError } from './jwe';

export interface OneTimeKey {
  /** base64 of the public key as a JSON JWK, as the wire wants it. */
  document: string;
  /** Opens `access` of a response: base64 of JSON {exp, encrypted}; throws SealError where it is not for this key. */
  open: (access: string) => Promise<unknown>;
}

const RSA = {
  name: 'RSA-OAEP',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
} as const;

/** Opens with the browser's own cryptography; the private key never leaves it. */
const openWithSubtle =
  (subtle: SubtleCrypto, privateKey: CryptoKey): OpenJwe =>
  async (jwe) => {
    const part = partsOf(jwe);
    const raw = await subtle.decrypt({ name: 'RSA-OAEP' }, privateKey, fromBase64(part.key));
    const content = await subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt']);
    const text = fromBase64(part.text);
    const tag = fromBase64(part.tag);
    if (tag.length !== 16) throw new SealError('tag');
    const sealed = new Uint8Array(text.length + tag.length);
    sealed.set(text);
    sealed.set(tag, text.length);
    const algorithm = { name: 'AES-GCM', iv: fromBase64(part.iv), additionalData: utf8(part.aad), tagLength: 128 };
    return new TextDecoder().decode(await subtle.decrypt(algorithm, content, sealed));
  };

async function withSubtle(subtle: SubtleCrypto): Promise<{ jwk: unknown; open: OpenJwe }> {
  const pair = await subtle.generateKey(RSA, false, ['encrypt', 'decrypt']);
  const { kty, n, e } = await subtle.exportKey('jwk', pair.publicKey);
  return { jwk: { kty, n, e, alg: 'RSA-OAEP-256' }, open: openWithSubtle(subtle, pair.privateKey) };
}

/** A fresh pair. On plain http, where browsers offer no WebCrypto, a JavaScript implementation is fetched. */
export async function oneTimeKey(subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle): Promise<OneTimeKey> {
  const { jwk, open } = subtle ? await withSubtle(subtle) : await (await import('./forge-key')).forgeKey();
  let used = false;
  return {
    document: packJson(jwk),
    open: async (access) => {
      if (used) throw new SealError('used');
      used = true;
      try {
        const { encrypted, exp } = unpackJson(access) as { encrypted: string; exp: number };
        if (typeof encrypted !== 'string' || typeof exp !== 'number') throw new SealError('shape');
        return JSON.parse(await open(encrypted));
      } catch (error) {
        throw error instanceof SealError ? error : new SealError('cannot open', { cause: error });
      }
    },
  };
}
