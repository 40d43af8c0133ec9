// The one-time key where a page is on plain http: same wire, JavaScript cryptography, loaded only there.
import forge from 'node-forge';
import { fromBase64, toBase64 } from './base64';
import { type OpenJwe, partsOf, SealError } from './jwe';

const binary = (text: string): string => String.fromCharCode(...fromBase64(text));

/** An unsigned big number as base64url, the way a JWK spells it. */
function jwkNumber(value: forge.jsbn.BigInteger): string {
  const hex = value.toString(16);
  const bytes = Uint8Array.from((hex.length % 2 ? `0${hex}` : hex).match(/../g) ?? [], (b) => Number.parseInt(b, 16));
  return toBase64(bytes)
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/={1,2}$/, '');
}

/** A fresh pair of 2048 bits. Takes seconds on slow devices, hence asynchronous and in steps. */
export async function forgeKey(): Promise<{ jwk: unknown; open: OpenJwe }> {
  const pair = await new Promise<forge.pki.rsa.KeyPair>((resolve, reject) =>
    forge.pki.rsa.generateKeyPair({ bits: 2048, e: 0x10001 }, (error, pair) => (error ? reject(error) : resolve(pair))),
  );
  const open: OpenJwe = async (jwe) => {
    const part = partsOf(jwe);
    const key = pair.privateKey.decrypt(binary(part.key), 'RSA-OAEP', {
      md: forge.md.sha256.create(),
      mgf1: { md: forge.md.sha256.create() },
    });
    const decipher = forge.cipher.createDecipher('AES-GCM', key);
    decipher.start({
      iv: binary(part.iv),
      additionalData: part.aad,
      tagLength: 128,
      tag: forge.util.createBuffer(binary(part.tag)),
    });
    decipher.update(forge.util.createBuffer(binary(part.text)));
    if (!decipher.finish()) throw new SealError('tag');
    return forge.util.decodeUtf8(decipher.output.getBytes());
  };
  const { n, e } = pair.publicKey;
  return { jwk: { kty: 'RSA', n: jwkNumber(n), e: jwkNumber(e), alg: 'RSA-OAEP-256' }, open };
}
