// A service asked before it is saved: who may, against MapServer, what is told at which field, and that a kept secret stays kept.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decode } from 'fast-png';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictureTemplate, previewName } from '../../../../contract/ogc';
import type { ServiceSource } from '../../../../contract/schemas/sources/service';
import { startMapServer } from '../../../../testing/mapserver';
import { createWorld, ENGINE, type TestWorld } from '../../../../testing/world';
import { openPreview, sealPreview } from './preview';

const wms = await startMapServer();
const TREE =
  '<WMS_Capabilities version="1.3.0"><Service><Title>Guarded</Title></Service><Capability><Layer><CRS>EPSG:3857</CRS><Name>x</Name></Layer></Capability></WMS_Capabilities>';

let w: TestWorld;
let guarded: Server;
let guardedUrl: string;

beforeAll(async () => {
  guarded = createServer((request, response) => {
    const isAllowed = request.url?.includes('key=KEY-CANARY') && request.headers.authorization === `Basic ${btoa('reader:WORD-CANARY')}`; // biome-ignore format: one condition
    if (!isAllowed) response.writeHead(401).end();
    else if (request.url?.includes('GetCapabilities'))
      response.writeHead(200, { 'content-type': 'text/xml' }).end(TREE);
    else response.writeHead(200, { 'content-type': 'image/png' }).end('picture');
  });
  await new Promise<void>((resolve) => guarded.listen(0, '127.0.0.1', resolve));
  guardedUrl = `http://127.0.0.1:${(guarded.address() as AddressInfo).port}/wms`;
  w = await createWorld(ENGINE, {
    serviceHosts: new Set([new URL(guardedUrl).host, '127.0.0.1:9', ...(wms ? [new URL(wms.url).host] : [])]),
  });
});
afterAll(async () => {
  wms?.close();
  guarded.close();
  await w.close();
});

const list = (as: string, body: object) => w.call(as, 'POST', '/api/service/capabilities/', body);
const trial = (as: string, source: object, layer?: number) =>
  w.call(as, 'POST', '/api/service/test/', { source, ...(layer === undefined ? {} : { layer }) });
const tileOf = (preview: string, [z, x, y]: readonly number[]) =>
  pictureTemplate(previewName(preview)).replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
const SQUARE = { kind: 'wms', url: wms?.url ?? '', layers: 'square', version: '1.3.0', format: 'image/png' };

it('is for those who build or change layers', async () => {
  for (const as of ['viewer', 'nobody']) {
    expect((await list(as, { kind: 'wms', url: guardedUrl })).status).toBe(as === 'viewer' ? 403 : 401);
    expect((await trial(as, { ...SQUARE, url: guardedUrl })).status).toBe(as === 'viewer' ? 403 : 401);
  }
});

describe.skipIf(!wms)('MapServer', () => {
  it('is listed, drawn, and looked at before it is saved by the one who asks alone', async () => {
    const { status, body } = await list('editor', { kind: 'wms', url: wms?.url });
    expect([status, body.kind, body.version, body.url]).toEqual([200, 'wms', '1.3.0', wms?.url]);
    const [square] = body.layers.filter((layer: { name: string }) => layer.name === 'square');
    expect(square).toMatchObject({ title: 'square', has_mercator: true, has_legend: true });
    expect(square.extent.map(Math.round)).toEqual([0, 0, 45, 45]);

    const tried = await trial('editor', SQUARE);
    expect([tried.status, tried.body.extent.map(Math.round)]).toEqual([200, [0, 0, 45, 45]]);
    const tile = await w.call('editor', 'GET', tileOf(tried.body.preview, [1, 1, 0]));
    expect([tile.status, tile.headers['content-type']]).toEqual([200, 'image/png']);
    const { data, width } = decode(tile.body);
    expect([...data.subarray((200 * width + 10) * 4, (200 * width + 10) * 4 + 4)]).toEqual([255, 0, 0, 255]);
    expect((await w.call('super', 'GET', tileOf(tried.body.preview, [1, 1, 0]))).status).toBe(404);
    expect((await w.call('nobody', 'GET', tileOf(tried.body.preview, [1, 1, 0]))).status).toBe(401);
    const other = `${tried.body.preview.slice(0, -4)}AAAA`;
    expect((await w.call('editor', 'GET', tileOf(other, [1, 1, 0]))).status).toBe(404);
  });

  it('tells a wrong layer at its field', async () => {
    const { status, body } = await trial('editor', { ...SQUARE, layers: 'square,circle' });
    expect([status, body.fields]).toEqual([400, { 'source.layers': body.detail }]);
    expect(body.detail).toContain('circle');
    expect(body.detail).not.toContain('square');
  });
});

it('forgets a preview after a quarter of an hour', () => {
  const owner = { id: 1, customer: 1 };
  const at = (minutes: number) => ({ config: w.config, now: () => new Date(minutes * 60_000) });
  const token = sealPreview(at(0), owner, SQUARE as ServiceSource);
  expect(openPreview(at(14), owner, token)).toEqual(SQUARE);
  expect(() => openPreview(at(16), owner, token)).toThrow('notFound');
  expect(() => openPreview(at(1), { ...owner, customer: 2 }, token)).toThrow('notFound');
});

it('tells what fails at the field that is to be changed', async () => {
  const dead = await list('editor', { kind: 'wms', url: 'http://127.0.0.1:9/' });
  expect([dead.status, Object.keys(dead.body.fields)]).toEqual([400, ['url']]);
  const inside = await list('editor', { kind: 'wms', url: 'http://10.0.0.7/' });
  expect(inside.body.fields.url).toMatch(/^میزبان این نشانی/);
  const password = await list('editor', { kind: 'wms', url: guardedUrl });
  expect([password.status, Object.keys(password.body.fields)]).toEqual([400, ['username']]);
  const template = await trial('editor', { ...SQUARE, kind: 'xyz', url: 'http://127.0.0.1:9/t.png', layers: '*' });
  expect(template.body.fields['source.url']).toContain('{z}');
  const rubbish = await list('editor', { kind: 'wms', url: 'ftp://x' });
  expect(rubbish.body.fields.url).toContain('https://');
});

it('opens a service with the secret of its layer for those who manage it, and tells it to nobody', async () => {
  const source = { ...SQUARE, url: `${guardedUrl}?key=KEY-CANARY`, layers: 'x', username: 'reader', password: 'WORD-CANARY' }; // biome-ignore format: one value
  const { body: layer } = await w.form('editor', '/api/layer/', { label: 'guarded', type: 4, source });
  const plain = { ...SQUARE, url: guardedUrl, layers: 'x', has_secret: true };
  expect((await trial('editor', plain)).status).toBe(400);
  const tried = await trial('editor', plain, layer.id);
  const read = await list('editor', { kind: 'wms', url: guardedUrl, layer: layer.id });
  expect([tried.status, read.status, read.body.url]).toEqual([200, 200, guardedUrl]);
  expect(JSON.stringify([tried.body, read.body])).not.toContain('CANARY');
  expect((await w.call('editor', 'GET', tileOf(tried.body.preview, [1, 1, 0]))).body.toString()).toBe('picture');
  // At another address it is no secret of this layer.
  const moved = await list('editor', { kind: 'wms', url: guardedUrl.replace('/wms', '/other'), layer: layer.id });
  expect(moved.status).toBe(400);
  await w.engine.db
    .insertInto('layer_group_layer')
    .values({ group_id: w.ids.group, layer_id: layer.id, position: 9 })
    .execute();
  expect((await list('viewer', { kind: 'wms', url: guardedUrl, layer: layer.id })).status).toBe(403);
});
