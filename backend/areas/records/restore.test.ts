// What is deleted softly comes back as it was: the row to the byte, its files, its history, its place in tiles and counters.
import { VectorTile } from '@mapbox/vector-tile';
import fc from 'fast-check';
import { sql } from 'kysely';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tileTemplate } from '../../../contract/ogc';
import type { Geometry } from '../../../contract/schemas/common';
import { PNG } from '../../../testing/pictures';
import { createWorld, FORM, ONE_ENGINE, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

interface Kind {
  type: 0 | 1 | 2 | 3;
  many: boolean;
  height: boolean;
  name: string;
  population: number | null;
  status: number;
  /** What stands beside an approved record. */
  waiting: 'nothing' | 'values' | 'geometry' | 'returned';
  files: number;
  edits: number;
}

const KIND: fc.Arbitrary<Kind> = fc.record({
  type: fc.constantFrom(0, 1, 2, 3),
  many: fc.boolean(),
  height: fc.boolean(),
  name: fc.oneof(fc.constant('شهر‌ک ي ۱۲\u064b'), fc.constant('😀 "x" \\ \n y'), fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }).filter((s) => s.trim() !== '')), // biome-ignore format: one line
  population: fc.option(fc.nat()),
  status: fc.constantFrom(1, 2, 3, 3, 4, 5),
  waiting: fc.constantFrom('nothing', 'values', 'geometry', 'returned'),
  files: fc.nat({ max: 2 }),
  edits: fc.nat({ max: 2 }),
});
const WAYS = ['one', 'bulk', 'filter', 'all'] as const;

/** A shape of the kind somewhere in a square of one degree. */
function shapeOf({ type, many, height }: Kind, n: number): Geometry | null {
  const at = (dx: number, dy: number) => [
    51 + (n % 10) / 20 + dx,
    35 + (n % 7) / 20 + dy,
    ...(height ? [1200.5 + n] : []),
  ];
  const ring = (by: number) => [at(by, by), at(by + 0.02, by), at(by + 0.02, by + 0.017), at(by, by)];
  switch (type) {
    case 0:
      return null;
    case 1:
      return many
        ? { type: 'MultiPoint', coordinates: [at(0, 0), at(0.0123456789, 0)] }
        : { type: 'Point', coordinates: at(0.1 / 3, 0.2 / 3) };
    case 2:
      return many
        ? { type: 'MultiLineString', coordinates: [[at(0, 0), at(0.1, 0.1)], [at(0.2, 0), at(0.2, 0.1)]] } // biome-ignore format: two lines
        : { type: 'LineString', coordinates: [at(0, 0), at(1 / 30, 1 / 70), at(0.1, 0)] };
    default:
      return many
        ? { type: 'MultiPolygon', coordinates: [[ring(0)], [ring(0.05)]] }
        : { type: 'Polygon', coordinates: [ring(0)] };
  }
}

