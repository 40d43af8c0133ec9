// Every kind of key against every way to write and every kind of layer, by a table that was written by hand: it knows nothing of the code's own.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../../../contract/schemas/form';
import { askDoor, createDoorKey, publishLayer } from '../../../../testing/outside/door';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../../testing/world';
import * as make from '../../../seed/builders';
import { hashOfSecret, newSecret } from '../keys/secret';

const FIELDS: Field[] = [{ name: 'name', label: 'نام', type: 'text', required: true }];
const GEO = { 'content-type': 'application/geo+json' };
const NEAR = { type: 'Point' as const, coordinates: [51.4, 35.7] };
const FAR = { type: 'Point' as const, coordinates: [59.6, 36.3] };
const ALL = { add: true, edit: true, delete: true };
const NONE = { add: false, edit: false, delete: false };
const SHUT = '401 401 401 401';
const ABSENT = '404 404 404 404';

/**
 * What each caller is told of POST, PUT, PATCH and DELETE, in this order, in five layers: one whose key it is and that takes all writes, one
 * that is published to other keys, one that is not published, one of another customer, and none at all.
 */
const TABLE: Record<string, [own: string, ungranted: string, unpublished: string, foreign: string, none: string]> = {
  'no key': [SHUT, SHUT, SHUT, SHUT, SHUT],
  'an unknown key': [SHUT, SHUT, SHUT, SHUT, SHUT],
  'the id of a key with another secret': [SHUT, SHUT, SHUT, SHUT, SHUT],
  'a session token': [SHUT, SHUT, SHUT, SHUT, SHUT],
  'a session cookie': [SHUT, SHUT, SHUT, SHUT, SHUT],
  'a key with all rights': ['201 204 204 204', ABSENT, ABSENT, ABSENT, ABSENT],
  'a key with all rights as a password': ['201 204 204 204', ABSENT, ABSENT, ABSENT, ABSENT],
  'a read-only key': ['403 403 403 403', ABSENT, ABSENT, ABSENT, ABSENT],
  'a key that adds': ['201 403 403 403', ABSENT, ABSENT, ABSENT, ABSENT],
  'a key that edits': ['403 204 204 403', ABSENT, ABSENT, ABSENT, ABSENT],
  'a key that deletes': ['403 403 403 204', ABSENT, ABSENT, ABSENT, ABSENT],
  'a key of another region': ['403 404 404 404', ABSENT, ABSENT, ABSENT, ABSENT],
  'an address key in a header': ['403 403 403 403', ABSENT, ABSENT, ABSENT, ABSENT],
  'a key with all rights of another customer': [ABSENT, ABSENT, ABSENT, '201 204 204 204', ABSENT],
  'an expired key': [SHUT, SHUT, SHUT, SHUT, SHUT],
  'a revoked key': [SHUT, SHUT, SHUT, SHUT, SHUT],
  'a key that was renewed over a day ago': [SHUT, SHUT, SHUT, SHUT, SHUT],
  'a key of other networks': [SHUT, SHUT, SHUT, SHUT, SHUT],
  'a key of a locked account': [SHUT, SHUT, SHUT, SHUT, SHUT],
  'an address key in the address': Array(5).fill('405 405 405 405') as never,
  'the open address': Array(5).fill('405 405 405 405') as never,
};

/** The same in layers of the key that take fewer kinds of writes: none, adding, editing, deleting. */
const PUBLISHED: [writes: number, byAll: string, byReader: string][] = [
  [0, '403 403 403 403', '403 403 403 403'],
  [1, '201 403 403 403', '403 403 403 403'],
  [2, '403 204 204 403', '403 403 403 403'],
  [4, '403 403 403 204', '403 403 403 403'],
];

