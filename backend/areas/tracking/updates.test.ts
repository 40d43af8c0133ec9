// Versions of the mobile program: taken whole or not at all, given as attachments, one organisation's own.
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../testing/world';

const apk = (size = 300_000) => Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), randomBytes(size)]);

describe.each(ONE_ENGINE)('versions of the program on the %s engine', (kind) => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await createWorld(kind);
  });
  afterAll(() => w.close());
  const publish = (fields: Record<string, unknown>, as = 'super') => w.form(as, '/api/appupdate/', fields);
  const file = (bytes: Uint8Array, name = 'app.apk') => new File([bytes as BlobPart], name);
  const listKeys = () => {
    try {
      return readdirSync(join(w.folder, 'storage', 'programs', String(w.ids.customer))).length;
    } catch {
      return 0;
    }
  };
  const last = async (host = 'localhost') =>
    (await w.call('nobody', 'GET', '/api/appupdate/get_last_version/', undefined, { host })).body;

  it('are published with their hash and downloaded by anybody', async () => {
    expect(await last()).toBeNull();
    const bytes = apk();
    const { status, body } = await publish({
      version: '۱.۲.۳',
      is_required: 'true',
      path: file(bytes, '../../x.html'),
    });
    expect([status, body.version, body.is_required, body.size]).toEqual([200, '1.2.3', true, bytes.length]);
    expect(body.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(await last()).toEqual({ version: '1.2.3', path: body.path, is_required: true });
    const got = await w.call('nobody', 'GET', body.path);
    expect([got.status, (got.body as Buffer).equals(bytes)]).toEqual([200, true]);
    expect(got.headers['content-disposition']).toMatch(/^attachment;.*app-1\.2\.3\.apk/);
    expect(got.headers['x-content-type-options']).toBe('nosniff');
    expect(await last('other.test')).toBeNull();
    expect((await w.call('nobody', 'GET', body.path, undefined, { host: 'other.test' })).status).toBe(404);
    expect((await w.call('stranger', 'DELETE', `/api/appupdate/${body.id}/`)).status).toBe(404);
    expect((await w.call('stranger', 'GET', '/api/appupdate/')).body).toEqual([]);
  });

  it('are refused where they are no program, and leave nothing behind', async () => {
    const before = listKeys();
    for (const bad of [
      { version: '2', path: file(Buffer.from('<html>')) },
      { version: '2', path: file(Buffer.alloc(0)) },
      { version: '2', path: file(Buffer.from('PK')) },
      { version: '2', path: file(Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), randomBytes(200_000)])) },
      { version: 'x; rm', path: file(apk(10)) },
      { version: '', path: file(apk(10)) },
      { path: file(apk(10)) },
      { version: '2' },
      { version: '2', path: 'text' },
      { version: '2', other: file(apk(10)) },
      { version: '2', path: file(apk(10)), strange: '1' },
      { version: '2', is_required: 'maybe', path: file(apk(10)) },
    ])
      expect([Object.keys(bad), (await publish(bad)).status]).toEqual([Object.keys(bad), 400]);
    const again = await publish({ version: '1.2.3', path: file(apk(10)) });
    expect([again.status, again.body.code]).toEqual([403, 412]);
    for (const as of ['viewer', 'editor']) expect((await publish({ version: '2', path: file(apk(10)) }, as)).status).toBe(403); // biome-ignore format: one row
    expect((await w.call('super', 'POST', '/api/appupdate/', { version: '2' })).status).toBe(400);
    expect(listKeys()).toBe(before);
  });

  it('published twice at once stand once', async () => {
    const both = await Promise.all([publish({ version: '3.0', path: file(apk(10)) }), publish({ version: '3.0', path: file(apk(10)) })]); // biome-ignore format: one row
    expect(both.map((r) => r.status).sort()).toEqual([200, 403]);
    const list = (await w.call('super', 'GET', '/api/appupdate/')).body;
    expect(list.map((v: { version: string }) => v.version)).toEqual(['3.0', '1.2.3']);
    expect(listKeys()).toBe(2);
    expect((await w.call('super', 'DELETE', `/api/appupdate/${list[0].id}/`)).status).toBe(200);
    expect((await w.call('nobody', 'GET', list[0].path)).status).toBe(404);
    expect([listKeys(), (await last()).version]).toEqual([1, '1.2.3']);
    for (const bad of ['0', 'x', '99999999999'])
      expect((await w.call('nobody', 'GET', `/api/appupdate/${bad}/file/`)).status).toBe(404);
  });
});
