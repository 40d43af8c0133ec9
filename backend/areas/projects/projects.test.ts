// Projects on both engines: who sees them, who leads them where, and what they make of the list of records.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAllowed } from '../../../testing/allowed';
import { createWorld, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

describe.each(ONE_ENGINE)('projects on the %s engine', (kind) => {
  let w: TestWorld;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    w = await createWorld(kind);
    const { customer } = w.ids;
    const judge = await make.createRole(w.engine, customer, 'judge', [], ['second_approval']);
    const managing = await make.createRole(w.engine, customer, 'managing', [17]);
    const person = (username: string, roles: number[]) =>
      make.createPerson(w.engine, customer, { username, password: PASSWORD, roles });
    // The viewer works in the layer; without that nothing starts.
    const working = await make.createRole(w.engine, customer, 'working', []);
    await make.createPermission(w.engine, working, w.ids.layer, { view: true, add: true });
    await person('judge', [judge, working]);
    await person('other', [judge]);
    await person('manager', [managing]);
    const rows = await w.engine.db.selectFrom('account').select(['id', 'username']).execute();
    for (const { id, username } of rows) ids[username] = id;
    await w.engine.db
      .insertInto('account_role')
      .values({ account_id: id('viewer'), role_id: working })
      .execute();
  });
  afterAll(() => w.close());
  const id = (name: string) => ids[name] as number;

  const call = (as: string, method: string, path = '', body?: unknown, headers = {}) =>
    w.call(as, method, `/api/project/${path}`, body, headers);
  const lead = (as: string, project: number, state: number, reason?: string) =>
    call(as, 'PATCH', `${project}/`, { state, ...(state === 2 ? { accept: true } : {}), ...(reason === undefined ? {} : { reason }) }); // biome-ignore format: one call
  const createProject = async (more: object = {}) =>
    (
      await call('super', 'POST', '', {
        name: 'پروژه',
        layers: [w.ids.layer],
        members: [id('viewer')],
        supervisors: [id('judge'), id('other'), id('editor')],
        region: w.ids.region,
        ...more,
      })
    ).body;

  it('name their layers and region, and of the layers only what the reader may see', async () => {
    const p = await createProject({ layers: [w.ids.layer, w.ids.secret], region: w.ids.region });
    const parts = ({ layers, layers_detail, region_detail }: Record<string, unknown>) => [layers, layers_detail, region_detail]; // biome-ignore format: one row
    const region = { id: w.ids.region, label: 'تهران' };
    const cities = { id: w.ids.layer, label: 'شهرها' };
    const secret = { id: w.ids.secret, label: 'محرمانه' };
    expect(parts(p)).toEqual([[w.ids.layer, w.ids.secret], [cities, secret], region]);
    expect(parts((await call('viewer', 'GET', `${p.id}/`)).body)).toEqual([[w.ids.layer], [cities], region]);
    const listed = (await call('viewer', 'GET', '')).body.results.find((one: { id: number }) => one.id === p.id);
    expect(parts(listed)).toEqual([[w.ids.layer], [cities], region]);
    expect((await createProject({ region: null })).region_detail).toBeNull();
  });

  it('go from draft to closed by the right people, each step in the log', async () => {
    const p = await createProject({ due_date: '۲۰۳۰-۰۱-۱۵' });
    expect(p).toMatchObject({ due_date: '2030-01-15', state: { id: 1 }, next: [2], version: 1 });
    expect((await lead('viewer', p.id, 2)).body.code).toBe(412);
    expect((await lead('super', p.id, 2)).body.state.id).toBe(2);
    expect((await lead('judge', p.id, 3)).status).toBe(403);
    expect((await lead('viewer', p.id, 3)).body.state.id).toBe(3);
    const mine = (as: string, which: string) => call(as, 'GET', `?${which}=true`);
    const sees = async (as: string, which: string) =>
      (await mine(as, which)).body.results.some((r: { id: number }) => r.id === p.id);
    expect([await sees('editor', 'my_supervision'), await sees('viewer', 'my_supervision')]).toEqual([true, false]);
    expect(await sees('judge', 'second_approval')).toBe(false);
    const waits = async (as: string) => {
      const { projects, projects_second } = (await w.call(as, 'GET', '/api/inbox/')).body;
      return [projects, projects_second];
    };
    expect([await waits('editor'), await waits('viewer')]).toEqual([[1, 0], [0, 0]]); // biome-ignore format: one row
    expect((await lead('viewer', p.id, 4)).status).toBe(403);
    const noReason = await lead('editor', p.id, 6);
    expect([noReason.status, Object.keys(noReason.body.fields)]).toEqual([400, ['reason']]);
    expect((await lead('editor', p.id, 6, '  ')).status).toBe(400);
    expect((await lead('editor', p.id, 6, 'کامل نیست')).body.state.id).toBe(6);
    const heard = await w.call('viewer', 'GET', '/api/notiffication/received/', undefined, { 'accept-language': 'en' });
    expect(heard.body.results[0]).toMatchObject({ code: 'project_returned', subject: 'Project “پروژه” was sent back for correction', text: 'Why project “پروژه” was sent back:\nکامل نیست' }); // biome-ignore format: one row
    expect((await call('viewer', 'GET', `${p.id}/`)).body).toMatchObject({ return_reason: 'کامل نیست', next: [2] });
    for (const [as, state] of [['viewer', 2], ['viewer', 3], ['judge', 4]] as const) // biome-ignore format: one row
      expect((await lead(as, p.id, state)).status).toBe(200);
    expect((await lead('judge', p.id, 5)).status).toBe(403);
    expect((await lead('editor', p.id, 5)).status).toBe(403);
    expect([await sees('other', 'second_approval'), await sees('judge', 'second_approval'), await sees('editor', 'second_approval')]).toEqual([true, false, false]); // biome-ignore format: one row
    expect([await waits('other'), await waits('judge'), await waits('editor')]).toEqual([[1, 1], [0, 0], [0, 0]]); // biome-ignore format: one row
    expect((await lead('other', p.id, 5)).body.state.id).toBe(5);
    expect((await call('super', 'PATCH', `${p.id}/`, { name: 'x' })).status).toBe(403);
    expect((await lead('other', p.id, 7)).status).toBe(403);
    expect((await lead('manager', p.id, 7)).body.state.id).toBe(7);
    const logs = (await call('viewer', 'GET', `${p.id}/logs/`)).body;
    expect(logs.map((l: { to: number }) => l.to).reverse()).toEqual([1, 2, 3, 6, 2, 3, 4, 5, 7]);
    expect(logs.find((l: { to: number }) => l.to === 6)).toMatchObject({ from: 3, reason: 'کامل نیست', user: { username: 'editor' } }); // biome-ignore format: one row
  });

  it('are judged by nobody who ever worked on them', async () => {
    const p = await createProject({ members: [id('viewer'), id('judge')] });
    expect((await lead('super', p.id, 2)).status).toBe(200);
    expect((await call('super', 'PATCH', `${p.id}/`, { members: [id('viewer')] })).status).toBe(200);
    expect((await lead('viewer', p.id, 3)).status).toBe(200);
    const refused = await call('judge', 'PATCH', `${p.id}/`, { state: 4 }, { 'accept-language': 'en' });
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([403, 412, expect.stringContaining('member')]); // biome-ignore format: one row
    expect((await call('judge', 'GET', `${p.id}/`)).body.next).toEqual([]);
    expect((await call('judge', 'GET', '?my_supervision=true')).body.results).toEqual([]);
    expect((await call('super', 'PATCH', `${p.id}/`, { members: [] })).status).toBe(403);
    expect((await call('super', 'PATCH', `${p.id}/`, { supervisors: [id('editor'), id('other')] })).status).toBe(200);
    // Two approvals would find one judge.
    const stuck = await call('super', 'PATCH', `${p.id}/`, { supervisors: [id('editor')] });
    expect([stuck.status, stuck.body.checklist.map((c: { code: string }) => c.code)]).toEqual([403, ['oneJudge']]);
  });

  it('are seen by their people and by managers, and by nobody else', async () => {
    const p = await createProject({ name: 'CANARY-PROJECT', members: [id('viewer')], supervisors: [id('judge')] });
    for (const as of ['viewer', 'judge', 'manager', 'super'])
      expect((await call(as, 'GET', `${p.id}/`)).status).toBe(200);
    for (const as of ['editor', 'regional', 'stranger', 'other']) {
      for (const path of [`${p.id}/`, `${p.id}/logs/`]) expect((await call(as, 'GET', path)).status).toBe(404);
      expect((await lead(as, p.id, 2)).status).toBe(404);
      expect(JSON.stringify((await call(as, 'GET')).body)).not.toContain('CANARY-PROJECT');
      expect((await w.call(as, 'GET', `/api/deleted_layerdata/?project=${p.id}`)).status).not.toBe(200);
    }
    expect((await w.call('editor', 'GET', `/api/layerdata/?layer=${w.ids.layer}&project=${p.id}`)).status).toBe(404);
    for (const as of ['viewer', 'judge', 'stranger']) expect((await call(as, 'DELETE', `${p.id}/`)).status).toBe(403);
    for (const bad of ['0', '-1', 'x', '99999999999', '2147483648'])
      expect((await call('super', 'GET', `${bad}/`)).status).toBe(404);
  });

  it('take only layers, regions and people that exist for whoever makes them', async () => {
    const stranger = { name: 'x', members: [id('stranger')] };
    for (const bad of [stranger, { name: 'x', supervisors: [999_999] }, { name: 'x', layers: [999_999] }, { name: 'x', region: 999_999 }, { name: 'x', members: [2 ** 40] }]) // biome-ignore format: one row
      expect((await call('super', 'POST', '', bad)).status).toBe(404);
    // The manager has module 17 and no right on any layer.
    expect((await call('manager', 'POST', '', { name: 'x', layers: [w.ids.layer] })).status).toBe(404);
    for (const bad of [{}, { name: ' ' }, { name: 'x', due_date: '1403-13-01' }, { name: 'x', due_date: '2024-02-30' }, { name: 'x', layers: 'y' }, { name: 'x', state: 5 }]) // biome-ignore format: one row
      expect((await call('super', 'POST', '', bad)).status).toBe(400);
    const p = await createProject({ layers: [w.ids.layer, w.ids.secret, w.ids.layer] });
    expect(p.layers.length).toBe(2);
    // What a manager cannot see stays when he writes the rest.
    expect((await call('manager', 'PATCH', `${p.id}/`, { layers: [], name: 'نو' })).body).toMatchObject({ layers: [], name: 'نو' }); // biome-ignore format: one row
    expect((await call('super', 'GET', `${p.id}/`)).body.layers.length).toBe(2);
    expect((await call('viewer', 'GET', `${p.id}/`)).body.layers).toEqual([w.ids.layer]);
  });

  it('refuse a stale change with what is there now, and one of two at once', async () => {
    const p = await createProject();
    const one = await call('super', 'PATCH', `${p.id}/`, { name: 'یک' }, { 'if-match': '"1"' });
    expect([one.status, one.headers.etag]).toEqual([200, '"2"']);
    const stale = await call('super', 'PATCH', `${p.id}/`, { name: 'دو' }, { 'if-match': '"1"' });
    expect([stale.status, stale.body.current]).toEqual([412, expect.objectContaining({ name: 'یک', version: 2 })]);
    await lead('super', p.id, 2);
    const both = await Promise.all([lead('viewer', p.id, 3), lead('viewer', p.id, 3)]);
    expect(both.map((r) => r.status)).toEqual([200, 200]);
    const logs = (await call('viewer', 'GET', `${p.id}/logs/`)).body;
    expect(logs.filter((l: { to: number }) => l.to === 3).length).toBe(1);
    const verdicts = await Promise.all([lead('judge', p.id, 4), lead('editor', p.id, 6, 'نه')]);
    expect(verdicts.map((r) => r.status).filter((s) => s === 200).length).toBeGreaterThan(0);
    // Whoever came first, each step begins where the one before it ended.
    const steps = (await call('viewer', 'GET', `${p.id}/logs/`)).body.reverse();
    for (const [i, step] of steps.entries()) expect(step.from).toBe(i === 0 ? null : steps[i - 1].to);
    expect((await call('viewer', 'GET', `${p.id}/`)).body.state.id).toBe(steps.at(-1).to);
  });

  it('are left alone by a change that changes nothing', async () => {
    const p = await createProject();
    for (const body of [{}, { state: 1 }, { state: 1, reason: 'x' }])
      expect((await call('viewer', 'PATCH', `${p.id}/`, body)).body.version).toBe(1);
    for (const body of [{ name: 'x' }, { due_date: null }, { state: 1, members: [] }])
      expect((await call('viewer', 'PATCH', `${p.id}/`, body)).status).toBe(403);
    expect((await call('super', 'PATCH', `${p.id}/`, { name: 'ب', state: 2, accept: true })).body).toMatchObject({ name: 'ب', state: { id: 2 }, version: 2 }); // biome-ignore format: one row
  });

  it('narrow the list of records to their layers and their region', async () => {
    const p = await createProject({ region: w.ids.region });
    const list = async (as: string, layer: number, project = p.id) =>
      (await w.call(as, 'GET', `/api/layerdata/?layer=${layer}&project=${project}`)).body;
    expect((await list('viewer', w.ids.layer)).results.map((r: { value: { name: string } }) => r.value.name)).toEqual(['تهران']); // biome-ignore format: one row
    expect((await list('super', w.ids.polygons)).count).toBe(0);
    const whole = await createProject({ region: null });
    expect((await list('super', w.ids.layer, whole.id)).count).toBe(3);
    const isOutside = async (layer: number, coordinates: number[]) => {
      const { body } = await w.call('super', 'POST', '/api/layerdata/', { layer, value: { name: 'gone' }, geometry: { type: 'Point', coordinates } }); // biome-ignore format: one row
      await w.call('super', 'DELETE', `/api/layerdata/${body.id}/`);
      return body.id;
    };
    const [inside, outside, elsewhere] = [await isOutside(w.ids.layer, [51.5, 35.5]), await isOutside(w.ids.layer, [10, 10]), await isOutside(w.ids.spare, [51.5, 35.5])]; // biome-ignore format: one row
    const deleted = async (project: number) =>
      (await w.call('super', 'GET', `/api/deleted_layerdata/?project=${project}`)).body.results.map((r: { id: number }) => r.id); // biome-ignore format: one row
    expect(await deleted(p.id)).toEqual([inside]);
    expect((await deleted(whole.id)).sort()).toEqual([inside, outside].sort());
    expect(await deleted(whole.id)).not.toContain(elsewhere);
  });

  it('come 25 at a time, the newest first, and go with their log', async () => {
    for (let i = 0; i < 26; i++) await createProject({ name: `بسیار ${i}`, members: [], supervisors: [] });
    const { body } = await call('super', 'GET', '?search=بسیار');
    expect([body.count, body.results.length, body.results[0].name]).toEqual([26, 25, 'بسیار 25']);
    expect((await call('super', 'GET', '?search=بسیار&offset=۲۵')).body.results.length).toBe(1);
    const [first] = body.results;
    expect((await lead('super', first.id, 2)).body.detail).toContain('ناظری');
    expect((await call('super', 'DELETE', `${first.id}/`)).status).toBe(200);
    expect((await call('super', 'GET', `${first.id}/`)).status).toBe(404);
    const states = (await call('viewer', 'GET', 'state_choices/')).body;
    expect(states.length).toBe(7);
  });

  it('tell beside each what the caller may do with it, and the calls agree', async () => {
    const name = 'توان';
    for (const state of [1, 2, 3, 5, 7]) {
      const { id: project } = await createProject({ name });
      await w.engine.db.updateTable('project').set({ state }).where('id', '=', project).execute();
    }
    for (const as of ['viewer', 'judge', 'manager', 'super']) {
      const { results } = (await call(as, 'GET', `?search=${encodeURIComponent(name)}`)).body;
      expect([as, results.length]).toEqual([as, 5 - (as === 'super' ? 5 : 0)]);
      let edits = 0;
      for (const row of results) {
        expect((await call(as, 'GET', `${row.id}/`)).body).toEqual(row);
        if (await expectAllowed(row, 'edit', () => call(as, 'PATCH', `${row.id}/`, { description: 'x' }))) edits++;
        await expectAllowed(row, 'delete', () => call(as, 'DELETE', `${row.id}/`));
      }
      expect([as, edits]).toEqual([as, as === 'manager' ? 3 : 0]);
    }
  });
});