describe.each(ONE_ENGINE)('deleted softly and restored on the %s engine', (kind) => {
  let w: TestWorld;
  const layers: number[] = [];
  beforeAll(async () => {
    w = await createWorld(kind);
    for (const type of [0, 1, 2, 3] as const)
      layers.push(await make.createLayer(w.engine, { customer: w.ids.customer, owner: 1, label: `t${type}`, type, form: FORM, records: [] })); // biome-ignore format: one line
  });
  afterAll(() => w.close());

  const ok = async (method: string, path: string, body?: unknown) => {
    const answer = await w.call('super', method, `/api/${path}`, body);
    expect([path, answer.status, answer.body?.detail]).toEqual([path, 200, undefined]);
    return answer.body;
  };

  async function makeRecord(k: Kind, n: number): Promise<number> {
    const layer = layers[k.type];
    const geometry = shapeOf(k, n);
    const { id } = await ok('POST', 'layerdata/', { layer, value: { name: k.name, population: k.population }, geometry }); // biome-ignore format: one line
    for (let i = 0; i < k.edits; i++) await ok('PUT', `layerdata/${id}/`, { value: { population: i } });
    for (let i = 0; i < k.files; i++) {
      const file = i ? new File([`متن ${n}`], 'یادداشت.txt') : new File([PNG as BlobPart], 'عکس.png');
      const upload = await w.form('super', '/api/layerdatafile/', { layer_data: id, label: `پرونده ${i}`, path: file });
      expect(upload.status).toBe(200);
    }
    const waiting =
      k.status !== 3 || k.waiting === 'nothing'
        ? null
        : { authors: [1], at: '2026-01-01T00:00:00.000Z', ...(k.waiting === 'geometry' && geometry ? { geometry } : { value: { name: 'ب' } }), ...(k.waiting === 'returned' ? { returned: 'چرا' } : {}) }; // biome-ignore format: one line
    const verdict = k.status > 3 ? { action: 'return', user: 1, date: '2026-01-01T00:00:00.000Z', reason: 'چرا' } : null; // biome-ignore format: one line
    await sql`
      update record set status = ${k.status}::int, unconfirmed = ${waiting && JSON.stringify(waiting)}::jsonb, verdict = ${verdict && JSON.stringify(verdict)}::jsonb,
          first_id = ${k.status === 2 ? 1 : null}::int, authors = ${k.status < 3 ? '[1]' : null}::jsonb where id = ${id}::bigint`.execute(
      w.engine.db,
    );
    return id;
  }

  /** All that is kept of records, their files and what counts them. */
  async function stateOf(ids: readonly number[]) {
    const { db } = w.engine;
    const { rows } = await sql<{ row: Record<string, unknown>; bytes: string | null; value: string }>`
      select to_jsonb(n) - 'geom' as row, encode(st_asewkb(n.geom), 'hex') as bytes, n.value::text as value
        from record n where n.id = any(${[...ids]}::bigint[]) order by n.id`.execute(db);
    const log = await sql<{ record_id: number; row: unknown }>`
      select record_id::float8 as record_id, to_jsonb(l) - 'place_id' as row from record_log l where l.record_id = any(${[...ids]}::bigint[]) order by l.id`.execute(
      db,
    );
    const files = await sql<{ id: number; record_id: number; row: unknown }>`
      select f.id, f.record_id::float8 as record_id, to_jsonb(f) as row from record_file f where f.record_id = any(${[...ids]}::bigint[]) order by f.id`.execute(
      db,
    );
    const contents: string[] = [];
    for (const { id, record_id } of files.rows) {
      const { status, body } = await w.call(
        'super',
        'GET',
        `/api/layerdatafile/${id}/content/?layer_data=${record_id}`,
      );
      contents.push(`${status} ${Buffer.isBuffer(body) ? body.toString('hex') : ''}`);
    }
    const customer = await sql`select files_bytes from customer where id = ${w.ids.customer}::int`.execute(db);
    const counted =
      await sql`select id, record_count, extent from layer where id = any(${layers}::int[]) order by id`.execute(db);
    return { rows, files: files.rows, log: log.rows, contents, kept: customer.rows, counted: counted.rows };
  }
  /** The shapes of a tile with their values by id: their order is nobody's promise. */
  const shapesOf = (bytes: unknown) => {
    const shapes = Buffer.isBuffer(bytes) ? Object.values(new VectorTile(new PbfReader(bytes)).layers) : [];
    return shapes
      .flatMap((layer) => Array.from({ length: layer.length }, (_, i) => layer.feature(i)))
      .map((feature) => ({ id: feature.id, values: feature.properties, at: feature.loadGeometry() }))
      .sort((a, b) => Number(a.id) - Number(b.id));
  };
  /** What the map and the lists show. */
  async function shownOf(ids: readonly number[]) {
    const tiles: unknown[] = [];
    for (const layer of layers.slice(1)) {
      const url = tileTemplate(layer).replace('{z}', '7').replace('{x}', '82').replace('{y}', '50');
      const { status, body } = await w.call('super', 'GET', url);
      tiles.push([status, shapesOf(body)]);
    }
    const listings: unknown[] = [];
    for (const layer of layers)
      listings.push((await ok('GET', `layerdata/get_ids/?layer=${layer}&ids=${ids.join()}`)).ids);
    return { tiles, found: listings };
  }
  /** What a deletion and a restoration leave on a record: who and when, two versions more, two steps of history. */
  const touched = ({ row, ...rest }: { row: Record<string, unknown> }) => {
    const { modified: _m, modifier_id: _i, version, ...same } = row;
    return { ...rest, same, version: Number(version) };
  };

  async function remove(way: (typeof WAYS)[number], ids: readonly number[]) {
    if (way === 'one') for (const id of ids) await ok('DELETE', `layerdata/${id}/`);
    else if (way === 'bulk') await ok('DELETE', 'layerdata/delete_bulk/', { ids });
    else
      for (const layer of layers) {
        const query = way === 'all' ? 'all=true' : `ids=${ids.join()}`;
        await ok('DELETE', `layerdata/?layer=${layer}&${query}`);
      }
  }
  async function restore(way: (typeof WAYS)[number], ids: readonly number[]) {
    if (way === 'all') for (const layer of layers) await ok('POST', 'layerdata/restore/', { layer_id: layer });
    else await ok('POST', 'layerdata/restore/', { ids });
  }

  it('is the same record, whatever it was and however it went', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(KIND, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(...WAYS),
        fc.constantFrom(...WAYS),
        async (kinds, away, back) => {
          for (const layer of layers) {
            await w.call('super', 'DELETE', `/api/layerdata/?layer=${layer}&all=true`);
            await ok('POST', 'layerdata/full_delete/', { layer_ids: [layer] });
          }
          const ids: number[] = [];
          for (const [n, k] of kinds.entries()) ids.push(await makeRecord(k, n));
          const [before, wireBefore] = [await stateOf(ids), await shownOf(ids)];
          await remove(away, ids);
          const afterDelete = await stateOf(ids);
          expect(afterDelete.rows.every(({ row }) => row.deleted_at !== null)).toBe(true);
          expect([afterDelete.kept, afterDelete.files]).toEqual([before.kept, before.files]);
          expect(afterDelete.contents.every((content) => content === '404 ')).toBe(true);
          expect(before.contents.every((content) => content.startsWith('200 '))).toBe(true);
          expect((await shownOf(ids)).found.flat()).toEqual([]);
          for (const id of ids) expect((await w.call('super', 'GET', `/api/layerdata/${id}/`)).status).toBe(404);
          await restore(back, ids);
          const after = await stateOf(ids);
          expect(after.rows.map(touched)).toEqual(
            before.rows.map(touched).map((row) => ({ ...row, version: row.version + 2 })),
          );
          for (const key of ['files', 'contents', 'kept', 'counted'] as const) expect(after[key]).toEqual(before[key]);
          for (const id of ids) {
            const of = (state: typeof before) => state.log.filter((l) => l.record_id === id);
            expect(of(after).slice(0, -2)).toEqual(of(before));
            const [left, came] = of(after).slice(-2) as { row: Record<string, unknown> }[];
            expect([left?.row.action, left?.row.after, came?.row.action, came?.row.before]).toEqual(['delete', null, 'restore', null]); // biome-ignore format: one line
            expect(came?.row.after).toEqual(left?.row.before);
          }
          expect(await shownOf(ids)).toEqual(wireBefore);
        },
      ),
      // Each kind takes its way through every call: minutes where the machine is busy.
      { numRuns: process.env.SLOW ? 40 : 5 },
    );
  });

  it('comes back once where two restore it at the same time, and its right is asked for', async () => {
    const k: Kind = { type: 1, many: false, height: false, name: 'یکی', population: 1, status: 3, waiting: 'nothing', files: 1, edits: 0 }; // biome-ignore format: one line
    const id = await makeRecord(k, 1);
    await ok('DELETE', `layerdata/${id}/`);
    const before = await stateOf([id]);
    for (const [as, status] of [
      ['nobody', 401],
      ['viewer', 404],
      ['stranger', 404],
    ] as const)
      expect([as, (await w.call(as, 'POST', '/api/layerdata/restore/', { ids: [id] })).status]).toEqual([as, status]);
    expect(await stateOf([id])).toEqual(before);
    const both = await Promise.all([1, 2, 3].map(() => w.call('super', 'POST', '/api/layerdata/restore/', { ids: [id] }))); // biome-ignore format: one line
    expect(both.map((r) => r.status).sort()).toEqual([200, 404, 404]);
    const after = await stateOf([id]);
    expect(after.log.length).toBe(before.log.length + 1);
    const count = (state: typeof before) =>
      (state.counted as { id: number; record_count: number }[]).find((l) => l.id === layers[1])?.record_count;
    expect(count(after)).toBe(Number(count(before)) + 1);
    // Restored among others of which one is not there: none comes back.
    await ok('DELETE', `layerdata/${id}/`);
    expect((await w.call('super', 'POST', '/api/layerdata/restore/', { ids: [id, 99_999_999] })).status).toBe(404);
    expect((await w.call('super', 'GET', `/api/layerdata/${id}/`)).status).toBe(404);
  });
});
