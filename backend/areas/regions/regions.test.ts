// Regions: what they measure, whom they bind, and that a changed shape shows at once, in rows and in tiles.
import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import fc from 'fast-check';
import { sql } from 'kysely';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tileTemplate } from '../../../contract/ogc';
import { expectAllowed } from '../../../testing/allowed';
import { createWorld, FORM, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

const box = (west: number, south: number, east: number, north: number) => ({
  type: 'Polygon' as const,
  coordinates: [[[west, south], [east, south], [east, north], [west, north], [west, south]]], // biome-ignore format: a box
});
const feature = (geometry: unknown, properties: object) => ({ type: 'Feature', geometry, properties });

describe.each(ONE_ENGINE)('regions on the %s engine', (kind) => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await createWorld(kind);
  });
  afterAll(() => w.close());
  const add = async (label: string, geometry: unknown = box(50, 30, 51, 31), as = 'super') =>
    w.call(as, 'POST', '/api/region/', { label, geometry });
  const partsOf = async (id: number) => {
    const { rows } = await sql<{ n: number; same: boolean }>`
      select count(*)::int as n, abs(sum(st_area(p.geom)) - max(st_area(r.geom))) < 1e-9 as same from region_part p join region r on r.id = p.region_id where r.id = ${id}::int`.execute(
      w.engine.db,
    );
    return rows[0];
  };
  const upload = async (name: string, content: string, query = '', as = 'super') => {
    const form = new FormData();
    form.append('file', new Blob([content]), name);
    const request = new Request('http://localhost/', { method: 'POST', body: form });
    const response = await w.backend.app.inject({
      method: 'POST',
      url: `/api/regionsupload/${query}`,
      payload: Buffer.from(await request.arrayBuffer()),
      headers: {
        host: 'localhost',
        authorization: `Bearer ${await w.token(as)}`,
        'content-type': request.headers.get('content-type') ?? '',
      },
    });
    return { status: response.statusCode, body: response.json() };
  };
  const count = async () => (await w.call('super', 'GET', '/api/region/?limit=1')).body.count;
  const bind = (username: string, region: number) =>
    sql`insert into account_region (account_id, region_id) select id, ${region}::int from account where username = ${username}`.execute(
      w.engine.db,
    );
  const settled = () => new Promise((r) => setTimeout(r, 1100));

  it('are measured on the ellipsoid and listed without shapes unless asked', async () => {
    const { status, body } = await add('اندازه', box(51, 35, 52, 36));
    expect(status).toBe(200);
    // 1 degree by 1 degree at 35.5 N: 10,045 square kilometres.
    expect(body.area / 1e6).toBeGreaterThan(10_000);
    expect(body.area / 1e6).toBeLessThan(10_100);
    expect([body.extent, body.geometry.type]).toEqual([[51, 35, 52, 36], 'MultiPolygon']);
    const matches = await w.call('super', 'GET', `/api/region/?search=${encodeURIComponent('انداز')}`);
    expect([matches.body.count, 'geometry' in matches.body.results[0]]).toEqual([1, false]);
    const detailed = await w.call('super', 'GET', '/api/region/?is_detailed=true&limit=1');
    expect([detailed.body.results[0].geometry.type, detailed.body.next !== null]).toEqual(['MultiPolygon', true]);
    expect((await w.call('super', 'GET', '/api/region/?limit=۱')).body.results.length).toBe(1);
  });

  it('their parts follow every write', async () => {
    const circle = (n: number) => Array.from({ length: n + 1 }, (_, i) => [50 + Math.cos(((i % n) / n) * 2 * Math.PI), 30 + Math.sin(((i % n) / n) * 2 * Math.PI)]); // biome-ignore format: a ring
    const { body } = await add('دایره', { type: 'Polygon', coordinates: [circle(2000)] });
    expect(await partsOf(body.id)).toMatchObject({ same: true });
    expect((await partsOf(body.id))?.n).toBeGreaterThan(10);
    await w.call('super', 'PUT', `/api/region/${body.id}/`, { geometry: box(1, 1, 2, 2) });
    expect(await partsOf(body.id)).toEqual({ n: 1, same: true });
    await w.call('super', 'PUT', `/api/region/${body.id}/`, { label: 'نام تازه' });
    expect(await partsOf(body.id)).toEqual({ n: 1, same: true });
    await w.call('super', 'DELETE', `/api/region/${body.id}/`);
    expect((await partsOf(body.id))?.n).toBe(0);
  });

  it('a shape that crosses itself is mended; one without an area is refused', async () => {
    const bow = { type: 'Polygon', coordinates: [[[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]]] }; // biome-ignore format: a bow tie
    expect((await add('پروانه', bow)).body.geometry.coordinates.length).toBe(2);
    const before = await count();
    for (const geometry of [
      { type: 'Polygon', coordinates: [[[0, 0], [1, 1], [2, 2], [0, 0]]] }, // biome-ignore format: a line
      { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 1]]] }, // biome-ignore format: open
      { type: 'Point', coordinates: [1, 1] },
      box(179, 1, 181, 2),
      null,
      { type: 'Polygon', coordinates: [] },
    ])
      expect((await add('بد', geometry)).status).toBe(400);
    expect(await count()).toBe(before);
  });

  it('any ring is a region with an area and all its parts, or a refusal', async () => {
    const ring = fc.array(fc.tuple(fc.integer({ min: 40, max: 50 }), fc.integer({ min: 20, max: 30 })), {
      minLength: 3,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(ring, async (points) => {
        const { status, body } = await add('تصادفی', { type: 'Polygon', coordinates: [[...points, points[0]]] });
        if (status === 200) {
          expect(body.area).toBeGreaterThan(0);
          expect((await partsOf(body.id))?.same).toBe(true);
        } else expect(status).toBe(400);
      }),
      { numRuns: 40 },
    );
  });

  it('are managed by module 16 alone, inside one customer', async () => {
    const { body } = await add('خودی');
    for (const who of ['editor', 'viewer', 'regional']) {
      expect((await add('x', undefined, who)).body.code).toBe(403);
      expect((await w.call(who, 'DELETE', `/api/region/${body.id}/`)).body.code).toBe(403);
    }
    expect((await w.call('stranger', 'GET', `/api/region/${body.id}/`)).status).toBe(404);
    for (const path of ['region/', 'short-region/', 'region/get_accessed/'])
      expect(JSON.stringify((await w.call('stranger', 'GET', `/api/${path}`)).body)).not.toContain('خودی');
    for (const key of ['id', 'customer', 'customer_id', 'area', '__proto__'])
      expect((await w.call('super', 'POST', '/api/region/', JSON.parse(`{"label":"x","geometry":${JSON.stringify(box(1, 1, 2, 2))},"${key}":1}`))).status).toBe(400); // biome-ignore format: one call
    for (const id of ['-1', '0', 'abc', String(2 ** 31), String(2n ** 63n), '999999999'])
      for (const [method, payload] of [['GET', undefined], ['PUT', { label: 'x' }], ['DELETE', undefined]] as const) // biome-ignore format: one line
        expect([400, 404]).toContain((await w.call('super', method, `/api/region/${id}/`, payload)).status);
  });

  it('the ground of a bound person is what all of his regions cover together, of everybody else nothing', async () => {
    const ground = async (who = 'regional') => (await w.call(who, 'GET', '/api/region/ground/')).body.geometry;
    const before = await ground();
    expect(before.type).toMatch(/Polygon$/);
    const more = [await add('چپ', box(10, 10, 12, 12)), await add('راست', box(11, 10, 13, 12))];
    for (const { body } of more) await bind('regional', body.id);
    await settled();
    const ring = ((await ground()).coordinates as number[][][][]).map(([outer]) => outer ?? []).find((outer) => outer.some(([lon]) => lon === 13)) ?? []; // biome-ignore format: one line
    // One shape from end to end, without a corner where they overlap.
    expect(ring.some(([lon]) => lon === 10)).toBe(true);
    expect(ring.filter(([, lat = 0]) => lat > 10 && lat < 12)).toEqual([]);
    for (const who of ['viewer', 'super', 'stranger']) expect(await ground(who)).toBe(null);
    for (const { body } of more) await sql`delete from account_region where region_id = ${body.id}::int`.execute(w.engine.db); // biome-ignore format: one statement
    await settled();
    expect(await ground()).toEqual(before);
  });

  it('a bound person sees his own, everybody else all', async () => {
    await add('پنهان از او');
    for (const path of ['region/', 'short-region/', 'region/get_accessed/?is_detailed=1']) {
      const { body } = await w.call('regional', 'GET', `/api/${path}`);
      expect((body.results ?? body).map((r: { id: number }) => r.id)).toEqual([w.ids.region]);
      const all = (await w.call('viewer', 'GET', `/api/${path}`)).body;
      expect((all.results ?? all).length).toBeGreaterThan(1);
    }
  });

  it('says where a shape lies: the smallest region, of a bound person among their own', async () => {
    const at = async (who: string, coordinates: number[]) =>
      (await w.call(who, 'POST', '/api/region/at/', { geometry: { type: 'Point', coordinates } })).body.region;
    const wide = (await add('دشت', box(10, 10, 14, 14))).body.id;
    const narrow = (await add('باغ', box(11, 11, 12, 12))).body.id;
    expect(await at('viewer', [11.5, 11.5])).toEqual({ id: narrow, label: 'باغ' });
    expect(await at('viewer', [13, 13])).toEqual({ id: wide, label: 'دشت' });
    expect(await at('viewer', [-170, -80])).toBeNull();
    expect(await at('regional', [11.5, 11.5])).toBeNull();
    expect(await at('stranger', [11.5, 11.5])).toBeNull();
  });

  it('is not taken away under a project that runs in it', async () => {
    const box = { type: 'Polygon', coordinates: [[[50, 30], [51, 30], [51, 31], [50, 30]]] }; // biome-ignore format: a triangle
    const { id } = (await w.call('super', 'POST', '/api/region/', { label: 'کار', geometry: box })).body;
    const project = (await w.call('super', 'POST', '/api/project/', { name: 'برداشت', region: id })).body;
    const refused = await w.call('super', 'DELETE', `/api/region/${id}/`);
    expect([refused.status, refused.body.code]).toEqual([403, 412]);
    expect((await w.call('super', 'PATCH', `/api/project/${project.id}/`, { region: null })).status).toBe(200);
    expect((await w.call('super', 'DELETE', `/api/region/${id}/`)).status).toBe(200);
  });

  it('the last region of a person cannot be removed, not even by two at once', async () => {
    expect((await w.call('super', 'DELETE', `/api/region/${w.ids.region}/`)).body.code).toBe(412);
    const [a, b] = [(await add('یک')).body.id, (await add('دو')).body.id];
    await bind('viewer', a);
    await bind('viewer', b);
    const both = await Promise.all([a, b].map((id) => w.call('super', 'DELETE', `/api/region/${id}/`)));
    expect(both.map((r) => r.status).sort()).toEqual([200, 403]);
    await sql`delete from account_region where account_id = (select id from account where username = 'viewer')`.execute(
      w.engine.db,
    );
  });

  it('nobody widens the region that binds him', async () => {
    await sql`update role set modules = array[1,2,3,4,16] where name = 'viewing'`.execute(w.engine.db);
    const { id } = (await add('مال او')).body;
    await bind('viewer', id);
    await settled();
    const widened = await w.call('viewer', 'PUT', `/api/region/${id}/`, { geometry: box(0, 0, 90, 80) });
    expect([widened.status, widened.body.code]).toEqual([403, 412]);
    expect((await w.call('viewer', 'DELETE', `/api/region/${id}/`)).body.code).toBe(412);
    expect((await w.call('viewer', 'PUT', `/api/region/${id}/`, { label: 'نام' })).status).toBe(200);
  });

  it('a changed shape shows in rows and tiles at once', async () => {
    const tile = async (more = '') => {
      const url = tileTemplate(w.ids.layer).replace('{z}', '4').replace('{x}', '10').replace('{y}', '6') + more;
      const { body, status, headers } = await w.call('regional', 'GET', url);
      if (status === 204) return 0;
      const bytes = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
      return Object.values(new VectorTile(new PbfReader(bytes)).layers)[0]?.length ?? 0;
    };
    const rows = async () =>
      (await w.call('regional', 'GET', `/api/layerdata/?layer=${w.ids.layer}&search=`)).body.results.length;
    const preview = () => tile('&FIELDS=population');
    const search = async (text: string) =>
      (await w.call('regional', 'POST', `/api/search/?search=${encodeURIComponent(text)}`, { layers: [w.ids.layer] }))
        .body.length;
    expect([await tile(), await rows()]).toEqual([1, 1]);
    expect([await preview(), await search('تهران'), await search('مشهد')]).toEqual([1, 1, 0]);
    // What lies outside takes no place among the hits either.
    const point = (x: number) => ({ type: 'Point' as const, coordinates: [x, 35.5] });
    const squares = await make.createLayer(w.engine, { customer: w.ids.customer, owner: (await w.engine.db.selectFrom('account').select('id').where('username', '=', 'regional').executeTakeFirstOrThrow()).id, label: 'میدان‌ها', type: 1, form: FORM, records: [...Array.from({ length: 60 }, () => ({ geometry: point(60), value: { name: 'میدان' } })), { geometry: point(51.5), value: { name: 'میدان آزادی' } }] }); // biome-ignore format: one layer
    const hits = await w.call('regional', 'POST', `/api/search/?search=${encodeURIComponent('میدان')}`, {
      layers: [squares],
    });
    expect(hits.body.length).toBe(1);
    await w.call('super', 'PUT', `/api/region/${w.ids.region}/`, { geometry: box(45, 25, 62, 40) });
    await settled();
    expect([await tile(), await rows()]).toEqual([3, 3]);
    expect([await preview(), await search('مشهد')]).toEqual([3, 1]);
    await w.call('super', 'PUT', `/api/region/${w.ids.region}/`, { geometry: box(51, 35, 52, 36) });
    await settled();
    expect(await tile()).toBe(1);
  });

  describe('from a file', () => {
    const collection = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features });

    it('every polygon becomes one, named by its first text column, after a dry run that writes nothing', async () => {
      const content = collection(
        feature(box(50, 30, 51, 31), { code: 7, نام: 'شمال' }),
        feature(box(51, 30, 52, 31), { code: 8, نام: 'جنوب' }),
        feature(box(52, 30, 53, 31), { code: 9, نام: '' }),
      );
      const before = await count();
      const dry = await upload('zones.geojson', content, '?dry_run=true');
      expect([dry.status, dry.body.count, dry.body.label_field, dry.body.rejects]).toEqual([200, 3, 'نام', []]);
      expect(dry.body.regions[0]).toMatchObject({ id: null, label: 'شمال' });
      expect(dry.body.regions[0].area).toBeGreaterThan(1e9);
      expect(await count()).toBe(before);
      const { body } = await upload('zones.geojson', content);
      expect(await count()).toBe(before + 3);
      expect(body.regions.map((r: { label: string }) => r.label)).toEqual([
        'شمال',
        'جنوب',
        expect.stringContaining('3'),
      ]);
      for (const { id } of body.regions) expect(await partsOf(id)).toEqual({ n: 1, same: true });
      const coded = await upload('zones.geojson', content, '?dry_run=1&label_field=code');
      expect(coded.body.regions.map((r: { label: string }) => r.label)).toEqual(['7', '8', '9']);
    });

    it('one bad row refuses all, and is named', async () => {
      const content = collection(
        feature(box(50, 30, 51, 31), { name: 'a' }),
        feature({ type: 'Polygon', coordinates: [[[0, 0], [1, 1], [2, 2], [0, 0]]] }, { name: 'b' }), // biome-ignore format: a line
      );
      const before = await count();
      const refused = await upload('zones.geojson', content);
      expect([refused.status, refused.body.rejects.length, await count()]).toEqual([400, 1, before]);
      expect(refused.body.rejects[0].row).toBe(2);
      expect((await upload('zones.geojson', content, '?dry_run=true')).body.count).toBe(1);
    });

    it('rubbish, points, unknown columns and people without the module are refused', async () => {
      const points = collection(feature({ type: 'Point', coordinates: [1, 2] }, { name: 'x' }));
      const good = collection(feature(box(1, 1, 2, 2), { name: 'x' }));
      for (const [name, content, query] of [
        ['a.geojson', '{', ''],
        ['a.txt', 'سلام', ''],
        ['a.geojson', points, ''],
        ['a.geojson', good, '?label_field=nothing'],
        ['a.geojson', good, '?dataset=nothing'],
        ['a.geojson', good, '?nothing=1'],
      ] as const)
        expect([name, query, (await upload(name, content, query)).status]).toEqual([name, query, 400]);
      expect((await upload('a.geojson', good, '', 'editor')).status).toBe(403);
    });

    it('thousands are written, more than five thousand refused', async () => {
      const many = (n: number) => collection(...Array.from({ length: n }, (_, i) => feature(box(40 + (i % 100) / 10, 25 + Math.floor(i / 100) / 10, 40.05 + (i % 100) / 10, 25.05 + Math.floor(i / 100) / 10), { name: `r${i}` }))); // biome-ignore format: a grid
      expect((await upload('many.geojson', many(5001))).status).toBe(400);
      const before = await count();
      expect((await upload('many.geojson', many(5000))).status).toBe(200);
      expect(await count()).toBe(before + 5000);
    });
  });

  it('tell beside each what the caller may do with it, and the calls agree', async () => {
    const { customer } = w.ids;
    const keeping = await make.createRole(w.engine, customer, 'keeping', [16]);
    const label = 'توان';
    const [bound, last, project, free] = await Promise.all(['۱', '۲', '۳', '۴'].map(async (n) => (await add(`${label} ${n}`)).body.id)); // biome-ignore format: one row
    await make.createPerson(w.engine, customer, { username: 'keeper', password: PASSWORD, roles: [keeping], regions: [bound, free] }); // biome-ignore format: one row
    await make.createPerson(w.engine, customer, { username: 'inside', password: PASSWORD, regions: [last] });
    await w.call('super', 'POST', '/api/project/', { name: 'پروژه', region: project });
    await make.createPerson(w.engine, customer, { username: 'reader', password: PASSWORD });
    for (const as of ['reader', 'keeper', 'super']) {
      const { results } = (await w.call(as, 'GET', `/api/region/?is_detailed=true&search=${encodeURIComponent(label)}`)).body; // biome-ignore format: one row
      expect(results.length).toBe(4);
      const [edits, deletes]: [number[], number[]] = [[], []];
      for (const row of results) {
        const path = `/api/region/${row.id}/`;
        expect((await w.call(as, 'GET', path)).body).toEqual(row);
        if (await expectAllowed(row, 'edit', () => w.call(as, 'PUT', path, { geometry: row.geometry }))) edits.push(row.id); // biome-ignore format: one row
        if (row.can_delete) deletes.push(row.id);
        else await expectAllowed(row, 'delete', () => w.call(as, 'DELETE', path));
      }
      const expected = { reader: [[], []], keeper: [[last, project], []], super: [[bound, last, project, free], [bound, free]] }; // biome-ignore format: one row
      expect([as, [edits, deletes]]).toEqual([as, expected[as as keyof typeof expected]]);
      if (as === 'super')
        for (const row of results.filter((one: { id: number }) => deletes.includes(one.id)).slice(0, 1))
          await expectAllowed(row, 'delete', () => w.call(as, 'DELETE', `/api/region/${row.id}/`));
    }
  });
});
