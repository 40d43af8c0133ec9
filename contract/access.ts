// The sealed response of a sign-in: how grants travel to the holder of a one-time RSA key. Used on both legs, backend to BFF and BFF to browser.
import { CompactEncrypt, compactDecrypt, importJWK, type JWK } from 'jose';

const ALG = 'RSA-OAEP-256';
const ENC = 'A256GCM';
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];
const MODULUS_BYTES = 256;

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

/** Reads a base64 JSON public JWK: RSA, exactly 2048 bits, e = 65537, nothing private. Null for anything else. */
export function readKeyDocument(document: string): JWK | null {
  try {
    const jwk = JSON.parse(new TextDecoder().decode(bytesOf(document))) as JWK;
    const sound =
      jwk.kty === 'RSA' &&
      jwk.e === 'AQAB' &&
      typeof jwk.n === 'string' &&
      bytesOf(jwk.n.replaceAll('-', '+').replaceAll('_', '/')).length === MODULUS_BYTES;
    return sound && !PRIVATE.some((member) => member in jwk) ? { kty: 'RSA', e: 'AQAB', n: jwk.n as string } : null;
  } catch {
    return null;
  }
}

/** A public key as the document that travels: base64 of its JWK. */
export const keyDocument = (jwk: JWK): string => btoa(JSON.stringify({ kty: jwk.kty, e: jwk.e, n: jwk.n }));

/** base64 of {exp, encrypted}: the payload as a compact JWE for the key. Throws where the key is not sound. */
export async function sealAccess(document: string, payload: unknown, expires: Date): Promise<string> {
  const jwk = readKeyDocument(document);
  if (!jwk) throw new Error('the one-time key is not sound');
  const encrypted = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: ALG, enc: ENC })
    .encrypt(await importJWK(jwk, ALG));
  return btoa(JSON.stringify({ exp: Math.floor(expires.getTime() / 1000), encrypted }));
}

/** Opens what `sealAccess` made. Throws where the key does not fit or the text is not such a response. */
export async function openAccess(access: string, key: CryptoKey): Promise<unknown> {
  const { encrypted } = JSON.parse(atob(access)) as { encrypted: string };
  const { plaintext } = await compactDecrypt(encrypted, key, {
    keyManagementAlgorithms: [ALG],
    contentEncryptionAlgorithms: [ENC],
  });
  return JSON.parse(new TextDecoder().decode(plaintext));
}
