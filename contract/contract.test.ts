// Every row of the contract, tested by one loop: who is refused, what is refused, and that its example works.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { aWorld, ENGINES, type TestWorld } from '../testing/world';
import type { Needs, Row } from './define';
import { match, pathOf, rows } from './index';
import { allows } from './rights';

const WHO = {
  nobody: null,
  super: { modules: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 16, 17], perms: ['create_statistics'], superuser: true },
  editor: { modules: [1, 2, 3, 4], perms: [], superuser: false },
  viewer: { modules: [], perms: [], superuser: false },
};

describe('the table', () => {
  it('has unique calls with a slash at the end', () => {
    const seen = new Set(rows.map(({ row }) => `${row.method} ${row.path.replace(/:\w+/g, ':')}`));
    expect(seen.size).toBe(rows.length);
    for (const { row } of rows) expect(row.path).toMatch(/^[a-z_-]+(?::[a-zA-Z_]+)?(?:\/[:a-zA-Z_-]+)*\/$/);
  });

  it('finds each row by its own path and nothing by a strange one', () => {
    for (const { name, row } of rows) {
      const found = match(row.method, pathOf(row, { id: 1, file: 'f' }));
      expect('named' in found && found.named.name).toBe(name);
    }
    for (const path of ['layer/1/2/', 'layer/..%2f/', '', 'nothing/', 'layer/%00/'])
      expect(match('GET', path)).toEqual({ methods: [] });
    expect(match('DELETE', 'captcha/')).toEqual({ methods: ['GET'] });
  });
});

/** Calls that are declared and answer 501. The number may only fall. */
const STILL_TO_SERVE = 59;

