// Reading at the outside door: the abstract tests of OGC 17-069r4 and 18-058r1 as our own, and the traps that programs have been seen to fall into.
import { Validator } from '@seriousme/openapi-schema-validator';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CRS84, EPSG_3857, EPSG_4326 } from '../../../../contract/ogc-api/names';
import type { Field } from '../../../../contract/schemas/form';
import { askDoor, createDoorKey, publishLayer } from '../../../../testing/outside/door';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../../testing/world';
import * as make from '../../../seed/builders';

const FIELDS: Field[] = [
  { name: 'نوع کاربری', label: 'کاربری', type: 'choice', choices: [{ value: 'تجاری', label: 'تجاری' }, { value: 'مسکونی', label: 'مسکونی' }] }, // biome-ignore format: one field
  { name: 'ratio', label: 'نسبت', type: 'decimal', min: 0 },
  { name: 'pop', label: 'جمعیت', type: 'integer', min: 0, required: true },
  { name: 'day', label: 'روز', type: 'date' },
  { name: 'at', label: 'زمان', type: 'datetime' },
  { name: 'open', label: 'باز', type: 'boolean' },
  { name: 'secret', label: 'محرمانه', type: 'text' },
  { name: 'photo', label: 'عکس', type: 'image' },
];
const COUNT = 60;

