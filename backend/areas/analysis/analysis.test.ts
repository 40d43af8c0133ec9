// Whose features an analysis sees, what it refuses, and what it makes: drawings and layers, at once or by a job.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitForJob } from '../../../testing/wait-for-job';
import { createWorld, ENGINES, FORM, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';
import { WAITED_MS } from './limits';

const MANY = 10_000;
// A busy machine is several times slower; how long others wait is proved beside the pace.
WAITED_MS.embedded = WAITED_MS.server;
const point = (x: number, y: number) => ({ type: 'Point' as const, coordinates: [x, y] });
const box = (x: number, y: number, s = 1) => ({ type: 'Polygon' as const, coordinates: [[[x, y], [x + s, y], [x + s, y + s], [x, y + s], [x, y]]] }); // biome-ignore format: a box
const shapes = (...geometries: object[]) => ({ kind: 'shapes', geometries });
/** The first n records of the large layer. */
const first = (layer: number, n: number) => ({
  kind: 'layer',
  layer,
  query: { field: 'population', is: 'lt', value: n },
});

describe.each(ENGINES)('an analysis on the %s engine', (kind) => {
  let w: TestWorld;
  let large: number;
  let elsewhere: number;
  beforeAll(async () => {
    w = await createWorld(kind);
    const { engine, ids } = w;
    const owner = (await engine.db.selectFrom('account').select('id').where('username', '=', 'super').executeTakeFirstOrThrow()).id; // biome-ignore format: one line
    const records = Array.from({ length: MANY }, (_, i) => ({ geometry: point(45 + (i % 100) / 10, 26 + Math.floor(i / 100) / 12), value: { name: `روستای ${i}`, population: i } })); // biome-ignore format: one line
    large = await make.createLayer(engine, {
      customer: ids.customer,
      owner,
      label: 'روستاها',
      type: 1,
      form: FORM,
      records,
    });
    elsewhere = await make.createRegion(engine, ids.customer, 'فارس', box(52, 28));
    const looking = await make.createRole(engine, ids.customer, 'looking', [1]);
    await make.createPerson(engine, ids.customer, { username: 'looker', password: PASSWORD, roles: [looking] });
    await make.createPermission(engine, looking, large, { view: true });
    const { rows } = await sql<{ id: number }>`select id from role where name = 'editing'`.execute(engine.db);
    await make.createPermission(engine, rows[0]?.id ?? 0, large, { view: true, export: true });
  });
  afterAll(() => w.close());
  beforeEach(async () => {
    for (const as of ['editor', 'viewer']) await w.call(as, 'DELETE', '/api/drawing/delete_all/');
  });
  const ask = (body: object, as = 'editor', headers = {}) =>
    w.call(as, 'POST', '/api/analysis/', { into: 'shapes', ...body }, headers);
  const draw = async (body: object, as = 'editor') => (await w.call(as, 'POST', '/api/drawing/', body)).body;
  const layer = (id: number) => ({ kind: 'layer', layer: id });
  const records = async (id: number) =>
    (await w.call('editor', 'GET', `/api/layerdata/?layer=${id}&limit=100`)).body.results;
  /** Tables and notes that an analysis may have left. */
  async function leftovers() {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class c where relkind = 'r' and (relname like 'import_%' or relname like 'analysis_%' or relname ~ '^record_[0-9]+$' and not relispartition)
      union all select name from staging`.execute(w.engine.db);
    return rows;
  }
  const labels = async () => (await w.engine.db.selectFrom('layer').select('label').execute()).map((l) => l.label);

  it('sees what its caller sees, and nothing else exists', async () => {
    const buffer = { how: 'buffer', metres: 100 };
    for (const as of ['editor', 'viewer', 'regional', 'stranger'])
      expect((await ask({ ...buffer, of: layer(w.ids.secret) }, as)).status).toBe(404);
    expect((await ask({ how: 'within', of: layer(w.ids.layer), by: layer(w.ids.secret) })).status).toBe(404);
    expect((await ask({ ...buffer, of: layer(w.ids.layer) }, 'stranger')).status).toBe(404);
    expect((await ask({ ...buffer, of: layer(w.ids.layer) }, 'nobody')).status).toBe(401);
    expect((await ask({ ...buffer, of: layer(w.ids.layer) }, 'viewer')).body.features.length).toBe(3);
    const own = await ask({ ...buffer, of: layer(w.ids.layer) }, 'regional');
    expect(own.body.features.map((f: { values: { name: string } }) => f.values.name)).toEqual(['تهران']);
    const regions = (id: number) => ({ how: 'centroid', of: { kind: 'regions', ids: [id] } });
    expect((await ask(regions(w.ids.region), 'regional')).status).toBe(200);
    expect((await ask(regions(elsewhere), 'regional')).status).toBe(404);
    expect((await ask(regions(elsewhere), 'stranger')).status).toBe(404);
    // Not even by a query may a region be looked into that is hidden.
    const query = { place: 'intersects', region: elsewhere };
    expect((await ask({ ...buffer, of: { ...layer(w.ids.layer), query } }, 'regional')).status).toBe(404);
    const pointDrawing = await draw({ type: 'point', geometry: point(51, 35) });
    const drawing = { how: 'centroid', of: { kind: 'drawings', ids: [pointDrawing.id] } };
    expect((await ask(drawing)).body.features).toEqual([{ geometry: point(51, 35), values: { label: '' } }]);
    for (const as of ['super', 'viewer', 'stranger']) expect((await ask(drawing, as)).status).toBe(404);
    const summary = { how: 'summary', of: shapes(box(44, 25, 20)), by: layer(w.ids.layer), sum: ['population'] };
    expect((await ask(summary, 'regional')).body.features[0].values).toEqual({ count: 1, sum_population: 9_000_000 });
  });

  it('refuses what cannot be, and names the part', async () => {
    const bow = { type: 'Polygon', coordinates: [[[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]]] }; // biome-ignore format: a bow tie
    const open = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ],
      ],
    };
    for (const bad of [bow, open, point(181, 0), point(0, 91)]) {
      const one = await ask({ how: 'hull', of: shapes(box(0, 0), bad) });
      expect([one.status, one.body.detail]).toEqual([400, expect.stringContaining('of.geometries.1')]);
      const two = await ask({ how: 'clip', of: shapes(box(0, 0)), by: shapes(bad) });
      expect([two.status, two.body.detail]).toEqual([400, expect.stringContaining('by.geometries.0')]);
    }
    const nested = {
      type: 'GeometryCollection',
      geometries: [{ type: 'GeometryCollection', geometries: [point(0, 0)] }],
    };
    const of = shapes(box(0, 0));
    for (const body of [
      { how: 'hull', of: shapes(nested) },
      { how: 'hull', of: shapes() },
      { how: 'hull', of: shapes({ type: 'Point', coordinates: [null, 0] }) },
      { how: 'hull', of, by: of },
      { how: 'clip', of },
      { how: 'buffer', of },
      { how: 'unknown', of },
      { how: 'centroid', of, more: 1 },
      { how: 'centroid', of: { kind: 'layer', layer: w.ids.layer, ids: [1] } },
      { how: 'centroid', of, into: 'layer' },
      { how: 'centroid', of, sum: ['population'] },
      { how: 'centroid', of: { kind: 'drawings', ids: [] } },
      { how: 'buffer', metres: 1, of: { ...layer(w.ids.layer), query: { field: 'unknown', is: 'eq', value: 1 } } },
    ])
      expect([body, (await ask(body)).status]).toEqual([body, 400]);
    const infinite =
      '{"how":"buffer","into":"shapes","metres":1e999,"of":{"kind":"shapes","geometries":[{"type":"Point","coordinates":[0,1e999]}]}}';
    const headers = { 'content-type': 'application/json' };
    expect((await w.call('editor', 'POST', '/api/analysis/', infinite, headers)).status).toBe(400);
  });

  it('mends what lies about and passes over what has no shape', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into record (layer_id, status, geom, value, search, creator_id, modifier_id) select ${w.ids.polygons}::int, 3, g, '{"name":"x"}', 'x', 1, 1
        from unnest(array[null, st_geomfromtext('POLYGON((60 30,62 32,62 30,60 32,60 30))', 4326), st_geomfromtext('POLYGON((60 30,61 30,60 30,60 30))', 4326)]) g returning id`.execute(
      w.engine.db,
    );
    const query = { column: 'id', is: 'in', value: rows.map((r) => r.id) };
    const of = { ...layer(w.ids.polygons), query };
    expect((await ask({ how: 'buffer', metres: 10, of })).body).toMatchObject({ features: [{ values: { name: 'x' } }], skipped: 2 }); // biome-ignore format: one line
    expect((await ask({ how: 'difference', of, by: shapes(box(61, 31)) })).body).toMatchObject({ features: [{ values: { name: 'x' } }], skipped: 2 }); // biome-ignore format: one line
    await sql`delete from record where id = any(${rows.map((r) => r.id)}::bigint[])`.execute(w.engine.db);
    const drawings = await draw([
      { type: 'polygon', geometry: { type: 'Polygon', coordinates: [[[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]]] }, label: 'گره' }, // biome-ignore format: a bow tie
      { type: 'circle', geometry: point(10, 10), radius: 1000 },
    ]);
    const mine = { kind: 'drawings', ids: drawings.map((d: { id: number }) => d.id) };
    const at = shapes(point(1.5, 1), point(1, 1.5), point(10.005, 10), point(10.02, 10));
    const inside = await ask({ how: 'within', of: at, by: mine });
    expect(inside.body.features.map((f: { geometry: object }) => f.geometry)).toEqual([
      point(1.5, 1),
      point(10.005, 10),
    ]);
    expect((await ask({ how: 'centroid', of: layer(w.ids.spare) })).body).toMatchObject({ features: [], skipped: 0 });
    expect((await ask({ how: 'clip', of: layer(w.ids.layer), by: { ...layer(w.ids.polygons), query: { field: 'name', is: 'eq', value: 'nobody' } } })).body).toMatchObject({ features: [], skipped: 0 }); // biome-ignore format: one line
  });

  it('answers a thousand at once, refuses more, and looks at a large layer only where it is asked about', async () => {
    expect((await ask({ how: 'centroid', of: first(large, 1000) })).body.features.length).toBe(1000);
    for (const n of [1001, MANY]) {
      const more = await ask({ how: 'centroid', of: first(large, n) }, 'editor', { 'accept-language': 'en' });
      expect([more.status, more.body.detail]).toEqual([400, expect.stringContaining('1000')]);
    }
    const near = await ask({ how: 'summary', of: shapes(box(45, 26)), by: layer(large), sum: ['population'] });
    const inside = Array.from({ length: MANY }, (_, i) => i).filter((i) => i % 100 <= 10 && Math.floor(i / 100) <= 12);
    expect(near.body.features[0].values).toEqual({
      count: inside.length,
      sum_population: inside.reduce((a, b) => a + b, 0),
    });
    expect((await ask({ how: 'clip', of: layer(large), by: shapes(box(45, 26)) })).body.features.length).toBe(
      inside.length,
    );
    const both = await Promise.all([
      ask({ how: 'hull', of: first(large, 500), dissolve: true }),
      ask({ how: 'centroid', of: first(large, 20) }),
    ]);
    expect(both.map((r) => r.body.features.length)).toEqual([1, 20]);
  });

  it('keeps drawings at once where they are few, by a job where they are many, and never too many', async () => {
    const few = await ask({ how: 'buffer', metres: 500, of: layer(w.ids.layer), into: 'drawings' });
    expect(few.body.drawings.map((d: { type: string; label: string }) => [d.type, d.label])).toEqual([['polygon', 'تهران'], ['polygon', 'اصفهان'], ['polygon', 'مشهد']]); // biome-ignore format: pairs
    const named = await ask({ how: 'centroid', of: layer(w.ids.layer), into: 'drawings', label: 'میانه' });
    expect(named.body.drawings.map((d: { label: string }) => d.label)).toEqual(['میانه', 'میانه', 'میانه']);
    expect((await w.call('editor', 'GET', '/api/drawing/')).body.length).toBe(6);
    const many = await ask({ how: 'centroid', of: first(large, 1500), into: 'drawings' });
    expect(many.body).toMatchObject({ job: { kind: 'analysis', layer: null }, skipped: 0 });
    expect(await waitForJob(w, many.body.job.id)).toMatchObject({ state: 'done', imported: 1500, layer: null });
    expect((await w.call('editor', 'GET', '/api/drawing/')).body.length).toBe(1506);
    const full = await ask({ how: 'centroid', of: first(large, 4000), into: 'drawings' });
    expect(await waitForJob(w, full.body.job.id)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('۵۰۰۰'),
    });
    await draw(Array.from({ length: 3492 }, () => ({ type: 'point', geometry: point(1, 1) })));
    const over = await ask({ how: 'centroid', of: layer(w.ids.layer), into: 'drawings' });
    expect([over.status, over.body.code]).toEqual([403, 412]);
    expect((await w.call('editor', 'GET', '/api/drawing/')).body.length).toBe(4998);
    await expect.poll(leftovers, { timeout: 10_000 }).toEqual([]);
  });

  it('makes a layer of ten thousand records, with values, labels, groups and tiles', async () => {
    const order = {
      how: 'clip',
      of: layer(large),
      by: shapes(box(44, 25, 20)),
      into: 'layer',
      label: 'بریده',
      group_layer: [w.ids.group],
    };
    const started = performance.now();
    const job = await waitForJob(w, (await ask(order)).body.job.id);
    expect(job).toMatchObject({
      state: 'done',
      kind: 'analysis',
      label: 'بریده',
      read: MANY,
      imported: MANY,
      rejected: 0,
      progress: 100,
    });
    expect(performance.now() - started).toBeLessThan(45_000);
    const { body: newLayer } = await w.call('editor', 'GET', `/api/layer/${job.layer}/`);
    expect(newLayer).toMatchObject({
      label: 'بریده',
      type: 1,
      record_count: MANY,
      group_layer: [w.ids.group],
      rights: { delete: true },
    });
    expect(newLayer.config).toMatchObject({ form: FORM.map(({ name, label, type }) => ({ name, label, type })), source: { kind: 'analysis', how: 'clip' }, supervised: false }); // biome-ignore format: one line
    expect((await w.call('editor', 'GET', `/api/layerdata/?layer=${job.layer}&value__population=9999`)).body.results).toMatchObject([{ value: { name: 'روستای 9999' }, status: { id: 3 } }]); // biome-ignore format: one line
    expect((await w.call('viewer', 'GET', `/api/layer/${job.layer}/`)).status).toBe(404);
    // Regional sees of the source only his own; of a source without any nothing is newLayer.
    const regional = await w.call('regional', 'POST', '/api/analysis/', { how: 'buffer', metres: 1000, of: layer(w.ids.layer), into: 'layer', label: 'مرزی' }); // biome-ignore format: one line
    const his = await waitForJob(w, regional.body.job.id, 'regional');
    expect(his).toMatchObject({ state: 'done', imported: 1 });
    const none = await ask({ how: 'centroid', of: layer(w.ids.spare), into: 'layer', label: 'هیچ' });
    expect(await waitForJob(w, none.body.job.id)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('نتیجه'),
    });
    expect((await labels()).includes('هیچ')).toBe(false);
    await expect.poll(leftovers, { timeout: 10_000 }).toEqual([]);
  });

  it('of drawings that are mixed, makes a layer of most of them and tells the rest', async () => {
    const drawings = await draw([
      { type: 'polygon', geometry: box(0, 0), label: 'یک' },
      { type: 'polygon', geometry: box(5, 5), label: 'دو' },
      { type: 'point', geometry: point(0.5, 0.5), label: 'سه' },
    ]);
    const of = { kind: 'drawings', ids: drawings.map((d: { id: number }) => d.id) };
    const order = { how: 'within', of, by: shapes(box(-1, -1, 9)), into: 'layer', label: 'آمیخته' };
    const job = await waitForJob(w, (await ask(order)).body.job.id);
    expect(job).toMatchObject({ state: 'done', imported: 2, rejected: 1, rejects: [{ row: drawings[2].id }] });
    expect((await records(job.layer)).map((r: { value: object }) => r.value)).toEqual([
      { label: 'یک' },
      { label: 'دو' },
    ]);
  });

  it('makes no layer for whom may not import, or may not take records out', async () => {
    const order = { how: 'centroid', of: layer(w.ids.layer), into: 'layer', label: 'نه' };
    expect(await ask(order, 'viewer')).toMatchObject({ status: 403, body: { code: 403 } });
    expect(await ask({ ...order, of: layer(large) }, 'looker')).toMatchObject({ status: 403, body: { code: 403 } });
    expect(await ask({ ...order, how: 'within', of: shapes(point(0, 0)), by: layer(w.ids.polygons) }, 'looker')).toMatchObject({ status: 404 }); // biome-ignore format: one line
    expect((await ask({ how: 'centroid', of: first(large, 5) }, 'looker')).body.features.length).toBe(5);
  });

  it('is called off at once, ordered again, and one at a time', async () => {
    const order = { how: 'buffer', metres: 500, of: layer(large), into: 'layer', label: 'لغو' };
    const { body } = await ask(order);
    const second = await ask(order);
    expect([second.status, second.body.detail]).toEqual([409, expect.stringContaining('تحلیل')]);
    expect((await ask({ how: 'centroid', of: layer(w.ids.layer) })).status).toBe(200);
    const started = performance.now();
    expect((await w.call('editor', 'DELETE', `/api/job/${body.job.id}/`)).status).toBe(200);
    expect(await waitForJob(w, body.job.id)).toMatchObject({ state: 'cancelled', layer: null, imported: 0 });
    expect(performance.now() - started).toBeLessThan(15_000);
    await expect.poll(leftovers, { timeout: 10_000 }).toEqual([]);
    expect((await labels()).includes('لغو')).toBe(false);
    const small = await ask({ ...order, of: first(large, 50), label: 'تکرار', how: 'hull' });
    const failed = await waitForJob(w, small.body.job.id);
    expect(failed).toMatchObject({ state: 'failed', rejected: 50 });
    const again = await w.call('editor', 'POST', `/api/job/${failed.id}/retry/`);
    expect([again.status, again.body.kind, again.body.label]).toEqual([200, 'analysis', 'تکرار']);
    expect(await waitForJob(w, again.body.id)).toMatchObject({ state: 'failed' });
    expect((await w.call('viewer', 'POST', `/api/job/${failed.id}/retry/`)).status).toBe(404);
  });

  it('makes nothing of a layer that vanished or was closed amid', async () => {
    const order = { how: 'centroid', of: layer(large), into: 'layer', label: 'گم' };
    const closed = (await ask(order)).body.job.id;
    await sql`delete from layer_permission where layer_id = ${large}::int`.execute(w.engine.db);
    expect(await waitForJob(w, closed)).toMatchObject({
      state: 'failed',
      layer: null,
      error: expect.stringContaining('دسترس'),
    });
    const jobId = (await ask(order, 'super')).body.job.id;
    expect((await w.call('super', 'DELETE', `/api/layer/${large}/`)).status).toBe(200);
    expect(await waitForJob(w, jobId, 'super')).toMatchObject({ state: 'failed', layer: null, error: expect.stringContaining('دسترس') }); // biome-ignore format: one line
    await expect.poll(leftovers, { timeout: 10_000 }).toEqual([]);
    expect((await labels()).includes('گم')).toBe(false);
  });
});
