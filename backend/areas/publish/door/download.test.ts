// A download as programs make it: many pages, several at once, each with the number of all records.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askDoor, createDoorKey, publishLayer } from '../../../../testing/outside/door';
import { createWorld, ENGINE, FORM, type TestWorld } from '../../../../testing/world';
import * as make from '../../../seed/builders';

const COUNT = 120;
const PAGE = 5;

describe('downloads by the outside door', () => {
  let w: TestWorld;
  let key: string;
  let bound: string;
  let layer: number;
  beforeAll(async () => {
    w = await createWorld(ENGINE);
    layer = await make.createLayer(w.engine, {
      customer: w.ids.customer,
      owner: 1,
      label: 'چاه‌ها',
      type: 1,
      form: FORM,
      // Every other one lies in the region, between 51 and 52 degrees.
      records: Array.from({ length: COUNT }, (_, i) => ({ geometry: { type: 'Point' as const, coordinates: [i % 2 ? 51.5 : 55, 35.5] }, value: { name: `چاه ${i}`, population: i } })), // biome-ignore format: one list
    });
    await publishLayer(w, layer);
    key = await createDoorKey(w, [layer]);
    bound = await createDoorKey(w, [layer], { regions: [w.ids.region] });
  });
  afterAll(() => w.close());
  const items = (query: string, as = key) => askDoor(w, `/ogc/collections/layer_${layer}/items?${query}`, { key: as });

  it('T7 waits where many pages are asked for at once, and refuses none of them', async () => {
    const pages = await Promise.all(Array.from({ length: COUNT / PAGE }, (_, i) => items(`limit=${PAGE}&offset=${i * PAGE}`))); // biome-ignore format: one line
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
    const ids = pages.flatMap(({ body }) => body.features.map(({ id }: { id: number }) => id));
    expect(new Set(ids).size).toBe(COUNT);
  });

  it.each([
    ['of all records', '', COUNT],
    ['of a page', 'limit=1', COUNT],
    ['in a box', 'bbox=51,35,52,36', COUNT / 2],
    ['by a condition', `filter=${encodeURIComponent('population < 30')}`, 30],
    ['of none', `filter=${encodeURIComponent("name = 'x'")}`, 0],
  ])('T8 says how many there are: %s', async (_, query, count) => {
    const { status, body } = await items(query);
    expect([status, body.numberMatched]).toEqual([200, count]);
  });

  it('T8 says how many a key with regions sees', async () => {
    expect((await items('limit=3', bound)).body).toMatchObject({ numberMatched: COUNT / 2, numberReturned: 3 });
  });
});