describe.each(ENGINES)('every call on the %s engine', (kind) => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await aWorld(kind);
    const upload = await w.upload('super', 'places.geojson', JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties: { name: 'x' }, geometry: { type: 'Point', coordinates: [51, 35] } }] })); // biome-ignore format: one file
    const spare = await w.upload(
      'super',
      'spare.geojson',
      '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}]}',
    );
    const removed = await w.call('super', 'POST', '/api/layerdata/', {
      layer: w.ids.layer,
      value: { name: 'gone' },
      geometry: { type: 'Point', coordinates: [51, 35] },
    });
    await w.call('super', 'DELETE', `/api/layerdata/${removed.body.id}/`);
    const job = await w.call('super', 'POST', '/api/layer_import/', {
      file_id: upload.file_id,
      dataset: upload.datasets[0].name,
      type: 1,
      label: 'job',
      srid: 4326,
      fields: [],
    });
    const made = async (path: string, body: unknown) => (await w.call('super', 'POST', `/api/${path}/`, body)).body.id;
    const point = { type: 'Point', coordinates: [51.4, 35.7] };
    const box = { type: 'Polygon', coordinates: [[[50, 30], [51, 30], [51, 31], [50, 30]]] }; // biome-ignore format: a triangle
    const kept = {
      spareRegion: await made('region', { label: 'spare', geometry: box }),
      drawing: await made('drawing', { type: 'point', geometry: point }),
      spareDrawing: await made('drawing', { type: 'point', geometry: point }),
      item: await made('user_items', { label: 'item', type: 'query', data: {} }),
      env: await made('envs', { label: 'env', data: {} }),
      spareEnv: await made('envs', { label: 'spare', data: {} }),
      bulkLayer: (await w.form('super', '/api/layer/', { label: 'bulk', type: 0, form: [] })).body.id,
      viewerAccount: (
        await w.engine.db.selectFrom('account').select('id').where('username', '=', 'viewer').executeTakeFirstOrThrow()
      ).id,
    };
    const record = async (layer: number, geometry: unknown) =>
      made('layerdata', { layer, value: { name: 'x' }, geometry });
    const square = { type: 'Polygon', coordinates: [[[51, 35], [51.2, 35], [51.2, 35.2], [51, 35.2], [51, 35]]] }; // biome-ignore format: a square
    const changing = {
      bulkRecord: await record(w.ids.spare, point),
      splitRecord: await record(w.ids.polygons, square),
      mergeRecord: await record(w.ids.polygons, square),
      mergeOther: await record(w.ids.polygons, square),
      revertRecord: await record(w.ids.layer, point),
      waitingRecord: await record(w.ids.layer, point),
      waitingOther: await record(w.ids.layer, point),
    };
    const file = async (name: string) =>
      (
        await w.form('super', '/api/layerdatafile/', {
          layer_data: w.ids.record,
          label: name,
          path: new File(['text'], `${name}.txt`),
        })
      ).body.id;
    const files = { file: await file('one'), spareFile: await file('two') };
    const steps = await w.call('super', 'GET', `/api/layerdatalog/?layer_data=${changing.revertRecord}`);
    // As if the viewer had made them: nobody judges his own work.
    for (const id of [changing.waitingRecord, changing.waitingOther])
      await w.engine.db
        .updateTable('record')
        .set({ status: 1, authors: JSON.stringify([kept.viewerAccount]) })
        .where('id', '=', id)
        .execute();
    const connection = { host: 'db.example.test', database: 'gis', username: 'reader', password: 'secret' };
    const database = await w.call('super', 'POST', '/api/arcsde/', { label: 'a', ...connection });
    const spareDatabase = await w.call('super', 'POST', '/api/arcsde/', { label: 'b', ...connection });
    values = {
      ...w.ids,
      database: database.body.id,
      spareDatabase: spareDatabase.body.id,
      ...kept,
      ...changing,
      ...files,
      revertLog: steps.body[0].id,
      upload: upload.file_id,
      spareUpload: spare.file_id,
      dataset: upload.datasets[0].name,
      deletedRecord: removed.body.id,
      job: job.body.id,
    };
  });
  afterAll(() => w.close());

  let values: Record<string, string | number>;
  /** Names of test objects in an example become their ids. */
  const filled = (v: unknown): unknown =>
    typeof v === 'string' && v in values
      ? values[v]
      : Array.isArray(v)
        ? v.map(filled)
        : v && typeof v === 'object'
          ? Object.fromEntries(
              Object.entries(v).map(([k, x]) => [
                k,
                k === 'dataset' ? values.dataset : k === 'label' || k === 'kind' || k === 'database' ? x : filled(x),
              ]),
            )
          : v;
  const requestOf = (row: Row) => {
    const query = new URLSearchParams(filled(row.example?.query ?? {}) as Record<string, string>).toString();
    const path = `/api/${pathOf(row, filled(row.example?.params ?? { id: 1, file: 'x' }) as Record<string, string>)}`;
    return { url: path + (query && `?${query}`), path, body: filled(row.example?.body) };
  };
  const needs = (row: Row): Needs => row.needs;

  for (const { name, row } of rows) {
    if (row.needs !== 'public')
      it(`${name} refuses nobody with 401`, async () => {
        const { url, body } = requestOf(row);
        expect((await w.call('nobody', row.method, url, body)).status).toBe(401);
        expect(
          (
            await w.call('nobody', row.method, url, body, {
              authorization: 'Bearer aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
            })
          ).status,
        ).toBe(401);
      });
    for (const who of ['editor', 'viewer'] as const)
      if (!allows(WHO[who], row.needs))
        it(`${name} refuses ${who} with 403`, async () => {
          const { url, body } = requestOf(row);
          const { status, body: answer } = await w.call(who, row.method, url, body);
          expect([status, answer.code]).toEqual([403, 403]);
        });
    it(`${name} refuses what it does not know with 400`, async () => {
      if (row.session === 'opens' || row.session === 'renews' || needs(row) === 'public')
        return expect((await w.call('nobody', row.method, `/api/${pathOf(row, { id: 1 })}?nothing=1`, {})).status).toBe(
          400,
        );
      const { url, body } = requestOf(row);
      const unknown = await w.call('super', row.method, `${url}${url.includes('?') ? '&' : '?'}nothing_such=1`, body);
      expect([unknown.status, unknown.body.detail]).toEqual([400, expect.stringContaining('nothing_such')]);
      // A body of free JSON knows no unknown key.
      if (!row.body || row.as === 'form' || row.body instanceof z.ZodRecord) return;
      const strange = await w.call('super', row.method, requestOf(row).url, { ...(body as object), nothing_such: 1 });
      expect(strange.status).toBe(400);
    });
  }

  it('serves all but the calls that are still to come', () => {
    expect(w.backend.unserved.length).toBe(STILL_TO_SERVE);
  });

  for (const { name, row } of rows)
    if (row.example)
      it(`${name} does its example`, async () => {
        const { url, body } = requestOf(row);
        const { status, body: answer } =
          row.as === 'form'
            ? await w.form('super', url, body as Record<string, unknown>)
            : await w.call('super', row.method, url, body);
        if (w.backend.unserved.includes(name)) return expect(status).toBe(501);
        expect([status, status === 200 ? '' : JSON.stringify(answer)]).toEqual([200, '']);
        expect(row.ok.safeParse(answer).error).toBeUndefined();
      });
});
