// Exports: a token opens one download once, for its own session, with the rights and filters that hold at that time.
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CRS_FORMAT_IDS, OUT_FORMAT_IDS } from '../../../contract/schemas/export';
import { PNG } from '../../../testing/pictures';
import { createWorld, FORM, ONE_ENGINE, type TestWorld } from '../../../testing/world';
import { OUT_FORMATS } from '../../geo/export';
import { createLayer } from '../../seed/builders';

it('names the same formats on the wire as there are', () => {
  expect(OUT_FORMATS.map((f) => f.id)).toEqual([...OUT_FORMAT_IDS]);
  expect(OUT_FORMATS.filter((f) => f.anyCrs).map((f) => f.id)).toEqual([...CRS_FORMAT_IDS]);
});

describe.each(ONE_ENGINE)(
  'exports on the %s engine',
  (kind) => {
    let w: TestWorld;
    let at = Date.now();
    beforeAll(async () => {
      w = await createWorld(kind, {}, () => new Date(at));
    });
    afterAll(() => w.close());

    const token = (as: string, layer: number, body: object) => w.call(as, 'POST', `/api/export_token/${layer}/`, body);
    const download = (as: string, t: { name: string; token: string }) =>
      w.call(as, 'GET', `/api/export/layerdata/${t.name}/${t.token}/`);
    async function features(as: string, layer: number, body: object) {
      const answer = await token(as, layer, { format: 'geojson', ...body });
      expect(answer.status).toBe(200);
      const file = await download(as, answer.body);
      return file.body.features as { id: number; properties: { name: string }; geometry: { coordinates: number[] } }[]; // biome-ignore format: one type
    }

    it('gives all records with their fields, or those that a filter leaves', async () => {
      expect((await features('super', w.ids.layer, {})).map((f) => f.properties.name)).toEqual([
        'تهران',
        'اصفهان',
        'مشهد',
      ]);
      const [one, ...more] = await features('super', w.ids.layer, {
        filter: { value__name: 'مشهد' },
        fields: ['name'],
      });
      expect([one?.properties, more]).toEqual([{ name: 'مشهد' }, []]);
      expect(one?.geometry.coordinates).toEqual([59.6, 36.3]);
    });

    it('names a filter or field that it does not know', async () => {
      for (const body of [
        { filter: { value_name: 'x' } },
        { filter: { nothing_such: '1' } },
        { fields: ['nothing_such'] },
      ])
        expect((await token('super', w.ids.layer, { format: 'csv', ...body })).status).toBe(400);
      expect((await token('super', w.ids.polygons, { format: 'gpx' })).status).toBe(400);
      expect((await token('super', w.ids.layer, { format: 'csv', srid: 32639 })).status).toBe(400);
    });

    it('refuses keys that choose a page instead of passing them over', async () => {
      for (const [key, value] of [
        ['limit', '1'],
        ['offset', '1'],
        ['order', '-id'],
        ['layer', '1'],
      ] as const) {
        const refusal = await token('super', w.ids.layer, {
          format: 'csv',
          filter: { value__name: 'x', [key]: value },
        });
        expect([refusal.status, refusal.body.detail]).toEqual([400, expect.stringContaining(key)]);
        for (const kind of ['images', 'files']) {
          const { status, body } = await w.call('super', 'GET', `/api/export/layerdata/${kind}/${w.ids.layer}/?${key}=${value}`); // biome-ignore format: one call
          expect([status, body.detail]).toEqual([400, expect.stringContaining(key)]);
        }
      }
    });

    it('writes down who took what', async () => {
      const calls = async () =>
        (await w.engine.db.selectFrom('audit').select(['call', 'account_id', 'status']).orderBy('id').execute()).slice(-1); // biome-ignore format: one statement
      const account_id = (await w.call('editor', 'GET', '/api/user/')).body.id;
      const answer = await token('editor', w.ids.layer, { format: 'csv' });
      expect(await calls()).toEqual([{ call: 'exports.token', account_id, status: 200 }]);
      await download('editor', answer.body);
      expect(await calls()).toEqual([{ call: 'exports.download', account_id, status: 200 }]);
      await w.call('editor', 'GET', `/api/export/layerdata/gdb_group/?groups=${w.ids.group}`);
      expect(await calls()).toEqual([{ call: 'exports.gdbGroup', account_id, status: 200 }]);
      const upload = await w.form('editor', '/api/layerdatafile/', {
        layer_data: w.ids.record,
        path: new File([PNG as BlobPart], 'a.png'),
      });
      for (const kind of ['images', 'files']) {
        expect((await w.call('editor', 'GET', `/api/export/layerdata/${kind}/${w.ids.layer}/`)).status).toBe(200);
        expect(await calls()).toEqual([{ call: `exports.${kind}`, account_id, status: 200 }]);
      }
      await w.call('editor', 'DELETE', `/api/layerdatafile/${upload.body.id}/?layer_data=${w.ids.record}`);
    });

    it('opens once, in time, and for its own session alone', async () => {
      const first = (await token('super', w.ids.layer, { format: 'csv' })).body;
      expect((await download('editor', first)).status).toBe(404);
      expect((await download('nobody', first)).status).toBe(401);
      const file = await download('super', first);
      expect([file.status, file.headers['referrer-policy'], file.headers['cache-control']]).toEqual([200, 'no-referrer', 'private, no-store']); // biome-ignore format: three things
      expect(String(file.headers['content-disposition'])).toMatch(/^attachment; filename\*=UTF-8''[%\w.]+\.csv$/);
      expect((await download('super', first)).status).toBe(404);
      const late = (await token('super', w.ids.layer, { format: 'csv' })).body;
      at += 61_000;
      expect((await download('super', late)).status).toBe(404);
    });

    it('is spent by one of many who come at once', async () => {
      const one = (await token('super', w.ids.layer, { format: 'csv' })).body;
      const all = await Promise.all(Array.from({ length: 8 }, () => download('super', one)));
      expect(all.filter((r) => r.status === 200).length).toBe(1);
    });

    it('needs the right to export, and shows only what the regions show', async () => {
      expect((await token('viewer', w.ids.layer, { format: 'csv' })).status).toBe(403);
      expect((await token('editor', w.ids.secret, { format: 'csv' })).status).toBe(404);
      expect((await token('stranger', w.ids.layer, { format: 'csv' })).status).toBe(404);
      expect((await features('regional', w.ids.layer, {})).map((f) => f.properties.name)).toEqual(['تهران']);
    });

    it('goes through a layer that is longer than one stretch', async () => {
      const records = Array.from({ length: 4500 }, (_, i) => ({
        geometry: { type: 'Point' as const, coordinates: [51 + i / 10_000, 35] },
        value: { name: `n${i}` },
      }));
      const owner = (await w.call('super', 'GET', '/api/user/')).body.id;
      const layer = await createLayer(w.engine, {
        customer: w.ids.customer,
        owner,
        label: 'long',
        type: 1,
        form: FORM,
        records,
      });
      const names = (await features('super', layer, {})).map((f) => f.properties.name);
      expect([names.length, new Set(names).size, names.at(-1)]).toEqual([4500, 4500, 'n4499']);
    });

    it('makes formulas harmless in tables, and tells what an encoding would lose', async () => {
      await w.call('super', 'POST', '/api/layerdata/', {
        layer: w.ids.spare,
        value: { name: '=HYPERLINK("http://x")' },
        geometry: { type: 'Point', coordinates: [51, 35] },
      });
      const text = Buffer.from((await download('super', (await token('super', w.ids.spare, { format: 'csv' })).body)).body).toString(); // biome-ignore format: one file
      expect(text.startsWith('\ufeff')).toBe(true);
      expect(text).toContain(`"'=HYPERLINK(""http://x"")"`);
      const exportAs = async (layer: number, encoding: string) =>
        (await token('super', layer, { format: 'shp', encoding })).body.warnings.length;
      expect([await exportAs(w.ids.lines, 'CP1256'), await exportAs(w.ids.polygons, 'CP1256')]).toEqual([0, 1]);
      expect(await exportAs(w.ids.polygons, 'UTF-8')).toBe(0);
      const sheet = (await token('super', w.ids.spare, { format: 'xlsx' })).body.warnings;
      expect(sheet).toEqual([expect.stringMatching(/^۱ مقدار مانند فرمول/)]);
    });

    it('packs the files of records, one folder a record, and pictures alone', async () => {
      const attach = async (record: number, name: string, bytes: Uint8Array) => {
        const form = new FormData();
        form.append('layer_data', String(record));
        form.append('path', new Blob([bytes as BlobPart]), name);
        const request = new Request('http://localhost/', { method: 'POST', body: form });
        const { statusCode } = await w.backend.app.inject({
          method: 'POST',
          url: '/api/layerdatafile/',
          payload: Buffer.from(await request.arrayBuffer()),
          headers: {
            host: 'localhost',
            authorization: `Bearer ${await w.token('super')}`,
            'content-type': request.headers.get('content-type') as string,
          },
        });
        expect([name, statusCode]).toEqual([name, 200]);
      };
      await attach(w.ids.record, 'عکس.png', PNG);
      await attach(w.ids.record, 'متن.txt', Buffer.from('سلام'));
      await attach(w.ids.spareRecord, 'متن.txt', Buffer.from('دوم'));
      const at = async (as: string, kind: string, query = '') => {
        const { status, body } = await w.call(as, 'GET', `/api/export/layerdata/${kind}/${w.ids.layer}/${query}`);
        return status === 200 ? Object.keys(unzipSync(new Uint8Array(body))).sort() : status;
      };
      const [first, second] = [w.ids.record, w.ids.spareRecord];
      expect(await at('super', 'files')).toEqual([`${first}/عکس.png`, `${first}/متن.txt`, `${second}/متن.txt`].sort());
      expect(await at('super', 'images')).toEqual([`${first}/عکس.png`]);
      expect(await at('super', 'files', `?ids=${second}`)).toEqual([`${second}/متن.txt`]);
      expect(await at('regional', 'files')).toEqual([`${first}/عکس.png`, `${first}/متن.txt`].sort());
      expect([await at('viewer', 'files'), await at('stranger', 'files'), await at('super', 'images', `?ids=${second}`)]).toEqual([403, 404, 404]); // biome-ignore format: three
      expect(await at('super', 'files', '?nothing_such=1')).toBe(400);
    });

    it('breaks an archive off whose file has vanished from the store, and goes on serving', async () => {
      const add = { layer_data: w.ids.spareRecord, label: 'lost', path: new File(['lost'], 'lost.txt') };
      const { body: file } = await w.form('super', '/api/layerdatafile/', add);
      const { key } = await w.engine.db.selectFrom('record_file').select('key').where('id', '=', file.id).executeTakeFirstOrThrow(); // biome-ignore format: one query
      await w.backend.world.storage.delete(key);
      const began = performance.now();
      const answer = await w.call('super', 'GET', `/api/export/layerdata/files/${w.ids.layer}/`).catch(() => null);
      expect(answer === null || answer.status >= 500).toBe(true);
      expect(performance.now() - began).toBeLessThan(5000);
      await w.call('super', 'DELETE', `/api/layerdatafile/${file.id}/?layer_data=${w.ids.spareRecord}`);
      expect((await w.call('super', 'GET', '/api/user/')).status).toBe(200);
    });

    it('gives the own drawings in every format, circles as what they cover', async () => {
      const at = (lon: number) => ({ type: 'Point', coordinates: [lon, 35] });
      const creation = await w.call('editor', 'POST', '/api/drawing/', [
        { geometry: at(51), type: 'point', label: 'یک' },
        { geometry: at(52), type: 'circle', radius: 1000 },
        { geometry: { type: 'LineString', coordinates: [[51, 35], [52, 36]] }, type: 'line' }, // biome-ignore format: one line
      ]);
      const ids = creation.body.map((d: { id: number }) => d.id);
      const out = (format: string, as = 'editor', list = ids) =>
        w.call(as, 'POST', `/api/drawing/export_${format}/`, { ids: list });
      const { body } = await out('geojson');
      expect(body.features.map((f: { geometry: { type: string } }) => f.geometry.type)).toEqual(['Point', 'Polygon', 'LineString']); // biome-ignore format: one list
      expect(body.features[0].properties.label).toBe('یک');
      for (const format of OUT_FORMAT_IDS)
        expect([format, (await out(format)).status]).toEqual([
          format,
          format === 'shp' || format === 'gdb' || format === 'gpx' ? 400 : 200,
        ]);
      expect((await out('shp', 'editor', [ids[0]])).status).toBe(200);
      expect((await out('nothing')).status).toBe(404);
      expect((await out('geojson', 'super')).status).toBe(404);
    });

    it('packs the layers of groups that may be exported into one geodatabase', async () => {
      const all = await w.call('editor', 'GET', `/api/export/layerdata/gdb_group/?groups=${w.ids.group}`);
      expect(all.status).toBe(200);
      expect(Object.keys(unzipSync(new Uint8Array(all.body))).some((n) => n.endsWith('.gdb/gdb'))).toBe(true);
      expect((await w.call('viewer', 'GET', `/api/export/layerdata/gdb_group/?groups=${w.ids.group}`)).status).toBe(
        404,
      );
      expect((await w.call('super', 'GET', '/api/export/layerdata/gdb_group/?groups=1;drop')).status).toBe(400);
    });
  },
  60_000,
);
