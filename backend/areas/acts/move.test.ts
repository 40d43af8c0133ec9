// The act that moves the shapes of all that a filter leaves: by metres on the ground, by the rules of single edits, and back byte by byte.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Geometry } from '../../../contract/schemas/common';
import type { Field } from '../../../contract/schemas/form';
import { waitForJob } from '../../../testing/wait-for-job';
import { createWorld, ENGINES, type TestWorld } from '../../../testing/world';
import { partition } from '../../geo/tiles';
import * as make from '../../seed/builders';

const FORM: Field[] = [
  { name: 'a', label: 'a', type: 'text' },
  { name: 'x', label: 'x', type: 'computed', expr: 'x()' },
];
const point = (lon: number, lat: number): Geometry => ({ type: 'Point', coordinates: [lon, lat] });
const square = (lon: number, lat: number): Geometry => {
  const ring = [[lon, lat], [lon + 0.01, lat], [lon + 0.01, lat + 0.01], [lon, lat + 0.01], [lon, lat]]; // biome-ignore format: one ring
  return { type: 'Polygon', coordinates: [ring] };
};

describe.each(ENGINES)('moves on the %s engine', (kind) => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await createWorld(kind);
  });
  afterAll(() => w.close());

  const createLayer = async (type: 1 | 3, shapes: (Geometry | null)[], config = {}) => {
    const owner = (await w.call('super', 'GET', '/api/user/')).body.id;
    const records = shapes.map((geometry, i) => ({ geometry, value: { a: `n${i}`, x: 0 } }));
    return make.createLayer(w.engine, { customer: w.ids.customer, owner, label: 'moved', type, form: FORM, config, records }); // biome-ignore format: one call
  };
  const ask = (layer: number) =>
    w.call('super', 'POST', '/api/layerdata/act_count/', { layer, filter: {}, act: 'move' });
  const order = (as: string, body: object) => w.call(as, 'POST', '/api/layerdata/act/', { filter: {}, act: 'move', ...body }); // biome-ignore format: one call
  const run = async (as: string, body: object) => waitForJob(w, (await order(as, body)).body.id, as);
  const bytes = async (layer: number) =>
    (await sql<{ h: string }>`select md5(string_agg(n.id || n.value::text || n.search || coalesce(n.q, 0) || coalesce(n.minz, 0) || coalesce(st_asewkt(n.geom), '') || coalesce(n.unconfirmed::text, ''), ',' order by n.id)) as h from ${sql.table(partition(layer))} n`.execute(w.engine.db)).rows[0]?.h; // biome-ignore format: one statement
  const recordsOf = async (layer: number) =>
    (await w.call('super', 'GET', `/api/layerdata/?layer=${layer}&order=id&limit=100`)).body.results as {
      id: number;
      geometry: Geometry;
      value: Record<string, unknown>;
    }[];
  /** Metres between two points, and the direction, as PostGIS has them on the ellipsoid. */
  const way = async (from: Geometry, to: Geometry) => {
    const g = (shape: Geometry) => sql`st_geomfromgeojson(${JSON.stringify(shape)})::geography`;
    const { rows } = await sql<{ d: number; a: number }>`select st_distance(${g(from)}, ${g(to)}) as d, degrees(st_azimuth(${g(from)}, ${g(to)})) as a`.execute(w.engine.db); // biome-ignore format: one statement
    return rows[0] as { d: number; a: number };
  };

  it('moves points by metres on the ground, with what is computed of their place, and takes it back', async () => {
    const places = [[51.4, 35.7], [44.1, 25.2], [63, 39.8], [10, -60], [0, 0]] as const; // biome-ignore format: one list
    const layer = await createLayer(1, [...places.map(([lon, lat]) => point(lon, lat)), null]);
    const before = await bytes(layer);
    expect((await ask(layer)).body).toMatchObject({ count: 5, refused: [{ count: 1 }] });
    const job = await run('super', { layer, count: 5, by: { east: 300, north: 400 } });
    expect(job).toMatchObject({ state: 'done', imported: 5, rejected: 0, can_undo: true });
    for (const [i, [lon, lat]] of places.entries()) {
      const record = (await recordsOf(layer))[i] as Awaited<ReturnType<typeof recordsOf>>[number];
      const { d, a } = await way(point(lon, lat), record.geometry);
      expect(Math.abs(d - 500)).toBeLessThan(0.05);
      expect(Math.abs(a - 36.8699)).toBeLessThan(0.05);
      expect(record.value.x).toBe(record.geometry.coordinates[0]);
    }
    const { body } = await w.call('super', 'POST', `/api/job/${job.id}/undo/`);
    expect(await waitForJob(w, body.id, 'super')).toMatchObject({ state: 'done', imported: 5 });
    // The computed field was 0 before any form reckoned it, and is so again.
    expect(await bytes(layer)).toBe(before);
  });

  it('keeps the form of polygons, and waits where the layer is supervised', async () => {
    const layer = await createLayer(3, [square(51, 35), square(52, 36)], { supervised: true });
    const [one] = await recordsOf(layer);
    expect(await run('super', { layer, count: 2, by: { east: -150.5, north: 0 } })).toMatchObject({ imported: 2 });
    const { body } = await w.call('super', 'GET', `/api/layerdata/${one?.id}/`);
    expect(body.geometry).toEqual(square(51, 35));
    const ring = body.unconfiremed_value.geometry.coordinates[0] as [number, number][];
    const width = (ring[1]?.[0] ?? 0) - (ring[0]?.[0] ?? 0);
    expect(Math.abs(width - 0.01)).toBeLessThan(2e-9);
    expect((await way(point(51, 35), point(...(ring[0] as [number, number])))).d).toBeCloseTo(150.5, 1);
    // Once more: it goes on from where it waits.
    await run('super', { layer, count: 2, by: { east: 150.5, north: 0 } });
    const again = (await w.call('super', 'GET', `/api/layerdata/${one?.id}/`)).body.unconfiremed_value.geometry;
    expect(Math.abs(again.coordinates[0][0][0] - 51)).toBeLessThan(2e-9);
  });

  it('leaves what would lie outside of the person’s regions, and refuses who may not edit and ways that are none', async () => {
    const { layer } = w.ids;
    const count = (await w.call('regional', 'POST', '/api/layerdata/act_count/', { layer, filter: {}, act: 'move' })).body.count as number; // biome-ignore format: one line
    expect(count).toBeGreaterThan(0);
    const job = await run('regional', { layer, count, by: { east: 0, north: 100_000 } });
    expect(job.imported + job.rejected).toBe(count);
    expect(job.rejected).toBeGreaterThan(0);
    expect((await order('viewer', { layer, count: 1, by: { east: 1, north: 0 } })).status).toBe(403);
    for (const by of [undefined, { east: 0, north: 0 }, { east: 100_001, north: 0 }, { east: 1 }])
      expect((await order('super', { layer, count, by })).status).toBe(400);
    const edit = { act: 'edit', layer, count, value: { name: 'x' }, by: { east: 1, north: 1 } };
    expect((await order('super', edit)).status).toBe(400);
  });
});
