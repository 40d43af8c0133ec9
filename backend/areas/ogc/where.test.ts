// Tiles that hold the records of a query alone: all of them among many, for each type, and only for what the reader sees anyway.
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryTiles, TILE_LAYER } from '../../../contract/ogc';
import type { Field } from '../../../contract/schemas/form';
import type { QueryNode } from '../../../contract/schemas/query';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../testing/world';
import { worldX, worldY } from '../../geo/morton';
import * as make from '../../seed/builders';

const FORM: Field[] = [
  { name: 'name', label: 'name', type: 'text' },
  { name: 'n', label: 'n', type: 'integer' },
];
/** More than a tile draws exactly, and more than a list answers at once. */
const CROWD = 6000;

describe.each(ONE_ENGINE)('tiles of a query on the %s engine', (kind) => {
  let w: TestWorld;
  let crowd: number;
  beforeAll(async () => {
    w = await createWorld(kind);
    const records = Array.from({ length: CROWD }, (_, i) => ({
      geometry: { type: 'Point' as const, coordinates: [51 + (i % 100) / 1000, 35 + Math.floor(i / 100) / 1000] },
      value: { name: i % 2 ? 'علی' : 'علي', n: i },
    }));
    crowd = await make.createLayer(w.engine, { customer: w.ids.customer, owner: 1, label: 'crowd', type: 1, form: FORM, records }); // biome-ignore format: one call
  });
  afterAll(() => w.close());

  const at = (address: string, z = 5) =>
    address
      .replace('{z}', String(z))
      .replace('{x}', String(Math.floor(worldX(51.05) * 2 ** z)))
      .replace('{y}', String(Math.floor(worldY(35.05) * 2 ** z)));
  const read = async (query: QueryNode, as = 'super') => {
    const { status, headers, body } = await w.call(as, 'GET', at(queryTiles(crowd, query) as string));
    if (status !== 200) return { status, thinned: headers['x-thinned'], ids: [] };
    const dots = new VectorTile(new PbfReader(body)).layers[TILE_LAYER];
    return { status, thinned: headers['x-thinned'], ids: Array.from({ length: dots?.length ?? 0 }, (_, i) => dots?.feature(i).id) }; // biome-ignore format: one line
  };

  it('hold every record that the query leaves, more than a list answers', async () => {
    const query: QueryNode = {
      and: [
        { field: 'n', is: 'lt', value: 3000 },
        { field: 'name', is: 'eq', value: 'علی' },
      ],
    };
    const { body } = await w.call('super', 'POST', '/api/layerdata_query/', { layer: crowd, query, limit: 1000 });
    expect([body.count, body.results.length]).toEqual([3000, 1000]);
    const { thinned, ids } = await read(query);
    expect([thinned, ids.length, new Set(ids).size]).toEqual(['0', 3000, 3000]);
    for (const { id } of body.results) expect(ids).toContain(id);
    expect((await read({ field: 'n', is: 'gt', value: CROWD })).status).toBe(204);
    // What is more than a tile holds is a sample, and says so.
    expect((await read({ field: 'n', is: 'ge', value: 0 })).thinned).toBe('1');
    expect((await read({ place: 'intersects', region: w.ids.region })).status).toBe(200);
  });

  it('are refused where the query is none, or asks about related records, and hold nothing that is not seen', async () => {
    const related: QueryNode = { not: { relation: 'r', side: 'parents', related: { and: [] } } };
    expect(queryTiles(crowd, related)).toBeNull();
    expect(queryTiles(crowd, { field: 'name', is: 'eq', value: 'x'.repeat(6000) })).toBeNull();
    const bare = (queryTiles(crowd, { and: [] }) as string).split('&WHERE=')[0];
    for (const text of ['x', '{"field":"gone","is":"eq","value":1}', JSON.stringify(related), '', 'x'.repeat(6001)])
      expect([text.slice(0, 40), (await w.call('super', 'GET', at(`${bare}&WHERE=${encodeURIComponent(text)}`))).status]).toEqual([text.slice(0, 40), 400]); // biome-ignore format: one line
    expect((await read({ and: [] }, 'viewer')).status).toBe(404);
  });
});
