// The key exchange against an independent implementation, in both ways a browser may have to do it.
import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { describe, expect, it } from 'vitest';
import { packJson, unpackJson } from './base64';
import { forgeKey } from './forge-key';
import { partsOf, SealError } from './jwe';
import { oneTimeKey } from './one-time-key';

const grants = { modules: '1,2,10', custom_perms: 'create_statistics', is_superuser: false, name: 'پهنه' };

async function sealFor(document: string, header = { alg: 'RSA-OAEP-256', enc: 'A256GCM' }): Promise<string> {
  const jwk = unpackJson(document) as JWK;
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(grants)))
    .setProtectedHeader(header)
    .encrypt(await importJWK({ ...jwk, alg: header.alg }, header.alg));
}
const wrap = (encrypted: string) => packJson({ exp: Math.floor(Date.now() / 1000) + 60, encrypted });

describe('one-time key', () => {
  it('sends a public key of 2048 bits and nothing private', async () => {
    const { document } = await oneTimeKey();
    const jwk = unpackJson(document) as JWK;
    expect(Object.keys(jwk).sort()).toEqual(['alg', 'e', 'kty', 'n']);
    expect(jwk.e).toBe('AQAB');
    expect(Buffer.from(jwk.n ?? '', 'base64url')).toHaveLength(256);
    expect(document.length).toBeLessThan(1500);
  });

  it('opens what was sealed for it, once', async () => {
    const key = await oneTimeKey();
    const access = wrap(await sealFor(key.document));
    expect(await key.open(access)).toEqual(grants);
    await expect(key.open(access)).rejects.toBeInstanceOf(SealError);
  });

  it('refuses what is damaged, for another key, or of another algorithm', async () => {
    const other = wrap(await sealFor((await oneTimeKey()).document));
    await expect((await oneTimeKey()).open(other)).rejects.toBeInstanceOf(SealError);
    const key = await oneTimeKey();
    const [head, ...rest] = (await sealFor(key.document)).split('.');
    rest[2] = `${rest[2]?.startsWith('A') ? 'B' : 'A'}${rest[2]?.slice(1)}`;
    await expect(key.open(wrap([head, ...rest].join('.')))).rejects.toBeInstanceOf(SealError);
    const weak = await oneTimeKey();
    const access = wrap(await sealFor(weak.document, { alg: 'RSA-OAEP', enc: 'A256GCM' }));
    await expect(weak.open(access)).rejects.toBeInstanceOf(SealError);
    for (const text of ['', 'x', packJson({}), packJson({ exp: 1, encrypted: 'a.b.c.d.e' })])
      await expect((await oneTimeKey()).open(text)).rejects.toBeInstanceOf(SealError);
  });

  it('does the same without WebCrypto', async () => {
    const { jwk, open } = await forgeKey();
    const jwe = await sealFor(packJson(jwk));
    expect(JSON.parse(await open(jwe))).toEqual(grants);
    const parts = jwe.split('.');
    parts[4] = `${parts[4]?.startsWith('A') ? 'B' : 'A'}${parts[4]?.slice(1)}`;
    await expect(open(parts.join('.'))).rejects.toBeInstanceOf(SealError);
  });

  it('reads only a compact form of five parts', () => {
    expect(() => partsOf('a.b.c')).toThrow(SealError);
  });
});
