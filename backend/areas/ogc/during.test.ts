// Tiles that hold the records of some days alone: exact among many, for each type, and only for what the reader sees anyway.
import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { sql } from 'kysely';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLUSTER_COUNT, TILE_LAYER, tileTemplate } from '../../../contract/ogc';
import type { Field } from '../../../contract/schemas/form';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../testing/world';
import { worldX, worldY } from '../../geo/morton';
import * as make from '../../seed/builders';

const FORM: Field[] = [
  { name: 'name', label: 'name', type: 'text' },
  { name: 'day', label: 'day', type: 'date' },
  { name: 'moment', label: 'moment', type: 'datetime' },
];
/** More than a tile draws exactly. */
const CROWD = 6000;

describe.each(ONE_ENGINE)('tiles of some days on the %s engine', (kind) => {
  let w: TestWorld;
  let crowd: number;
  let areas: number;
  beforeAll(async () => {
    w = await createWorld(kind);
    const create = (type: 1 | 3, records: Parameters<typeof make.createLayer>[1]['records']) =>
      make.createLayer(w.engine, { customer: w.ids.customer, owner: 1, label: `days ${type}`, type, form: FORM, records }); // biome-ignore format: one call
    crowd = await create(
      1,
      Array.from({ length: CROWD }, (_, i) => ({
        geometry: { type: 'Point' as const, coordinates: [51 + (i % 100) / 1000, 35 + Math.floor(i / 100) / 1000] },
        value: { name: `n${i}`, day: i < 3 ? '2025-03-20' : '2025-03-21', ...(i === 7 ? { moment: '2025-03-20T21:00:00Z' } : {}) }, // biome-ignore format: one record
      })),
    );
    areas = await create(
      3,
      ['2025-03-20', '2025-03-21'].map((day, i) => ({
        geometry: { type: 'Polygon' as const, coordinates: [[[51 + i, 35], [51.4 + i, 35], [51.4 + i, 35.4], [51 + i, 35]]] }, // biome-ignore format: one ring
        value: { name: day, day },
      })),
    );
  });
  afterAll(() => w.close());

  const path = (layer: number, z: number, more: string) =>
    tileTemplate(layer)
      .replace('{z}', String(z))
      .replace('{x}', String(Math.floor(worldX(51.05) * 2 ** z)))
      .replace('{y}', String(Math.floor(worldY(35.05) * 2 ** z))) + more;
  const during = (of: string, from: string, to = from) => `&DURING=${encodeURIComponent([of, from, to].map(encodeURIComponent).join(','))}`; // biome-ignore format: one line
  async function read(as: string, layer: number, more: string, z = 5) {
    const { status, headers, body } = await w.call(as, 'GET', path(layer, z, more));
    if (status !== 200) return { status, headers, tags: [] };
    const tile = new VectorTile(new PbfReader(headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body));
    const dots = tile.layers[TILE_LAYER];
    return { status, headers, tags: Array.from({ length: dots?.length ?? 0 }, (_, i) => dots?.feature(i).properties ?? {}) }; // biome-ignore format: one line
  }
  const names = async (layer: number, more: string) => (await read('super', layer, `${more}&FIELDS=name`)).tags.map(({ name }) => name).sort(); // biome-ignore format: one line

  it('hold every record of the days, however many others lie there', async () => {
    expect((await read('super', crowd, '')).headers['x-thinned']).toBe('1');
    expect(await names(crowd, during('f:day', '2025-03-20'))).toEqual(['n0', 'n1', 'n2']);
    // A moment is of the day that it has in Tehran.
    expect(await names(crowd, during('f:moment', '2025-03-21'))).toEqual(['n7']);
    expect((await read('super', crowd, during('f:day', '2024-01-01'))).status).toBe(204);
    const many = await read('super', crowd, during('f:day', '2025-03-21'));
    expect([many.headers['x-thinned'], many.headers['cache-control']]).toEqual(['1', 'private, no-store']);
    expect(await names(areas, during('f:day', '2025-03-21'))).toEqual(['2025-03-21']);
    // The attributes of the saved style where none are named.
    expect((await read('super', areas, during('f:day', '2025-03-20'))).tags).toHaveLength(1);
  });

  it('take the days of the records themselves', async () => {
    await sql`
      update ${sql.table(`record_${crowd}`)} set created = '2024-05-01T20:31:00Z', modified = '2024-06-01T00:00:00Z'
        where value->>'name' = 'n5'`.execute(w.engine.db);
    expect(await names(crowd, during('create_date', '2024-05-02'))).toEqual(['n5']);
    expect(await names(crowd, during('create_date', '2024-05-01'))).toEqual([]);
    expect(await names(crowd, during('modified_date', '2024-05-20', '2024-06-01'))).toEqual(['n5']);
  });

  it('count in clusters what they hold', async () => {
    const { tags } = await read('super', crowd, `${during('f:day', '2025-03-20')}&FIELDS=&CLUSTER=50`);
    expect(tags.reduce((sum, tag) => sum + Number(tag[CLUSTER_COUNT] ?? 1), 0)).toBe(3);
    const many = await read('super', crowd, `${during('f:day', '2025-03-21')}&FIELDS=&CLUSTER=50`);
    expect(many.tags.reduce((sum, tag) => sum + Number(tag[CLUSTER_COUNT] ?? 1), 0)).toBe(CROWD - 3);
  });

  it('show nobody more, and refuse what is no time', async () => {
    expect((await read('stranger', crowd, during('f:day', '2025-03-20'))).status).toBe(404);
    for (const wrong of [
      during('f:name', '2025-03-20'),
      during('f:other', '2025-03-20'),
      during('status', '2025-03-20'),
      during('f:day', '2025-03-21', '2025-03-20'),
      during('f:day', '2025-02-30'),
      during('f:day', "2025-03-20' or true"),
      '&DURING=f%3Aday,2025-03-20',
      '&DURING=%25E0%25A4%25A',
    ])
      expect([wrong, (await read('super', crowd, wrong)).status]).toEqual([wrong, 400]);
  });
});
