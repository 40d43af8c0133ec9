// A raster layer from its file on: how it is drawn, looked at before saving, replaced, given back, and which files are refused and why.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode, encode } from 'fast-png';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layerName, pictureTemplate, previewName } from '../../../../contract/ogc';
import { HILLS, hasGdal, makeRaster } from '../../../../testing/oracle/gdal-rasters';
import { writeTiff } from '../../../../testing/tiff-file';
import { waitForJob } from '../../../../testing/wait-for-job';
import { createWorld, type TestWorld } from '../../../../testing/world';

const folder = mkdtempSync(join(tmpdir(), 'pahneh-raster-'));
let w: TestWorld;
beforeAll(async () => {
  w = await createWorld();
});
afterAll(async () => {
  await w.close();
  rmSync(folder, { recursive: true, force: true });
});

const SHADE = { paint: { kind: 'shade', band: 1 }, stretch: { kind: 'none' }, nodata: null, opacity: 1, hillshade: { azimuth: 315, altitude: 45, exaggeration: 2 }, resampling: 'bilinear' }; // biome-ignore format: one value

async function importFile(name: string, bytes: Uint8Array, more: object = {}, as = 'editor') {
  const upload = await w.upload(as, name, bytes);
  expect([name, upload.detail]).toEqual([name, undefined]);
  const order = {
    file_id: upload.file_id,
    dataset: upload.datasets[0].name,
    type: 6,
    label: 'بلندی',
    fields: [],
    ...more,
  };
  const started = await w.call(as, 'POST', '/api/layer_import/', order);
  return started.status === 200 ? await waitForJob(w, started.body.id) : { refused: started };
}
/** The tile in the middle of a layer's extent at a zoom. */
async function tileOf(name: string, extent: number[], as = 'editor', version = 0) {
  const z = 12;
  const [lon, lat] = [((extent[0] as number) + (extent[2] as number)) / 2, ((extent[1] as number) + (extent[3] as number)) / 2]; // biome-ignore format: one line
  const x = Math.floor(((lon + 180) / 360) * 2 ** z);
  const y = Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z);
  const address = pictureTemplate(name).replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`);
  return w.call(as, 'GET', `${address}&V=${version}`);
}
const tiff = (name: string, args: string[] = [], size = { width: 64, height: 48 }) => readFileSync(makeRaster(folder, name, HILLS, { ...size, args })); // biome-ignore format: one line

describe.skipIf(!hasGdal)('a raster layer', () => {
  let id: number;
  let bytes: Buffer;
  beforeAll(async () => {
    bytes = tiff('dem');
    const job = await importFile('بلندی.tif', bytes);
    expect(job.error).toBeNull();
    id = job.layer;
  });
  const read = async (as = 'editor') => (await w.call(as, 'GET', `/api/layer/${id}/`)).body;
  const draw = async () => {
    const { extent, rev } = await read();
    return (await tileOf(layerName(id), extent, 'editor', rev)).body as Buffer;
  };

  it('knows its file, and begins with a stretch of what most pixels are', async () => {
    const { status, body } = await w.call('editor', 'GET', `/api/layer/${id}/raster/`);
    expect([status, body.original]).toEqual([200, { name: 'بلندی.tif', size: bytes.length }]);
    expect(body.facts.bands).toMatchObject([{ type: 'Float32', role: 'grey' }]);
    expect(body.style).toMatchObject({ paint: { kind: 'ramp', band: 1 }, stretch: { kind: 'percentile', cut: 2 } });
    const { data } = decode(await draw());
    expect(new Set(data.filter((_, at) => at % 4 === 0)).size).toBeGreaterThan(50);
  });

  it('is looked at in another style before that is saved, by those who manage it', async () => {
    const before = await draw();
    const { status, body } = await w.call('editor', 'POST', `/api/layer/${id}/raster_preview/`, SHADE);
    expect(status).toBe(200);
    const preview = await tileOf(previewName(body.preview), (await read()).extent);
    expect(preview.status).toBe(200);
    expect(preview.body.equals(before)).toBe(false);
    expect((await draw()).equals(before)).toBe(true);
    expect((await tileOf(previewName(body.preview), (await read()).extent, 'super')).status).toBe(404);
    expect((await w.call('viewer', 'POST', `/api/layer/${id}/raster_preview/`, SHADE)).status).toBe(403);

    const { rev } = await read();
    const stale = await w.call('editor', 'PUT', `/api/layer/${id}/raster_style/`, SHADE, {
      'if-match': `"${rev - 1}"`,
    });
    expect([stale.status, stale.body.current.id]).toEqual([412, id]);
    const saved = await w.call('editor', 'PUT', `/api/layer/${id}/raster_style/`, SHADE, { 'if-match': `"${rev}"` });
    expect([saved.status, saved.body.config.raster.style]).toEqual([200, SHADE]);
    expect((await draw()).equals(preview.body)).toBe(true);
  });

  it('refuses at its field what does not fit the file or makes no sense', async () => {
    const put = async (change: object) => {
      const { status, body } = await w.call('editor', 'PUT', `/api/layer/${id}/raster_style/`, { ...SHADE, ...change });
      return [status, ...Object.keys(body.fields ?? {})];
    };
    expect(await put({ paint: { kind: 'shade', band: 2 } })).toEqual([400, 'paint.band']);
    expect(await put({ paint: { kind: 'rgb', red: 1, green: 1, blue: 3 }, hillshade: null })).toEqual([
      400,
      'paint.blue',
    ]);
    expect(await put({ paint: { kind: 'palette' }, hillshade: null })).toEqual([400, 'paint.kind']);
    expect(await put({ hillshade: null })).toEqual([400, 'hillshade']);
    expect(await put({ stretch: { kind: 'range', from: 5, to: 5 } })).toEqual([400, 'stretch.to']);
    expect(await put({ hillshade: { ...SHADE.hillshade, altitude: 91 } })).toEqual([400, 'hillshade.altitude']);
    const changed = (await read()).config.raster;
    const past = await w.call('editor', 'PATCH', `/api/layer/${id}/`, { config: { raster: { ...changed, facts: { ...changed.facts, alpha: 1 } } } }); // biome-ignore format: one line
    expect(past.status).toBe(400);
    expect((await w.call('viewer', 'PUT', `/api/layer/${id}/raster_style/`, SHADE)).status).toBe(403);
    expect((await w.call('editor', 'GET', `/api/layer/${w.ids.layer}/raster/`)).status).toBe(400);
  });

  it('gives back the very bytes that came, to those who may export it', async () => {
    const file = await w.call('editor', 'GET', `/api/layer/${id}/raster_original/`);
    expect([file.status, file.headers['content-length']]).toEqual([200, String(bytes.length)]);
    expect(file.body.equals(bytes)).toBe(true);
    expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain('بلندی.tif');
    // A download that broke off goes on; a part of a file that was replaced is the whole of the new one.
    const part = (range: string, more: Record<string, string> = {}) => w.call('editor', 'GET', `/api/layer/${id}/raster_original/`, undefined, { range, ...more }); // biome-ignore format: one call
    const { etag } = file.headers;
    const middle = await part('bytes=100-299', { 'if-range': String(etag) });
    expect([middle.status, middle.headers['content-range'], middle.headers['content-length']]).toEqual([206, `bytes 100-299/${bytes.length}`, '200']); // biome-ignore format: one line
    expect(middle.body.equals(bytes.subarray(100, 300))).toBe(true);
    expect((await part('bytes=-50')).body.equals(bytes.subarray(-50))).toBe(true);
    const stale = await part('bytes=100-299', { 'if-range': '"another"' });
    expect([stale.status, stale.body.equals(bytes)]).toEqual([200, true]);
    const outside = await part(`bytes=${bytes.length}-`);
    expect([outside.status, outside.headers['content-range'], outside.body.detail.length > 10]).toEqual([416, `bytes */${bytes.length}`, true]); // biome-ignore format: one line
    // Who only sees the layer sees its pictures, and has neither its file nor its style to change.
    const { body: roles } = await w.call('super', 'GET', `/api/layerpermission/?layer=${id}`);
    const { layer: _, label: __, ...line } = roles.find(({ label }: { label: string }) => label === 'viewing');
    await w.call('super', 'POST', `/api/layerpermission/?layer=${id}`, { permissions: [{ ...line, view: true }] });
    expect((await w.call('viewer', 'GET', `/api/layer/${id}/raster/`)).status).toBe(200);
    expect((await w.call('viewer', 'GET', `/api/layer/${id}/raster_original/`)).status).toBe(403);
    expect((await w.call('nobody', 'GET', `/api/layer/${id}/raster_original/`)).status).toBe(401);
    // Who has the module and may edit, and does not manage it, leaves its style alone.
    const editing = roles.find(({ label }: { label: string }) => label === 'editing');
    const { layer: _layer, label: _label, ...grants } = editing;
    const permissions = [{ ...grants, view: true, edit: true, manage: false }];
    expect((await w.call('super', 'POST', `/api/layerpermission/?layer=${id}`, { permissions })).status).toBe(200);
    expect((await w.call('regional', 'GET', `/api/layer/${id}/raster/`)).status).toBe(200);
    expect((await w.call('regional', 'PUT', `/api/layer/${id}/raster_style/`, SHADE)).status).toBe(403);
    expect((await w.call('regional', 'POST', `/api/layer/${id}/raster_preview/`, SHADE)).status).toBe(403);
  });

  it('gets another file under its own id: a style that fits stays, one that does not begins anew', async () => {
    const before = await read();
    const other = tiff('other', ['-a_ullr', '5800000', '4200000', '5801920', '4198560']);
    const job = await importFile('other.tif', other, { replaces: id });
    expect([job.error, job.layer]).toEqual([null, id]);
    const now = await read();
    expect(now).toMatchObject({ id, label: before.label, config: { source: { file: 'other.tif' } } });
    expect(now.config.raster.style).toEqual(SHADE);
    expect([now.rev > before.rev, now.extent[0] > before.extent[0]]).toEqual([true, true]);
    const { storage } = await import('../../../storage').then(async (m) => ({
      storage: await m.openStorage(w.config),
    }));
    expect(await storage.exists(before.config.source.key)).toBe(false);
    expect(await storage.exists(before.config.source.original)).toBe(false);
    expect((await draw()).length).toBeGreaterThan(100);

    // What fails leaves the file that is there.
    const bad = await w.upload('editor', 'bad.tif', writeTiff({ 259: 8 }));
    const order = { file_id: bad.file_id, dataset: 'bad', type: 6, label: 'x', fields: [], replaces: id };
    const failed = await waitForJob(w, (await w.call('editor', 'POST', '/api/layer_import/', order)).body.id);
    expect(failed.state).toBe('failed');
    expect((await read()).config.source).toEqual(now.config.source);
    expect(await storage.exists(now.config.source.key)).toBe(true);

    const palette = await importFile('palette.tif', paletteTiff(), { replaces: id });
    expect(palette.error).toBeNull();
    expect((await read()).config.raster.style.paint).toEqual({ kind: 'palette' });
    const { data } = decode(await draw());
    const colours = new Set(Array.from({ length: data.length / 4 }, (_, at) => [...data.subarray(at * 4, at * 4 + 4)].join()).filter((one) => !one.endsWith(',0'))); // biome-ignore format: one line
    expect([...colours].sort()).toEqual(['0,128,0,255', '255,0,0,255']);

    // Nobody puts a file into a layer of another kind.
    expect((await w.call('editor', 'POST', '/api/layer_import/', { ...order, file_id: bad.file_id, replaces: w.ids.layer })).status).toBe(400); // biome-ignore format: one row
  });

  /** Red and green by a palette. */
  function paletteTiff(): Buffer {
    const grey = makeRaster(folder, 'classes', (x) => (x < 32 ? 1 : 2), { width: 64, height: 48, args: ['-ot', 'Byte', '-a_nodata', 'none'] }); // biome-ignore format: one line
    const vrt = join(folder, 'classes.vrt');
    execFileSync('gdal_translate', ['-q', '-of', 'VRT', grey, vrt]);
    const table = '<ColorInterp>Palette</ColorInterp><ColorTable><Entry c1="0" c2="0" c3="0" c4="255"/><Entry c1="255" c2="0" c3="0" c4="255"/><Entry c1="0" c2="128" c3="0" c4="255"/></ColorTable>'; // biome-ignore format: one text
    writeFileSync(vrt, readFileSync(vrt, 'utf8').replace(/<ColorInterp>Gray<\/ColorInterp>/, table));
    const out = join(folder, 'palette.tif');
    execFileSync('gdal_translate', ['-q', vrt, out]);
    return readFileSync(out);
  }

  it('comes from every kind of GeoTIFF: 16 bits, float, strips and tiles, BigTIFF, JPEG, rotated', async () => {
    const kinds: [string, string[]][] = [
      ['u16', ['-ot', 'UInt16']],
      ['tiled', ['-co', 'TILED=YES', '-co', 'COMPRESS=DEFLATE']],
      ['strips', ['-co', 'BLOCKYSIZE=3', '-co', 'COMPRESS=LZW']],
      ['big', ['-co', 'BIGTIFF=YES']],
      ['jpeg', ['-ot', 'Byte', '-scale', '0', '1000', '-a_nodata', 'none', '-co', 'COMPRESS=JPEG']],
    ];
    for (const [name, args] of kinds) {
      const job = await importFile(`${name}.tif`, tiff(name, args));
      expect([name, job.error]).toEqual([name, null]);
      const { extent, config } = (await w.call('editor', 'GET', `/api/layer/${job.layer}/`)).body;
      expect([name, (await tileOf(layerName(job.layer), extent)).body.length > 100]).toEqual([name, true]);
      expect(config.raster.facts.bands[0].max).toBeGreaterThan(config.raster.facts.bands[0].min);
    }
    const vrt = join(folder, 'rotated.vrt');
    execFileSync('gdal_translate', [
      '-q',
      '-of',
      'VRT',
      makeRaster(folder, 'straight', HILLS, { width: 64, height: 48 }),
      vrt,
    ]);
    writeFileSync(vrt, readFileSync(vrt, 'utf8').replace(/<GeoTransform>.*<\/GeoTransform>/s, '<GeoTransform>5720000, 26, 15, 4260000, 15, -26</GeoTransform>')); // biome-ignore format: one line
    execFileSync('gdal_translate', ['-q', vrt, join(folder, 'rotated.tif')]);
    const rotated = await w.upload('editor', 'rotated.tif', readFileSync(join(folder, 'rotated.tif')));
    expect(rotated.warnings).toEqual(['rotated']);
  });

  it('takes its place from a world file and a .prj in the same archive', async () => {
    const bare = readFileSync(
      makeRaster(folder, 'bare', HILLS, { width: 64, height: 48, args: ['-co', 'PROFILE=BASELINE'] }),
    );
    const alone = await w.upload('editor', 'bare.tif', bare);
    expect([alone.warnings, alone.datasets[0].extent]).toEqual([['no_place'], null]);
    const order = { file_id: alone.file_id, dataset: 'bare', type: 6, label: 'x', fields: [], srid: 32639 };
    const refused = await w.call('editor', 'POST', '/api/layer_import/', order);
    expect([refused.status, refused.body.code]).toEqual([400, 'no_place']);
    expect(refused.body.detail).toContain('.tfw');
    const text = (value: string) => new TextEncoder().encode(value);
    const prj = execFileSync('gdalsrsinfo', ['-o', 'wkt_esri', 'EPSG:32639'], { encoding: 'utf8' });
    const zip = zipSync({
      'a/bare.tif': bare,
      'a/bare.tfw': text('30\n0\n0\n-30\n530015\n3950000\n'),
      'a/bare.prj': text(prj),
    });
    const upload = await w.upload('editor', 'bare.zip', zip);
    expect([upload.kind, upload.warnings, upload.datasets[0].srid]).toEqual(['raster', [], 32639]);
    const job = await importFile('bare.zip', zip);
    expect(job.error).toBeNull();
    const { extent } = (await w.call('editor', 'GET', `/api/layer/${job.layer}/`)).body;
    expect(extent).toEqual([51.33, 35.68, 51.35, 35.7].map((n) => expect.closeTo(n, 1)));
    const back = await w.call('editor', 'GET', `/api/layer/${job.layer}/raster_original/`);
    expect(back.body.equals(Buffer.from(zip))).toBe(true);
    expect((await w.upload('editor', 'two.zip', zipSync({ 'a.tif': bare, 'b.tif': bare }))).code).toBe('rasterSeveral');
  });

  it('says in a sentence why a file is no raster of ours', async () => {
    const png = encode({ width: 2, height: 2, channels: 4, data: new Uint8Array(16) });
    const cmyk = writeTiff({ 262: 5, 277: 4 });
    const good = tiff('whole', ['-co', 'COMPRESS=DEFLATE']);
    for (const [name, content, code] of [
      ['picture.tif', png, 'rasterKind'],
      ['photo.tif', Buffer.from(`ffd8ffe000104a464946000101${'00'.repeat(20)}`, 'hex'), 'rasterKind'],
      ['print.tif', cmyk, 'rasterCmyk'],
      ['huge.tif', writeTiff({ 256: 70_000 }), 'rasterBig'],
      ['cut.tif', good.subarray(0, good.length - 2000), 'broken_file'],
      ['text.tif', Buffer.from('not a picture at all'), 'wrong_type'],
    ] as const) {
      const refusal = await w.upload('editor', name, content);
      expect([name, refusal.code, refusal.detail]).toEqual([name, code, expect.stringMatching(/[\u0600-\u06ff]/)]);
    }
  });
});
