// The bytes of answers that clients were seen to stumble over: an empty layer, numbers by which types are guessed, a page that has another
// one. What stands here is what is sent, letter by letter; only ids are put in, and the clock stands still.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Field } from '../../../../contract/schemas/form';
import { askDoor, createDoorKey, publishLayer } from '../../../../testing/outside/door';
import { createWorld, ENGINE, type TestWorld } from '../../../../testing/world';
import * as make from '../../../seed/builders';

const NOW = '2026-03-01T08:30:00.000Z';
const FIELDS: Field[] = [
  { name: 'نوع کاربری', label: 'کاربری', type: 'choice', required: true, choices: [{ value: 'تجاری', label: 'تجاری' }, { value: 'مسکونی', label: 'مسکونی' }] }, // biome-ignore format: one field
  { name: 'ratio', label: 'نسبت', type: 'decimal', min: 0, max: 10 },
  { name: 'pop', label: 'جمعیت', type: 'integer', min: 0 },
  { name: 'plate', label: 'پلاک', type: 'integer' },
  { name: 'day', label: 'روز', type: 'date' },
  { name: 'at', label: 'زمان', type: 'datetime' },
  { name: 'open', label: 'باز', type: 'boolean' },
  { name: 'code', label: 'کد', type: 'text', read_only: true },
  { name: 'secret', label: 'محرمانه', type: 'text' },
];

let w: TestWorld;
let empty: number;
let full: number;
let ids: number[];
let key: string;

const layerOf = (label: string, records: make.NewRecordData[]) =>
  make.createLayer(w.engine, { customer: w.ids.customer, owner: 1, label, type: 1, form: FIELDS, records });
const ask = (tail: string, more: Parameters<typeof askDoor>[2] = {}) => askDoor(w, `/ogc/collections/layer_${tail}`, { key, ...more }); // biome-ignore format: one line
/** Links as they stand in an answer about records. */
const links = (of: string, self: string, next = '') => {
  const query = self.includes('?') ? '&' : '?';
  return `"links":[{"rel":"self","type":"application/geo+json","title":"This page","href":"${self}"},{"rel":"alternate","type":"text/html","title":"This page for people","href":"${self}${query}f=html"},{"rel":"collection","type":"application/json","title":"The collection","href":"${of}"}${next && `,{"rel":"next","type":"application/geo+json","title":"The next page","href":"${next}"}`}]`;
};
const at = (layer: number) => `http://gis.test/ogc/collections/layer_${layer}`;

beforeAll(async () => {
  w = await createWorld(ENGINE, {}, () => new Date(NOW));
  empty = await layerOf('خالی', []);
  full = await layerOf('پر', [
    { geometry: { type: 'Point', coordinates: [51.123456789, 35] }, value: { 'نوع کاربری': 'تجاری', ratio: 8, pop: 25, plate: 4_000_000_040, day: '2020-02-29', at: '2020-01-01T10:00:00.000Z', open: true, code: 'K"1', secret: 'CANARY' } }, // biome-ignore format: one record
    { geometry: { type: 'Point', coordinates: [51.5, 35.25, 1200.5] }, value: { 'نوع کاربری': 'مسکونی', ratio: 8.33, plate: 25 } }, // biome-ignore format: one record
    { geometry: { type: 'Point', coordinates: [52, 36] }, value: { 'نوع کاربری': 'مسکونی', ratio: 0 } },
  ]);
  for (const id of [empty, full]) await publishLayer(w, id, { writes: 7, hidden: ['secret'], wide: ['plate'] });
  key = await createDoorKey(w, [empty, full].map((layer) => ({ layer, add: true, edit: true, delete: true })), { expires: new Date('2027-01-01T00:00:00Z') }); // biome-ignore format: one line
  const { rows } = await sql<{ id: number }>`select id from record where layer_id = ${full}::int order by id`.execute(w.engine.db); // biome-ignore format: one line
  ids = rows.map(({ id }) => id);
});
afterAll(() => w.close());

it('T9 an empty layer says what it is in its schema alone; its page is whole, and counts nothing', async () => {
  const [page, schema, feature] = [await ask(`${empty}/items`), await ask(`${empty}/schema`), await ask(`${empty}/schema?f=feature`)]; // biome-ignore format: one line
  expect(page.text).toBe(
    `{"type":"FeatureCollection","timeStamp":"${NOW}","numberReturned":0,"numberMatched":0,${links(at(empty), `${at(empty)}/items`)},"features":[]}`,
  );
  // QGIS from 3.44 makes its form of this, and can add the first record; older ones see no field, of which the screen warns.
  expect(schema.text).toBe(
    `{"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"${at(empty)}/schema","title":"خالی","type":"object","properties":{"geometry":{"x-ogc-role":"primary-geometry","format":"geometry-point-or-multipoint"},"نوع کاربری":{"title":"کاربری","type":"string","enum":["تجاری","مسکونی"],"x-ogc-propertySeq":1},"ratio":{"title":"نسبت","type":"number","minimum":0,"maximum":10,"x-ogc-propertySeq":2},"pop":{"title":"جمعیت","type":"integer","minimum":0,"x-ogc-propertySeq":3},"plate":{"title":"پلاک","type":"number","x-ogc-propertySeq":4},"day":{"title":"روز","type":"string","format":"date","x-ogc-propertySeq":5},"at":{"title":"زمان","type":"string","format":"date-time","x-ogc-propertySeq":6},"open":{"title":"باز","type":"boolean","x-ogc-propertySeq":7},"code":{"title":"کد","type":"string","readOnly":true,"x-ogc-propertySeq":8}},"required":["نوع کاربری"]}`,
  );
  // T4: the shape that GDAL reads.
  expect(feature.text).toBe(
    `{"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"${at(empty)}/schema?f=feature","title":"خالی","type":"object","required":["type","geometry","properties"],"properties":{"type":{"type":"string","enum":["Feature"]},"id":{"type":"integer"},"geometry":{"$ref":"https://geojson.org/schema/Point.json"},"properties":{"type":"object","properties":{"نوع کاربری":{"title":"کاربری","type":"string","enum":["تجاری","مسکونی"]},"ratio":{"title":"نسبت","type":"number","minimum":0,"maximum":10},"pop":{"title":"جمعیت","type":"integer","minimum":0},"plate":{"title":"پلاک","type":"number"},"day":{"title":"روز","type":"string","format":"date"},"at":{"title":"زمان","type":"string","format":"date-time"},"open":{"title":"باز","type":"boolean"},"code":{"title":"کد","type":"string"}}}}}`,
  );
});

