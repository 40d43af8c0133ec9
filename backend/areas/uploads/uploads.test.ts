// Files in, on both engines: whole layers or none, rejects told, and nothing left behind by what went wrong.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import proj4 from 'proj4';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as files from '../../../testing/files';
import { waitForJob as ended } from '../../../testing/wait-for-job';
import { createWorld, ENGINES, type TestWorld } from '../../../testing/world';
import { SYSTEMS } from '../../geo/import/place';

describe.each(ENGINES)('imports on the %s engine', (kind) => {
  let w: TestWorld;
  let folder: string;
  beforeAll(async () => {
    w = await createWorld(kind);
    folder = mkdtempSync(join(tmpdir(), 'pahneh-files-'));
  });
  afterAll(async () => {
    await w.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const send = async (file: Promise<files.TestFile>, as = 'editor') => {
    const { path, name } = await file;
    return w.upload(as, name, readFileSync(path));
  };
  const finished = (id: string, as?: string) => ended(w, id, as);
  // biome-ignore lint/suspicious/noExplicitAny: an inspection
  const order = (inspection: any, more: Record<string, unknown> = {}) => {
    const dataset = inspection.datasets[0];
    return {
      file_id: inspection.file_id,
      dataset: dataset.name,
      type: dataset.type,
      label: 'درون‌ریزی',
      ...(dataset.srid || dataset.crs ? {} : { srid: 4326 }),
      fields: dataset.fields.map((f: { name: string; type: string }) => ({
        source: f.name,
        label: f.name,
        type: f.type,
      })),
      ...more,
    };
  };
  const load = async (file: Promise<files.TestFile>, more = {}) => {
    const started = await w.call('editor', 'POST', '/api/layer_import/', order(await send(file), more));
    expect([started.status, started.body.detail]).toEqual([200, undefined]);
    return finished(started.body.id);
  };
  const orphans = async () => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from pg_class where relkind = 'r' and relname ~ '^record_[0-9]+$' and not relispartition`.execute(
      w.engine.db,
    );
    return rows[0]?.n;
  };

  it.each([
    ['a shapefile', () => files.shapefileZip(folder, {})],
    ['a shapefile in Windows-1256 without .cpg', () => files.windows1256WithoutCpg(folder)],
    ['a GeoPackage', () => files.gpkg(folder, 200)],
    ['GeoJSON', () => files.geojson(folder, 200)],
    ['KML', () => files.kml(folder, 200)],
    ['CSV with semicolons and Persian digits', () => files.csvSemicolonPersian(folder)],
  ])(
    'takes %s in and shows its records',
    async (_name, make) => {
      const job = await load(make());
      expect([job.state, job.error]).toEqual(['done', null]);
      expect(job.imported).toBeGreaterThan(0);
      const layer = await w.call('editor', 'GET', `/api/layer/${job.layer}/`);
      expect(layer.body.record_count).toBe(job.imported);
      expect(layer.body.extent).toHaveLength(4);
      const page = await w.call('editor', 'GET', `/api/layerdata/?layer=${job.layer}&limit=100`);
      expect(page.body.count).toBe(job.imported);
      expect(JSON.stringify(page.body.results[0].value)).not.toContain('\ufffd');
      expect((await w.call('viewer', 'GET', `/api/layer/${job.layer}/`)).status).toBe(404);
    },
    90_000,
  );

  it('begins with labels of the field that names its records, in Persian first', async () => {
    const features = Array.from({ length: 40 }, (_, i) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [50 + i / 40, 35] },
      properties: { code: `A${i}`, kind: `نوع ${i % 3}`, NAME: `Town ${i}`, fname: `شهر ${i}` },
    }));
    const file = await w.upload('editor', 'a.geojson', Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }))); // biome-ignore format: one call
    const started = await w.call('editor', 'POST', '/api/layer_import/', order(file));
    const job = await finished(started.body.id);
    const { config } = (await w.call('editor', 'GET', `/api/layer/${job.layer}/`)).body;
    const named = config.form.find((f: { name: string }) => f.name === config.labels.field);
    expect([named.label, config.style.symbol.size_by_zoom]).toEqual(['fname', true]);
  });

  it('keeps long headings apart, codes as they are written, and times without a zone as Tehran\u2019s', async () => {
    const long = 'گروه/پرسش/'.repeat(30);
    const text = `lon,lat,${long}الف,${long}ب,پلاک,تاریخ,زمان\n51,35,1,2,1342/07/12,1404-07-17,2024-05-01 10:00\n51,35,3,4,1350/11/02,1404/07/18,1403/02/12 10:00\n`;
    const inspection = await send(files.textFile(folder, 'survey.csv', text));
    const fields = order(inspection).fields.map((f: { source: string; label: string; type: string }) => ({
      ...f,
      label: f.label.slice(-20),
      type: f.source === 'پلاک' ? 'text' : f.source === 'زمان' ? 'datetime' : f.type,
    }));
    const started = await w.call('editor', 'POST', '/api/layer_import/', order(inspection, { fields }));
    expect([started.status, started.body.detail]).toEqual([200, undefined]);
    const { layer, imported } = await finished(started.body.id);
    expect(imported).toBe(2);
    const { results } = (await w.call('editor', 'GET', `/api/layerdata/?layer=${layer}`)).body;
    const values = results.map((r: { value: object }) => Object.values(r.value).map(String).sort().join(' ')).sort();
    expect(values).toEqual([
      '1 1342/07/12 2 2024-05-01T06:30:00.000Z 2025-10-09 35 51',
      '1350/11/02 2024-05-01T06:30:00.000Z 2025-10-10 3 35 4 51',
    ]);
  });

  it('tells bad rows, keeps good ones, and hands the refused ones back', async () => {
    const job = await load(files.nanGeometry(folder));
    expect(job.state).toBe('done');
    expect(job.rejected).toBeGreaterThan(0);
    expect(job.rejects.length).toBe(job.rejected);
    const csv = await w.call('editor', 'GET', `/api/job/${job.id}/rejects/`);
    const text = csv.body.toString();
    expect(text.startsWith('\ufeffrow,reason')).toBe(true);
    expect(text.trim().split('\r\n')).toHaveLength(job.rejected + 1);
  });

  it('makes points of a table by the columns and the zone that a person names, and shows them before', async () => {
    const table = 'نام;مختصات X;مختصات Y\nچاه ۱;۵۳۵٬۰۹۰;۳٬۹۴۹٬۷۲۰\nچاه ۲;536,000.5;3950000\nچاه ۳;؟;؟\n';
    const inspection = await send(files.textFile(folder, 'wells.csv', table));
    const [dataset] = inspection.datasets;
    expect(dataset).toMatchObject({ type: 0, guess: { x: 'مختصات X', y: 'مختصات Y', notation: 'decimal' } });
    const where = { dataset: dataset.name, type: 1, place: dataset.guess };
    const ask = (more: object) =>
      w.call('editor', 'POST', `/api/layer_upload/${inspection.file_id}/place/`, { ...where, ...more });
    const unknown = (await ask({ find: true })).body;
    expect(unknown).toMatchObject({ crs: null, positions: [], rows: 3, bad: 1 });
    // The zone that puts them into the organisation's own region stands first.
    expect(unknown.candidates[0]).toMatchObject({ srid: 32639, swapped: false, overlap: 1 });
    const preview = (await ask({ srid: 32639 })).body;
    expect(preview).toMatchObject({ crs: { srid: 32639 }, bad: 1, candidates: [] });
    expect(preview.positions[0]).toEqual([expect.closeTo(51.388, 3), expect.closeTo(35.691, 3)]);
    const orders = { type: 1, place: dataset.guess };
    const refused = await w.call(
      'editor',
      'POST',
      '/api/layer_import/',
      order(inspection, { ...orders, srid: undefined }),
    );
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['srid']]);
    const odd = await w.call(
      'editor',
      'POST',
      '/api/layer_import/',
      order(inspection, { ...orders, place: { x: 'ندارد', notation: 'decimal' } }),
    );
    expect(odd.status).toBe(400);
    const started = await w.call('editor', 'POST', '/api/layer_import/', order(inspection, { ...orders, srid: 32639 }));
    const job = await finished(started.body.id);
    expect([job.state, job.imported, job.rejected]).toEqual(['done', 2, 1]);
    const layer = (await w.call('editor', 'GET', `/api/layer/${job.layer}/`)).body;
    expect([layer.type, layer.extent[0]]).toEqual([1, expect.closeTo(51.388, 3)]);
  });

  it('takes a system as WKT, PROJ text or axes the other way round, and asks where a .prj cannot be read', async () => {
    const utm: [number, number][] = [[535_090, 3_949_720]];
    const inspection = await send(
      files.shapefileZip(folder, { shapes: utm, prj: 'PROJCS["Nobody knows this",GEOGCS[' }),
    );
    expect(inspection.datasets[0]).toMatchObject({ srid: null, crs: null });
    expect(inspection.warnings).toContain('unknown_crs');
    const ask = (more: object) =>
      w.call('editor', 'POST', `/api/layer_upload/${inspection.file_id}/place/`, {
        dataset: inspection.datasets[0].name,
        type: 1,
        ...more,
      });
    const lambert = '+proj=lcc +lat_1=30 +lat_2=36 +lat_0=24 +lon_0=54 +datum=WGS84 +units=m +no_defs';
    for (const crs of [files.utmPrj(39), '+proj=utm +zone=39 +datum=WGS84 +units=m +no_defs', 'EPSG:32639'])
      expect((await ask({ crs })).body.positions).toEqual([[expect.closeTo(51.388, 3), expect.closeTo(35.691, 3)]]);
    for (const crs of ['hello', '+proj=utm +zone=39 +nadgrids=/etc/passwd', '+init=epsg:4326', 'GEOGCS["x"'])
      expect([crs, (await ask({ crs })).body.code]).toEqual([crs, 'unknown_crs']);
    expect((await ask({ crs: lambert })).status).toBe(200);
    const job = await finished(
      (
        await w.call(
          'editor',
          'POST',
          '/api/layer_import/',
          order(inspection, { srid: undefined, crs: files.utmPrj(39) }),
        )
      ).body.id,
    );
    expect([job.state, job.imported]).toEqual(['done', 1]);
    const swapped = await send(files.textFile(folder, 'turned.csv', 'x,y\n35.7,51.4\n35.8,51.5\n'));
    const matches = (
      await w.call('editor', 'POST', `/api/layer_upload/${swapped.file_id}/place/`, {
        dataset: 'turned',
        type: 1,
        find: true,
      })
    ).body;
    expect(matches.candidates[0]).toMatchObject({ srid: 4326, swapped: true, overlap: 1 });
    const done = await finished(
      (await w.call('editor', 'POST', '/api/layer_import/', order(swapped, { swapped: true }))).body.id,
    );
    expect((await w.call('editor', 'GET', `/api/layer/${done.layer}/`)).body.extent).toEqual([51.4, 35.7, 51.5, 35.8]);
  });

  it('knows the systems of Iran as EPSG and PROJ do', async () => {
    const { db } = w.engine;
    const shifts: Record<number, string> = { 3200: '-239.1,-170.02,397.5,0,0,0,0' };
    const parse = (text: string) =>
      Object.fromEntries(
        text.trim().replaceAll('+', '').split(/\s+/).map((part) => {
          const [key = '', value = ''] = part.split('=');
          return [key, Number.isNaN(Number(value)) || value === '' ? value : Number(Number(value).toPrecision(12))];
        }),
      ); // biome-ignore format: one chain
    for (const { srid, proj } of SYSTEMS) {
      if (srid === null || srid === 3857) continue;
      const { rows } = await sql<{ proj4text: string }>`select proj4text from spatial_ref_sys where srid = ${srid}::int`.execute(db); // biome-ignore format: one question
      const shift = shifts[srid];
      expect(parse(proj)).toEqual({ ...parse(rows[0]?.proj4text ?? ''), ...(shift ? { towgs84: shift } : {}) });
    }
    // The conic system has no code: its .prj is read by PROJ.
    const prj = 'PROJCS["lamiran",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",54.0],PARAMETER["Standard_Parallel_1",30.0],PARAMETER["Standard_Parallel_2",36.0],PARAMETER["Latitude_Of_Origin",24.0],UNIT["Meter",1.0]]'; // biome-ignore format: one file
    for (const { srid, proj } of SYSTEMS)
      for (const [lon, lat] of [
        [51.4, 35.7],
        [46.2, 38.1],
        [60.8, 29.5],
      ] as const) {
        // biome-ignore format: three places
        const { rows } = await sql<{ x: number; y: number }>`
          select st_x(g) as x, st_y(g) as y from (select st_transform(st_setsrid(st_point(${lon}, ${lat}), 4326), ${srid === null ? prj : proj}::text) as g) p`.execute(db); // biome-ignore format: one question
        const [x, y] = proj4('EPSG:4326', proj, [lon, lat]);
        // A tenth of a millimetre, or of a degree as small.
        expect([proj, rows[0]?.x, rows[0]?.y]).toEqual([proj, expect.closeTo(x as number, 4), expect.closeTo(y as number, 4)]); // biome-ignore format: one line
      }
  });

  it('says of a line without length that it has none', async () => {
    const lines = ['LINESTRING (51 35,51 35)', 'LINESTRING (51 35,52 36)'].map((wkt) => `"${wkt}"`);
    const job = await load(files.textFile(folder, 'lines.csv', `wkt\n${lines.join('\n')}\n`));
    expect([job.imported, job.rejects]).toEqual([1, [{ row: 1, reason: expect.stringContaining('طول ندارد') }]]);
  });

  it.each([
    ['zip_path', () => files.zipSlip(folder)],
    ['zip_bomb', () => files.zipBomb(folder)],
    ['empty_zip', () => files.emptyZip(folder)],
    ['wrong_type', () => files.wrongType(folder)],
  ])("refuses a file with %s in the reader's language and keeps nothing of it", async (code, make) => {
    const { path, name } = await make();
    const before = readdirSync(join(w.folder, 'uploads'));
    const refusal = await w.upload('editor', name, readFileSync(path));
    expect(refusal.code).toBe(code);
    expect(refusal.detail).toMatch(/[\u0600-\u06ff]/);
    // What was imported before may go meanwhile; nothing new stays.
    expect(readdirSync(join(w.folder, 'uploads')).filter((file) => !before.includes(file))).toEqual([]);
  });

  it('wants a coordinate system where the file has none', async () => {
    const inspection = await send(files.shapefileZip(folder, { prj: false }));
    expect([inspection.datasets[0].srid, inspection.warnings]).toEqual([null, expect.arrayContaining(['no_prj'])]);
    const refused = await w.call('editor', 'POST', '/api/layer_import/', order(inspection, { srid: undefined }));
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['srid']]);
  });

  it('a cancelled import leaves no layer and no table', async () => {
    const inspection = await send(files.geojson(folder, 60_000));
    const upload = () =>
      w.engine.db.selectFrom('upload').select('path').where('id', '=', inspection.file_id).executeTakeFirst();
    const path = (await upload())?.path as string;
    const started = await w.call('editor', 'POST', '/api/layer_import/', order(inspection));
    await w.call('editor', 'DELETE', `/api/job/${started.body.id}/`);
    const job = await finished(started.body.id);
    expect([job.state, job.layer]).toEqual(['cancelled', null]);
    expect(await orphans()).toBe(0);
    await expect.poll(async () => [await upload(), existsSync(path)]).toEqual([undefined, false]);
  });

  it.runIf(kind === 'embedded')(
    'refuses a file of more rows than the engine carries, and says what to do',
    async () => {
      const table = ['n', ...Array.from({ length: 300_001 }, (_, i) => i % 10)].join('\n');
      const inspection = await w.upload('editor', 'many.csv', Buffer.from(table));
      const started = await w.call('editor', 'POST', '/api/layer_import/', order(inspection));
      const job = started.status === 200 ? await finished(started.body.id) : null;
      expect(job ? [job.state, job.layer] : [started.status]).toEqual(job ? ['failed', null] : [400]);
      expect(JSON.stringify(job ?? started.body)).toContain('PostgreSQL');
      expect(await orphans()).toBe(0);
    },
  );

  it('an upload that breaks off half-way leaves nothing', async () => {
    const { app } = w.backend;
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const before = readdirSync(join(w.folder, 'uploads'));
    const token = await w.token('editor');
    await new Promise<void>((resolve) => {
      const sending = request({
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/layer_upload/',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': 2_000_000,
        },
      });
      sending.on('error', () => resolve());
      sending.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.geojson"\r\n\r\n');
      sending.write(Buffer.alloc(1_000_000, 0x20));
      setTimeout(() => sending.destroy(), 300);
    });
    const fresh = () => readdirSync(join(w.folder, 'uploads')).filter((file) => !before.includes(file));
    await expect.poll(fresh, { timeout: 5000 }).toEqual([]);
    expect((await w.call('editor', 'GET', '/api/user/')).status).toBe(200);
  });

  it("is nobody else's business", async () => {
    const inspection = await send(files.geojson(folder, 3));
    expect((await w.call('super', 'GET', `/api/layer_upload/${inspection.file_id}/`)).status).toBe(404);
    const started = await w.call('editor', 'POST', '/api/layer_import/', order(inspection));
    expect((await w.call('super', 'GET', `/api/job/${started.body.id}/`)).status).toBe(404);
    await finished(started.body.id);
    // An upload that nobody needs any more goes by itself.
    await expect.poll(() => existsSync(join(w.folder, 'uploads', inspection.file_id)), { timeout: 10_000 }).toBe(false);
    const storedFile = await send(files.geojson(folder, 3));
    expect((await w.call('super', 'DELETE', `/api/layer_upload/${storedFile.file_id}/`)).status).toBe(404);
    expect((await w.call('editor', 'DELETE', `/api/layer_upload/${storedFile.file_id}/`)).status).toBe(200);
    expect(existsSync(join(w.folder, 'uploads', storedFile.file_id))).toBe(false);
  });

  it('looks into a file once, and again only for another encoding', async () => {
    const inspection = await send(files.windows1256WithoutCpg(folder));
    rmSync(join(w.folder, 'uploads', inspection.file_id, 'upload'));
    const missing = await w.call('editor', 'GET', `/api/layer_upload/${inspection.file_id}/`);
    expect(missing.status).toBe(404);
    const other = await send(files.windows1256WithoutCpg(folder));
    const again = await w.call('editor', 'GET', `/api/layer_upload/${other.file_id}/?encoding=windows-1252`);
    expect([other.encoding, again.body.encoding]).toEqual(['windows-1256', 'windows-1252']);
    const row = await w.engine.db
      .selectFrom('upload')
      .select('inspection')
      .where('id', '=', other.file_id)
      .executeTakeFirstOrThrow();
    expect(row.inspection).toMatchObject({ asked: 'windows-1252', found: { encoding: 'windows-1252' } });
  });

  it('tries without writing, and says what it found', async () => {
    const box = (x: number) => [[x, 35], [x + 0.1, 35], [x + 0.1, 35.1], [x, 35.1], [x, 35]]; // biome-ignore format: a box
    const bow = [[51, 35], [51.1, 35.1], [51.1, 35], [51, 35.1], [51, 35]]; // biome-ignore format: a bow
    const feature = (name: string | null, ring: number[][]) => ({
      type: 'Feature',
      properties: { name, n: 1 },
      geometry: { type: 'Polygon', coordinates: [ring] },
    });
    const features = [feature('الف', box(51)), feature('الف', box(51)), feature(null, box(52)), feature('ب', bow)];
    const broken = { ...feature('پ', box(53)), geometry: { type: 'Polygon', coordinates: [[[200, 95]]] } };
    const text = JSON.stringify({ type: 'FeatureCollection', features: [...features, broken] });
    const inspection = await w.upload('editor', 'زمین.geojson', text);
    const layers = async () => (await w.call('editor', 'GET', '/api/layer/')).body.count;
    const before = await layers();
    const started = await w.call('editor', 'POST', '/api/layer_import/', order(inspection, { dry_run: true }));
    const job = await finished(started.body.id);
    expect([job.state, job.dry_run, job.imported, job.layer]).toEqual(['done', true, 0, null]);
    expect(job.report).toEqual({
      accepted: 4,
      nulls: { name: 1, n: 0 },
      invalid_geometry: 1,
      duplicates: 1,
      reasons: [{ reason: expect.any(String), rows: 1 }],
    });
    expect(await layers()).toBe(before);
    await expect.poll(orphans).toBe(0);
  });

  it('imports a file with one dataset by one call, and refuses several', async () => {
    const one = await files.shapefileZip(folder, {});
    const form = (path: string, name: string) => {
      const f = new FormData();
      f.append('label', 'یک‌باره');
      f.append('file', new Blob([readFileSync(path)]), name);
      return f;
    };
    const shape = async (f: FormData) => {
      const request = new Request('http://localhost/', { method: 'POST', body: f });
      const { app } = w.backend;
      const answer = await app.inject({
        method: 'POST',
        url: '/api/layershape/',
        payload: Buffer.from(await request.arrayBuffer()),
        headers: {
          host: 'localhost',
          authorization: `Bearer ${await w.token('editor')}`,
          'content-type': request.headers.get('content-type') ?? '',
        },
      });
      return { status: answer.statusCode, body: answer.json() };
    };
    const { body } = await shape(form(one.path, one.name));
    const job = await finished(body.id);
    expect([job.state, job.label, job.imported]).toEqual(['done', 'یک‌باره', 4]);
    const many = await files.mixedGeojson(folder);
    const before = readdirSync(join(w.folder, 'uploads'));
    const refused = await shape(form(many.path, many.name));
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringMatching(/[\u0600-\u06ff]/)]);
    // What was imported before may go meanwhile; nothing new stays.
    expect(readdirSync(join(w.folder, 'uploads')).filter((file) => !before.includes(file))).toEqual([]);
  });
});
