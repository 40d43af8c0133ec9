// Writing from outside: what each key may do, how it is told, and the traps of the programs that do it.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EPSG_3857, EPSG_4326 } from '../../../../contract/ogc-api/names';
import type { Field } from '../../../../contract/schemas/form';
import { askDoor, createDoorKey, publishLayer } from '../../../../testing/outside/door';
import { createWorld, ENGINE, type TestWorld } from '../../../../testing/world';
import * as make from '../../../seed/builders';

const FIELDS: Field[] = [
  { name: 'نام', label: 'نام', type: 'text', required: true },
  { name: 'pop', label: 'جمعیت', type: 'integer', min: 0 },
  { name: 'ratio', label: 'نسبت', type: 'decimal' },
  { name: 'at', label: 'زمان', type: 'datetime' },
  { name: 'code', label: 'کد', type: 'text', read_only: true },
  { name: 'secret', label: 'محرمانه', type: 'text' },
];
const MERGE = { 'content-type': 'application/merge-patch+json' };
const GEO = { 'content-type': 'application/geo+json' };
const point = (lon = 51.4, lat = 35.7) => ({ type: 'Point', coordinates: [lon, lat] });

let w: TestWorld;
let layer: number;
let key: string;
let path: string;
type More = Parameters<typeof askDoor>[2];
const ask = (tail: string, more: More = {}) => askDoor(w, `${path}${tail}`, { key, ...more });
const post = (properties: object, geometry: unknown = point(), more: More = {}) =>
  ask('/items', { method: 'POST', headers: GEO, body: { type: 'Feature', id: 77, geometry, properties }, ...more });
const create = async (properties: object = { نام: 'تازه' }) => Number((await post(properties)).headers.location?.split('/').at(-1)); // biome-ignore format: one line
const stored = async (id: number) =>
  (await sql<{ value: Record<string, unknown>; geometry: { coordinates: number[] }; deleted: boolean }>`select value, st_asgeojson(geom, 7)::jsonb as geometry, deleted_at is not null as deleted from record where id = ${id}`.execute(w.engine.db)).rows[0]; // biome-ignore format: one line
const layerOf = (form: Field[] = FIELDS) => make.createLayer(w.engine, { customer: w.ids.customer, owner: 1, label: 'نوشتن', type: 1, form, records: [] }); // biome-ignore format: one line

beforeAll(async () => {
  w = await createWorld(ENGINE);
  layer = await layerOf();
  path = `/ogc/collections/layer_${layer}`;
  await publishLayer(w, layer, { writes: 7, hidden: ['secret'] });
  key = await createDoorKey(w, [{ layer, add: true, edit: true, delete: true }]);
});
afterAll(() => w.close());

describe('what may be written', () => {
  it('is said by OPTIONS as it is: by the key, by what is published, also of records that do not exist', async () => {
    const allows = async (grants: { add: boolean; edit: boolean; delete: boolean }, writes: number) => {
      const own = await layerOf();
      await publishLayer(w, own, { writes });
      const secret = await createDoorKey(w, [{ layer: own, ...grants }]);
      const at = `/ogc/collections/layer_${own}/items`;
      const [all, one] = [await askDoor(w, at, { key: secret, method: 'OPTIONS' }), await askDoor(w, `${at}/unknown_id`, { key: secret, method: 'OPTIONS' })]; // biome-ignore format: one line
      const conforms = (await askDoor(w, '/ogc/conformance', { key: secret })).text.includes('features-4');
      // What is not allowed is refused, and its answer says what is.
      const tried = await askDoor(w, at, { key: secret, method: 'POST', headers: GEO, body: { type: 'Feature', geometry: point(), properties: { نام: 'الف' } } }); // biome-ignore format: one line
      const id = Number(tried.headers.location?.split('/').at(-1) ?? 0);
      const patched = await askDoor(w, `${at}/${id || 1}`, { key: secret, method: 'PATCH', headers: MERGE, body: { properties: { pop: 1 } } }); // biome-ignore format: one line
      const removed = await askDoor(w, `${at}/${id || 1}`, { key: secret, method: 'DELETE' });
      return [all.headers.allow, one.headers.allow, conforms, tried.status, patched.status, removed.status];
    };
    const read = 'GET, HEAD, OPTIONS';
    const [yes, no] = [
      { add: true, edit: true, delete: true },
      { add: false, edit: false, delete: false },
    ];
    expect(await allows(yes, 7)).toEqual([`${read}, POST`, `${read}, PUT, PATCH, DELETE`, true, 201, 204, 204]);
    expect(await allows(yes, 0)).toEqual([read, read, false, 403, 403, 403]);
    expect(await allows(no, 7)).toEqual([read, read, false, 403, 403, 403]);
    expect(await allows({ ...yes, delete: false }, 7)).toEqual([`${read}, POST`, `${read}, PUT, PATCH`, true, 201, 204, 403]); // biome-ignore format: one line
    expect(await allows(yes, 1)).toEqual([`${read}, POST`, read, true, 201, 403, 403]);
    expect(await allows(yes, 6)).toEqual([read, `${read}, PUT, PATCH, DELETE`, true, 403, 404, 404]);
  });

  it('is in the next tile of whoever has written it', async () => {
    const tag = async () => (await ask('/tiles/WebMercatorQuad/0/0/0')).headers.etag;
    const id = await create({ نام: 'کاشی', pop: 1 });
    const before = await tag();
    expect((await ask(`/items/${id}`, { method: 'PATCH', headers: MERGE, body: { properties: { pop: 2 } } })).status).toBe(204); // biome-ignore format: one line
    expect(await tag()).not.toBe(before);
  });

  it('keeps to the regions of the key, and to its layer', async () => {
    const bound = await createDoorKey(w, [{ layer, add: true, edit: true, delete: true }], { regions: [w.ids.region] });
    expect((await post({ نام: 'درون' }, point(), { key: bound })).status).toBe(201);
    expect((await post({ نام: 'بیرون' }, point(59, 36), { key: bound })).status).toBe(403);
    const away = Number((await post({ نام: 'دور' }, point(59, 36))).headers.location?.split('/').at(-1));
    for (const method of ['PATCH', 'PUT', 'DELETE'])
      expect((await ask(`/items/${away}`, { key: bound, method, headers: MERGE, body: {} })).status).toBe(404);
    // A record of another layer is none here.
    expect((await ask(`/items/${w.ids.record}`, { method: 'DELETE' })).status).toBe(404);
  });
});