/** Addresses that take none of these methods, whoever asks: what is no list of records and no record cannot be written to. */
const UNWRITABLE: [tail: string, methods: string, allow: string][] = [
  ['', 'POST PUT PATCH DELETE', 'GET, HEAD, OPTIONS'],
  ['/conformance', 'POST PUT PATCH DELETE', 'GET, HEAD, OPTIONS'],
  ['/api', 'POST PUT PATCH DELETE', 'GET, HEAD, OPTIONS'],
  ['/collections', 'POST PUT PATCH DELETE', 'GET, HEAD, OPTIONS'],
  ['/tileMatrixSets', 'POST PUT PATCH DELETE', 'GET, HEAD, OPTIONS'],
  ['/collections/L', 'POST PUT PATCH DELETE', 'GET, HEAD, OPTIONS'],
  ['/collections/L/schema', 'POST PUT PATCH DELETE', 'GET, HEAD, OPTIONS'],
  ['/collections/L/queryables', 'POST PUT PATCH DELETE', 'GET, HEAD, OPTIONS'],
  ['/collections/L/tilejson', 'POST PUT PATCH DELETE', 'GET, HEAD, OPTIONS'],
  ['/collections/L/style.json', 'POST PUT PATCH DELETE', 'GET, HEAD, OPTIONS'],
  ['/collections/L/style.qml', 'POST PUT PATCH DELETE', 'GET, HEAD, OPTIONS'],
  ['/collections/L/items.csv', 'POST PUT PATCH DELETE', 'GET, HEAD, OPTIONS'],
  ['/collections/L/snapshot.gpkg', 'POST PUT PATCH DELETE', 'GET, HEAD, OPTIONS'],
  ['/collections/L/tiles', 'POST PUT PATCH DELETE', 'GET, HEAD, OPTIONS'],
  ['/collections/L/tiles/WebMercatorQuad', 'POST PUT PATCH DELETE', 'GET, HEAD, OPTIONS'],
  ['/collections/L/tiles/WebMercatorQuad/0/0/0', 'POST PUT PATCH DELETE', 'GET, HEAD, OPTIONS'],
  ['/collections/L/map/tiles/WebMercatorQuad/0/0/0', 'POST PUT PATCH DELETE', 'GET, HEAD, OPTIONS'],
  ['/collections/L/items', 'PUT PATCH DELETE', 'GET, HEAD, OPTIONS, POST'],
  ['/collections/L/items/1', 'POST', 'GET, HEAD, OPTIONS, PUT, PATCH, DELETE'],
];

interface Caller {
  headers: Record<string, string>;
  door: string;
}

