// A map's state goes into an address and comes out of it.
import { expect, it } from 'vitest';
import type { MapEnv } from '@/map/state/env';
import { mapLink, missingLayers, readMapLink } from './link';

const env: MapEnv = {
  layers: { order: [3, 1, 2], hidden: [2], opacity: { 1: 0.5, 2: 0.1 }, off: { 3: ['is:الف'] } },
  base: 'natural',
  view: { center: [51.39, 35.7], zoom: 9.5 },
  selection: { layer: 1, ids: [7, 8] },
};
const link = mapLink('https://x.test', env, (id) => ({ 1: 'شهرها', 3: 'راه‌ها', 2: 'محرمانه' })[id]);

it('comes out as it went in, but for what was hidden', () => {
  const read = readMapLink(new URL(link).hash);
  expect(read?.env).toEqual({
    ...env,
    layers: { order: [3, 1], hidden: [], opacity: { 1: 0.5 }, off: { 3: ['is:الف'] } },
  });
  expect(JSON.stringify(read)).not.toContain('محرمانه');
});

it('names what the reader may not see', () => {
  const read = readMapLink(new URL(link).hash);
  expect(read && missingLayers(read, new Set([3]))).toEqual(['شهرها']);
});

it.each(['', '#map=', '#map=%%%', '#map=bm8=', '#query=abc', `${new URL(link).hash.slice(0, -9)}`])(
  'takes nothing out of %j',
  (hash) => expect(readMapLink(hash)).toBeNull(),
);
