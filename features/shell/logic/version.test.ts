// A page must not be told of a new version by something that is not our server.
import { afterEach, expect, it, vi } from 'vitest';
import { parseVersion, readVersion } from './version';

afterEach(() => vi.unstubAllGlobals());

it('reads what the server says', () => {
  expect(parseVersion({ version: 'b1', worker: true })).toEqual({ version: 'b1', worker: true });
  expect(parseVersion({ version: 'b1' })).toEqual({ version: 'b1', worker: true });
  expect(parseVersion({ version: 'b1', worker: false })).toEqual({ version: 'b1', worker: false });
});

it('hears nothing in what is not ours', async () => {
  for (const odd of [null, 'b1', 5, {}, { version: '' }, { version: 5 }, []]) expect(parseVersion(odd)).toBeNull();
  const { signal } = new AbortController();
  vi.stubGlobal('fetch', async () => new Response('<html>Sign in to the hotel</html>'));
  expect(await readVersion(signal)).toBeNull();
  vi.stubGlobal('fetch', async () => Response.json({ version: 'b2' }, { status: 503 }));
  expect(await readVersion(signal)).toBeNull();
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('offline');
  });
  expect(await readVersion(signal)).toBeNull();
});