describe('POST', () => {
  it('T1 makes one record, and says where it is', async () => {
    const { status, headers, bytes } = await post({ نام: 'یک', pop: '5', ratio: 2 });
    expect([status, bytes.length, headers.etag]).toEqual([201, 0, '"1"']);
    expect(headers.location).toMatch(new RegExp(`^http://gis\\.test${path}/items/\\d+$`));
    const { body } = await askDoor(w, String(headers.location).replace('http://gis.test', ''), { key });
    expect(body).toMatchObject({ geometry: point(), properties: { نام: 'یک', pop: 5, ratio: 2 } });
    const { rows } = await sql`select call, object, layer_id, status from audit where layer_id = ${layer} order by id desc limit 1`.execute(w.engine.db); // biome-ignore format: one line
    expect(rows[0]).toMatchObject({ call: 'records.create', object: `${body.id} ${key.slice(4, 12)}`, status: 201 });
    const { rows: log } = await sql`select action from record_log where record_id = ${body.id}`.execute(w.engine.db);
    expect(log).toEqual([{ action: 'create' }]);
  });

  it('takes any type of content that is JSON, and refuses what is none', async () => {
    for (const headers of [GEO, { 'content-type': 'application/json' }, { 'content-type': 'text/xml' }] as Record<string, string>[]) // biome-ignore format: one list
      expect((await post({ نام: 'نوع' }, point(), { headers })).status).toBe(201);
    for (const body of ['', '<a/>', '[]', '{"properties":[]}', '{"properties":{"__proto__":{"a":1}}}', '{"geometry":{"type":"Point","coordinates":["a"]}}']) // biome-ignore format: one list
      expect([body, (await ask('/items', { method: 'POST', headers: GEO, body })).status]).toEqual([body, 400]);
  });

  it('refuses by the rules of the form, in a reason phrase that QGIS shows', async () => {
    const { status, reason, type, body } = await post({ نام: 'بد', pop: -1 });
    expect([status, type]).toEqual([400, 'application/problem+json']);
    expect(reason).toMatch(/^pop: [\x20-\x7e]+$/);
    expect(body.status).toBe(400);
    expect((await post({ pop: 1 })).status).toBe(400);
    expect((await post({ نام: 'بی‌جا' }, null)).status).toBe(400);
    expect((await post({ نام: 'خط' }, { type: 'LineString', coordinates: [[51, 35], [52, 36]] })).status).toBe(400); // biome-ignore format: one line
  });

  it('knows no hidden field', async () => {
    const { status, body } = await post({ نام: 'پنهان', secret: 'x' });
    expect([status, body.detail]).toEqual([400, 'There is no field "secret".']);
  });

  it('reads coordinates as Content-Crs says, with and without brackets', async () => {
    const at = async (crs: string, geometry: object) => {
      const { headers } = await post({ نام: 'جا' }, geometry, { headers: { ...GEO, 'content-crs': crs } });
      return (await stored(Number(headers.location?.split('/').at(-1))))?.geometry.coordinates;
    };
    expect(await at(EPSG_4326, point(35.7, 51.4))).toEqual([51.4, 35.7]);
    expect(await at(`<${EPSG_4326}>`, point(35.7, 51.4))).toEqual([51.4, 35.7]);
    // echo "30 50" | cs2cs -f %.6f EPSG:4326 EPSG:3857
    expect(await at(EPSG_3857, point(5_565_974.539664, 3_503_549.843504))).toEqual([50, 30]);
    expect((await post({ نام: 'جا' }, point(), { headers: { ...GEO, 'content-crs': 'x' } })).status).toBe(400);
  });
});

