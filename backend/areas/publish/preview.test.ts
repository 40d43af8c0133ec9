// What the trial of a published layer tells: the same as the door, for the same caller.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PublishPreview } from '../../../contract/schemas/publish/layer';
import { askDoor, createDoorKey, publishLayer } from '../../../testing/outside/door';
import { createWorld, ENGINE, type TestWorld } from '../../../testing/world';

const NOTHING = { add: false, edit: false, delete: false };

describe('the trial of a published layer', () => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await createWorld(ENGINE);
    await publishLayer(w, w.ids.layer, { hidden: ['population'], writes: 3 });
    await publishLayer(w, w.ids.polygons, { services: 2 });
  });
  afterAll(() => w.close());
  const idOf = (secret: string) => secret.split('_')[1] as string;
  const preview = async (layer: number, key?: string): Promise<PublishPreview> =>
    (await w.call('super', 'GET', `/api/publish/${layer}/preview/${key ? `?key=${key}` : ''}`)).body;

  it('shows the records and fields that the door gives to the key', async () => {
    const { layer } = w.ids;
    const secret = await createDoorKey(w, [{ layer, add: true, edit: false, delete: false }]);
    const { body: page } = await askDoor(w, `/ogc/collections/layer_${layer}/items?limit=10`, { key: secret });
    const trial = await preview(layer, idOf(secret));
    expect(trial).toMatchObject({ problem: null, title: 'شهرها', may: { ...NOTHING, add: true }, matched: page.numberMatched }); // biome-ignore format: one line
    expect(trial.fields.map(({ name }) => name)).toEqual(['name', 'founded']);
    expect(trial.records.length).toBeGreaterThan(0);
    expect(trial.records.map(({ id, properties }) => ({ id, properties }))).toEqual(
      page.features.map(({ id, properties }: { id: number; properties: object }) => ({ id, properties })),
    );
    // Somebody who asks in Persian from a browser still gets what a program gets.
    expect((await w.call('super', 'GET', `/api/publish/${layer}/preview/?key=${idOf(secret)}`, undefined, { accept: 'text/html' })).body.records.length).toBe(trial.records.length); // biome-ignore format: one line
  });

  it('sees no more than the regions of the key', async () => {
    const { layer, region } = w.ids;
    const bound = await createDoorKey(w, [layer], { regions: [region] });
    const free = await createDoorKey(w, [layer]);
    const [inside, all] = [await preview(layer, idOf(bound)), await preview(layer, idOf(free))];
    expect(inside.matched).toBeLessThan(all.matched as number);
  });

  it('says what is wrong: the key, the address of open layers, or the layer', async () => {
    const { layer, polygons, lines } = w.ids;
    const secret = await createDoorKey(w, [layer, polygons]);
    const ended = await createDoorKey(w, [layer], { expires: new Date(Date.now() - 1000) });
    const problem = async (of: number, key?: string) => (await preview(of, key)).problem;
    expect(await problem(lines, idOf(secret))).toBe('layer');
    expect(await problem(layer, idOf(ended))).toBe('key');
    expect(await problem(layer, 'nothing1')).toBe('key');
    expect(await problem(layer)).toBe('address');
    await w.call('super', 'PUT', '/api/publish_open/', { on: true });
    // The address is there, and this layer wants a key.
    expect(await problem(layer)).toBe('layer');
    const otherCustomer = (await w.engine.db.selectFrom('account').select('customer_id').where('username', '=', 'stranger').executeTakeFirstOrThrow()).customer_id as number; // biome-ignore format: one line
    const other = await createDoorKey(w, [], { customer: otherCustomer });
    expect(await problem(layer, idOf(other))).toBe('key');
    expect(await preview(polygons, idOf(secret))).toMatchObject({ problem: null, records: [], services: { features: false, tiles: true } }); // biome-ignore format: one line
  });
});
