// How published layers look outside: styles that MapLibre takes, files for QGIS, and nothing of a hidden field in any of them.
import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../../../contract/schemas/form';
import type { Labels, Mark, Style } from '../../../../contract/schemas/style';
import { askDoor, createDoorKey, publishLayer } from '../../../../testing/outside/door';
import { createWorld, ENGINE, type TestWorld } from '../../../../testing/world';
import * as make from '../../../seed/builders';

const mark = (color: string): Mark => ({ color, opacity: 0.8, size: 6, stroke: '#ffffff', stroke_width: 1 });
const LABELS: Labels = { field: 'kind', size: 12, color: '#111111', halo: '#ffffff', min_zoom: 0, max_zoom: 24 };
const FORM: Field[] = [
  { name: 'kind', label: 'نوع & رده', type: 'choice', choices: [{ value: 'a', label: 'باغ' }, { value: 'CANARY-VALUE', label: 'دیگر' }] }, // biome-ignore format: one field
  { name: 'pop', label: 'جمعیت', type: 'integer' },
];
const BY_KIND: Style = {
  kind: 'categorised',
  field: 'kind',
  categories: [
    { value: 'a', label: 'باغ', symbol: mark('#aa0000') },
    { value: 'CANARY-VALUE', label: 'دیگر', symbol: mark('#00aa00') },
  ],
  other: mark('#0000aa'),
};
const STYLES: Style[] = [
  { kind: 'single', symbol: { ...mark('#123456'), size_by_zoom: true, dash: [4, 2] } },
  BY_KIND,
  { kind: 'graduated', field: 'pop', classes: [{ from: null, label: '', symbol: mark('#111111') }, { from: 10, label: '', symbol: mark('#222222') }] }, // biome-ignore format: one style
  {
    kind: 'rule',
    rules: [
      { label: '', filter: { match: 'all', conditions: [{ field: 'kind', op: '=', value: 'CANARY-VALUE' }] }, min_zoom: 0, max_zoom: 24, symbol: mark('#333333') }, // biome-ignore format: one rule
      { label: '', filter: null, min_zoom: 3, max_zoom: 24, symbol: mark('#444444') },
    ],
  },
  { kind: 'heatmap', symbol: mark('#555555'), radius: 20, intensity: 1, weight: 'pop', ramp: ['#000000', '#ffffff'] },
  { kind: 'cluster', symbol: mark('#666666'), radius: 40, by: { field: 'kind', categories: BY_KIND.categories, other: null } }, // biome-ignore format: one style
];

describe('the look of published layers', () => {
  let w: TestWorld;
  let key: string;
  let layer: number;
  beforeAll(async () => {
    w = await createWorld(ENGINE);
    layer = await make.createLayer(w.engine, {
      customer: w.ids.customer,
      owner: 1,
      label: 'باغ‌ها',
      type: 1,
      form: FORM,
      records: [{ geometry: { type: 'Point', coordinates: [51, 35] }, value: { kind: 'a', pop: 3 } }],
    });
    await publishLayer(w, layer);
    await publishLayer(w, w.ids.polygons, { services: 2 });
    key = await createDoorKey(w, [layer, w.ids.polygons]);
  });
  afterAll(() => w.close());

  const paint = async (style: Style, labels: Labels | null, hidden: string[], type = 1) => {
    const { db } = w.engine;
    const { config } = await db.selectFrom('layer').select('config').where('id', '=', layer).executeTakeFirstOrThrow();
    await db.updateTable('layer').set({ type, config: JSON.stringify({ ...config, style, labels }) }).where('id', '=', layer).execute(); // biome-ignore format: one statement
    await db.updateTable('published_layer').set({ hidden_fields: hidden }).where('layer_id', '=', layer).execute();
    w.backend.outside.callers.forget();
  };
  const ask = (tail: string) => askDoor(w, `/ogc/collections/layer_${layer}/${tail}`, { key });

  const valuesInTile = async () => {
    const { bytes, headers } = await ask('tiles/WebMercatorQuad/0/0/0');
    const { records } = new VectorTile(new PbfReader(headers['content-encoding'] ? gunzipSync(bytes) : bytes)).layers;
    return Array.from({ length: records?.length ?? 0 }, (_, i) => records?.feature(i).properties);
  };

  it('are styles that MapLibre takes, for points, lines and areas of every kind', async () => {
    for (const type of [1, 2, 3])
      for (const style of STYLES) {
        await paint(style, LABELS, [], type);
        const { status, body } = await ask('style.json');
        expect([style.kind, type, status]).toEqual([style.kind, type, 200]);
        expect(validateStyleMin({ ...body, glyphs: 'https://x.test/{fontstack}/{range}.pbf' })).toEqual([]);
        expect(body.sources.layer.url).toBe(`http://gis.test/ogc/collections/layer_${layer}/tilejson`);
        expect(body.layers.at(-1)).toMatchObject({ id: 'labels', 'source-layer': type === 3 ? 'labels' : 'records' });
      }
  });

  it('name no hidden field and none of its values, in a style, a file or a tile', async () => {
    for (const style of STYLES) {
      await paint(style, LABELS, ['kind']);
      const texts = [(await ask('style.json')).text, (await ask('style.qml')).text, (await ask('style.sld')).text];
      for (const text of texts) {
        expect(text).not.toMatch(/CANARY-VALUE|"kind"|>kind<|نوع/);
        expect(text.length).toBeGreaterThan(100);
      }
    }
    await paint(BY_KIND, LABELS, ['kind']);
    const [only] = JSON.parse((await ask('style.json')).text).layers;
    expect(only.paint['circle-color']).toBe('#0000aa');
  });

  it('stands beside tiles that hold what it draws by, and the words of its labels', async () => {
    await paint(BY_KIND, LABELS, []);
    expect(await valuesInTile()).toMatchObject([{ kind: 'a', pop: 3, ':label': 'باغ' }]);
    await paint(BY_KIND, LABELS, ['kind']);
    expect(await valuesInTile()).toEqual([{ pop: 3 }]);
  });

  it('gives QGIS a file with what the fields are called', async () => {
    await paint(BY_KIND, LABELS, []);
    const { type, text, headers } = await ask('style.qml');
    expect(type).toBe('application/vnd.qgis.style+xml');
    expect(headers['content-disposition']).toBe(`attachment; filename="layer_${layer}.qml"`);
    expect(text).toContain('<alias field="kind" index="0" name="نوع &#38; رده"/>');
    expect(text.trim().endsWith('</qgis>')).toBe(true);
    const sld = await ask('style.sld');
    expect([sld.type, sld.text.includes('StyledLayerDescriptor')]).toEqual(['application/vnd.ogc.sld+xml', true]);
  });

  it('is named by the collection, and is not there where tiles or features are off', async () => {
    const { body } = await askDoor(w, `/ogc/collections/layer_${layer}`, { key });
    const styles = body.links.filter(({ rel }: { rel: string }) => rel.endsWith('/style'));
    expect(styles.map(({ href }: { href: string }) => href.split('/').at(-1))).toEqual(['style.json', 'style.qml', 'style.sld']); // biome-ignore format: one line
    const of = (tail: string) => askDoor(w, `/ogc/collections/layer_${w.ids.polygons}/${tail}`, { key });
    expect([(await of('style.json')).status, (await of('style.qml')).status]).toEqual([200, 404]);
    expect((await ask('style.json?f=html')).status).toBe(400);
    expect((await askDoor(w, `/ogc/collections/layer_${w.ids.lines}/style.json`, { key })).status).toBe(404);
  });
});