describe.each(ONE_ENGINE)('writes from outside on the %s engine', (kind) => {
  let w: TestWorld;
  const layers: Record<string, number> = {};
  const callers: Record<string, Caller> = {};
  const narrow: { id: number; writes: number }[] = [];

  const layerOf = (customer: number, label: string) =>
    make.createLayer(w.engine, { customer, owner: 1, label, type: 1, form: FIELDS, records: [{ geometry: NEAR, value: { name: label } }] }); // biome-ignore format: one line
  const addRecord = async (layer: number, geometry = NEAR) => {
    const { rows } = await sql<{ id: number }>`
      insert into record (layer_id, value, geom, status, search) select ${layer}::int, '{"name": "هدف"}'::jsonb, st_setsrid(st_geomfromgeojson(${JSON.stringify(geometry)}::text), 4326), 3, '' returning id`.execute(w.engine.db); // biome-ignore format: one statement
    return rows[0]?.id as number;
  };
  /** What is told of the four ways to write, each to a record of its own. */
  async function write({ headers, door }: Caller, layer: number): Promise<string> {
    const at = `${door}/collections/layer_${layer}/items`;
    const exists = Object.values(layers).includes(layer) || narrow.some(({ id }) => id === layer);
    const statuses: number[] = [];
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const target = method === 'POST' ? '' : `/${exists ? await addRecord(layer) : 1}`;
      const body = method === 'DELETE' ? undefined : { type: 'Feature', geometry: NEAR, properties: { name: 'نوشته' } };
      const answer = await askDoor(w, `${at}${target}`, { method, headers: { ...headers, ...GEO }, body });
      statuses.push(answer.status);
    }
    return statuses.join(' ');
  }
  /** All records of all layers, but for those that this test made to be written to. */
  const state = async () =>
    (await sql`select layer_id, value, deleted_at is not null as deleted, version, count(*)::int as n from record group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(w.engine.db)).rows.filter((row) => (row as { value: { name?: string } }).value.name !== 'هدف' || (row as { version: number }).version !== 1); // biome-ignore format: one query

  beforeAll(async () => {
    w = await createWorld(kind);
    const { customer, region } = w.ids;
    const other = (await sql<{ id: number }>`select id from customer where id <> ${customer}::int`.execute(w.engine.db)).rows[0]?.id ?? 0; // biome-ignore format: one line
    layers.own = await layerOf(customer, 'own');
    layers.ungranted = await layerOf(customer, 'ungranted');
    layers.unpublished = await layerOf(customer, 'unpublished');
    layers.foreign = await layerOf(other, 'foreign');
    for (const id of [layers.own, layers.ungranted]) await publishLayer(w, id, { writes: 7 });
    await publishLayer(w, layers.foreign, { writes: 7, customer: other });
    for (const [writes] of PUBLISHED) {
      const id = await layerOf(customer, `writes ${writes}`);
      await publishLayer(w, id, { writes });
      narrow.push({ id, writes });
    }
    await sql`update customer set open_key = 'abcdefghijkl' where id = ${customer}::int`.execute(w.engine.db);

    const grants = (rights: typeof ALL) => [layers.own as number, ...narrow.map(({ id }) => id)].map((layer) => ({ layer, ...rights })); // biome-ignore format: one line
    const key = (rights = ALL, more: Parameters<typeof createDoorKey>[2] = {}) => createDoorKey(w, grants(rights), more); // biome-ignore format: one line
    const set = (secret: string, values: object) =>
      w.engine.db.updateTable('publish_key').set(values).where('id', '=', secret.slice(4, 12)).execute();
    const by = (secret: string): Caller => ({ headers: { 'x-api-key': secret }, door: '/ogc' });
    const full = await key();
    const inAddress = await key(NONE, { inAddress: true });
    const session = await w.token('super');
    const [revoked, renewed, locked] = [await key(), await key(), await key()];
    await set(revoked, { revoked_at: new Date() });
    const hash = hashOfSecret(newSecret(renewed.slice(4, 12)));
    await set(renewed, { hash, old_hash: hashOfSecret(renewed), old_until: new Date(Date.now() - 1000) });
    await sql`update account set locked = true where username = ${`pht_${locked.slice(4, 12)}`}::text`.execute(w.engine.db); // biome-ignore format: one statement
    const away = await make.createRegion(w.engine, customer, 'دور', { type: 'Polygon', coordinates: [[[10, 10], [11, 10], [11, 11], [10, 11], [10, 10]]] }); // biome-ignore format: a box
    expect(region).not.toBe(away);
    Object.assign(callers, {
      'no key': { headers: {}, door: '/ogc' },
      'an unknown key': by(newSecret('abcdefgh')),
      'the id of a key with another secret': by(newSecret(full.slice(4, 12))),
      'a session token': { headers: { authorization: `Bearer ${session}` }, door: '/ogc' },
      'a session cookie': { headers: { cookie: `session=${session}; token=${session}` }, door: '/ogc' },
      'a key with all rights': by(full),
      'a key with all rights as a password': { headers: { authorization: `Basic ${Buffer.from(`qgis:${full}`).toString('base64')}` }, door: '/ogc' }, // biome-ignore format: one line
      'a read-only key': by(await key(NONE)),
      'a key that adds': by(await key({ ...NONE, add: true })),
      'a key that edits': by(await key({ ...NONE, edit: true })),
      'a key that deletes': by(await key({ ...NONE, delete: true })),
      'a key of another region': by(await key(ALL, { regions: [away] })),
      'an address key in a header': by(inAddress),
      'a key with all rights of another customer': by(await createDoorKey(w, [{ layer: layers.foreign, ...ALL }], { customer: other })), // biome-ignore format: one line
      'an expired key': by(await key(ALL, { expires: new Date(Date.now() - 1000) })),
      'a revoked key': by(revoked),
      'a key that was renewed over a day ago': by(renewed),
      'a key of other networks': by(await key(ALL, { addresses: ['203.0.113.0/24'] })),
      'a key of a locked account': by(locked),
      'an address key in the address': { headers: {}, door: `/ogc/t/${inAddress}` },
      'the open address': { headers: {}, door: '/ogc/o/abcdefghijkl' },
    });
  });
  afterAll(() => w.close());

  it('are tried by every kind of caller that there is', () => {
    expect(Object.keys(callers).sort()).toEqual(Object.keys(TABLE).sort());
  });

  it.each(Object.keys(TABLE))(
    'by %s are done or refused as the table says, and what is refused changes nothing',
    async (name) => {
      const caller = callers[name] as Caller;
      const before = await state();
      const statuses = [];
      for (const layer of [layers.own, layers.ungranted, layers.unpublished, layers.foreign, 999_999])
        statuses.push(await write(caller, layer as number));
      expect(statuses).toEqual(TABLE[name]);
      if (!statuses.some((one) => /20[14]/.test(one))) expect(await state()).toEqual(before);
      else expect(await state()).not.toEqual(before);
    },
  );

  it('are no more than the layer takes, whatever the key may', async () => {
    const statuses = [];
    for (const { id, writes } of narrow)
      statuses.push([writes, await write(callers['a key with all rights'] as Caller, id), await write(callers['a read-only key'] as Caller, id)]); // biome-ignore format: one row
    expect(statuses).toEqual(PUBLISHED);
  });

  it('stay inside of the regions: what lies beyond is no record, and nothing is put there', async () => {
    const bound: Caller = { headers: { 'x-api-key': await createDoorKey(w, [{ layer: layers.own as number, ...ALL }], { regions: [w.ids.region] }) }, door: '/ogc' }; // biome-ignore format: one line
    const at = `/ogc/collections/layer_${layers.own}/items`;
    const far = await addRecord(layers.own as number, FAR);
    const near = await addRecord(layers.own as number, NEAR);
    const statusOf = async (method: string, tail: string, geometry: object) =>
      (await askDoor(w, `${at}${tail}`, { method, headers: { ...bound.headers, ...GEO }, body: { type: 'Feature', geometry, properties: { name: 'نوشته' } } })).status; // biome-ignore format: one line
    expect([await statusOf('POST', '', NEAR), await statusOf('POST', '', FAR)]).toEqual([201, 403]);
    for (const method of ['PUT', 'PATCH', 'DELETE']) expect([method, await statusOf(method, `/${far}`, NEAR)]).toEqual([method, 404]); // biome-ignore format: one line
    // Nor is a record carried out of them.
    for (const method of ['PUT', 'PATCH'])
      expect([method, await statusOf(method, `/${near}`, FAR)]).toEqual([method, 403]);
    expect(await statusOf('DELETE', `/${near}`, NEAR)).toBe(204);
  });

  it.each(UNWRITABLE)('to %s are methods that it does not take', async (tail, methods, allow) => {
    const full = callers['a key with all rights'] as Caller;
    for (const method of methods.split(' '))
      for (const { headers } of [full, { headers: {} }]) {
        const answer = await askDoor(w, `/ogc${tail.replace('/L', `/layer_${layers.own}`)}`, { method, headers: { ...headers, ...GEO }, body: {} }); // biome-ignore format: one line
        expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, allow]);
      }
  });
});
