// Exports: a token opens one download once, for its own session, with the rights and filters that hold at that time.
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OUT_FORMAT_IDS } from '../../../contract/schemas/export';
import { aWorld, ENGINES, FORM, type TestWorld } from '../../../testing/world';
import { OUT_FORMATS } from '../../geo/export';
import { aLayer } from '../../seed/builders';

it('names the same formats on the wire as there are', () => {
  expect(OUT_FORMATS.map((f) => f.id)).toEqual([...OUT_FORMAT_IDS]);
});

describe.each(ENGINES)(
  'exports on the %s engine',
  (kind) => {
    let w: TestWorld;
    let at = Date.now();
    beforeAll(async () => {
      w = await aWorld(kind, {}, () => new Date(at));
    });
    afterAll(() => w.close());

    const token = (as: string, layer: number, body: object) => w.call(as, 'POST', `/api/export_token/${layer}/`, body);
    const download = (as: string, t: { name: string; token: string }) =>
      w.call(as, 'GET', `/api/export/layerdata/${t.name}/${t.token}/`);
    async function features(as: string, layer: number, body: object) {
      const made = await token(as, layer, { format: 'geojson', ...body });
      expect(made.status).toBe(200);
      const file = await download(as, made.body);
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
      const layer = await aLayer(w.engine, {
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
      const asked = async (layer: number, encoding: string) =>
        (await token('super', layer, { format: 'shp', encoding })).body.warnings.length;
      expect([await asked(w.ids.lines, 'CP1256'), await asked(w.ids.polygons, 'CP1256')]).toEqual([0, 1]);
      expect(await asked(w.ids.polygons, 'UTF-8')).toBe(0);
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
