// Who comes in at the door, and what they see: keys of two customers, open layers, regions, and layers under supervision.
import { VectorTile } from '@mapbox/vector-tile';
import { sql } from 'kysely';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TILE_LAYER } from '../../../../contract/ogc';
import { askDoor, createDoorKey, publishLayer } from '../../../../testing/outside/door';
import { createWorld, FORM, ONE_ENGINE, type TestWorld } from '../../../../testing/world';
import { buildBackend } from '../../../app';
import * as make from '../../../seed/builders';

const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(`any:${key}`).toString('base64')}` });

describe.each(ONE_ENGINE)('access from outside on the %s engine', (kind) => {
  let w: TestWorld;
  let layer: number;
  let foreign: number;
  let key: string;
  let other: number;
  const items = (of: number) => `/ogc/collections/layer_${of}/items`;
  const idsOf = (body: { features: { id: number }[] }) => body.features.map(({ id }) => id);

  beforeAll(async () => {
    w = await createWorld(kind);
    layer = w.ids.layer;
    other = (await sql<{ id: number }>`select id from customer where id <> ${w.ids.customer}`.execute(w.engine.db)).rows[0]?.id ?? 0; // biome-ignore format: one line
    foreign = await make.createLayer(w.engine, { customer: other, owner: 1, label: 'بیگانه', type: 1, form: FORM, records: [{ geometry: { type: 'Point', coordinates: [51, 35] }, value: { name: 'CANARY-FOREIGN' } }] }); // biome-ignore format: one line
    await publishLayer(w, layer);
    await publishLayer(w, w.ids.lines, { access: 1 });
    await publishLayer(w, foreign, { customer: other });
    await sql`update customer set open_key = 'abcdefghijkl' where id = ${w.ids.customer}`.execute(w.engine.db);
    key = await createDoorKey(w, [layer]);
  });
  afterAll(() => w.close());

  it('takes a key in each of its ways, and asks for one where it is missing or wrong', async () => {
    for (const headers of [basic(key), { authorization: `Bearer ${key}` }, { authorization: `bearer ${key}` }, { 'x-api-key': key }] as Record<string, string>[]) // biome-ignore format: one list
      expect((await askDoor(w, items(layer), { headers })).status).toBe(200);
    const session = await w.token('super');
    const wrong = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
    for (const headers of [
      {},
      basic(wrong),
      { authorization: `Bearer ${session}` },
      { authorization: `Basic ${Buffer.from('super:Pahneh-1404').toString('base64')}` },
      { 'x-api-key': '' },
      { cookie: `session=${session}` },
      { authorization: 'Basic !!!' },
    ] as Record<string, string>[]) {
      // biome-ignore format: one list
      const { status, headers: back, type } = await askDoor(w, items(layer), { headers });
      expect([status, back['www-authenticate'], type]).toEqual([401, 'Basic realm="Pahneh", charset="UTF-8"', 'application/problem+json']); // biome-ignore format: one line
    }
    const api = await w.backend.app.inject({ url: '/api/user/', headers: { host: 'localhost', authorization: `Bearer ${key}` } }); // biome-ignore format: one line
    expect(api.statusCode).toBe(401);
  });

  it('tells nothing apart of a layer that is not published, of another customer, and of none', async () => {
    const bodies = new Set<string>();
    for (const id of [w.ids.secret, w.ids.lines, foreign, 999_999])
      for (const tail of ['', '/items', '/items/1', '/schema', '/items.csv', '/tiles/WebMercatorQuad/0/0/0']) {
        const { status, text } = await askDoor(w, `/ogc/collections/layer_${id}${tail}`, { key });
        expect([id, tail, status]).toEqual([id, tail, 404]);
        bodies.add(text);
      }
    expect(bodies.size).toBe(1);
    const theirs = await createDoorKey(w, [{ layer: foreign, add: false, edit: false, delete: false }], { customer: other }); // biome-ignore format: one line
    expect((await askDoor(w, items(foreign), { key: theirs })).status).toBe(200);
    expect((await askDoor(w, items(layer), { key: theirs })).status).toBe(404);
  });

  it('takes a key in the address only where it may stand there, and then only reads', async () => {
    const inAddress = await createDoorKey(w, [layer], { inAddress: true });
    const { status, body } = await askDoor(w, `/ogc/t/${inAddress}/collections/layer_${layer}/items`);
    expect(status).toBe(200);
    for (const { href } of body.links) expect(href).toContain(`http://gis.test/ogc/t/${inAddress}/`);
    expect((await askDoor(w, `/ogc/t/${key}/collections`)).status).toBe(401);
    expect((await askDoor(w, `/ogc/t/${inAddress}/collections/layer_${layer}/items`, { method: 'POST', body: {} })).status).toBe(405); // biome-ignore format: one line
  });

  it('writes no secret down: not in the log, the audit, the errors, nor in an answer but for links of its own door', async () => {
    const lines: string[] = [];
    const loud = await buildBackend({ ...w.engine, close: async () => {} }, { ...w.config, log: 'info' }, undefined, {
      write: (line) => void lines.push(line),
    });
    const inAddress = await createDoorKey(w, [layer], { inAddress: true });
    const writer = await createDoorKey(w, [{ layer, add: true, edit: true, delete: true }]);
    const at = `/collections/layer_${layer}/items`;
    const answers: string[] = [];
    for (const [url, method, headers] of [
      [`/ogc/t/${inAddress}${at}?limit=0`, 'GET', {}],
      [`/ogc/t/${inAddress}/nothing`, 'GET', {}],
      [`/ogc${at}`, 'POST', basic(writer)],
      [`/ogc${at}?filter=x`, 'GET', { 'x-api-key': writer }],
      [`/ogc${at}`, 'GET', { authorization: `Bearer ${writer}x` }],
    ] as const)
      answers.push((await loud.app.inject({ method, url, headers: { host: 'gis.test', ...headers }, ...(method === 'POST' ? { payload: '{' } : {}) })).payload); // biome-ignore format: one line
    await loud.app.inject({ url: `/ogc/t/${inAddress}${at}`, headers: { host: 'gis.test' } });
    await loud.close();
    const { rows } = await sql`select row_to_json(a)::text as line from audit a union all select row_to_json(e)::text from app_log e`.execute(w.engine.db); // biome-ignore format: one line
    expect(lines.length).toBeGreaterThan(5);
    for (const text of [...lines, ...answers, ...rows.map((row) => JSON.stringify(row))])
      for (const secret of [inAddress, writer]) expect(text).not.toContain(secret.slice(13));
  });

  it('shows open layers without a key, and no others', async () => {
    const list = await askDoor(w, '/ogc/o/abcdefghijkl/collections');
    expect(list.body.collections.map(({ id }: { id: string }) => id)).toEqual([`layer_${w.ids.lines}`]);
    expect((await askDoor(w, `/ogc/o/abcdefghijkl/collections/layer_${layer}`)).status).toBe(404);
    expect((await askDoor(w, '/ogc/o/zzzzzzzzzzzz/collections')).status).toBe(404);
  });

  it('shuts a key that has expired, is revoked, or comes from elsewhere', async () => {
    const expired = await createDoorKey(w, [layer], { expires: new Date(Date.now() - 1000) });
    const away = await createDoorKey(w, [layer], { addresses: ['203.0.113.0/24'] });
    const revoked = await createDoorKey(w, [layer]);
    expect((await askDoor(w, items(layer), { key: revoked })).status).toBe(200);
    await sql`update publish_key set revoked_at = now() where id = ${revoked.slice(4, 12)}`.execute(w.engine.db);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    for (const secret of [expired, away, revoked]) expect((await askDoor(w, items(layer), { key: secret })).status).toBe(401); // biome-ignore format: one line
  });

  it('shows a key with regions what lies in them, in records, numbers, boxes, tiles and CSV', async () => {
    const bound = await createDoorKey(w, [layer], { regions: [w.ids.region] });
    const { body } = await askDoor(w, items(layer), { key: bound });
    expect([body.numberMatched, body.features[0].properties.name]).toEqual([1, 'تهران']);
    const { body: whole } = await askDoor(w, items(layer), { key });
    expect(whole.numberMatched).toBe(3);
    const document = await askDoor(w, `/ogc/collections/layer_${layer}`, { key: bound });
    expect(document.body.extent.spatial.bbox).toEqual([[51, 35, 52, 36]]);
    const outside = idsOf(whole).find((id) => !idsOf(body).includes(id));
    expect((await askDoor(w, `${items(layer)}/${outside}`, { key: bound })).status).toBe(404);
    const csv = await askDoor(w, `/ogc/collections/layer_${layer}/items.csv`, { key: bound });
    expect(csv.text.split('\r\n')).toHaveLength(3);
  });

  it('shows of supervised layers what is approved and the own work, in tiles as in records', async () => {
    const supervised = await make.createLayer(w.engine, { customer: w.ids.customer, owner: 1, label: 'زیر نظارت', type: 1, form: FORM, records: ['الف', 'ب', 'پ'].map((name, i) => ({ geometry: { type: 'Point' as const, coordinates: [51 + i / 10, 35] }, value: { name } })) }); // biome-ignore format: one line
    await sql`update layer set config = config || '{"supervised": true}'::jsonb where id = ${supervised}`.execute(w.engine.db); // biome-ignore format: one line
    await publishLayer(w, supervised, { writes: 1 });
    const bound = await createDoorKey(w, [{ layer: supervised, add: true, edit: false, delete: false }], { regions: [w.ids.region] }); // biome-ignore format: one line
    const visible = async () => {
      const { body } = await askDoor(w, items(supervised), { key: bound });
      const tile = await askDoor(w, `/ogc/collections/layer_${supervised}/tiles/WebMercatorQuad/0/0/0`, { key: bound, headers: { 'accept-encoding': 'identity' } }); // biome-ignore format: one line
      const layers = tile.status === 204 ? {} : new VectorTile(new PbfReader(tile.bytes)).layers;
      const tileLayer = layers[TILE_LAYER];
      const inTile = Array.from({ length: tileLayer?.length ?? 0 }, (_, i) => tileLayer?.feature(i).id);
      expect(inTile.sort()).toEqual(idsOf(body).sort());
      return body.features.map((f: { properties: { name: string } }) => f.properties.name);
    };
    await sql`update record set status = 1 where layer_id = ${supervised} and value->>'name' = 'ب'`.execute(
      w.engine.db,
    );
    await sql`update layer set rev = rev + 1 where id = ${supervised}`.execute(w.engine.db);
    expect(await visible()).toEqual(['الف', 'پ']);
    const created = await askDoor(w, items(supervised), { key: bound, method: 'POST', headers: { 'content-type': 'application/geo+json' }, body: { type: 'Feature', geometry: { type: 'Point', coordinates: [51.5, 35.5] }, properties: { name: 'تازه' } } }); // biome-ignore format: one line
    expect([created.status, created.body?.status]).toEqual([202, 'pending']);
    expect(await visible()).toEqual(['الف', 'پ', 'تازه']);
  });
});
