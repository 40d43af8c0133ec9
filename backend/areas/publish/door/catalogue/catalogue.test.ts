// The page of open layers: what everybody is told, without a script, and nothing of what is not open.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askDoor, publishLayer } from '../../../../../testing/outside/door';
import { createWorld, FORM, ONE_ENGINE, type TestWorld } from '../../../../../testing/world';
import * as make from '../../../../seed/builders';

const OPEN = '/ogc/o/abcdefghijkl';
const HTML = { accept: 'text/html,*/*;q=0.8', 'accept-language': 'fa' };

describe.each(ONE_ENGINE)('the catalogue of open layers on the %s engine', (kind) => {
  let w: TestWorld;
  let layer: number;
  beforeAll(async () => {
    w = await createWorld(kind);
    layer = await make.createLayer(w.engine, {
      customer: w.ids.customer,
      owner: 1,
      label: 'چاه‌ها <script>alert(1)</script>',
      type: 1,
      form: FORM,
      records: [0, 1, 2].map((i) => ({ geometry: { type: 'Point' as const, coordinates: [51 + i, 35 + i] }, value: { name: `چاه ${i}` } })), // biome-ignore format: one list
    });
    await publishLayer(w, layer, { access: 1, description: 'چاه‌های "آب"', licence: 'https://licence.test/' });
    await publishLayer(w, w.ids.polygons, { access: 1, services: 5 });
    await publishLayer(w, w.ids.lines);
    await sql`update customer set open_key = 'abcdefghijkl' where id = ${w.ids.customer}`.execute(w.engine.db);
  });
  afterAll(() => w.close());
  const page = (headers: object = {}) => askDoor(w, OPEN, { headers: { ...HTML, ...headers } });
  const articles = (text: string) => text.split('<article>').slice(1);

  it('lists what is open, with its description, licence and formats, and nothing else', async () => {
    const { status, type, text } = await page();
    expect([status, type, articles(text).length]).toEqual([200, 'text/html; charset=utf-8', 2]);
    const one = articles(text).find((article) => article.includes(`layer_${layer}?`)) ?? '';
    for (const part of ['چاه‌های &quot;آب&quot;', 'href="https://licence.test/" rel="license"', 'items.csv', 'tilejson', 'style.json', 'style.qml', '<bdi>۳</bdi>']) expect(one).toContain(part); // biome-ignore format: one list
    expect(text).not.toContain(`layer_${w.ids.lines}`);
    const areas = articles(text).find((article) => article.includes(`layer_${w.ids.polygons}?`)) ?? '';
    expect(areas).toContain('items.csv');
    expect(areas).not.toContain('tilejson');
  });

  it('runs no script and takes only its own style', async () => {
    const { text, headers } = await page();
    expect(text).not.toMatch(/<script|onload|<img|style="/);
    expect(text).toContain('چاه‌ها &lt;script&gt;');
    const style = /<style>(.*)<\/style>/s.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
  });

  it('shows where the records are: a disc for each point, a closed line for each area', async () => {
    const { text } = await page();
    const pathOf = (id: number) => / d="([^"]*)"/.exec(articles(text).find((article) => article.includes(`layer_${id}?`)) ?? '')?.[1] ?? ''; // biome-ignore format: one line
    expect(pathOf(layer).match(/M[\d.]+ [\d.]+h0/g)).toHaveLength(3);
    expect(pathOf(w.ids.polygons)).toMatch(/^M.*z$/);
    // The first of them is the south-west one: left of and below the last.
    const [first, , last] = [...pathOf(layer).matchAll(/M([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]); // biome-ignore format: one line
    expect((first?.[0] ?? 0) < (last?.[0] ?? 0) && (first?.[1] ?? 0) > (last?.[1] ?? 0)).toBe(true);
  });

  it('shows a raster by the smallest tile that holds it, and lets pictures of this host alone in', async () => {
    const raster = await make.createLayer(w.engine, { customer: w.ids.customer, owner: 1, label: 'ارتفاع', type: 0, form: [], records: [] }); // biome-ignore format: one line
    await sql`update layer set type = 6, extent = '{51.1,35.6,51.9,35.9}' where id = ${raster}::int`.execute(w.engine.db); // biome-ignore format: one statement
    await publishLayer(w, raster, { access: 1, services: 2 });
    w.backend.outside.callers.forget();
    const { text, headers } = await page();
    const one = articles(text).find((article) => article.includes(`layer_${raster}?`)) ?? '';
    // All of it lies between 50.625 and 52.03125 degrees east, a column of zoom 8; a line between two of zoom 9 runs through it.
    expect(one).toContain(`<img alt="نقشه «ارتفاع»" src="http://gis.test${OPEN}/collections/layer_${raster}/map/tiles/WebMercatorQuad/8/100/164" `); // biome-ignore format: one line
    expect(headers['content-security-policy']).toMatch(/default-src 'none';.*; img-src 'self'$/);
    await sql`delete from published_layer where layer_id = ${raster}::int`.execute(w.engine.db);
    w.backend.outside.callers.forget();
    expect((await page()).headers['content-security-policy']).not.toContain('img-src');
  });

  it('draws and counts of a layer with approved records alone only those', async () => {
    await sql`update published_layer set only_approved = true where layer_id = ${layer}`.execute(w.engine.db);
    await sql`update record set status = 1 where layer_id = ${layer} and value->>'name' <> 'چاه 1'`.execute(
      w.engine.db,
    );
    await sql`update layer set rev = rev + 1 where id = ${layer}`.execute(w.engine.db);
    w.backend.outside.callers.forget();
    const one = articles((await page()).text).find((article) => article.includes(`layer_${layer}?`)) ?? '';
    expect(one.match(/h0/g)).toHaveLength(1);
    expect(one).not.toContain('۳');
    await sql`update published_layer set only_approved = false where layer_id = ${layer}`.execute(w.engine.db);
    w.backend.outside.callers.forget();
  });

  it('is in English for who reads that, JSON for programs, and gone when the address is closed', async () => {
    expect((await page({ 'accept-language': 'en' })).text).toContain('<html lang="en" dir="ltr">');
    expect((await askDoor(w, OPEN)).body.links.length).toBeGreaterThan(3);
    await sql`update customer set open_key = null where id = ${w.ids.customer}`.execute(w.engine.db);
    w.backend.outside.callers.forget();
    expect((await page()).status).toBe(404);
  });
});
