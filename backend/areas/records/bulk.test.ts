// Records by the thousand, shapes that are cut and joined, filters, versions: on both engines.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, FORM, ONE_ENGINE, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

const point = (lon: number, lat: number) => ({ type: 'Point' as const, coordinates: [lon, lat] });
const square = (x: number, y: number, side = 1) => ({
  type: 'Polygon' as const,
  coordinates: [[[x, y], [x + side, y], [x + side, y + side], [x, y + side], [x, y]]], // biome-ignore format: a square
});

describe.each(ONE_ENGINE)('many records on the %s engine', (kind) => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await createWorld(kind);
  });
  afterAll(() => w.close());

  const layerOf = (count: number, type: 0 | 1 | 3 = 1) =>
    make.createLayer(w.engine, {
      customer: w.ids.customer,
      owner: 1,
      label: 'many',
      type,
      form: FORM,
      records: Array.from({ length: count }, (_, i) => ({
        geometry: type === 0 ? null : type === 1 ? point(50 + (i % 100) / 10, 30 + i / 10_000) : square(50 + i, 30),
        value: { name: `n${i % 7}`, population: i },
      })),
    });
  const idsOf = async (layer: number, query = '') =>
    (await w.call('super', 'GET', `/api/layerdata/get_ids/?layer=${layer}${query}`)).body.ids as number[];
  const countOf = async (layer: number) => (await w.call('super', 'GET', `/api/layer/${layer}/`)).body.record_count;

  it('deletes, restores and removes for ever ten thousand at once, and the counter follows', async () => {
    const layer = await layerOf(10_000);
    const ids = await idsOf(layer);
    expect(ids.length).toBe(10_000);
    const some = (limit: number) => w.call('super', 'GET', `/api/layerdata/get_ids/?layer=${layer}&limit=${limit}`);
    expect((await some(10_000)).body).toEqual({ ids, count: 10_000, capped: false });
    expect((await some(9_999)).body).toEqual({ ids: ids.slice(0, -1), count: 9_999, capped: true });
    expect((await some(100_001)).status).toBe(400);
    const removal = await w.call('super', 'DELETE', '/api/layerdata/delete_bulk/', { ids });
    expect([removal.status, removal.body.count]).toEqual([200, 10_000]);
    expect([await countOf(layer), (await idsOf(layer)).length]).toEqual([0, 0]);
    const deleted = await w.call('super', 'GET', `/api/deleted_layerdata/?layer=${layer}&limit=2`);
    expect([deleted.body.count, deleted.body.results.length]).toEqual([10_000, 2]);
    expect((await w.call('super', 'POST', '/api/layerdata/restore/', { layer_id: layer })).status).toBe(200);
    expect(await countOf(layer)).toBe(10_000);
    await w.call('super', 'DELETE', '/api/layerdata/delete_bulk/', { ids: ids.slice(0, 10) });
    const final = await w.call('super', 'POST', '/api/layerdata/full_delete/', { layer_ids: [layer] });
    expect(final.body.count).toBe(10);
    // What lives cannot be removed for ever.
    expect((await w.call('super', 'POST', '/api/layerdata/full_delete/', { ids: [ids[20]] })).status).toBe(404);
    expect((await w.call('editor', 'POST', '/api/layerdata/full_delete/', { ids: [ids[20]] })).status).toBe(403);
  });

  it('finds records whatever the number of other layers', async () => {
    const layer = await make.createLayer(w.engine, {
      customer: w.ids.customer,
      owner: 1,
      label: 'one',
      type: 1,
      form: FORM,
      records: [{ geometry: point(50, 30), value: { name: 'sole' } }],
    });
    await w.engine.db
      .insertInto('layer')
      .expression((e) =>
        e
          .selectFrom(sql<{ n: number }>`generate_series(1, 1100)`.as<'n'>(sql`g(n)`))
          .innerJoin('layer as l', (join) => join.on('l.id', '=', layer))
          .select([
            'l.customer_id',
            'l.owner_id',
            sql<string>`'a ' || n`.as('label'),
            sql<number>`case when n <= 300 then 1 else 4 end`.as('type'),
            'l.config',
          ]),
      )
      .columns(['customer_id', 'owner_id', 'label', 'type', 'config'])
      .execute();
    const geometry = point(50, 30);
    const matches = await w.call('super', 'POST', '/api/identify/', { geometry, layers: [], tolerance: 10 });
    expect(matches.body.map((one: { layer: number }) => one.layer)).toContain(layer);
    const values = await w.call('super', 'POST', '/api/datavalues/', { ids: await idsOf(layer) });
    expect(values.body).toMatchObject([{ layer, title: 'sole' }]);
    const search = await w.call('super', 'POST', '/api/search/?search=sole', { layers: [] });
    expect(search.body.map((one: { layer: number }) => one.layer)).toContain(layer);
    await w.call('super', 'DELETE', '/api/layerdata/delete_bulk/', { ids: await idsOf(layer) });
    const deleted = await w.call('super', 'GET', '/api/deleted_layerdata/?ordering=-delete_date&limit=1');
    expect(deleted.body.results).toMatchObject([{ layer }]);
    const second = await w.call('super', 'GET', '/api/layer/?limit=1000&offset=1000');
    expect(second.body.results.length).toBe(second.body.count - 1000);
    await w.engine.db.deleteFrom('layer').where('label', 'like', 'a %').execute();
  });

  it('deletes by a filter only what the filter says, and nothing when a parameter is lost', async () => {
    const layer = await layerOf(100);
    for (const query of [
      '',
      `?layer=${layer}`,
      `?layer=${layer}&stats=1`,
      `?layer=${layer}&status=`,
      `?layer=${layer}&value__population=`,
      `?layer=${layer}&search=`,
      `?layer=${layer}&ids=1&ids=2`,
      `?layer=${layer}&layer=${layer}&value__name=n1`,
      '?value__name=n1',
    ])
      expect([query, (await w.call('super', 'DELETE', `/api/layerdata/${query}`)).status]).toEqual([query, 400]);
    expect(await countOf(layer)).toBe(100);
    const some = await w.call(
      'super',
      'DELETE',
      `/api/layerdata/?layer=${layer}&value__population=${encodeURIComponent('<10')}`,
    );
    expect([some.status, some.body.count, await countOf(layer)]).toEqual([200, 10, 90]);
    expect((await w.call('super', 'DELETE', `/api/layerdata/?layer=${layer}&all=true`)).body.count).toBe(90);
    expect((await w.call('stranger', 'DELETE', `/api/layerdata/?layer=${layer}&all=true`)).status).toBe(404);
    expect((await w.call('viewer', 'DELETE', `/api/layerdata/?layer=${w.ids.layer}&all=true`)).status).toBe(403);
  });

  it('edits many or none', async () => {
    const layer = await layerOf(50);
    const ids = await idsOf(layer);
    const edit = (body: unknown, as = 'super') => w.call(as, 'PATCH', '/api/layerdata/edit_bulk/', body);
    expect((await edit({ ids, value: { population: '۷' }, dry_run: true })).body.count).toBe(50);
    expect((await idsOf(layer, '&value__population=7')).length).toBe(1);
    expect((await edit({ ids, value: { population: -1 } })).status).toBe(400);
    expect((await edit({ ids: [...ids, 99_999_999], value: { population: 7 } })).status).toBe(404);
    expect((await edit({ ids: [ids[0], w.ids.record], value: { population: 7 } })).status).toBe(400);
    expect((await edit({ ids, value: { population: 7 } }, 'editor')).status).toBe(404);
    expect((await idsOf(layer, '&value__population=7')).length).toBe(1);
    expect((await edit({ layer, filter: { value__name: '=n1' }, value: { population: 7 } })).body.count).toBe(7);
    expect((await edit({ layer, filter: { nothing_such: '1' }, value: { population: 7 } })).status).toBe(400);
    for (const key of ['limit', 'offset', 'order', 'layer'])
      expect((await edit({ layer, filter: { value__name: '=n2', [key]: '1' }, value: { population: 9 } })).status).toBe(
        400,
      );
    const log = await w.call('super', 'GET', `/api/layerdatalog/?layer_data=${ids[1]}`);
    expect(log.body[0]).toMatchObject({
      action: 'edit',
      before: { value: { population: 1 } },
      after: { value: { population: 7 } },
    });
    // Three of them were changed by somebody since: only the other four take their former value back.
    const seven = await idsOf(layer, '&value__name=%3Dn1');
    await edit({ ids: seven.slice(0, 3), value: { population: 8 } });
    const back = { ids: seven, value: { population: 1 }, held: { population: '۷' } };
    expect((await edit({ ...back, dry_run: true })).body.count).toBe(4);
    expect((await edit(back)).body.count).toBe(4);
    expect((await idsOf(layer, '&value__population=8')).sort()).toEqual(seven.slice(0, 3).sort());
    expect((await edit({ ids: seven, value: { population: 7 }, held: { nothing_such: 1 } })).status).toBe(400);
    expect((await edit({ ids: seven, value: { population: 7 } })).body.count).toBe(7);
  });

  it('lets one of two editors win, and the log holds what both saw', async () => {
    const path = `/api/layerdata/${w.ids.spareRecord}/`;
    const { version } = (await w.call('super', 'GET', path)).body;
    const both = await Promise.all(
      ['a', 'b'].map((name) => w.call('super', 'PUT', path, { value: { name } }, { 'if-match': `"${version}"` })),
    );
    expect(both.map((r) => r.status).sort()).toEqual([200, 412]);
    const won = both.find((r) => r.status === 200)?.body.value.name;
    expect(both.find((r) => r.status === 412)?.body.current.value.name).toBe(won);
    const log = (await w.call('super', 'GET', `/api/layerdatalog/?layer_data=${w.ids.spareRecord}`)).body;
    expect(log[0]).toMatchObject({
      action: 'edit',
      before: { value: { name: 'اصفهان' } },
      after: { value: { name: won } },
    });
    const back = await w.call('super', 'POST', `${path}revert/`, { log: log[0].id });
    expect(back.body.value.name).toBe(won);
    expect((await w.call('super', 'POST', `${path}revert/`, { log: 99_999 })).status).toBe(404);
  });

  it('measures over the ellipsoid', async () => {
    const measure = async (geometry: unknown) =>
      (await w.call('viewer', 'POST', '/api/layerdata/measure/', { geometry })).body;
    // One degree of latitude at 35.5 N: 110,950 m (WGS 84 meridian arc).
    const line = await measure({ type: 'LineString', coordinates: [[51, 35], [51, 36]] }); // biome-ignore format: a line
    expect(Math.abs(line.length / 110_950 - 1)).toBeLessThan(0.001);
    expect(line.bearing).toBeCloseTo(0, 6);
    const area = await measure(square(51, 35));
    expect(Math.abs(area.area / 10_064_400_000 - 1)).toBeLessThan(0.003);
    expect(
      (await w.call('viewer', 'POST', '/api/layerdata/measure/', { ids: [w.ids.record, 99_999_999] })).body.records
        .length,
    ).toBe(1);
    const open = { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 1]]] }; // biome-ignore format: an open ring
    expect((await w.call('viewer', 'POST', '/api/layerdata/measure/', { geometry: open })).status).toBe(400);
  });

  it('splits and merges without losing ground', async () => {
    const layer = await layerOf(1, 3);
    const [id] = await idsOf(layer);
    const areaOf = async () =>
      (await w.call('super', 'GET', `/api/layerdata/${layer}/calc_area/`)).body.value as number;
    const whole = await areaOf();
    const cut = (split_by: unknown) => w.call('super', 'POST', `/api/layerdata/${id}/split/`, { split_by });
    const beside = await cut({ type: 'LineString', coordinates: [[60, 20], [60, 40]] }); // biome-ignore format: a line
    expect(beside.status).toBe(400);
    const parts = await cut({ type: 'LineString', coordinates: [[50.3, 29], [50.3, 32]] }); // biome-ignore format: a line
    expect([parts.status, parts.body.length, parts.body[0].id, await countOf(layer)]).toEqual([200, 2, id, 2]);
    expect(parts.body[1].value).toEqual(parts.body[0].value);
    // A new corner on a parallel bends its geodesic: 4e-6 of a square of one degree.
    expect(Math.abs((await areaOf()) / whole - 1)).toBeLessThan(1e-5);
    const hole = await cut(square(50.5, 30.4, 0.2));
    expect([hole.status, hole.body.length]).toEqual([200, 2]);
    const ids = await idsOf(layer);
    const merged = await w.call('super', 'POST', '/api/layerdata/merge/', { ids, keep: id, value: { name: 'یکی' } });
    expect([merged.status, merged.body.value.name, await countOf(layer)]).toEqual([200, 'یکی', 1]);
    expect(Math.abs((await areaOf()) / whole - 1)).toBeLessThan(1e-5);
    const log = (await w.call('super', 'GET', `/api/layerdatalog/?layer_data=${id}`)).body;
    expect(log.map((l: { action: string }) => l.action)).toEqual(['merge', 'split', 'split']);
    const line = (await w.call('super', 'GET', `/api/layerdata/get_ids/?layer=${w.ids.lines}`)).body.ids[0];
    const halves = await w.call('super', 'POST', `/api/layerdata/${line}/split/`, { split_by: point(51.56, 34) });
    expect([halves.status, halves.body.length]).toEqual([200, 2]);
    expect(
      (await w.call('viewer', 'POST', `/api/layerdata/${line}/split/`, { split_by: point(51.56, 34) })).status,
    ).toBe(403);
  });

  it('shows what a cut or a merge would make, and writes nothing', async () => {
    const layer = await layerOf(2, 3);
    const [id, other] = await idsOf(layer);
    const before = (await w.call('super', 'GET', `/api/layerdata/${id}/`)).body;
    const blade = (x: number) => ({ type: 'LineString', coordinates: [[x, 20], [x, 40]] }); // biome-ignore format: a line
    const cut = (split_by: unknown) =>
      w.call('super', 'POST', `/api/layerdata/${id}/split/`, { split_by, dry_run: true });
    const parts = await cut(blade(before.geometry.coordinates[0][0][0] + 0.001));
    expect([parts.status, parts.body.map((p: { id: number }) => p.id)]).toEqual([200, [id, id]]);
    expect((await cut(blade(10))).status).toBe(400);
    const merged = await w.call('super', 'POST', '/api/layerdata/merge/', {
      ids: [id, other],
      keep: id,
      dry_run: true,
    });
    expect([merged.status, merged.body.id, merged.body.version]).toEqual([200, id, before.version]);
    expect(merged.body.geometry).not.toEqual(before.geometry);
    expect((await w.call('super', 'GET', `/api/layerdata/${id}/`)).body).toEqual(before);
    expect(await idsOf(layer)).toEqual([id, other]);
  });

  it('calculates, and refuses what makes no sense', async () => {
    const layer = await layerOf(70);
    // A list that is cut has left no record uncounted.
    const varied = await layerOf(1_100);
    const { body: kinds } = await w.call('super', 'GET', `/api/layerdata/${varied}/calc_distinct/?field=population`);
    expect([kinds.value, kinds.count, kinds.capped, kinds.values.length]).toEqual([1_100, 1_100, false, 1_000]);
    const calc = (what: string, as = 'super') => w.call(as, 'GET', `/api/layerdata/${layer}/calc_${what}`);
    expect((await calc('sum/?field=population')).body).toMatchObject({ value: 2415, count: 70, capped: false });
    expect((await calc('avg/?field=population&value__name=%3Dn0')).body.count).toBe(10);
    expect((await calc('max/?field=population')).body.value).toBe(69);
    // Tenths are summed as they are written: 0.30000000000000004 is nobody's area.
    const tenths = await make.createLayer(w.engine, {
      customer: w.ids.customer,
      owner: 1,
      label: 'tenths',
      type: 0,
      form: [{ name: 'area', label: 'area', type: 'decimal' }],
      records: [0.1, 0.2].map((area) => ({ geometry: null, value: { area } })),
    });
    const sum = await w.call('super', 'GET', `/api/layerdata/${tenths}/calc_sum/?field=area`);
    expect(sum.body.value).toBe(0.3);
    expect((await calc('count/')).body.value).toBe(70);
    expect((await calc('distinct/?field=name')).body).toMatchObject({ value: 7, count: 70, values: { length: 7 } });
    expect((await calc('sum/?field=name')).status).toBe(400);
    expect((await calc('sum/?field=nothing')).status).toBe(400);
    expect((await calc('drop/?field=name')).status).toBe(404);
    expect((await calc('count/', 'editor')).status).toBe(404);
  });

  it('filters by region, shape, tree, state', async () => {
    const list = (query: string, as = 'editor') => w.call(as, 'GET', `/api/layerdata/?layer=${w.ids.layer}&${query}`);
    const tree = (t: unknown) => `filter_query=${encodeURIComponent(JSON.stringify(t))}`;
    expect((await list(`region=${w.ids.region}`)).body.count).toBe(1);
    expect((await list(`geometry=${encodeURIComponent(JSON.stringify(square(51, 35)))}`)).body.count).toBe(1);
    expect(
      (await list(`geometry=${encodeURIComponent('POLYGON((51 35, 52 35, 52 36, 51 36, 51 35))')}`)).body.count,
    ).toBe(1);
    expect((await list(tree({ not: { field: 'population', is: 'gt', value: '۲۵۰۰۰۰۰' } }))).body.count).toBe(1);
    expect((await list('accepted=true')).body.count).toBe(3);
    expect((await list('supervision=true')).body.count).toBe(0);
    for (const bad of [
      'project=x',
      'geometry=zzz',
      'geometry=POINT(1)',
      'geometry=%7B%7D',
      'filter_query=%7B',
      'region=x',
      tree({ or: 1 }),
    ])
      expect([bad, (await list(bad)).status]).toEqual([bad, 400]);
    expect((await list('region=999999')).status).toBe(404);
    expect((await list('project=999999')).status).toBe(404);
    expect((await list('accepted=true', 'regional')).body.count).toBe(1);
  });
});
