// The list of layers: filters, orders, sizes, owners, and two thousand of them.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../../testing/world';
import { measureLayers } from './page';

/** For a page of 25 of 2000 layers on a busy machine; a statement for each layer would take many times as long. */
const MAX_MS = 3000;

describe.each(ONE_ENGINE)('the list of layers on the %s engine', (kind) => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await createWorld(kind);
  });
  afterAll(() => w.close());
  const list = async (query: string, as = 'super') => (await w.call(as, 'GET', `/api/layer/?${query}`)).body;
  const idsOf = async (query: string, as = 'super') =>
    (await list(`${query}&limit=100`, as)).results.map(({ id }: { id: number }) => id);
  const account = async (name: string) =>
    (await w.engine.db.selectFrom('account').select('id').where('username', '=', name).executeTakeFirstOrThrow()).id;

  it('is filtered by several kinds, groups, supervision and owners', async () => {
    const { layer, lines, polygons, spare, secret, group } = w.ids;
    expect(await idsOf('type=2,3&order=id')).toEqual([lines, polygons]);
    expect(await idsOf('grouped=false&order=id')).toEqual([spare, secret]);
    expect(await idsOf('grouped=true&order=id')).toEqual([layer, lines, polygons]);
    expect(await idsOf('mine=true', 'editor')).toEqual([]);
    expect((await idsOf(`owner=${await account('super')}`)).length).toBe(5);
    await w.call('super', 'PATCH', `/api/layer/${spare}/`, { config: { supervised: true } });
    expect(await idsOf('supervised=true')).toEqual([spare]);
    await w.call('super', 'PUT', `/api/layergroup/${group}/`, { label: 'گروه', layer: [polygons, layer, lines] });
    expect(await idsOf(`group=${group}&order=place`)).toEqual([polygons, layer, lines]);
    expect(await idsOf(`group=${group}&order=-place`)).toEqual([lines, layer, polygons]);
    expect((await w.call('super', 'GET', '/api/layer/?order=place')).status).toBe(400);
    expect((await w.call('super', 'GET', '/api/layer/?type=2,9')).status).toBe(400);
  });

  it('tells what each layer takes on disk once it was measured', async () => {
    const { layer } = w.ids;
    const bytesOf = async () => (await w.call('super', 'GET', `/api/layer/${layer}/`)).body;
    const before = await bytesOf();
    await measureLayers(w);
    const after = await bytesOf();
    expect(after.bytes).toBeGreaterThan(8000);
    // It is no change of the layer.
    expect(after.rev).toBe(before.rev);
    const sizes = (await list('order=-bytes&limit=100')).results.map(({ bytes }: { bytes: number }) => bytes);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  });

  it('gives a layer on to somebody of the organisation alone, by whoever manages it', async () => {
    const { spare, secret } = w.ids;
    const give = (as: string, layer: number, owner: number) =>
      w.call(as, 'POST', `/api/layer/${layer}/owner/`, { owner });
    const viewer = await account('viewer');
    expect((await give('viewer', spare, viewer)).status).toBe(403);
    expect((await give('editor', secret, viewer)).status).toBe(404);
    for (const owner of [await account('stranger'), 999_999]) {
      const { status, body } = await give('editor', spare, owner);
      expect([status, Object.keys(body.fields)]).toEqual([400, ['owner']]);
    }
    await sql`update account set locked = true where id = ${viewer}::int`.execute(w.engine.db);
    expect((await give('editor', spare, viewer)).status).toBe(400);
    await sql`update account set locked = false where id = ${viewer}::int`.execute(w.engine.db);
    expect((await give('editor', spare, viewer)).status).toBe(200);
    const { body } = await w.call('viewer', 'GET', `/api/layer/${spare}/`);
    expect([body.owner.id, body.rights.manage]).toEqual([viewer, true]);
    await sql`update layer_permission set manage = false where layer_id = ${spare}::int`.execute(w.engine.db);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await give('editor', spare, await account('editor'))).status).toBe(403);
  });

  it('stays quick with two thousand layers', async () => {
    await sql`
      with made as (insert into layer (customer_id, label, type, config, record_count, bytes)
        select l.customer_id, 'لایه ' || n, n % 4, l.config, n * 7 % 1000, n * 11 % 5000 from layer l, generate_series(1, 2000) n where l.id = ${w.ids.layer}::int returning id)
      insert into layer_group_layer (group_id, layer_id, position) select ${w.ids.group}::int, id, id from made`.execute(
      w.engine.db,
    );
    for (const query of [
      'order=-bytes',
      'order=label&label=لایه',
      'order=-record_count&type=1,2',
      `order=place&group=${w.ids.group}`,
      'order=-modified_date&grouped=true&offset=1900',
    ]) {
      // biome-ignore format: one list
      const began = performance.now();
      const { results, count } = await list(`${query}&limit=25`);
      expect([query, results.length, count > 900, performance.now() - began < MAX_MS]).toEqual([query, 25, true, true]);
    }
  });
});
