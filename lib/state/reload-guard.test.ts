// A missing code file reloads the page once in a hundred seconds, and nothing else ever does.
import { beforeEach, expect, it, vi } from 'vitest';
import { RELOAD_GUARD_MS } from '../config/constants';
import { isMissingCode, reloadOnce } from './reload-guard';

const missing = Object.assign(new Error('Failed to load chunk /_next/static/chunks/a.js'), { name: 'ChunkLoadError' });
const reload = vi.fn();
const START = 1_000_000;

beforeEach(() => {
  const items = new Map<string, string>();
  reload.mockReset();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  });
});

it('reloads once, and again only after a hundred seconds', () => {
  expect(reloadOnce(missing, START)).toBe(true);
  expect(reloadOnce(missing, START + 1)).toBe(false);
  expect(reloadOnce(missing, START + RELOAD_GUARD_MS)).toBe(false);
  expect(reloadOnce(missing, START + RELOAD_GUARD_MS + 1)).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});

it('leaves every other error to the error box', () => {
  for (const error of [new Error('x is undefined'), new TypeError('null'), 'ChunkLoadError', null, undefined]) {
    expect(isMissingCode(error)).toBe(false);
    expect(reloadOnce(error, START)).toBe(false);
  }
  for (const message of ['Loading chunk 5 failed', 'error loading dynamically imported module: /a.js'])
    expect(isMissingCode(new Error(message))).toBe(true);
});

it('never reloads without a network, nor where it could not remember having done so', () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(reloadOnce(missing, START)).toBe(false);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new Error('blocked');
    },
  });
  expect(reloadOnce(missing, START)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
