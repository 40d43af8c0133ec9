// What an organisation and its people keep: settings sent compressed without a bomb, a clean logo, announcements.
import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync, gzipSync } from 'node:zlib';
import { decode, encode } from 'fast-png';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAllowed } from '../../../testing/allowed';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../testing/world';
import { cleanLogo } from './logo';

const HEAD = 'data:image/png;base64,';
const address = (bytes: Uint8Array) => HEAD + Buffer.from(bytes).toString('base64');
const picture = (width = 4, height = 3) =>
  encode({ width, height, channels: 4, data: Uint8Array.from({ length: width * height * 4 }, (_, i) => i % 256) });

/** A chunk of a PNG without a right checksum; only its length and type are looked at before it is left out. */
const chunk = (type: string, data: Buffer) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, data, Buffer.alloc(4)]);
};

describe('logos', () => {
  it('keep their pixels and lose all else', () => {
    const plain = Buffer.from(picture());
    const talking = Buffer.concat([plain.subarray(0, 33), chunk('tEXt', Buffer.from('Comment\0CANARY <script>')), plain.subarray(33), Buffer.from('CANARY tail')]); // biome-ignore format: one picture
    const clean = cleanLogo(address(talking));
    expect(clean).not.toBeNull();
    const bytes = Buffer.from((clean as string).slice(HEAD.length), 'base64');
    expect(bytes.toString('latin1')).not.toContain('CANARY');
    expect([...decode(bytes).data]).toEqual([...decode(plain).data]);
    const indexed = encode({ width: 2, height: 1, channels: 1, data: new Uint8Array([0, 1]), palette: [[255, 0, 0], [0, 255, 0]] }); // biome-ignore format: one picture
    const colours = decode(Buffer.from((cleanLogo(address(indexed)) as string).slice(HEAD.length), 'base64'));
    expect([...colours.data]).toEqual([255, 0, 0, 0, 255, 0]);
  });

  it('are refused where they are anything but a small PNG', () => {
    const plain = Buffer.from(picture());
    const sized = (width: number, height: number) => {
      const copy = Buffer.from(plain);
      copy.writeUInt32BE(width, 16);
      copy.writeUInt32BE(height, 20);
      return copy;
    };
    const bomb = Buffer.concat([
      plain.subarray(0, 33),
      chunk('IDAT', deflateSync(Buffer.alloc(50_000_000))),
      chunk('IEND', Buffer.alloc(0)),
    ]);
    for (const bad of [
      'javascript:alert(1)',
      'data:image/svg+xml;base64,PHN2Zz4=',
      `${HEAD}PHN2Zz4=`,
      HEAD,
      '',
      address(plain.subarray(0, 40)),
      address(plain.subarray(0, plain.length - 12)),
      address(sized(2001, 3)),
      address(sized(0, 3)),
      address(sized(2 ** 31, 2 ** 31)),
      address(bomb),
      address(Buffer.concat([plain, Buffer.alloc(600_000)])),
    ])
      expect([bad.slice(0, 60), cleanLogo(bad)]).toEqual([bad.slice(0, 60), null]);
  });
});

