// Reads that a page begins before its code is there: taken once, by the same address, not when old, and never instead of a failure.
import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../../contract';
import { call } from '../client';
import { invalidate } from '../keys';
import { beginReads, earlyScript } from './early-reads';

const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }); // biome-ignore format: one line
const RIGHTS = { view: true, add: true, edit: true, delete: true, export: true, approve: true, manage: true };
const ADDRESS = '/api/simple_layers/';
const begin = (addresses: string[]) => new Function(earlyScript(addresses, 'fa'))();
const read = () => call(api.layers.simple, {});

describe('early reads', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const stub = (...answers: (() => Promise<Response>)[]) => {
    const fetched = vi.fn((_address: string, _how: object) => (answers.shift() ?? (() => Promise.reject(new Error('no more'))))()); // biome-ignore format: one line
    vi.stubGlobal('fetch', fetched);
    vi.stubGlobal('self', globalThis);
    return fetched;
  };
  const one = [{ id: 1, label: 'early', type: 1, extent: null, rights: RIGHTS }];
  const two = [{ id: 1, label: 'late', type: 1, extent: null, rights: RIGHTS }];

  it('go to who asks first, once, as a call of ours goes', async () => {
    const fetched = stub(async () => answer(one), async () => answer(two)); // biome-ignore format: one line
    begin([ADDRESS]);
    expect(fetched.mock.calls).toEqual([[ADDRESS, { headers: { 'accept-language': 'fa' }, credentials: 'same-origin', cache: 'no-store' }]]); // biome-ignore format: one line
    expect((await read())[0]?.label).toBe('early');
    expect((await read())[0]?.label).toBe('late');
    expect(fetched.mock.calls[1]?.[1]).toMatchObject({ headers: { 'accept-language': 'fa' }, credentials: 'same-origin', cache: 'no-store' }); // biome-ignore format: one line
  });

  it('are asked for again where they failed, or where they are old', async () => {
    stub(async () => Promise.reject(new Error('cut')), async () => answer(two)); // biome-ignore format: one line
    begin([ADDRESS]);
    expect((await read())[0]?.label).toBe('late');
    stub(async () => answer(one), async () => answer(two)); // biome-ignore format: one line
    begin([ADDRESS]);
    vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] });
    expect((await read())[0]?.label).toBe('late');
  });

  it('begin within the page too, and what has changed since is asked for again', async () => {
    const fetched = stub(async () => answer(one), async () => answer(one), async () => answer(two)); // biome-ignore format: one line
    beginReads([ADDRESS], 'fa');
    expect(fetched.mock.calls).toEqual([[ADDRESS, { headers: { 'accept-language': 'fa' }, credentials: 'same-origin', cache: 'no-store' }]]); // biome-ignore format: one line
    expect((await read())[0]?.label).toBe('early');
    beginReads([ADDRESS], 'fa');
    void invalidate(new QueryClient(), ['layers']);
    expect((await read())[0]?.label).toBe('late');
  });

  it('write nothing into the page that could end its script', () => {
    expect(earlyScript(['/api/</script>'], 'fa')).not.toContain('</script>');
  });
});