describe('changes', () => {
  it('PATCH writes what is given and leaves the rest, T2 with instants without a zone as UTC', async () => {
    const id = await create({ نام: 'کهنه', pop: 7, ratio: 8.33 });
    const one = await ask(`/items/${id}`, { method: 'PATCH', headers: MERGE, body: { properties: { at: '2020-01-01T10:00:00' } } }); // biome-ignore format: one line
    expect([one.status, one.headers.etag]).toEqual([204, '"2"']);
    await ask(`/items/${id}`, { method: 'PATCH', headers: MERGE, body: { geometry: point(51.5, 35.5) } });
    expect(await stored(id)).toMatchObject({ value: { نام: 'کهنه', pop: 7, ratio: 8.33, at: '2020-01-01T10:00:00.000Z' }, geometry: { coordinates: [51.5, 35.5] } }); // biome-ignore format: one line
  });

  it('PUT replaces the record, but for what is hidden and what nobody may write', async () => {
    const id = await create({ نام: 'کهنه', pop: 7 });
    await sql`update record set value = value || '{"secret": "stays", "code": "K"}'::jsonb where id = ${id}`.execute(w.engine.db); // biome-ignore format: one line
    const { status } = await ask(`/items/${id}`, { method: 'PUT', headers: GEO, body: { type: 'Feature', geometry: point(51.6, 35.6), properties: { نام: 'نو', code: 'other' } } }); // biome-ignore format: one line
    expect(status).toBe(204);
    expect((await stored(id))?.value).toMatchObject({ نام: 'نو', pop: null, secret: 'stays', code: 'K' });
  });

  it('DELETE deletes softly', async () => {
    const id = await create();
    expect((await ask(`/items/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await stored(id))?.deleted).toBe(true);
    expect((await ask(`/items/${id}`, { method: 'DELETE' })).status).toBe(404);
  });

  it('honours If-Match, and asks for none', async () => {
    const id = await create();
    for (const method of ['PATCH', 'PUT', 'DELETE']) {
      const body = { type: 'Feature', geometry: point(), properties: { نام: 'دیر' } };
      const stale = await ask(`/items/${id}`, { method, headers: { ...MERGE, 'if-match': '"99"' }, body });
      expect([method, stale.status]).toEqual([method, 412]);
    }
    const right = await ask(`/items/${id}`, { method: 'PATCH', headers: { ...MERGE, 'if-match': '"1"' }, body: { properties: { pop: 1 } } }); // biome-ignore format: one line
    expect(right.status).toBe(204);
  });

  it('wait for a review in a supervised layer, and say so', async () => {
    const own = await layerOf();
    await sql`update layer set config = config || '{"supervised": true}'::jsonb where id = ${own}`.execute(w.engine.db);
    await publishLayer(w, own, { writes: 7 });
    const secret = await createDoorKey(w, [{ layer: own, add: true, edit: true, delete: true }]);
    const at = `/ogc/collections/layer_${own}/items`;
    const created = await askDoor(w, at, { key: secret, method: 'POST', headers: GEO, body: { type: 'Feature', geometry: point(), properties: { نام: 'منتظر' } } }); // biome-ignore format: one line
    expect([created.status, created.body.status]).toEqual([202, 'pending']);
    const id = Number(created.headers.location?.split('/').at(-1));
    await sql`update record set status = 3 where id = ${id}`.execute(w.engine.db);
    const edited = await askDoor(w, `${at}/${id}`, { key: secret, method: 'PATCH', headers: MERGE, body: { properties: { pop: 9 } } }); // biome-ignore format: one line
    expect(edited.status).toBe(202);
    // What waits is not seen.
    expect((await askDoor(w, `${at}/${id}`, { key: secret })).body.properties.pop).toBe(null);
    expect((await askDoor(w, `${at}/${id}`, { key: secret, method: 'DELETE' })).status).toBe(202);
    expect((await stored(id))?.deleted).toBe(false);
  });
});
