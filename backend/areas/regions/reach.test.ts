// Regions in a tree, whom they bind and what another shape of one would change.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, FORM, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

const box = (west: number, south: number, east: number, north: number) => ({
  type: 'Polygon' as const,
  coordinates: [[[west, south], [east, south], [east, north], [west, north], [west, south]]], // biome-ignore format: a box
});
const point = (x: number, y: number) => ({ type: 'Point' as const, coordinates: [x, y] });

describe.each(ONE_ENGINE)('the reach of regions on the %s engine', (kind) => {
  let w: TestWorld;
  let layer: number;
  const people: Record<string, number> = {};
  beforeAll(async () => {
    w = await createWorld(kind);
    const { customer, region } = w.ids;
    const keeping = await make.createRole(w.engine, customer, 'keeping', [16]);
    const person = async (username: string, options: object) => {
      people[username] = await make.createPerson(w.engine, customer, { username, password: PASSWORD, ...options });
    };
    await person('keeper', { roles: [keeping] });
    await person('bound', { roles: [keeping], regions: [region] });
    const owner = await w.engine.db.selectFrom('account').select('id').where('username', '=', 'super').executeTakeFirstOrThrow(); // biome-ignore format: one line
    const line = { type: 'LineString' as const, coordinates: [[20.5, 20.5], [22.5, 20.5]] }; // biome-ignore format: one line
    const geometries = [
      point(20.5, 20.2),
      point(21.5, 20.2),
      point(21.6, 20.2),
      point(22.5, 20.2),
      point(21, 20.2),
      line,
    ];
    layer = await make.createLayer(w.engine, { customer, owner: owner.id, label: 'نقطه', type: 1, form: FORM, records: geometries.map((geometry) => ({ geometry, value: { name: 'x' } })) }); // biome-ignore format: one layer
  });
  afterAll(() => w.close());
  const add = async (label: string, geometry: unknown = box(50, 30, 51, 31), more: object = {}, as = 'super') =>
    w.call(as, 'POST', '/api/region/', { label, geometry, ...more });
  const edit = (id: number, body: object, as = 'super') => w.call(as, 'PUT', `/api/region/${id}/`, body);

  it('have a code that no other has, in either script, and lie in one another without a circle', async () => {
    const top = (await add('استان', undefined, { code: '۱۲', colour: '#aa00ff', note: 'یادداشت' })).body;
    expect(top).toMatchObject({ code: '۱۲', colour: '#aa00ff', note: 'یادداشت', parent: null, people: 0, projects: 0 });
    const twin = await add('همان', undefined, { code: '12' });
    expect([twin.status, Object.keys(twin.body.fields)]).toEqual([400, ['code']]);
    const middle = (await add('شهرستان', undefined, { parent: top.id })).body;
    const low = (await add('دهستان', undefined, { parent: middle.id })).body;
    for (const parent of [top.id, middle.id, low.id]) {
      const circle = await edit(top.id, { parent });
      expect([circle.status, Object.keys(circle.body.fields)]).toEqual([400, ['parent']]);
    }
    expect((await edit(top.id, { parent: 2 ** 31 - 1 })).status).toBe(400);
    const parts = await w.call('super', 'GET', `/api/region/?parent=${top.id}`);
    expect(parts.body.results.map((r: { id: number }) => r.id)).toEqual([middle.id]);
    expect((await w.call('super', 'GET', `/api/region/?search=${encodeURIComponent('۱۲')}`)).body.count).toBe(1);
    // What lay in a region that goes lies in the one above it.
    await w.call('super', 'DELETE', `/api/region/${middle.id}/`);
    expect((await w.call('super', 'GET', `/api/region/${low.id}/`)).body.parent).toBe(top.id);
    await edit(low.id, { parent: null });
    expect((await w.call('super', 'GET', `/api/region/${low.id}/`)).body.parent).toBe(null);
  });

  it('two at once make no circle', async () => {
    const [a, b] = [(await add('a')).body.id, (await add('b')).body.id];
    const results = await Promise.all([edit(a, { parent: b }), edit(b, { parent: a })]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('a map of a zoom gets what is in view with the corners that it shows', async () => {
    const ring = Array.from({ length: 1001 }, (_, i) => [5 + Math.cos(((i % 1000) / 500) * Math.PI), 5 + Math.sin(((i % 1000) / 500) * Math.PI)]); // biome-ignore format: a ring
    const { id } = (await add('گرد', { type: 'Polygon', coordinates: [ring] })).body;
    const view = async (query: string) => (await w.call('super', 'GET', `/api/region/?is_detailed=1&${query}`)).body;
    const corners = (body: { results: { id: number; geometry: { coordinates: number[][][][] } }[] }) =>
      body.results.find((r) => r.id === id)?.geometry.coordinates.flat(2).length ?? 0;
    expect(corners(await view('bbox=4,4,6,6'))).toBe(1001);
    const some = corners(await view('bbox=4,4,6,6&zoom=5'));
    expect(some).toBeGreaterThan(6);
    expect(some).toBeLessThan(100);
    expect(corners(await view('bbox=4,4,6,6&zoom=0'))).toBeLessThanOrEqual(9);
    expect(corners(await view('bbox=7,7,9,9&zoom=5'))).toBe(0);
    expect((await w.call('super', 'GET', '/api/region/?bbox=1,2,3')).status).toBe(400);
  });

  it('the effect counts what leaves and what comes, at an edge and across it, and changes nothing', async () => {
    const { id } = (await add('اثر', box(20, 20, 21, 21))).body;
    await make.createPerson(w.engine, w.ids.customer, { username: 'inhabitant', password: PASSWORD, regions: [id] });
    const effect = async (geometry: unknown, as = 'super') =>
      (await w.call(as, 'POST', `/api/region/${id}/effect/`, { geometry })).body;
    expect(await effect(box(20, 20, 21, 21))).toEqual({ people: { count: 0, first: [] }, leaving: 0, entering: 0, layers: [], capped: false }); // biome-ignore format: one line
    const wider = await effect(box(20, 20, 22, 21));
    // The line and the point on the old edge are in it before and after.
    expect([wider.leaving, wider.entering, wider.capped]).toEqual([0, 2, false]);
    expect(wider.people).toMatchObject({ count: 1, first: [{ username: 'inhabitant' }] });
    expect(wider.layers).toEqual([{ id: layer, label: 'نقطه', leaving: 0, entering: 2 }]);
    const moved = await effect(box(21, 20, 22, 21));
    expect([moved.leaving, moved.entering]).toEqual([1, 2]);
    expect((await effect(null)).leaving).toBe(3);
    // Who does not see the layer gets its numbers without its name.
    expect((await effect(null, 'keeper')).layers).toEqual([{ id: null, label: null, leaving: 3, entering: 0 }]);
    expect((await w.call('super', 'GET', `/api/region/${id}/`)).body.extent).toEqual([20, 20, 21, 21]);
    const work = (await w.call('super', 'GET', `/api/region/${id}/work/`)).body;
    expect(work).toEqual({ projects: [], projects_total: 0, layers: [{ id: layer, label: 'نقطه', count: 3 }], capped: false }); // biome-ignore format: one line
  });

  it('the effect agrees with what a bound person sees before and after', async () => {
    const { id } = (await add('دید', box(20, 20, 21, 21))).body;
    await make.createPerson(w.engine, w.ids.customer, { username: 'seer', password: PASSWORD, regions: [id] });
    const roles = await make.createRole(w.engine, w.ids.customer, 'seeing', [4]);
    await make.createPermission(w.engine, roles, layer, { view: true });
    await w.call('super', 'PATCH', '/api/users/edit_bulk/', { users: [await idOf('seer')], groups: { add: [roles] } });
    const count = async () => (await w.call('seer', 'GET', `/api/layerdata/?layer=${layer}&limit=1`)).body.count;
    const next = box(20.4, 20.1, 21.55, 20.4);
    const before = await count();
    const effect = (await w.call('super', 'POST', `/api/region/${id}/effect/`, { geometry: next })).body;
    await edit(id, { geometry: next });
    await new Promise((r) => setTimeout(r, 1100));
    expect(await count()).toBe(before - effect.leaving + effect.entering);
    expect(effect.leaving + effect.entering).toBeGreaterThan(0);
  });
  const idOf = async (username: string) =>
    (await w.engine.db.selectFrom('account').select('id').where('username', '=', username).executeTakeFirstOrThrow())
      .id;

  it('are given to people and taken from them; a last one only knowingly, and with the ETag', async () => {
    const [one, two] = [(await add('یک')).body.id, (await add('دو')).body.id];
    const viewer = await idOf('viewer');
    const change = (region: number, body: object, as = 'keeper', headers: Record<string, string> = {}) =>
      w.call(as, 'POST', `/api/region/${region}/people/`, body, headers);
    const before = await w.call('keeper', 'GET', `/api/region/${one}/`);
    const first = await change(one, { add: [viewer] });
    expect([first.status, first.body.people]).toEqual([200, 1]);
    const stale = await change(one, { remove: [viewer] }, 'keeper', { 'if-match': String(before.headers.etag) });
    expect([stale.status, stale.body.current.people]).toEqual([412, 1]);
    const listed = await w.call('keeper', 'GET', `/api/region/${one}/people/?search=viewer`);
    expect(listed.body.results).toMatchObject([{ id: viewer, only: true }]);
    expect((await w.call('keeper', 'GET', `/api/region/?person=${viewer}`)).body.results.map((r: { id: number }) => r.id)).toEqual([one]); // biome-ignore format: one line
    expect((await w.call('viewer', 'GET', `/api/region/?person=${viewer}`)).status).toBe(403);
    expect((await change(two, { remove: [viewer] })).status).toBe(404);
    const last = await change(one, { remove: [viewer] });
    expect([last.body.code, last.body.people.map((p: { id: number }) => p.id)]).toEqual([412, [viewer]]);
    await change(two, { add: [viewer] });
    expect((await change(two, { remove: [viewer] })).status).toBe(200);
    expect((await change(one, { remove: [viewer], everywhere: true })).body.people).toBe(0);
    expect((await change(one, { add: [await idOf('super')] })).body.code).toBe(412);
    expect((await change(one, { add: [await idOf('stranger')] })).status).toBe(404);
    expect((await change(one, { add: [viewer] }, 'editor')).body.code).toBe(403);
  });

  it('who is bound gives only the own regions, and widens nobody', async () => {
    const other = (await add('بیگانه')).body.id;
    const viewer = await idOf('viewer');
    const change = (region: number, body: object) => w.call('bound', 'POST', `/api/region/${region}/people/`, body);
    expect((await change(other, { add: [viewer] })).body.code).toBe(412);
    expect((await change(w.ids.region, { add: [viewer] })).status).toBe(200);
    expect((await change(w.ids.region, { remove: [viewer], everywhere: true })).body.code).toBe(412);
    expect((await change(w.ids.region, { remove: [await idOf('bound')], everywhere: true })).body.code).toBe(412);
    await w.call('super', 'POST', `/api/region/${w.ids.region}/people/`, { remove: [viewer], everywhere: true });
  });

  it('a removal that is refused names people and projects', async () => {
    const { id } = (await add('پابند')).body;
    const sole = await make.createPerson(w.engine, w.ids.customer, { username: 'sole', password: PASSWORD, regions: [id] }); // biome-ignore format: one line
    const project = (await w.call('super', 'POST', '/api/project/', { name: 'طرح', region: id })).body.id;
    const refused = (await w.call('super', 'DELETE', `/api/region/${id}/`)).body;
    expect(refused).toMatchObject({ code: 412, people: [{ id: sole, username: 'sole' }], projects: [{ id: project, name: 'طرح' }] }); // biome-ignore format: one line
    const branch = (await w.call('keeper', 'GET', '/api/region/tree/')).body.find((r: { id: number }) => r.id === id);
    expect(branch).toMatchObject({ people: 1, projects: 1, can_delete: false });
    expect((await w.call('stranger', 'GET', '/api/region/tree/')).status).toBe(403);
  });

  it('overlaps and gaps of regions of one parent are told, neighbours that share an edge alone are not', async () => {
    const top = (await add('کل', box(70, 10, 73, 11))).body.id;
    const left = (await add('چپ', box(70, 10, 71, 11), { parent: top })).body.id;
    const right = (await add('راست', box(70.9, 10, 72, 11), { parent: top })).body.id;
    await add('دور', box(72, 10, 72.5, 11), { parent: top });
    const { pairs } = (await w.call('super', 'GET', '/api/region/overlaps/')).body;
    const mine = pairs.filter((p: { a: { id: number } }) => [left, right].includes(p.a.id));
    expect(mine).toMatchObject([{ a: { id: left }, b: { id: right } }]);
    // A tenth of a degree by one, at 10.5 north: 1,200 square kilometres.
    expect(mine[0].area / 1e6).toBeGreaterThan(1150);
    expect(mine[0].area / 1e6).toBeLessThan(1250);
    await add('روی هر دو', box(70.5, 10, 71.5, 10.1), { parent: top });
    const all = (await w.call('super', 'GET', '/api/region/overlaps/?limit=1000')).body;
    expect(all.count).toBe(pairs.length + 2);
    const areas = all.pairs.map((p: { area: number }) => p.area);
    expect(areas).toEqual([...areas].sort((a: number, b: number) => b - a));
    const second = (await w.call('super', 'GET', '/api/region/overlaps/?limit=1&after=1')).body;
    expect([second.pairs, second.count]).toEqual([[all.pairs[1]], all.count]);
    expect([left, right].every((id) => second.regions.includes(id))).toBe(true);
    const [third] = (await w.call('super', 'GET', `/api/region/?search=${encodeURIComponent('روی هر دو')}`)).body
      .results;
    await w.call('super', 'DELETE', `/api/region/${third.id}/`);
    expect((await w.call('super', 'GET', '/api/region/overlaps/')).body.count).toBe(pairs.length);
    const fit = (await w.call('super', 'GET', `/api/region/${left}/fit/`)).body;
    expect(fit.overlaps).toMatchObject([{ id: right, share: expect.closeTo(0.1, 3) }]);
    expect([fit.gaps, fit.beyond, fit.capped]).toEqual([[], null, false]);
    const whole = (await w.call('super', 'GET', `/api/region/${top}/fit/`)).body;
    expect(whole.gaps).toMatchObject([{ extent: [72.5, 10, 73, 11], of: { id: top }, neighbours: [{ label: 'دور' }] }]);
    await edit(left, { geometry: box(69.5, 10, 71, 11) });
    expect((await w.call('super', 'GET', `/api/region/${left}/fit/`)).body.beyond.extent).toEqual([69.5, 10, 70, 11]);
  });

  it('shapes are joined, cut, split and simplified without being saved', async () => {
    const { id } = (await add('پایه', box(80, 10, 82, 11))).body;
    const shape = (body: object, as = 'keeper') => w.call(as, 'POST', '/api/region/shape/', body);
    const union = (await shape({ act: 'union', of: [{ region: id }, { geometry: box(82, 10, 83, 11) }] })).body.shapes;
    expect([union.length, union[0].extent]).toEqual([1, [80, 10, 83, 11]]);
    expect(union[0].perimeter).toBeGreaterThan(800_000);
    const hole = (await shape({ act: 'difference', of: { region: id }, by: [{ geometry: box(80.5, 10.2, 81, 10.5) }] })).body.shapes[0]; // biome-ignore format: one line
    expect(hole.geometry.coordinates[0].length).toBe(2);
    const line = { type: 'LineString', coordinates: [[80.5, 9], [80.5, 12]] }; // biome-ignore format: one line
    const halves = (await shape({ act: 'split', of: { region: id }, line })).body.shapes;
    expect(halves.map((s: { extent: number[] }) => s.extent)).toEqual([[80.5, 10, 82, 11], [80, 10, 80.5, 11]]); // biome-ignore format: one line
    const nothing = await shape({ act: 'difference', of: { region: id }, by: [{ region: id }] });
    expect(nothing.status).toBe(400);
    expect((await shape({ act: 'union', of: [{ region: id }] }, 'stranger')).status).toBe(403);
    expect((await shape({ act: 'union', of: [{ region: 2 ** 31 - 1 }] })).status).toBe(404);
    const rough = { type: 'Polygon', coordinates: [[[0, 0], [0.5, 0.001], [1, 0], [1, 1], [0, 1], [0, 0]]] }; // biome-ignore format: one line
    expect((await shape({ act: 'simplify', of: { geometry: rough }, tolerance: 0.01 })).body.shapes[0].vertices).toBe(
      5,
    );
  });

  it('a file changes the regions that it knows by code, and puts each into its parent', async () => {
    const upload = async (query: string, ...rows: [object, ReturnType<typeof box>][]) => {
      const form = new FormData();
      const features = rows.map(([properties, geometry]) => ({ type: 'Feature', properties, geometry }));
      form.append('file', new Blob([JSON.stringify({ type: 'FeatureCollection', features })]), 'zones.geojson');
      const request = new Request('http://localhost/', { method: 'POST', body: form });
      const response = await w.backend.app.inject({ method: 'POST', url: `/api/regionsupload/?label_field=name&code_field=code&parent_field=of&${query}`, payload: Buffer.from(await request.arrayBuffer()), headers: { host: 'localhost', authorization: `Bearer ${await w.token('super')}`, 'content-type': request.headers.get('content-type') ?? '' } }); // biome-ignore format: one call
      return { status: response.statusCode, body: response.json() };
    };
    const old = (await add('کهنه', box(1, 1, 2, 2), { code: 'Z-1' })).body.id;
    const rows: [object, ReturnType<typeof box>][] = [
      [{ name: 'نو', code: 'z-1', of: '' }, box(1, 1, 3, 3)],
      [{ name: 'پاره', code: 'z-2', of: 'Z-1' }, box(1, 1, 2, 2)],
    ];
    const dry = (await upload('dry_run=1', ...rows)).body;
    expect([dry.count, dry.updates, dry.columns.sort()]).toEqual([2, 1, ['code', 'name', 'of']]);
    expect(dry.regions).toMatchObject([
      { id: old, code: 'z-1' },
      { id: null, parent: 'Z-1' },
    ]);
    expect(dry.regions[0].geometry.type).toMatch(/Polygon/);
    expect((await w.call('super', 'GET', `/api/region/${old}/`)).body.label).toBe('کهنه');
    const { body } = await upload('', ...rows);
    expect(body.regions[0].id).toBe(old);
    expect((await w.call('super', 'GET', `/api/region/${old}/`)).body).toMatchObject({ label: 'نو', extent: [1, 1, 3, 3], code: 'Z-1' }); // biome-ignore format: one line
    expect((await w.call('super', 'GET', `/api/region/${body.regions[1].id}/`)).body.parent).toBe(old);
    const bad = (await upload('dry_run=1', [{ name: 'a', code: '1', of: 'هیچ' }, box(1, 1, 2, 2)], [{ name: 'b', code: '7', of: '' }, box(1, 1, 2, 2)], [{ name: 'c', code: '۷', of: '' }, box(1, 1, 2, 2)])).body; // biome-ignore format: one call
    expect([bad.count, bad.rejects.map((r: { row: number }) => r.row)]).toEqual([0, [1, 2, 3]]);
  });
});
