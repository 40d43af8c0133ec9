// Which hosts are public ones.
import { expect, it } from 'vitest';
import { isPublicHost, readWebConfig } from './env';

const SESSION_KEYS = `a:${Buffer.from(Array.from({ length: 32 }, (_, i) => i * 7)).toString('base64url')}`;
const hosts = (PUBLIC_HOSTS?: string) => readWebConfig({ SESSION_KEYS, ...(PUBLIC_HOSTS ? { PUBLIC_HOSTS } : {}) });

it('no host is public unless it is listed', () => {
  expect(isPublicHost(hosts(), 'localhost:3000')).toBe(false);
  expect(isPublicHost(hosts('trial.example.ir'), 'other.example.ir')).toBe(false);
  expect(isPublicHost(hosts('trial.example.ir'), 'evil-trial.example.ir')).toBe(false);
});

it('one that is listed without a port counts with any, one with a port only with that', () => {
  const config = hosts('Trial.example.ir, localhost:3000');
  expect(['trial.example.ir', 'trial.example.ir:8443', 'localhost:3000'].map((h) => isPublicHost(config, h))).toEqual([
    true,
    true,
    true,
  ]);
  expect(['localhost', 'localhost:3001'].map((h) => isPublicHost(config, h))).toEqual([false, false]);
});