describe.each(ONE_ENGINE)('the outside door on the %s engine', (kind) => {
  let w: TestWorld;
  let key: string;
  let layer: number;
  let path: string;
  const ask = (tail: string, more: Parameters<typeof askDoor>[2] = {}) => askDoor(w, `/ogc${tail}`, { key, ...more });
  const items = (search = '', more: Parameters<typeof askDoor>[2] = {}) => ask(`${path}/items${search}`, more);
  const encoded = (text: string) => encodeURIComponent(text);

  beforeAll(async () => {
    w = await createWorld(kind);
    const { customer } = w.ids;
    layer = await make.createLayer(w.engine, {
      customer,
      owner: 1,
      label: 'نقشهٔ <b>کاربری</b>',
      type: 1,
      form: FIELDS,
      records: Array.from({ length: COUNT }, (_, i) => ({
        geometry: { type: 'Point' as const, coordinates: [50 + i / 10, 30 + i / 20] },
        value: {
          'نوع کاربری': i % 2 ? 'تجاری' : 'مسکونی',
          ratio: i < 20 ? i : i + 0.33,
          pop: i,
          day: `2020-01-${String((i % 28) + 1).padStart(2, '0')}`,
          at: `2020-01-01T00:00:${String(i).padStart(2, '0')}.000Z`,
          open: i % 3 === 0,
          secret: 'CANARY-HIDDEN',
        },
      })),
    });
    path = `/collections/layer_${layer}`;
    await publishLayer(w, layer, {
      hidden: ['secret'],
      time: 'day',
      description: 'شرح',
      licence: 'https://licence.test/',
    });
    await publishLayer(w, w.ids.polygons, { services: 1 });
    key = await createDoorKey(w, [layer, w.ids.polygons]);
  });
  afterAll(() => w.close());

  describe('documents', () => {
    it('A.2.2.1 the landing page names all others, with the types by which QGIS knows them', async () => {
      for (const at of ['', '/', '?f=json']) {
        const { status, body, type } = await ask(at);
        expect([status, type]).toEqual([200, 'application/json']);
        const of = (rel: string) => body.links.find((link: { rel: string }) => link.rel === rel);
        expect(of('service-desc')).toMatchObject({ type: 'application/vnd.oai.openapi+json;version=3.0', href: 'http://gis.test/ogc/api' }); // biome-ignore format: one line
        expect(of('conformance').href).toBe('http://gis.test/ogc/conformance');
        // QGIS puts `/<collection>` behind it.
        expect(of('data').href).toBe('http://gis.test/ogc/collections');
      }
    });

    it('T18 answers name https where the client came by it, at the host that it asked', async () => {
      const { body } = await ask('', { headers: { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'maps.test' } });
      for (const { href } of body.links) expect(href).toMatch(/^https:\/\/maps\.test\/ogc/);
    });

    it('A.2.4 the conformance classes tell of no writing where the key may write nothing', async () => {
      const { body } = await ask('/conformance');
      for (const name of ['features-1/1.0/conf/core', 'features-2/1.0/conf/crs', 'features-3/1.0/conf/filter', 'features-3/1.0/conf/features-filter', 'cql2/1.0/conf/cql2-text', 'cql2/1.0/conf/basic-cql2']) // biome-ignore format: one list
        expect(body.conformsTo.some((uri: string) => uri.endsWith(name))).toBe(true);
      expect(body.conformsTo.some((uri: string) => uri.includes('features-4'))).toBe(false);
    });

    it('A.2.3 the API is OpenAPI 3.0, with the limit where QGIS looks for it', async () => {
      const { body, type } = await ask('/api');
      expect(type).toBe('application/vnd.oai.openapi+json;version=3.0');
      expect(body.openapi).toMatch(/^3\.0\./);
      expect(await new Validator().validate(body)).toEqual({ valid: true });
      expect(body.components.parameters.limit.schema).toMatchObject({ maximum: 10_000, default: 1000 });
      expect(Object.keys(body.paths['/collections/{collectionId}/items'])).toEqual(['get']);
      // Every reference leads somewhere.
      for (const [, ref = ''] of JSON.stringify(body).matchAll(/"\$ref":"#\/([^"]+)"/g))
        expect(ref.split('/').reduce((at, name) => at?.[name], body)).toBeDefined();
    });

    it('A.2.5 a collection is the same alone and in the list', async () => {
      const [list, one] = [await ask('/collections'), await ask(path)];
      expect(list.body.collections.map(({ id }: { id: string }) => id).sort()).toEqual([`layer_${layer}`, `layer_${w.ids.polygons}`].sort()); // biome-ignore format: one line
      const inList = list.body.collections.find(({ id }: { id: string }) => id === `layer_${layer}`);
      expect(one.body).toEqual(inList);
      expect(one.body).toMatchObject({ itemType: 'feature', storageCrs: CRS84, crs: [CRS84, EPSG_4326, EPSG_3857], description: 'شرح' }); // biome-ignore format: one line
      expect(one.body.extent.spatial.bbox[0][0]).toBeCloseTo(50, 5);
      const rels = one.body.links.map(({ rel }: { rel: string }) => rel);
      for (const rel of ['items', 'describedBy', 'describedby', 'http://www.opengis.net/def/rel/ogc/1.0/schema', 'http://www.opengis.net/def/rel/ogc/1.0/queryables', 'tilejson', 'enclosure', 'license']) // biome-ignore format: one list
        expect([rel, rels.includes(rel)]).toEqual([rel, true]);
      // A service that is off is not named, and not there.
      const other = list.body.collections.find(({ id }: { id: string }) => id === `layer_${w.ids.polygons}`);
      expect(JSON.stringify(other)).not.toMatch(/tilejson|items\.csv/);
      for (const tail of ['tilejson', 'items.csv', 'tiles/WebMercatorQuad/0/0/0'])
        expect((await ask(`/collections/layer_${w.ids.polygons}/${tail}`)).status).toBe(404);
    });

    it('T4 the schema is told in two shapes, and hidden fields in none', async () => {
      const [schema, feature, queryables] = [await ask(`${path}/schema`), await ask(`${path}/schema?f=feature`), await ask(`${path}/queryables`)]; // biome-ignore format: one line
      expect(schema.type).toBe('application/schema+json');
      expect(schema.body.properties.geometry).toEqual({ 'x-ogc-role': 'primary-geometry', format: 'geometry-point-or-multipoint' }); // biome-ignore format: one line
      expect(schema.body.properties.pop).toMatchObject({ title: 'جمعیت', type: 'integer', minimum: 0, 'x-ogc-propertySeq': 3 }); // biome-ignore format: one line
      expect(schema.body.properties.at).toMatchObject({ type: 'string', format: 'date-time' });
      expect(schema.body.properties['نوع کاربری'].enum).toEqual(['تجاری', 'مسکونی']);
      expect(schema.body.required).toEqual(['pop']);
      expect(feature.body.properties.properties.properties.ratio.type).toBe('number');
      expect(queryables.body.additionalProperties).toBe(false);
      for (const { text } of [schema, feature, queryables]) expect(text).not.toMatch(/secret|photo/);
    });
  });

  describe('records', () => {
    it('A.2.7 come as GeoJSON with their number, their time and whole links', async () => {
      const { status, body, type, headers } = await items('?limit=10');
      expect([status, type, headers['content-crs']]).toEqual([200, 'application/geo+json', `<${CRS84}>`]);
      expect(body).toMatchObject({ type: 'FeatureCollection', numberMatched: COUNT, numberReturned: 10 });
      expect(Date.parse(body.timeStamp)).toBeGreaterThan(0);
      expect(Object.keys(body.features[0].properties)).toEqual(['نوع کاربری', 'ratio', 'pop', 'day', 'at', 'open']);
      const next = body.links.find(({ rel }: { rel: string }) => rel === 'next');
      // T6
      expect(next).toMatchObject({ type: 'application/geo+json' });
      expect(next.href).toMatch(/^http:\/\/gis\.test\/ogc\/collections\/layer_\d+\/items\?limit=10&cursor=/);
    });

    it('T3 decimals have their point, also where the first twenty are whole', async () => {
      const { text } = await items('?limit=25');
      const ratios = [...text.matchAll(/"ratio":([^,]+)/g)].map(([, ratio]) => ratio);
      expect(ratios.slice(0, 3)).toEqual(['0.0', '1.0', '2.0']);
      expect(ratios).toHaveLength(25);
      expect(ratios.every((ratio) => ratio?.includes('.'))).toBe(true);
      expect(text).toContain('"pop":0,');
    });

    it('T5 a field that holds numbers above 2^31 is written as a decimal as soon as that is known', async () => {
      const wide = await make.createLayer(w.engine, { customer: w.ids.customer, owner: 1, label: 'پلاک', type: 1, form: [{ name: 'n', label: 'n', type: 'integer' }], records: [25, 4_000_000_040].map((n) => ({ geometry: { type: 'Point' as const, coordinates: [51, 35] }, value: { n } })) }); // biome-ignore format: one line
      await publishLayer(w, wide);
      const own = await createDoorKey(w, [wide]);
      const at = `/ogc/collections/layer_${wide}`;
      await askDoor(w, `${at}/items`, { key: own });
      w.backend.outside.callers.forget();
      const { text } = await askDoor(w, `${at}/items`, { key: own });
      expect([...text.matchAll(/"n":([^}]+)/g)].map(([, n]) => n)).toEqual(['25.0', '4000000040.0']);
      expect((await askDoor(w, `${at}/schema`, { key: own })).body.properties.n.type).toBe('number');
    });

    it('T6 T16 walking `next` gives each record once, while others are made and deleted', async () => {
      const ids: number[] = [];
      let at: string | undefined = `${path}/items?limit=7`;
      let pages = 0;
      while (at) {
        const { body } = await ask(at);
        ids.push(...body.features.map(({ id }: { id: number }) => id));
        const next = body.links.find(({ rel }: { rel: string }) => rel === 'next')?.href;
        at = next?.replace('http://gis.test/ogc', '');
        if (pages++ < 3)
          await sql`update record set deleted_at = now() where id = ${ids[0]}::bigint`.execute(w.engine.db);
      }
      await sql`update record set deleted_at = null where layer_id = ${layer}`.execute(w.engine.db);
      expect(new Set(ids).size).toBe(COUNT);
      expect(ids).toHaveLength(COUNT);
    });

    it('A.2.7 limits: least, default, cut', async () => {
      expect((await items('?limit=1')).body.numberReturned).toBe(1);
      expect((await items('?limit=20000')).body.numberReturned).toBe(COUNT);
      expect((await items('?offset=55')).body.numberReturned).toBe(5);
      for (const bad of [
        '?limit=0',
        '?limit=-1',
        '?limit=x',
        '?unknown=1',
        '?limit=1&limit=2',
        '?bbox=1,2,3',
        '?datetime=x',
        '?crs=x',
      ]) {
        // biome-ignore format: one list
        const { status, type } = await items(bad);
        expect([bad, status, type]).toEqual([bad, 400, 'application/problem+json']);
      }
    });

    it('A.2.7 boxes in each coordinate system, and over the date line', async () => {
      const inBox = async (search: string) => (await items(search)).body.features.map((f: { properties: { pop: number } }) => f.properties.pop); // biome-ignore format: one line
      expect(await inBox('?bbox=49.95,29,50.25,31')).toEqual([0, 1, 2]);
      expect(await inBox('?bbox=49.95,29,0,50.25,31,9')).toEqual([0, 1, 2]);
      expect(await inBox(`?bbox=29,49.95,31,50.25&bbox-crs=${encoded(EPSG_4326)}`)).toEqual([0, 1, 2]);
      expect(await inBox('?bbox=55.75,0,-170,60')).toEqual([58, 59]);
      expect(await inBox('?bbox=0,0,1,1')).toEqual([]);
      expect((await items('?bbox=0,0,1,1')).body.numberMatched).toBe(0);
    });

    it('A.2.7 times: instants, days and spans, with open ends', async () => {
      const count = async (datetime: string) => (await items(`?datetime=${datetime}`)).body.numberMatched;
      expect(await count('2020-01-01')).toBe(3);
      expect(await count('2020-01-01/2020-01-02')).toBe(6);
      expect(await count('../2020-01-02T12:00:00Z')).toBe(6);
      expect(await count('2020-01-28/..')).toBe(2);
      expect(await count('0000-01-01T00:00:00Z/9999-12-31T23:59:59Z')).toBe(COUNT);
    });

    it('18-058r1 coordinates in another system, as PROJ makes them', async () => {
      const first = async (crs: string) => {
        const { body, headers } = await items(`?limit=1&crs=${encoded(crs)}`);
        expect(headers['content-crs']).toBe(`<${crs}>`);
        return body.features[0].geometry.coordinates;
      };
      expect(await first(EPSG_4326)).toEqual([30, 50]);
      // echo "30 50" | cs2cs -f %.3f EPSG:4326 EPSG:3857
      expect(await first(EPSG_3857)).toEqual([5_565_974.54, 3_503_549.844]);
    });

    it('A.2.8 one record comes with its version; others are not there', async () => {
      const id = (await items('?limit=1')).body.features[0].id;
      const one = await ask(`${path}/items/${id}`);
      expect([one.status, one.headers.etag, one.body.id]).toEqual([200, '"1"', id]);
      expect(one.body.links.map(({ rel }: { rel: string }) => rel)).toEqual(['self', 'alternate', 'collection']);
      const other = (await sql<{ id: number }>`select id from record where layer_id = ${w.ids.polygons} limit 1`.execute(w.engine.db)).rows[0]?.id; // biome-ignore format: one line
      for (const tail of [`items/${other}`, 'items/999999999', 'items/x']) expect((await ask(`${path}/${tail}`)).status).toBe(404); // biome-ignore format: one line
    });

    it('answers HEAD as GET, without the body, and packs what is long', async () => {
      const head = await items('', { method: 'HEAD' });
      expect([head.status, head.type, head.bytes.length]).toEqual([200, 'application/geo+json', 0]);
      const packed = await items('', { headers: { 'accept-encoding': 'gzip' } });
      expect(packed.headers['content-encoding']).toBe('gzip');
      expect(packed.bytes.subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
    });
  });

  it('filters by CQL2 text, exactly, and says what it cannot read', async () => {
    const count = async (filter: string) => {
      const { status, body } = await items(`?filter-lang=cql2-text&filter=${encoded(filter)}`);
      return status === 200 ? body.numberMatched : body.detail;
    };
    expect(await count(`"نوع کاربری" = 'تجاری'`)).toBe(30);
    expect(await count('pop >= 10 AND pop < 20')).toBe(10);
    expect(await count('S_INTERSECTS(geometry, BBOX(49.95,29,50.25,31))')).toBe(3);
    expect(await count(`"at" < TIMESTAMP('2020-01-01T00:00:10Z')`)).toBe(10);
    expect(await count('secret IS NULL')).toMatch(/no field "secret"/);
    expect(await count(`pop = 'x'`)).toMatch(/no number/);
    expect(await count('pop + 1 = 2')).toMatch(/arithmetic/);
  });

  it('gives tiles of what it gives records of, with the fields that are seen', async () => {
    const json = await ask(`${path}/tilejson`);
    expect(json.body.tiles).toEqual([`http://gis.test/ogc${path}/tiles/WebMercatorQuad/{z}/{y}/{x}`]);
    const tile = await ask(`${path}/tiles/WebMercatorQuad/0/0/0`);
    expect([tile.status, tile.type]).toEqual([200, 'application/vnd.mapbox-vector-tile']);
    const again = await ask(`${path}/tiles/WebMercatorQuad/0/0/0`, { headers: { 'if-none-match': String(tile.headers.etag) } }); // biome-ignore format: one line
    expect(again.status).toBe(304);
    expect(JSON.stringify(json.body) + tile.text).not.toMatch(/secret|CANARY/);
  });

  it('gives the whole layer as CSV that a spreadsheet reads, by either calendar', async () => {
    const { type, bytes } = await ask(`${path}/items.csv?dates=jalali`);
    expect(type).toBe('text/csv; charset=utf-8');
    const text = bytes.toString('utf8');
    const lines = text.split('\r\n');
    expect(lines[0]).toBe('\ufeffid,کاربری,نسبت,جمعیت,روز,زمان,باز,lon,lat');
    expect(lines).toHaveLength(COUNT + 2);
    expect(lines[1]).toMatch(/^\d+,مسکونی,0,0,1398\/10\/11,1398\/10\/11 /);
    expect(text).not.toContain('CANARY');
    expect((await ask(`${path}/items.csv`)).text.split('\r\n')[1]).toContain(',2020-01-01,');
  });

  it('shows pages without scripts to whoever asks for them, and JSON to all others', async () => {
    const browser = { headers: { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' } };
    for (const tail of ['', '/collections', path, `${path}/items`, '/api', '/conformance']) {
      const { type, text, headers } = await ask(tail, browser);
      expect([tail, type]).toEqual([tail, 'text/html; charset=utf-8']);
      expect(text).not.toMatch(/<script|<b>/);
      expect(String(headers['content-security-policy'])).toMatch(/^default-src 'none'; style-src 'sha256-/);
      for (const accept of ['*/*', 'application/json', 'application/geo+json, text/html;q=0.5'])
        expect((await ask(tail, { headers: { accept } })).type).toMatch(/json/);
      expect((await ask(`${tail}?f=json`, browser)).type).toMatch(/json/);
    }
    expect((await ask('/collections?f=html')).text).toContain('نقشهٔ &lt;b&gt;کاربری&lt;/b&gt;');
  });
});