it('T9 an empty layer may be written to by whoever may: QGIS asks at a record that does not exist', async () => {
  const answerTo = async (tail: string) => {
    const { status, bytes, headers } = await ask(`${empty}${tail}`, { method: 'OPTIONS' });
    return [status, bytes.length, headers['content-length'], headers['content-type'], headers.allow];
  };
  expect(await answerTo('/items')).toEqual([200, 0, '0', undefined, 'GET, HEAD, OPTIONS, POST']);
  expect(await answerTo('/items/unknown_id')).toEqual([
    200,
    0,
    '0',
    undefined,
    'GET, HEAD, OPTIONS, PUT, PATCH, DELETE',
  ]);
});

it('T9 the first record of an empty layer comes back as it was sent', async () => {
  const body = `{"type":"Feature","geometry":{"type":"Point","coordinates":[51.4,35.7]},"properties":{"نوع کاربری":"تجاری","ratio":3,"pop":null,"plate":"25"}}`;
  const { status, bytes, headers } = await ask(`${empty}/items`, { method: 'POST', headers: { 'content-type': 'application/geo+json' }, body }); // biome-ignore format: one line
  const id = Number(headers.location?.split('/').at(-1));
  expect([status, bytes.length, headers.location, headers.etag]).toEqual([201, 0, `${at(empty)}/items/${id}`, '"1"']);
  expect((await ask(`${empty}/items/${id}`)).text).toBe(
    `{"type":"Feature","id":${id},"geometry":{"type":"Point","coordinates":[51.4,35.7]},"properties":{"نوع کاربری":"تجاری","ratio":3.0,"pop":null,"plate":25.0,"day":null,"at":null,"open":null,"code":null},${links(at(empty), `${at(empty)}/items/${id}`)}}`,
  );
  expect((await ask(`${empty}/items/${id}`, { method: 'DELETE' })).status).toBe(204);
});

const FIRST = '"geometry":{"type":"Point","coordinates":[51.1234568,35]},"properties":{"نوع کاربری":"تجاری","ratio":8.0,"pop":25,"plate":4000000040.0,"day":"2020-02-29","at":"2020-01-01T10:00:00.000Z","open":true,"code":"K\\"1"}'; // biome-ignore format: one line
const SECOND = '"geometry":{"type":"Point","coordinates":[51.5,35.25,1200.5]},"properties":{"نوع کاربری":"مسکونی","ratio":8.33,"pop":null,"plate":25.0,"day":null,"at":null,"open":null,"code":null}'; // biome-ignore format: one line

it('T3 T5 T6 T8 a page has points in its decimals, every field, its numbers, and the whole address of the next', async () => {
  const [first, second, third] = ids;
  const page = await ask(`${full}/items?limit=2`);
  const self = `${at(full)}/items?limit=2`;
  const next = `${self}&cursor=${second?.toString(36)}`;
  expect(page.text).toBe(
    `{"type":"FeatureCollection","timeStamp":"${NOW}","numberReturned":2,"numberMatched":3,${links(at(full), self, next)},"features":[{"type":"Feature","id":${first},${FIRST}},{"type":"Feature","id":${second},${SECOND}}]}`,
  );
  expect((await ask(next.slice('http://gis.test/ogc/collections/layer_'.length))).text).toBe(
    `{"type":"FeatureCollection","timeStamp":"${NOW}","numberReturned":1,"numberMatched":3,${links(at(full), next)},"features":[{"type":"Feature","id":${third},"geometry":{"type":"Point","coordinates":[52,36]},"properties":{"نوع کاربری":"مسکونی","ratio":0.0,"pop":null,"plate":null,"day":null,"at":null,"open":null,"code":null}}]}`,
  );
});

it('a single record is its feature in a page, with its links behind it', async () => {
  const [first] = ids;
  const { text, headers } = await ask(`${full}/items/${first}`);
  expect(text).toBe(`{"type":"Feature","id":${first},${FIRST},${links(at(full), `${at(full)}/items/${first}`)}}`);
  expect([headers['content-type'], headers['content-crs'], headers.etag]).toEqual(['application/geo+json', '<http://www.opengis.net/def/crs/OGC/1.3/CRS84>', '"1"']); // biome-ignore format: one line
});
