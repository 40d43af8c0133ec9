// Groups: their layers in order, in full, for whoever may see them, and quick with thousands.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAllowed } from '../../../testing/allowed';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../testing/world';

describe.each(ONE_ENGINE)('groups on the %s engine', (kind) => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await createWorld(kind);
  });
  afterAll(() => w.close());
  const get = (path: string, as = 'super') => w.call(as, 'GET', `/api/${path}`);

  it('give their layers in full and in order', async () => {
    const { group, layer, lines, polygons } = w.ids;
    const { body } = await w.call('super', 'PUT', `/api/layergroup/${group}/`, { label: 'گروه', layer: [polygons, layer, lines] }); // biome-ignore format: one call
    expect(body.layer).toEqual([polygons, layer, lines]);
    const listed = await get(`grouplayers/?group_layer=${group}`);
    expect(listed.body.map((l: { id: number }) => l.id)).toEqual([polygons, layer, lines]);
    const [first] = listed.body;
    expect(first).toEqual((await get(`layer/${polygons}/`)).body);
    const all = await get('alllayergroup/');
    expect(all.body.find((g: { id: number }) => g.id === group).layers).toEqual(listed.body);
  });

  it('lose a layer without losing the layer, once, and not for those who cannot see it', async () => {
    const { group, lines, secret } = w.ids;
    const drop = (layer: number, as = 'super', to = group) =>
      w.call(as, 'DELETE', `/api/layergroup/${to}/delete_layer/`, { layer });
    expect((await drop(secret)).status).toBe(404);
    expect((await drop(lines, 'stranger')).status).toBe(404);
    expect((await drop(lines, 'viewer')).body.code).toBe(403);
    const { body } = await drop(lines);
    expect(body.layer).not.toContain(lines);
    expect((await drop(lines)).status).toBe(404);
    expect((await get(`layer/${lines}/`)).body.group_layer).toEqual([]);
  });

  it('that are empty to somebody do not exist for him', async () => {
    await sql`insert into layer_group_layer (group_id, layer_id) values (${w.ids.spareGroup}::int, ${w.ids.secret}::int)`.execute(
      w.engine.db,
    );
    expect((await get(`grouplayers/?group_layer=${w.ids.spareGroup}`, 'viewer')).status).toBe(404);
    for (const path of ['alllayergroup/', 'simple_layer_groups/'])
      expect((await get(path, 'viewer')).body.map((g: { id: number }) => g.id)).toEqual([w.ids.group]);
    expect((await get('simple_layer_groups/', 'stranger')).body).toEqual([]);
  });

  it('stay quick with three thousand layers in two hundred groups', async () => {
    await sql`
      with made as (insert into layer (customer_id, label, type, config)
        select l.customer_id, 'لایه ' || n, 0, l.config from layer l, generate_series(1, 3000) n where l.id = ${w.ids.layer}::int returning id),
      grouped as (insert into layer_group (customer_id, label) select ${w.ids.customer}::int, 'گروه ' || n from generate_series(1, 200) n returning id)
      insert into layer_group_layer (group_id, layer_id, position)
        select g.id, m.id, 0 from (select id, row_number() over () as n from made) m join (select id, row_number() over () as n from grouped) g on g.n = m.n % 200 + 1`.execute(
      w.engine.db,
    );
    for (const path of ['alllayergroup/', 'simple_layers/', 'layergroup/?limit=1000', 'simple_layer_groups/']) {
      const began = performance.now();
      const { body } = await get(path);
      expect((body.results ?? body).length).toBeGreaterThan(200);
      // The embedded engine answers in under a second on two cores; a query for each layer would take many.
      expect([path, performance.now() - began < 5000]).toEqual([path, true]);
    }
  });

  it('tell beside each what the caller may do with it, and the calls agree', async () => {
    for (const as of ['viewer', 'editor']) {
      const { body } = await get('layergroup/?limit=3', as);
      expect(body.results.length).toBeGreaterThan(0);
      for (const row of body.results) {
        const path = `/api/layergroup/${row.id}/`;
        expect((await w.call(as, 'GET', path)).body).toEqual(row);
        expect(await expectAllowed(row, 'edit', () => w.call(as, 'PUT', path, { label: row.label }))).toBe(as === 'editor'); // biome-ignore format: one row
        expect(await expectAllowed(row, 'delete', () => w.call(as, 'DELETE', path))).toBe(as === 'editor');
      }
    }
  });
});
