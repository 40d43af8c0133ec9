// Tutorials of an organisation: read by whom they are for, written by those who announce, with videos that can be sought and are counted.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../../testing/world';
import * as make from '../../../seed/builders';
import { DEMO_CONFIG } from '../../../seed/demo';
import { openStorage, type Storage } from '../../../storage';
import { sweepFiles } from '../../files/sweep';

/** Begins as an mp4 does. */
const MP4 = Buffer.concat([
  Buffer.from([0, 0, 0, 0x18]),
  Buffer.from('ftypisom\0\0\0\0isommp42'),
  Buffer.from('0123456789'.repeat(1000)),
]);
const WEBM = Buffer.concat([Buffer.from('1a45dfa3874282847765626d', 'hex'), Buffer.alloc(100)]);
const MATROSKA = Buffer.concat([Buffer.from('1a45dfa38b4282886d6174726f736b61', 'hex'), Buffer.alloc(100)]);
const HTML = Buffer.from('<!doctype html><script>alert(1)</script>');

describe.each(ONE_ENGINE)('tutorials on the %s engine', (kind) => {
  let w: TestWorld;
  let storage: Storage;
  let role: number;
  beforeAll(async () => {
    w = await createWorld(kind);
    storage = await openStorage(w.config);
    role = await make.createRole(w.engine, w.ids.customer, 'نقشه‌برداران', []);
    await make.createPerson(w.engine, w.ids.customer, { username: 'reader', password: PASSWORD, roles: [role] });
    const writers = await make.createRole(w.engine, w.ids.customer, 'خبر', [9]);
    await make.createPerson(w.engine, w.ids.customer, { username: 'writer', password: PASSWORD, roles: [writers] });
  });
  afterAll(() => w.close());

  const call = (as: string, method: string, path = '', body?: unknown, headers = {}) =>
    w.call(as, method, `/api/tutorial/${path}`, body, headers);
  const add = async (more: object = {}) => (await call('writer', 'POST', '', { title: 'x', text: 'x', ...more })).body;
  const titles = async (as: string) => (await call(as, 'GET')).body.map(({ title }: { title: string }) => title);
  const send = (as: string, id: number, bytes: Uint8Array, name = 'film.mp4') =>
    w.form(as, `/api/tutorial/${id}/video/`, { path: new File([bytes as BlobPart], name) });
  const remove = (id: number) => call('writer', 'DELETE', `${id}/`);
  const videos = async () => {
    const keys: string[] = [];
    for await (const { key } of storage.list('tutorials/')) keys.push(key);
    return keys;
  };
  const usedBytes = async () =>
    Number(
      (await w.engine.db.selectFrom('customer').select('files_bytes').where('id', '=', w.ids.customer).executeTakeFirstOrThrow()).files_bytes, // biome-ignore format: one query
    );

  it('are read by those whom they are for and by their writers alone', async () => {
    const all = await add({ title: 'همه', link: 'https://example.com/film' });
    const some = await add({ title: 'برخی', audience: 'roles', roles: [role] });
    expect([all.link, some.roles]).toEqual(['https://example.com/film', [{ id: role, name: 'نقشه‌برداران' }]]);
    for (const as of ['reader', 'writer', 'super']) expect(await titles(as)).toEqual(['همه', 'برخی']);
    expect(await titles('viewer')).toEqual(['همه']);
    expect(await titles('stranger')).toEqual([]);
    expect((await call('reader', 'GET', `${some.id}/`)).body.roles).toBeUndefined();
    await send('writer', some.id, MP4);
    for (const path of [`${some.id}/`, `${some.id}/video/`])
      for (const [
        as,
        status,
      ] of [['reader', 200], ['super', 200], ['viewer', 404], ['stranger', 404], ['nobody', 401]] as const) // biome-ignore format: five
        expect([path, as, (await call(as, 'GET', path)).status]).toEqual([path, as, status]);
    for (const as of ['reader', 'viewer', 'editor'])
      for (const [
        method,
        path,
        body,
      ] of [['POST', '', { title: 'x', text: 'x' }], ['PATCH', `${all.id}/`, { title: 'y' }], ['DELETE', `${all.id}/`], ['POST', 'order/', { ids: [all.id] }], ['DELETE', `${some.id}/video/`]] as const) // biome-ignore format: five
        expect([as, method, path, (await call(as, method, path, body)).status]).toEqual([as, method, path, 403]);
    expect((await send('viewer', all.id, MP4)).status).toBe(403);

    // With its last role it is for nobody else.
    const leaving = await make.createRole(w.engine, w.ids.customer, 'رفتنی', []);
    const left = await add({ title: 'رفته', audience: 'roles', roles: [leaving] });
    expect((await w.call('super', 'DELETE', `/api/group/${leaving}/`)).status).toBe(200);
    expect(await titles('reader')).toEqual(['همه', 'برخی']);
    expect((await call('writer', 'GET', `${left.id}/`)).body.roles).toEqual([]);
    for (const { id } of [all, some, left]) await remove(id);
  });

  it('refuse links of another kind, roles of others, and what names no role', async () => {
    const foreign = await make.createRole(
      w.engine,
      await make.createCustomer(w.engine, 'tutorials.test', DEMO_CONFIG),
      'x',
      [],
    );
    for (const [more, status] of [
      [{ link: 'http://example.com/' }, 400],
      [{ link: 'javascript:alert(1)' }, 400],
      [{ link: 'data:text/html,x' }, 400],
      [{ audience: 'roles' }, 400],
      [{ audience: 'roles', roles: [foreign] }, 404],
      [{ video: null }, 400],
    ] as const)
      expect([more, (await call('writer', 'POST', '', { title: 'x', text: 'x', ...more })).status]).toEqual([more, status]); // biome-ignore format: one line
    expect(await titles('super')).toEqual([]);
  });

  it('stand in the order that their writers give them, which is no edit of theirs', async () => {
    const [a, b, c] = [await add({ title: 'a' }), await add({ title: 'b' }), await add({ title: 'c' })];
    const { etag } = (await call('writer', 'GET', `${a.id}/`)).headers;
    expect((await call('writer', 'POST', 'order/', { ids: [c.id, a.id, b.id] })).status).toBe(200);
    expect(await titles('viewer')).toEqual(['c', 'a', 'b']);
    expect((await call('writer', 'POST', 'order/', { ids: [b.id, 999_999] })).status).toBe(404);
    expect(await titles('viewer')).toEqual(['c', 'a', 'b']);
    const edit = (title: string) => call('writer', 'PATCH', `${a.id}/`, { title }, { 'if-match': String(etag) });
    expect([(await edit('first')).status, (await edit('second')).body.current?.title]).toEqual([200, 'first']);
    for (const { id } of [a, b, c]) await remove(id);
  });

  it('play whole and in parts, count their bytes, and take their videos with them', async () => {
    const before = await usedBytes();
    const { id } = await add();
    const { status, body } = await send('writer', id, MP4, '../درس.mp4');
    expect([status, body.video]).toMatchObject([200, { name: 'درس.mp4', type: 'video/mp4', size: MP4.length }]);
    expect([await usedBytes(), (await videos()).length]).toEqual([before + MP4.length, 1]);
    const path = `${id}/video/`;
    const whole = await call('viewer', 'GET', path);
    expect([whole.status, Buffer.compare(whole.body, MP4)]).toEqual([200, 0]);
    expect(whole.headers).toMatchObject({ 'content-type': 'video/mp4', 'accept-ranges': 'bytes', 'x-content-type-options': 'nosniff' }); // biome-ignore format: one line
    expect(whole.headers['content-security-policy']).toContain('sandbox');
    const part = await call('viewer', 'GET', path, undefined, { range: 'bytes=24-33' });
    expect([part.status, part.body.toString(), part.headers['content-range']]).toEqual([206, '0123456789', `bytes 24-33/${MP4.length}`]); // biome-ignore format: one line
    const outside = await call('viewer', 'GET', path, undefined, { range: `bytes=${MP4.length}-` });
    expect([outside.status, outside.headers['content-range']]).toEqual([416, `bytes */${MP4.length}`]);

    const other = (await send('writer', id, WEBM, 'film.webm')).body.video;
    expect([other.type, other.path === body.video.path]).toEqual(['video/webm', false]);
    expect([await usedBytes(), (await videos()).length]).toEqual([before + WEBM.length, 1]);
    // The daily sweep leaves what a row names.
    const later = () => new Date(Date.now() + 3 * 86_400_000);
    await sweepFiles({ engine: w.engine, storage, now: later });
    expect((await videos()).length).toBe(1);
    expect((await call('writer', 'DELETE', path)).body.video).toBeNull();
    expect([(await call('writer', 'GET', path)).status, await usedBytes(), await videos()]).toEqual([404, before, []]);

    await send('writer', id, MP4);
    await remove(id);
    expect([await usedBytes(), await videos()]).toEqual([before, []]);
    await storage.put('tutorials/1/left', 'x');
    await sweepFiles({ engine: w.engine, storage, now: later });
    expect(await videos()).toEqual([]);
  });

  it('refuse what is no video or has no room, and leave nothing of it', async () => {
    const { id } = await add();
    const before = await usedBytes();
    for (const bytes of [HTML, MATROSKA, Buffer.alloc(5000), Buffer.alloc(0)])
      expect((await send('writer', id, bytes)).status).toBe(400);
    expect((await send('writer', 999_999, MP4)).status).toBe(404);
    const limit = (megabytes: number | null) =>
      w.engine.db.updateTable('customer').set({ config: JSON.stringify({ disk_limit: megabytes }) as never }).where('id', '=', w.ids.customer); // biome-ignore format: one query
    await limit(0).execute();
    expect((await send('writer', id, MP4)).status).toBe(403);
    expect([await usedBytes(), await videos()]).toEqual([before, []]);
    expect((await call('writer', 'GET', `${id}/`)).body.video).toBeNull();
  });
});
