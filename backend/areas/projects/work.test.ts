// The work inside projects on both engines: the checklist, cells, progress, what its people hear, templates, and the mask.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';
import { remindDue } from './reminders';

describe.each(ONE_ENGINE)('work in projects on the %s engine', (kind) => {
  let w: TestWorld;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    w = await createWorld(kind);
    const { customer } = w.ids;
    const working = await make.createRole(w.engine, customer, 'working', []);
    await make.createPermission(w.engine, working, w.ids.layer, { view: true, add: true, edit: true });
    const judge = await make.createRole(w.engine, customer, 'judge', []);
    const second = await make.createRole(w.engine, customer, 'second', [], ['second_approval']);
    const managing = await make.createRole(w.engine, customer, 'managing', [17]);
    const viewing = await make.createRole(w.engine, customer, 'seeing', []);
    await make.createPermission(w.engine, viewing, w.ids.layer, { view: true });
    const person = (username: string, roles: number[]) =>
      make.createPerson(w.engine, customer, { username, password: PASSWORD, roles });
    await person('one', [working]);
    await person('two', [working]);
    await person('idle', [viewing]);
    await person('judge', [judge, viewing]);
    await person('other', [judge, second]);
    await person('manager', [managing, viewing]);
    for (const { id, username } of await w.engine.db.selectFrom('account').select(['id', 'username']).execute())
      ids[username] = id;
  });
  afterAll(() => w.close());
  const id = (name: string) => ids[name] as number;
  const call = (as: string, method: string, path = '', body?: unknown) =>
    w.call(as, method, `/api/project/${path}`, body, { 'accept-language': 'en' });
  const create = async (more: object = {}) =>
    (
      await call('manager', 'POST', '', {
        name: 'برداشت',
        layers: [w.ids.layer],
        region: w.ids.region,
        members: [id('one'), id('two')],
        supervisors: [id('judge')],
        approvals: 1,
        ...more,
      })
    ).body;
  const start = (project: number) => call('manager', 'PATCH', `${project}/`, { state: 2, accept: true });
  const codesOf = (list: { code: string }[]) => list.map(({ code }) => code);
  const subjects = async (as: string) =>
    (await w.call(as, 'GET', '/api/notiffication/received/', undefined, { 'accept-language': 'en' })).body.results.map(
      (n: { code: string; link: string }) => `${n.code} ${n.link}`,
    );

  it('refuses a start that leads nowhere, with every reason, and says the same beforehand', async () => {
    const p = await create({ layers: [], region: null, members: [], supervisors: [], approvals: 2 });
    const listed = (await call('manager', 'GET', `${p.id}/checklist/`)).body;
    expect(codesOf(listed)).toEqual(['noRegion', 'noLayers', 'noMembers', 'noJudge']);
    const refused = await start(p.id);
    expect([refused.status, codesOf(refused.body.checklist)]).toEqual([403, codesOf(listed)]);
    expect(refused.body.detail).toContain('no region');
    const parts = { layers: [w.ids.layer], region: w.ids.region, members: [id('one'), id('idle')] };
    await call('manager', 'PATCH', `${p.id}/`, { ...parts, supervisors: [id('judge')] });
    expect(codesOf((await call('manager', 'GET', `${p.id}/checklist/`)).body)).toEqual(['oneJudge', 'idleMember', 'unsupervised']); // biome-ignore format: one row
    await call('manager', 'PATCH', `${p.id}/`, { members: [id('one')], supervisors: [id('judge'), id('other')] });
    // What does not block is accepted only by a word.
    const warned = await call('manager', 'PATCH', `${p.id}/`, { state: 2 });
    expect([warned.status, warned.body.checklist]).toEqual([403, [expect.objectContaining({ code: 'unsupervised', blocks: false })]]); // biome-ignore format: one row
    expect((await call('one', 'PATCH', `${p.id}/`, { state: 2, accept: true })).body.detail).toContain('manager');
    expect((await start(p.id)).body.state.id).toBe(2);
    expect(await subjects('one')).toEqual([`project_started /app/project-details/${p.id}`]);
    expect((await call('manager', 'GET', `${p.id}/checklist/`)).body).toEqual([]);
  });

  it('tells each whom a step concerns, and takes one approval where one was asked for', async () => {
    const p = await create();
    await start(p.id);
    expect((await call('one', 'PATCH', `${p.id}/`, { state: 3 })).body).toMatchObject({ submitted_by: { username: 'one' }, approvals: 1 }); // biome-ignore format: one row
    expect((await subjects('judge'))[0]).toBe(`project_submitted /app/project-details/${p.id}`);
    expect((await call('judge', 'PATCH', `${p.id}/`, { state: 5 })).body.state.id).toBe(5);
    for (const who of ['one', 'two', 'manager']) expect((await subjects(who))[0]).toContain('project_approved');
    const first = (await call('one', 'GET', `?role=member&order=-submitted_date&limit=1`)).body.results[0];
    expect(first.id).toBe(p.id);
    expect((await call('judge', 'GET', '?role=member')).body.count).toBe(0);
    expect((await call('judge', 'GET', '?role=supervisor')).body.count).toBeGreaterThan(0);
  });

  it('cuts the region into cells that one member at a time works in', async () => {
    const p = await create();
    const make = (body: object) => call('manager', 'POST', `${p.id}/task/`, body);
    expect((await make({ kind: 'grid', size: 50_000, dry_run: true })).body).toEqual({ count: 6 });
    expect((await call('manager', 'GET', `${p.id}/task/`)).body.count).toBe(0);
    expect((await make({ kind: 'grid', size: 50 })).status).toBe(403);
    expect((await make({ kind: 'parts' })).body).toEqual({ count: 1 });
    expect((await make({ kind: 'regions', regions: [w.ids.region] })).body).toEqual({ count: 1 });
    expect((await make({ kind: 'below' })).status).toBe(403);
    const half = (label: string, west: number) => w.call('super', 'POST', '/api/region/', { label, parent: w.ids.region, geometry: { type: 'Polygon', coordinates: [[[west, 35], [west + 0.5, 35], [west + 0.5, 36], [west, 36], [west, 35]]] } }); // biome-ignore format: a box
    for (const [label, west] of [['خاور', 51.5], ['باختر', 51]] as const) expect((await half(label, west)).status).toBe(200); // biome-ignore format: two halves
    expect((await make({ kind: 'below' })).body).toEqual({ count: 2 });
    const halves = (await call('manager', 'GET', `${p.id}/task/`)).body.results;
    expect(halves.map((t: { label: string }) => t.label)).toEqual(['خاور', 'باختر']);
    expect((await make({ kind: 'grid', size: 50_000 })).body).toEqual({ count: 6 });
    expect((await call('one', 'POST', `${p.id}/task/`, { kind: 'parts' })).status).toBe(403);
    const tasks = (await call('one', 'GET', `${p.id}/task/?coverage=true`)).body.results;
    // Tehran is the only one of the cities inside: one cell has it, the others are holes.
    expect(tasks.map((t: { covered: boolean }) => t.covered).filter(Boolean).length).toBe(1);
    const [a, b] = tasks;
    const move = (as: string, task: number, body: object) => call(as, 'PATCH', `${p.id}/task/${task}/`, body);
    expect((await move('one', a.id, { act: 'take' })).status).toBe(403);
    await start(p.id);
    const both = await Promise.all(['one', 'two'].map((as) => move(as, a.id, { act: 'take' })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    const holder = both[0]?.status === 200 ? 'one' : 'two';
    const rest = holder === 'one' ? 'two' : 'one';
    expect(both.find(({ status }) => status === 403)?.body.detail).toContain('Somebody else');
    // The lease runs out; whoever had it no longer keeps others away.
    await w.engine.db
      .updateTable('project_task')
      .set({ until: new Date(Date.now() - 1) })
      .where('id', '=', a.id)
      .execute();
    expect((await call(rest, 'GET', `${p.id}/task/?state=open`)).body.count).toBe(6);
    expect((await move(rest, a.id, { act: 'take' })).body).toMatchObject({ state: 'taken', user: { username: rest } });
    expect((await move(holder, a.id, { act: 'finish' })).status).toBe(403);
    expect((await move(rest, a.id, { act: 'finish' })).body.state).toBe('done');
    expect((await move(rest, a.id, { act: 'check' })).status).toBe(403);
    expect((await move('manager', b.id, { act: 'hand', member: id('judge') })).status).toBe(400);
    expect((await move('manager', b.id, { act: 'hand', member: id('two') })).body).toMatchObject({ until: null, user: { username: 'two' } }); // biome-ignore format: one row
    expect((await subjects('two'))[0]).toContain('task_handed');
    expect((await move('judge', a.id, { act: 'reopen' })).body.fields).toEqual({ reason: expect.any(String) });
    expect((await move('judge', a.id, { act: 'reopen', reason: 'ناقص' })).body).toMatchObject({ state: 'taken', reason: 'ناقص' }); // biome-ignore format: one row
    expect((await subjects(rest))[0]).toContain('task_reopened');
    expect((await make({ kind: 'parts' })).body.detail).toContain('begun');
    expect((await call('one', 'PATCH', `${p.id}/`, { state: 3 })).body.detail).toContain('6');
    // South-east corner of the region: the last cell is nearest.
    const next = await call('one', 'GET', `${p.id}/next_task/?lon=52&lat=35`);
    expect(next.body.task.id).toBe(tasks.at(-1).id);
    // Who leaves the project leaves their cells.
    await call('manager', 'PATCH', `${p.id}/`, { members: [id(holder)] });
    const left = (await call(holder, 'GET', `${p.id}/task/`)).body.results.filter((t: { user: { id: number } | null }) => t.user && t.user.id !== id(holder)); // biome-ignore format: one row
    expect(left).toEqual([]);
    expect((await call('manager', 'GET', `${p.id}/`)).body.counts).toMatchObject({ tasks: 6, left: 6 });
  });

  it('counts records by layer, maker and status, and work by day', async () => {
    const p = await create();
    await start(p.id);
    const save = (coordinates: number[]) =>
      w.call('one', 'POST', '/api/layerdata/', { layer: w.ids.layer, project: p.id, value: { name: 'x' }, geometry: { type: 'Point', coordinates } }); // biome-ignore format: one record
    const record = await save([51.5, 35.5]);
    expect(record.status).toBe(200);
    const progress = (await call('one', 'GET', `${p.id}/progress/`)).body;
    expect(progress.rows).toContainEqual({ layer: w.ids.layer, member: id('one'), status: 3, count: 1 });
    expect(progress.rows.reduce((sum: number, r: { count: number }) => sum + r.count, 0)).toBe(2);
    expect(progress.days).toEqual([expect.objectContaining({ added: 1, done: 0 })]);
    expect(progress.people.find((one: { id: number }) => one.id === id('one')).last_work).not.toBeNull();
    expect(progress.tasks).toEqual({ open: 0, taken: 0, done: 0, checked: 0 });
    await w.engine.db.updateTable('record').set({ status: 4 }).where('id', '=', record.body.id).execute();
    expect((await call('one', 'GET', `${p.id}/`)).body.counts.returned).toBe(1);
    // Who only views knows of no work that was sent back.
    expect((await call('judge', 'GET', `${p.id}/`)).body.counts.returned).toBe(0);
    expect((await call('manager', 'GET', `${p.id}/progress/`)).status).toBe(200);
    expect((await call('editor', 'GET', `${p.id}/progress/`)).status).toBe(404);
  });

  it('keeps work for a project inside its region, its layers and its time', async () => {
    const p = await create();
    const point = (coordinates: number[]) => ({ type: 'Point', coordinates });
    const save = (as: string, more: object) =>
      w.call(as, 'POST', '/api/layerdata/', { layer: w.ids.layer, project: p.id, value: { name: 'x' }, geometry: point([51.5, 35.5]), ...more }, { 'accept-language': 'en' }); // biome-ignore format: one record
    expect((await save('one', {})).body.detail).toContain('not running');
    await start(p.id);
    const inside = await save('one', {});
    expect(inside.status).toBe(200);
    const outside = await save('one', { geometry: point([10, 10]) });
    expect([outside.status, outside.body.detail]).toEqual([403, expect.stringContaining('outside')]);
    expect((await save('one', { geometry: point([10, 10]), project: undefined })).status).toBe(200);
    expect((await save('editor', {})).status).toBe(404);
    expect((await save('judge', {})).status).toBe(403);
    // Who judges and may write in the layer still does not work for the project.
    const judged = await create({ members: [id('one')], supervisors: [id('two')] });
    await start(judged.id);
    expect((await save('two', { project: judged.id })).status).toBe(403);
    expect((await save('super', { layer: w.ids.spare })).body.detail).toContain('layer');
    const move = (coordinates: number[]) =>
      w.call('one', 'PUT', `/api/layerdata/${inside.body.id}/`, { geometry: point(coordinates), project: p.id });
    expect([(await move([10, 10])).status, (await move([51.6, 35.6])).status]).toEqual([403, 200]);
  });

  it('has comments that its people hear of, and a reminder of its due day', async () => {
    const p = await create({ due_date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) });
    await start(p.id);
    expect((await call('one', 'POST', `${p.id}/comment/`, { text: ' ' })).status).toBe(400);
    const said = (await call('one', 'POST', `${p.id}/comment/`, { text: 'راه بسته است' })).body;
    expect(said).toMatchObject({ text: 'راه بسته است', user: { username: 'one' }, task: null });
    expect((await call('judge', 'GET', `${p.id}/comment/`)).body.results).toEqual([said]);
    for (const who of ['two', 'judge', 'manager']) expect((await subjects(who))[0]).toContain('project_comment');
    expect((await call('editor', 'GET', `${p.id}/comment/`)).status).toBe(404);
    const { world } = w.backend;
    const reminders = async () => (await subjects('two')).filter((s: string) => s.includes('project_due')).length;
    const before = await reminders();
    await remindDue(world, () => true);
    await remindDue(world, () => true);
    expect((await reminders()) - before).toBe(1);
    await call('manager', 'PATCH', `${p.id}/`, { due_date: '2020-01-01' });
    expect((await call('one', 'GET', `?overdue=true&search=برداشت`)).body.results.map((r: { id: number }) => r.id)).toContain(p.id); // biome-ignore format: one row
  });

  it('is made of templates, the own ones and those for everybody', async () => {
    const data = { description: 'x', layers: [w.ids.layer, w.ids.secret], region: w.ids.region, members: [id('one'), 999_999], supervisors: [], approvals: 1, days: 30 }; // biome-ignore format: one template
    const template = (as: string, method: string, path = '', body?: unknown) =>
      w.call(as, method, `/api/project_template/${path}`, body);
    const own = (await template('manager', 'POST', '', { name: 'خود', is_shared: false, data })).body;
    // What the reader does not see and what is gone is left out.
    expect(own.data).toMatchObject({ layers: [w.ids.layer], members: [id('one')], days: 30 });
    const shared = (await template('manager', 'POST', '', { name: 'همه', is_shared: true, data })).body;
    const names = async (as: string) =>
      (await template(as, 'GET')).body.map((t: { name: string; can_delete: boolean }) => [t.name, t.can_delete]);
    expect(await names('manager')).toEqual([['خود', true], ['همه', true]]); // biome-ignore format: two rows
    expect(await names('super')).toEqual([['همه', true]]);
    expect((await template('one', 'GET')).status).toBe(403);
    expect((await template('super', 'DELETE', `${own.id}/`)).status).toBe(404);
    expect((await template('manager', 'DELETE', `${shared.id}/`)).status).toBe(200);
    expect(await names('super')).toEqual([]);
  });

  it('names the projects under way that are nearest to a place, those alone that the caller may see', async () => {
    const box = (west: number) => ({ type: 'Polygon' as const, coordinates: [[[west, 10], [west + 1, 10], [west + 1, 11], [west, 11], [west, 10]]] }); // biome-ignore format: one shape
    const regions = [];
    for (const west of [10, 14, 12])
      regions.push(await make.createRegion(w.engine, w.ids.customer, `west ${west}`, box(west)));
    const at = (as: string, query = 'lon=10.5&lat=10.5') => w.call(as, 'GET', `/api/project_near/?${query}`);
    const projects: { id: number }[] = [];
    for (const region of regions) projects.push(await create({ region, supervisors: [id('judge'), id('other')] }));
    const mine = (list: { id: number; distance: number }[]) =>
      list.filter((one) => projects.some((p) => p.id === one.id));
    // A draft is not under way.
    expect(mine((await at('manager')).body)).toEqual([]);
    for (const { id: project } of projects) expect((await start(project)).status).toBe(200);
    const near = mine((await at('manager')).body);
    expect(near.map((one) => one.id)).toEqual([projects[0]?.id, projects[2]?.id, projects[1]?.id]);
    expect(near[0]?.distance).toBe(0);
    // A degree and a half, and three and a half, of the parallel of 10.5° on WGS 84: 109,468 m each (pi a cos b / 180 sqrt(1 - e2 sin2 b)).
    expect((near[1]?.distance ?? 0) / 164_200).toBeCloseTo(1, 2);
    expect((near[2]?.distance ?? 0) / 383_100).toBeCloseTo(1, 2);
    expect((await at('one')).body.length).toBeGreaterThan(2);
    expect((await at('idle')).body).toEqual([]);
    expect((await at('manager', 'lon=200&lat=0')).status).toBe(400);
    expect((await at('manager', 'lon=10')).status).toBe(400);
  });
});
