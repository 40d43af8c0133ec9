// How numbers are spread: bars, ranks and classes add up to the records, on both engines, for everybody's own records only.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, ENGINES, FORM, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

describe.each(ENGINES)('the spread of a field (%s)', (kind) => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await createWorld(kind);
  });
  afterAll(() => w.close());

  const layerOf = (values: (number | string | null)[]) =>
    make.createLayer(w.engine, {
      customer: w.ids.customer,
      owner: 1,
      label: 'spread',
      type: 1,
      form: FORM,
      records: values.map((population, i) => ({
        geometry: { type: 'Point' as const, coordinates: [51 + i / 100_000, 35.5] },
        value: { name: `n${i}`, population },
      })),
    });
  const ask = (layer: number, query = 'field=population', as = 'super') =>
    w.call(as, 'GET', `/api/layerdata/${layer}/distribution/?${query}`);

  it('counts what there is, and what is empty', async () => {
    const layer = await layerOf([5, 1, 3, null, 9, 3]);
    const { status, body } = await ask(layer, 'field=population&breaks=3,5,100');
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 5, empty: 1, capped: false, min: 1, max: 9, mean: 4.2 });
    expect(body.sample).toEqual([1, 3, 3, 5, 9]);
    expect(body.bins).toHaveLength(64);
    expect([body.bins[0], body.bins[63], body.bins.reduce((a: number, b: number) => a + b, 0)]).toEqual([1, 1, 5]);
    expect(body.classes).toEqual([1, 2, 2, 0]);
  });

  it('keeps to the filters of the list, and refuses a filter that nobody knows', async () => {
    const layer = await layerOf([5, 1, 3, null, 9, 3]);
    const { body } = await ask(layer, `field=population&value__population=${encodeURIComponent('>=3')}`);
    expect(body).toMatchObject({ count: 4, empty: 0, min: 3, max: 9 });
    expect((await ask(layer, 'field=population&value__gone=1')).status).toBe(400);
    expect((await ask(layer, 'field=population&colour=1')).status).toBe(400);
  });

  it('keeps to a tree that no address could hold, as the sums do', async () => {
    const layer = await layerOf(Array.from({ length: 2000 }, (_, i) => i));
    const ids: number[] = (await w.call('super', 'GET', `/api/layerdata/get_ids/?layer=${layer}`)).body.ids;
    const sampleIds = ids.slice(0, 1500);
    const stretches = [0, 500, 1000].map((from) => ({
      column: 'id',
      is: 'in',
      value: sampleIds.slice(from, from + 500),
    }));
    const body = { field: 'population', query: { or: stretches } };
    const over = (what: string, as = 'super') => w.call(as, 'POST', `/api/layerdata/${layer}/${what}/`, body);
    expect((await over('distribution')).body).toMatchObject({ count: 1500, empty: 0 });
    const [sum, least] = [await over('calc_sum'), await over('calc_min')];
    const records = (await w.call('super', 'GET', `/api/layerdata/?layer=${layer}&limit=1000`)).body.results;
    const values = new Map(
      records.map((r: { id: number; value: { population: number } }) => [r.id, r.value.population]),
    );
    expect([sum.status, sum.body.count]).toEqual([200, 1500]);
    expect(sampleIds.every((id) => !values.has(id) || (values.get(id) as number) >= least.body.value)).toBe(true);
    expect((await over('calc_nothing')).status).toBe(404);
    expect(
      (await w.call('super', 'POST', `/api/layerdata/${layer}/calc_sum/`, { ...body, field: 'gone' })).status,
    ).toBe(400);
    expect((await over('calc_sum', 'stranger')).status).toBe(404);
  });

  it('has an answer for nothing at all and for one value', async () => {
    expect((await ask(await layerOf([]))).body).toEqual({ count: 0, empty: 0, capped: false, min: null, max: null, mean: null, sample: [], bins: [], classes: [0] }); // biome-ignore format: one line
    const { body } = await ask(await layerOf([-7.5, -7.5]));
    expect([body.min, body.max, body.bins[0], body.classes]).toEqual([-7.5, -7.5, 2, [2]]);
  });

  it('samples many values at even ranks', async () => {
    const layer = await layerOf(Array.from({ length: 3000 }, (_, i) => (i * 7919) % 3000));
    const { body } = await ask(layer);
    expect(body.sample).toHaveLength(1000);
    expect([body.sample[0], body.sample[999]]).toEqual([0, 2999]);
    expect(body.sample.every((v: number, i: number) => Math.abs(v - (i * 2999) / 999) <= 2)).toBe(true);
    expect(body.bins.reduce((a: number, b: number) => a + b, 0)).toBe(3000);
  });

  it('looks through a part of a layer that is too large, and says so', async () => {
    const layer = await layerOf(Array.from({ length: 3000 }, (_, i) => i));
    await w.engine.db.updateTable('layer').set({ record_count: 1_200_000 }).where('id', '=', layer).execute();
    const { status, body } = await ask(layer);
    expect([status, body.capped]).toEqual([200, true]);
    expect(body.count).toBeLessThan(3000);
  });

  it('refuses what is no number, what is unknown and what is not in order', async () => {
    const layer = await layerOf([1]);
    for (const query of ['field=name', 'field=nothing', '', 'field=population&breaks=5,3', 'field=population&breaks=1,1', 'field=population&breaks=x', 'field=population&breaks=1e999', 'field=population&other=1']) // biome-ignore format: one line
      expect([query, (await ask(layer, query)).status]).toEqual([query, 400]);
    expect((await ask(layer, undefined, 'viewer')).status).toBe(404);
    expect((await ask(layer, undefined, 'stranger')).status).toBe(404);
    expect((await ask(w.ids.secret, undefined, 'editor')).status).toBe(404);
  });

  it('shows nobody the numbers of records beyond his regions', async () => {
    const everybody = (await ask(w.ids.layer, undefined, 'editor')).body;
    const regional = (await ask(w.ids.layer, undefined, 'regional')).body;
    expect([everybody.count, regional.count, regional.sample]).toEqual([3, 1, [9_000_000]]);
  });
});
