// In supervised layers: who only views sees approved records, authors their own as well, approvers all. The same through every call.
import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { sql } from 'kysely';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tileTemplate } from '../../../contract/ogc';
import { STATUS } from '../../../contract/schemas/record';
import { createWorld, FORM, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

describe.each(ONE_ENGINE)('what is not approved, on the %s engine', (kind) => {
  let w: TestWorld;
  let layer: number;
  /** Ids by what they are. */
  const ids = {} as Record<'approved' | 'waiting' | 'first' | 'returned' | 'rejected' | 'edited' | 'leaving', number>;
  const place = { type: 'Point' as const, coordinates: [51.4, 35.7] };

  beforeAll(async () => {
    w = await createWorld(kind);
    const { customer } = w.ids;
    const person = (username: string, roles: number[]) => make.createPerson(w.engine, customer, { username, password: PASSWORD, roles }); // biome-ignore format: one call
    const role = (name: string, modules: number[]) => make.createRole(w.engine, customer, name, modules, ['create_statistics']); // biome-ignore format: one call
    const [seeing, writing, approving] = [
      await role('seeing', [1]),
      await role('writing', [1]),
      await role('approving', [1, 10]),
    ];
    const author = await person('author', [writing]);
    await person('colleague', [writing]);
    await person('approver', [approving]);
    await person('onlooker', [seeing]);
    const owner = (await w.engine.db.selectFrom('account').select('id').where('username', '=', 'super').executeTakeFirstOrThrow()).id; // biome-ignore format: one query
    const names = ['approved', 'waiting', 'first', 'returned', 'rejected', 'edited', 'leaving'] as const;
    layer = await make.createLayer(w.engine, { customer, owner, label: 'بازبینی', type: 1, form: FORM, config: { supervised: true }, records: names.map((name) => ({ geometry: place, value: { name: `رکورد ${name}`, population: 7 } })) }); // biome-ignore format: one layer
    await make.createPermission(w.engine, seeing, layer, { export: true });
    await make.createPermission(w.engine, writing, layer, { add: true, edit: true, delete: true, export: true });
    await make.createPermission(w.engine, approving, layer, { approve: true, export: true });
    const rows = await w.engine.db
      .selectFrom('record')
      .select('id')
      .where('layer_id', '=', layer)
      .orderBy('id')
      .execute();
    for (const [i, name] of names.entries()) ids[name] = rows[i]?.id as number;
    const status = { approved: 3, waiting: 1, first: 2, returned: 4, rejected: 5, edited: 3, leaving: 3 };
    for (const name of names)
      await sql`update record set status = ${status[name]}::int, creator_id = ${author}::int, verdict = ${JSON.stringify({ action: 'return', user: owner, date: '2026-01-01T00:00:00Z', reason: 'CANARY-REASON' })}::jsonb
        where layer_id = ${layer}::int and id = ${ids[name]}::bigint`.execute(w.engine.db);
    await sql`update record set unconfirmed = ${JSON.stringify({ value: { name: 'CANARY-EDIT' }, authors: [author], at: '2026-01-01T00:00:00Z' })}::jsonb
      where layer_id = ${layer}::int and id = ${ids.edited}::bigint`.execute(w.engine.db);
    await sql`update record set unconfirmed = ${JSON.stringify({ deletion: true, authors: [author], at: 'CANARY-DELETION' })}::jsonb
      where layer_id = ${layer}::int and id = ${ids.leaving}::bigint`.execute(w.engine.db);
    await sql`update layer set rev = rev + 1 where id = ${layer}::int`.execute(w.engine.db);
  });
  afterAll(() => w.close());

  const all = () => Object.values(ids).sort((a, b) => a - b);
  const approved = () => [ids.approved, ids.edited, ids.leaving].sort((a, b) => a - b);
  const visibleIds: Record<string, () => number[]> = {
    onlooker: approved,
    colleague: approved,
    author: all,
    approver: all,
    super: all,
  };
  const numbers = (list: { id: unknown }[]) => list.map(({ id }) => Number(id)).sort((a, b) => a - b);

  /** Every call that gives records, as the ids that it gives. */
  const calls: Record<string, (as: string) => Promise<number[]>> = {
    list: async (as) => numbers((await w.call(as, 'GET', `/api/layerdata/?layer=${layer}&limit=50`)).body.results),
    'list by status': async (as) => {
      const pages = await Promise.all(Object.values(STATUS).map((id) => w.call(as, 'GET', `/api/layerdata/?layer=${layer}&status=${id}&limit=50`))); // biome-ignore format: one list
      return numbers(pages.flatMap(({ body }) => body.results));
    },
    'list in supervision': async (as) => numbers((await w.call(as, 'GET', `/api/layerdata/?layer=${layer}&limit=50&ids=${all()}`)).body.results), // biome-ignore format: one call
    'sorted list': async (as) => numbers((await w.call(as, 'GET', `/api/layerdata/?layer=${layer}&limit=50&order=-value__name`)).body.results), // biome-ignore format: one call
    one: async (as) => {
      const answers = await Promise.all(all().map((id) => w.call(as, 'GET', `/api/layerdata/${id}/`)));
      return numbers(answers.filter((a) => a.status === 200).map((a) => a.body));
    },
    ids: async (as) => (await w.call(as, 'GET', `/api/layerdata/get_ids/?layer=${layer}`)).body.ids.sort((a: number, b: number) => a - b), // biome-ignore format: one call
    query: async (as) => numbers((await w.call(as, 'POST', '/api/layerdata_query/', { layer, limit: 50, query: { field: 'population', is: 'eq', value: 7 } })).body.results), // biome-ignore format: one call
    identify: async (as) => numbers((await w.call(as, 'POST', '/api/identify/', { geometry: place, layers: [layer], tolerance: 10 })).body), // biome-ignore format: one call
    values: async (as) => numbers((await w.call(as, 'POST', '/api/datavalues/', { ids: all() })).body),
    search: async (as) => numbers((await w.call(as, 'POST', '/api/search/?search=رکورد', { layers: [layer] })).body),
    measure: async (as) => numbers((await w.call(as, 'POST', '/api/layerdata/measure/', { ids: all() })).body.records),
    export: async (as) => {
      const { body } = await w.call(as, 'POST', `/api/export_token/${layer}/`, { format: 'csv' });
      const file = await w.call(as, 'GET', `/api/export/layerdata/${body.name}/${body.token}/`);
      const text = file.body.toString();
      return (Object.keys(ids) as (keyof typeof ids)[]).filter((name) => text.includes(`رکورد ${name}`)).map((name) => ids[name]).sort((a, b) => a - b); // biome-ignore format: one chain
    },
    copy: async (as) => {
      const { body } = await w.call(as, 'POST', '/api/copylayer/', { layer, label: `رونوشت ${as}` });
      const { results } = (await w.call(as, 'GET', `/api/layerdata/?layer=${body.id}&limit=50`)).body;
      return results.map((r: { value: { name: string } }) => ids[r.value.name.slice('رکورد '.length) as keyof typeof ids]).sort((a: number, b: number) => a - b); // biome-ignore format: one chain
    },
    'what lies at a pixel': async (as) => {
      const path = `/geoserver/wms?SERVICE=WMS&VERSION=1.3.0&REQUEST=GetFeatureInfo&LAYERS=gis:layer_${layer}&QUERY_LAYERS=gis:layer_${layer}&CRS=CRS:84&BBOX=51.3,35.6,51.5,35.8&WIDTH=101&HEIGHT=101&I=50&J=50&INFO_FORMAT=application/json&FEATURE_COUNT=50`;
      return numbers((await w.call(as, 'GET', path)).body.features);
    },
  };
  const tile = async (as: string, more = '') => {
    const path = tileTemplate(layer).replace('{z}', '0').replace('{x}', '0').replace('{y}', '0') + more;
    const { body, headers } = await w.call(as, 'GET', path);
    const bytes = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    const [decoded] = Object.values(new VectorTile(new PbfReader(bytes)).layers);
    return numbers(Array.from({ length: decoded?.length ?? 0 }, (_, i) => ({ id: decoded?.feature(i).id })));
  };
  calls.tile = (as) => tile(as);
  calls['tile of an unsaved look'] = (as) => tile(as, '&FIELDS=population');

  it.each(Object.keys(calls))('is seen by authors and approvers alone: %s', async (name) => {
    for (const [as, expected] of Object.entries(visibleIds))
      expect([as, await (calls[name] as (as: string) => Promise<number[]>)(as)]).toEqual([as, expected()]);
  });

  it('waits only for those who may see it waiting, however it is asked', async () => {
    const waiting = [ids.waiting, ids.first, ids.edited, ids.leaving].sort((a, b) => a - b);
    for (const [as, visible] of Object.entries(visibleIds)) {
      const expected = ['onlooker', 'colleague'].includes(as) ? [] : waiting;
      const others = visible().filter((id) => !expected.includes(id));
      for (const [flag, rows] of [
        [true, expected],
        [false, others],
      ] as const) {
        const list = await w.call(as, 'GET', `/api/layerdata/?layer=${layer}&limit=50&supervision=${flag}`);
        const tree = await w.call(as, 'POST', '/api/layerdata_query/', { layer, limit: 50, query: { waiting: flag } });
        const count = await w.call(as, 'GET', `/api/layerdata/${layer}/calc_count/?supervision=${flag}`);
        expect([as, flag, numbers(list.body.results), numbers(tree.body.results)]).toEqual([as, flag, rows, rows]);
        expect([as, flag, count.body.value]).toEqual([as, flag, rows.length]);
      }
    }
  });

  it('counts for authors and approvers alone', async () => {
    const counts = async (as: string) => [
      (await w.call(as, 'GET', `/api/layerdata/?layer=${layer}&limit=1`)).body.count,
      (await w.call(as, 'GET', `/api/layerdata/${layer}/calc_count/?field=population`)).body.value,
      (await w.call(as, 'GET', `/api/layerdata/${layer}/distribution/?field=population`)).body.count,
      (await w.call(as, 'POST', '/api/report/statistics/', { layer, group_by: { field: 'population' } })).body.groups[0]
        .count,
    ];
    for (const [as, expected] of Object.entries(visibleIds))
      expect([as, await counts(as)]).toEqual([as, Array(4).fill(expected().length)]);
  });

  it('is analysed by authors and approvers alone', async () => {
    for (const [as, expected] of Object.entries(visibleIds)) {
      const { body } = await w.call(as, 'POST', '/api/analysis/', { how: 'centroid', of: { kind: 'layer', layer }, into: 'shapes' }); // biome-ignore format: one call
      expect([as, body.features?.length ?? JSON.stringify(body).slice(0, 300)]).toEqual([as, expected().length]);
    }
  });

  it('keeps edits that wait, reasons and history from everybody else', async () => {
    for (const as of ['onlooker', 'colleague']) {
      const { body } = await w.call(as, 'GET', `/api/layerdata/${ids.edited}/`);
      expect([as, body.unconfiremed_value, body.verdict, body.authors, body.can.judge]).toEqual([
        as,
        null,
        null,
        [],
        null,
      ]);
      const list = await w.call(as, 'GET', `/api/layerdata/?layer=${layer}&limit=50`);
      expect(JSON.stringify(list.body)).not.toContain('CANARY');
      expect((await w.call(as, 'GET', `/api/layerdatalog/?layer_data=${ids.edited}`)).body.code).toBe(412);
      expect((await w.call(as, 'GET', `/api/layerdatalog/?layer_data=${ids.waiting}`)).status).toBe(404);
    }
    for (const as of ['author', 'approver']) {
      const { body } = await w.call(as, 'GET', `/api/layerdata/${ids.edited}/`);
      expect([body.unconfiremed_value.value.name, body.verdict.reason]).toEqual(['CANARY-EDIT', 'CANARY-REASON']);
      const leaving = await w.call(as, 'GET', `/api/layerdata/${ids.leaving}/`);
      expect(leaving.body.unconfiremed_value).toMatchObject({ deletion: true, date: 'CANARY-DELETION' });
      expect((await w.call(as, 'GET', `/api/layerdatalog/?layer_data=${ids.edited}`)).status).toBe(200);
    }
  });

  it('comes into sight with its approval, in tiles that were kept too', async () => {
    expect(await tile('onlooker')).toEqual(approved());
    expect((await w.call('approver', 'PUT', `/api/supervision/${ids.waiting}/`, { action: 'approve' })).status).toBe(
      200,
    );
    expect(await tile('onlooker')).toEqual([...approved(), ids.waiting].sort((a, b) => a - b));
  });

  it('goes out of sight when its deletion is approved, not when it is asked for', async () => {
    const before = await tile('onlooker');
    const deletion = await w.call('author', 'DELETE', `/api/layerdata/${ids.edited}/`);
    expect([deletion.body.waiting, await tile('onlooker')]).toEqual([[ids.edited], before]);
    expect((await w.call('approver', 'PUT', `/api/supervision/${ids.edited}/`, { action: 'approve' })).body.deleted).toBe(true); // biome-ignore format: one call
    expect(await tile('onlooker')).toEqual(before.filter((id) => id !== ids.edited));
  });
});