describe.each(ONE_ENGINE)('what an organisation keeps, on the %s engine', (kind) => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await createWorld(kind);
  });
  afterAll(() => w.close());
  const config = async (as = 'viewer') => (await w.call(as, 'GET', '/api/userconfig/')).body;
  const sendRaw = (body: string | Buffer, headers: Record<string, string> = {}, as = 'viewer') =>
    w.call(as, 'POST', '/api/userconfig/', body, { 'content-type': 'application/json', ...headers });
  const zipped = (value: unknown) => gzipSync(Buffer.from(JSON.stringify(value)), { level: 9 });
  const gzip = { 'content-encoding': 'gzip' };

  it('settings are one’s own and come back as they were sent', async () => {
    expect(await config()).toEqual({});
    const data = { theme: 'dark-indigo', nested: { list: [1, 'دو', null, true] }, کلید: 1.5 };
    expect((await w.call('viewer', 'POST', '/api/userconfig/', data)).body).toEqual(data);
    expect(await config()).toEqual(data);
    expect(await config('editor')).toEqual({});
    const large = { text: Array.from({ length: 4000 }, (_, i) => `سطر ${i}`).join('\n') };
    expect((await sendRaw(zipped(large), gzip)).status).toBe(200);
    expect(await config()).toEqual(large);
    expect((await sendRaw('{"a":1}', { 'content-encoding': 'identity' })).status).toBe(200);
    expect(await config()).toEqual({ a: 1 });
  });

  it('settings that unpack to too much are refused, and nothing is written', async () => {
    await sendRaw('{"kept":1}');
    const noise = Array.from({ length: 200_000 }, () => Math.random().toString(36).slice(2, 8)).join('');
    for (const [body, headers, status] of [
      [zipped({ bomb: ' '.repeat(1_100_000) }), gzip, 413],
      [gzipSync(Buffer.alloc(200_000_000)), gzip, 413],
      // Below the cap, but 800 times as large as what was sent.
      [zipped({ bomb: ' '.repeat(900_000) }), gzip, 413],
      [zipped({ noise }), gzip, 413],
      [JSON.stringify({ noise }), {}, 413],
      [gzipSync(zipped({ a: 1 })), gzip, 400],
      [gzipSync(zipped({ a: 1 })), { 'content-encoding': 'gzip, gzip' }, 400],
      [zipped({ a: 1 }), { 'content-encoding': 'deflate' }, 400],
      [zipped({ a: 1 }), { 'content-encoding': 'br' }, 400],
      [zipped({ a: 1 }).subarray(0, 15), gzip, 400],
      [Buffer.from('{"a":1}'), gzip, 400],
      [Buffer.alloc(0), gzip, 400],
      [zipped({ a: 1 }), {}, 400],
      [zipped([1, 2]), gzip, 400],
      [zipped('text'), gzip, 400],
      [gzipSync('{"a":'), gzip, 400],
      ['{"a":"\\u0000"}', {}, 400],
      [`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, {}, 400],
    ] as [string | Buffer, Record<string, string>, number][])
      expect([body.length, (await sendRaw(body, headers)).status]).toEqual([body.length, status]);
    expect(await config()).toEqual({ kept: 1 });
  });

  it('settings sent compressed arrive over a real connection, also in pieces', async () => {
    await w.backend.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = w.backend.app.server.address() as AddressInfo;
    const agent = new Agent();
    const body = zipped({ text: 'x'.repeat(3000), noise: Array.from({ length: 3000 }, () => Math.random()) });
    const authorization = `Bearer ${await w.token('viewer')}`;
    const send = (headers: Record<string, string | number>) =>
      new Promise<number>((resolve, reject) => {
        const sending = request(
          { port, host: '127.0.0.1', agent, method: 'POST', path: '/api/userconfig/', headers: { authorization, 'content-type': 'application/json', ...gzip, ...headers } }, // biome-ignore format: one request
          (answer) => {
            answer.resume();
            answer.on('end', () => resolve(answer.statusCode ?? 0));
          },
        );
        sending.on('error', reject);
        sending.write(body.subarray(0, 100));
        setTimeout(() => sending.end(body.subarray(100)), 20);
      });
    expect(await send({ 'content-length': body.length })).toBe(200);
    expect(await send({ 'transfer-encoding': 'chunked' })).toBe(200);
    agent.destroy();
    expect((await config()).text.length).toBe(3000);
  });

  it('a logo belongs to the organisation of the host, and only its superusers set it', async () => {
    const logo = async (host: string) =>
      (await w.call('nobody', 'GET', '/api/userconfig/get_footer_logo/', undefined, { host })).body.logo;
    const set = (as: string, value: unknown) => w.call(as, 'POST', '/api/userconfig/set_footer_logo/', { logo: value });
    expect(await logo('localhost')).toBeNull();
    const { body } = await set('super', address(picture()));
    expect(body.logo.startsWith(HEAD)).toBe(true);
    expect([await logo('localhost'), await logo('other.test')]).toEqual([body.logo, null]);
    for (const as of ['viewer', 'editor']) expect((await set(as, null)).status).toBe(403);
    for (const bad of ['javascript:alert(1)', 'https://example.test/x.png', 5])
      expect((await set('super', bad)).status).toBe(400);
    expect((await set('stranger', null)).status).toBe(200);
    expect(await logo('localhost')).toBe(body.logo);
    expect((await set('super', null)).status).toBe(200);
    expect(await logo('localhost')).toBeNull();
  });

  it('announcements reach everybody of the organisation and nobody else', async () => {
    const announce = (as: string, title: string) =>
      w.call(as, 'POST', '/api/announcement/', { title, text: '<b>متن</b>' });
    const { body } = await announce('super', 'یک');
    expect(body).toMatchObject({ title: 'یک', text: '<b>متن</b>', user: { username: 'super' } });
    const second = (await announce('super', 'دو')).body;
    expect((await w.call('viewer', 'GET', '/api/announcement/ids/')).body).toEqual([second.id, body.id]);
    const page = (await w.call('viewer', 'GET', '/api/announcement/?limit=1')).body;
    for (const as of ['viewer', 'super'])
      expect((await w.call(as, 'GET', '/api/announcement/')).body.results.map((row: { can_delete: boolean }) => row.can_delete)).toEqual([as === 'super', as === 'super']); // biome-ignore format: one row
    const [row] = page.results;
    await expectAllowed(row, 'delete', () => w.call('viewer', 'DELETE', `/api/announcement/${row.id}/`));
    expect([page.count, page.results[0].title, page.next !== null]).toEqual([2, 'دو', true]);
    expect((await w.call('stranger', 'GET', '/api/announcement/ids/')).body).toEqual([]);
    expect((await w.call('stranger', 'GET', '/api/announcement/')).body.results).toEqual([]);
    for (const as of ['viewer', 'editor', 'stranger']) {
      expect((await announce(as, 'x')).status).toBe(403);
      expect((await w.call(as, 'DELETE', `/api/announcement/${body.id}/`)).status).toBe(403);
    }
    for (const bad of [{ title: '', text: 'x' }, { title: 'x' }, { title: 'x', text: 'x'.repeat(4001) }, { title: 'x', text: 'x', customer: 1 }]) // biome-ignore format: one row
      expect((await w.call('super', 'POST', '/api/announcement/', bad)).status).toBe(400);
    expect((await w.call('super', 'DELETE', `/api/announcement/${body.id}/`)).status).toBe(200);
    expect((await w.call('super', 'DELETE', `/api/announcement/${body.id}/`)).status).toBe(404);
  });

  it('announcements stand until their day, pinned ones first, and say when they were reworded', async () => {
    const call = (as: string, method: string, path: string, body?: unknown) => w.call(as, method, `/api/announcement/${path}`, body); // biome-ignore format: one row
    for (const id of (await call('super', 'GET', 'ids/')).body) await call('super', 'DELETE', `${id}/`);
    const announce = async (more: object) => (await call('super', 'POST', '', { title: 'x', text: 'x', ...more })).body;
    const pinned = await announce({ pinned: true });
    const over = await announce({ until: '2020-01-01' });
    const later = await announce({ until: '2100-01-01' });
    expect([pinned.pinned, over.until, later.edited]).toEqual([true, '2020-01-01', null]);
    const ids = async (as: string, query = '') =>
      (await call(as, 'GET', query)).body.results.map(({ id }: { id: number }) => id);
    expect(await ids('viewer')).toEqual([pinned.id, later.id]);
    expect((await call('viewer', 'GET', 'ids/')).body).toEqual([later.id, pinned.id]);
    expect([await ids('viewer', '?over=true'), await ids('super', '?over=true')]).toEqual([[], [over.id]]);
    expect((await call('super', 'PATCH', `${over.id}/`, { until: null })).body.edited).toBeNull();
    expect(await ids('viewer')).toEqual([pinned.id, later.id, over.id]);
    const reworded = (await call('super', 'PATCH', `${later.id}/`, { text: 'y' })).body;
    expect([typeof reworded.edited, reworded.until, reworded.text]).toEqual(['string', '2100-01-01', 'y']);
    for (const one of [pinned, over, later]) await call('super', 'DELETE', `${one.id}/`);
  });

  it('announcements end at a thousand, counted one after the other', async () => {
    const { customer } = w.ids;
    const have = (await w.call('super', 'GET', '/api/announcement/ids/')).body.length;
    const rows = Array.from({ length: 999 - have }, () => ({ customer_id: customer, creator_id: null, title: 'x', text: 'x', at: new Date() })); // biome-ignore format: one row
    await w.engine.db.insertInto('announcement').values(rows).execute();
    const both = await Promise.all([1, 2].map(() => w.call('super', 'POST', '/api/announcement/', { title: 'x', text: 'x' }))); // biome-ignore format: one row
    expect(both.map((r) => r.status).sort()).toEqual([200, 403]);
  });

  describe('base maps of their own', () => {
    const entry = (more: object = {}) => ({ id: 'town', name_fa: 'شهر', name_en: 'Town', url: null, file: null, attribution: '', min_zoom: 0, max_zoom: 18, night: false, is_default: false, ...more }); // biome-ignore format: one thing
    const set = (items: object[], as = 'super', headers = {}) =>
      w.call(as, 'POST', '/api/userconfig/base_maps/', { items }, { 'accept-language': 'en', ...headers });
    const list = async (as = 'viewer') => (await w.call(as, 'GET', '/api/userconfig/base_maps/')).body;
    const requests: string[] = [];
    let tiles: Server;
    let origin: string;
    beforeAll(async () => {
      tiles = createServer((request, response) => {
        requests.push(request.url ?? '');
        if (request.url?.includes('/9/')) return void response.writeHead(404).end();
        response.writeHead(200, { 'content-type': 'image/png' }).end(picture());
      });
      await new Promise<void>((resolve) => tiles.listen(0, '127.0.0.1', resolve));
      origin = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`;
      w.config.serviceHosts = new Set([new URL(origin).host]);
    });
    afterAll(() => tiles.close());

    it('are set by superusers as one list, and seen by everybody without the address', async () => {
      expect(await list()).toEqual([]);
      const items = [
        entry({ url: `${origin}/{z}/{x}/{-y}.png?key=CANARY`, is_default: true }),
        entry({ id: 'iran', file: 'iran.pmtiles' }),
      ];
      for (const as of ['viewer', 'editor']) expect((await set(items, as)).status).toBe(403);
      const saved = await set(items);
      expect([saved.status, saved.body[0].url]).toEqual([200, items[0]?.url]);
      const visible = await list();
      expect(visible.map(({ id, file }: { id: string; file: string }) => [id, file])).toEqual([['town', null], ['iran', 'iran.pmtiles']]); // biome-ignore format: two rows
      expect(JSON.stringify(visible)).not.toContain('CANARY');
      expect((await w.call('nobody', 'GET', '/api/userconfig/base_maps/')).status).toBe(401);
      expect(JSON.stringify((await w.call('nobody', 'GET', '/api/userconfig/get_customer_config/')).body)).not.toContain('town'); // biome-ignore format: one line
    });

    it('that another superuser has changed meanwhile are not overwritten', async () => {
      const { etag } = (await w.call('super', 'GET', '/api/userconfig/base_maps/')).headers;
      expect((await set([entry({ file: 'a.mbtiles' })], 'super', { 'if-match': etag })).status).toBe(200);
      const late = await set([], 'super', { 'if-match': etag });
      expect([late.status, late.body.current[0].file]).toEqual([412, 'a.mbtiles']);
    });

    it('with a wrong field are refused, field by field', async () => {
      for (const [items, field] of [
        [[entry()], 'items.0.url'],
        [[entry({ url: 'https://a.ir/{z}/{x}.png' })], 'items.0.url'],
        [[entry({ url: 'javascript:alert({x}{y}{z})' })], 'items.0.url'],
        [[entry({ url: 'https://u:p@a.ir/{z}/{x}/{y}' })], 'items.0.url'],
        [
          [entry({ url: `${origin}/{z}/{x}/{y}` }), entry({ id: 'b', url: 'http://10.0.0.1/{z}/{x}/{y}' })],
          'items.1.url',
        ],
        [[entry({ file: '../secret.mbtiles' })], 'items.0.file'],
        [[entry({ file: 'a.pmtiles', min_zoom: 9, max_zoom: 3 })], 'items.0.max_zoom'],
        [[entry({ file: 'a.pmtiles', id: 'osm' })], 'items.0.id'],
        [[entry({ file: 'a.pmtiles' }), entry({ file: 'b.pmtiles' })], ''],
      ] as [object[], string][]) {
        const { status, body } = await set(items);
        expect([field, status, field ? field in body.fields : true]).toEqual([field, 400, true]);
      }
    });

    it('give their tiles through this server, once for all, and only to their own people', async () => {
      const [{ tiles: template }] = (await set([entry({ url: `${origin}/{z}/{x}/{-y}.png` })])).body;
      const at = (z: number, x: number, y: number) =>
        template.replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`);
      requests.length = 0;
      for (const as of ['viewer', 'editor']) {
        const tile = await w.call(as, 'GET', at(3, 5, 2));
        expect([tile.status, tile.headers['content-type']]).toEqual([200, 'image/png']);
      }
      expect(requests).toEqual(['/3/5/5.png']);
      expect((await w.call('viewer', 'GET', at(9, 5, 2))).status).toBe(502);
      expect((await w.call('nobody', 'GET', at(3, 5, 2))).status).toBe(401);
      expect((await w.call('viewer', 'GET', at(3, 5, 2).replace('base_town', 'base_other'))).status).toBe(404);
      expect((await w.call('stranger', 'GET', at(3, 5, 2))).status).toBe(404);
    });

    it('can be looked at before they are saved, by superusers', async () => {
      const ask = (as: string, url: string) => w.call(as, 'GET', `/api/userconfig/base_maps/preview/?url=${encodeURIComponent(url)}&z=1&x=0&y=1`); // biome-ignore format: one call
      const tile = await ask('super', `${origin}/t/{z}/{x}/{y}`);
      expect([tile.status, tile.headers['content-type']]).toEqual([200, 'image/png']);
      expect((await ask('viewer', `${origin}/t/{z}/{x}/{y}`)).status).toBe(403);
      expect((await ask('super', 'http://169.254.169.254/{z}/{x}/{y}')).status).toBe(502);
    });
  });
});
