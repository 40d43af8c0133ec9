// What a secret looks like, and from where one may come.
import { describe, expect, it } from 'vitest';
import { isAllowedAddress } from './addresses';
import { keyIdOf, newKeyId, newSecret } from './secret';

describe('secrets', () => {
  it('are made of a public id and 256 random bits, and nothing else is read as one', () => {
    const id = newKeyId();
    const secret = newSecret(id);
    expect(secret).toMatch(/^pht_[a-z]{8}_[A-Za-z0-9_-]{43}$/);
    expect(keyIdOf(secret)).toBe(id);
    for (const wrong of [
      '',
      'pht_',
      `${secret}a`,
      secret.slice(0, -1),
      secret.toUpperCase(),
      `x${secret}`,
      `${secret}\n`,
    ])
      expect(keyIdOf(wrong)).toBe(null);
  });

  it('are bound to networks of both families', () => {
    expect(isAllowedAddress([], '::1')).toBe(true);
    expect(isAllowedAddress(['10.1.0.0/16', '2001:db8::/32'], '10.1.255.1')).toBe(true);
    expect(isAllowedAddress(['10.1.0.0/16'], '::ffff:10.1.2.3')).toBe(true);
    expect(isAllowedAddress(['10.1.0.0/16'], '10.2.0.1')).toBe(false);
    expect(isAllowedAddress(['2001:db8::/32'], '2001:db8:1::1')).toBe(true);
    expect(isAllowedAddress(['10.1.0.0/16'], 'not an address')).toBe(false);
  });
});
