// Boards: whose they are, who reads, changes and opens them first, and the questions of their widgets in one call.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BoardHead, MAX_BOARDS } from '../../../contract/schemas/boards/board';
import { createWorld, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

describe.each(ONE_ENGINE)('boards on the %s engine', (kind) => {
  let w: TestWorld;
  let role: number;
  let other: number;
  beforeAll(async () => {
    w = await createWorld(kind);
    const { customer } = w.ids;
    role = await make.createRole(w.engine, customer, 'گزارش‌بین', [15]);
    other = await make.createRole(w.engine, customer, 'دیگر', [15]);
    const third = await make.createRole(w.engine, customer, 'سوم', [15]);
    await make.createPerson(w.engine, customer, { username: 'clerk', password: PASSWORD, roles: [third] });
    const give = async (username: string, roles: number[]) => {
      for (const role_id of roles)
        await sql`
          insert into account_role (account_id, role_id)
            select id, ${role_id}::int from account where username = ${username}::text and customer_id = ${customer}::int`.execute(w.engine.db); // biome-ignore format: one statement
    };
    await give('viewer', [role]);
    await give('editor', [role, other]);
    // Rights are remembered for a moment: a call that changes them ends that.
    await w.call('super', 'POST', `/api/layerpermission/?layer=${w.ids.layer}`, { permissions: [] });
  });
  afterAll(() => w.close());

  const create = (as: string, more: object = {}) => w.call(as, 'POST', '/api/dashboard/', { label: 'هفتگی', ...more });
  const patch = (as: string, id: number, body: object, headers = {}) =>
    w.call(as, 'PATCH', `/api/dashboard/${id}/`, body, headers);
  const list = async (as: string): Promise<BoardHead[]> => (await w.call(as, 'GET', '/api/dashboard/')).body;
  const labels = async (as: string) => (await list(as)).map(({ label }) => label);
  const status = async (as: string, id: number) => (await w.call(as, 'GET', `/api/dashboard/${id}/`)).status;

  it('are their owner’s alone until they are shared with roles or with all', async () => {
    const { body: board } = await create('viewer', { label: 'من' });
    expect([board.is_own, board.can, board.audience, board.widgets]).toEqual([true, true, 'own', []]);
    // Not even a superuser reads what was not shared.
    expect([await status('editor', board.id), await status('super', board.id)]).toEqual([404, 404]);
    expect((await patch('viewer', board.id, { audience: 'roles', roles: [role] })).status).toBe(200);
    expect([await status('editor', board.id), await status('super', board.id)]).toEqual([200, 200]);
    expect(await status('clerk', board.id)).toBe(404);
    expect((await patch('editor', board.id, { label: 'x' })).status).toBe(403);
    expect((await patch('viewer', board.id, { audience: 'all' })).status).toBe(200);
    expect(await status('clerk', board.id)).toBe(200);
    // A superuser mends what is shared, and takes it from nobody.
    expect((await patch('super', board.id, { label: 'همه' })).status).toBe(200);
    expect((await patch('super', board.id, { audience: 'own' })).status).toBe(403);
    expect((await patch('viewer', board.id, { audience: 'own' })).status).toBe(200);
    expect(await labels('clerk')).toEqual([]);
    expect((await w.call('viewer', 'DELETE', `/api/dashboard/${board.id}/`)).status).toBe(200);
  });

  it('are shared with own roles only, by whoever is no superuser', async () => {
    expect((await create('viewer', { audience: 'roles', roles: [other] })).status).toBe(403);
    expect((await create('viewer', { audience: 'roles', roles: [999_999] })).status).toBe(404);
    const { body: board } = await create('super', { label: 'برای دیگران', audience: 'roles', roles: [other] });
    expect([await status('editor', board.id), await status('viewer', board.id)]).toEqual([200, 404]);
    await w.call('super', 'DELETE', `/api/dashboard/${board.id}/`);
  });

  it('open first by the person’s word, then by a role’s', async () => {
    const of = async (as: string) => (await list(as)).filter(({ is_default }) => is_default).map(({ id }) => id);
    const { body: first } = await create('super', { label: 'الف', audience: 'all', first_for: [role] });
    const { body: second } = await create('super', { label: 'ب', audience: 'all' });
    expect([await of('viewer'), await of('clerk')]).toEqual([[first.id], []]);
    const open = (id: number, is_default: boolean) =>
      w.call('viewer', 'POST', `/api/dashboard/${id}/default/`, { is_default });
    expect((await open(second.id, true)).body.is_default).toBe(true);
    expect(await of('viewer')).toEqual([second.id]);
    await open(second.id, false);
    expect(await of('viewer')).toEqual([first.id]);
    // What is no longer shared opens for nobody else.
    await open(second.id, true);
    await patch('super', second.id, { audience: 'own' });
    expect(await of('viewer')).toEqual([first.id]);
    for (const { id } of [first, second]) await w.call('super', 'DELETE', `/api/dashboard/${id}/`);
  });

  it('are unlocked before they are changed, copied whole, and change by versions', async () => {
    const widgets = [
      { kind: 'text', id: 'a', span: 6, title: '', text: 'سلام' },
      { kind: 'number', id: 'b', span: 3, title: 'شمار', question: { layer: w.ids.layer }, trend: null },
    ];
    const { body: board } = await create('editor', { widgets, locked: true, refresh: 60 });
    expect((await patch('editor', board.id, { label: 'x' })).body.code).toBe(412);
    expect((await patch('editor', board.id, { locked: false, label: 'x' })).status).toBe(403);
    expect((await w.call('editor', 'DELETE', `/api/dashboard/${board.id}/`)).status).toBe(403);
    const copy = await w.call('editor', 'POST', `/api/dashboard/${board.id}/copy/`, { label: 'کپی' });
    expect([copy.body.widgets, copy.body.refresh, copy.body.locked]).toEqual([widgets, 60, false]);
    expect((await patch('editor', board.id, { locked: false })).status).toBe(200);
    const stale = await patch('editor', board.id, { label: 'دیر' }, { 'if-match': `"${board.version}"` });
    expect([stale.status, stale.body.current.label]).toEqual([412, 'هفتگی']);
    const twice = [widgets[0], widgets[0]];
    expect((await patch('editor', board.id, { widgets: twice })).status).toBe(400);
    for (const id of [board.id, copy.body.id]) expect((await w.call('editor', 'DELETE', `/api/dashboard/${id}/`)).status).toBe(200); // biome-ignore format: one line
  });

  it('have a limit for each person, also where many come at once', async () => {
    const have = (await list('clerk')).length;
    for (let i = have; i < MAX_BOARDS - 2; i++) await create('clerk', { label: String(i) });
    const answers = await Promise.all([1, 2, 3, 4].map(() => create('clerk', { label: 'آخر' })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 403, 403]);
  });

  it('answer the questions of all widgets in one call, each as it is answered alone, and a refused one takes no other with it', async () => {
    const questions = [
      { layer: w.ids.layer, group_by: { field: 'name' }, measures: [{ type: 'sum', field: 'population' }] },
      { layer: 999_999 },
      { layer: w.ids.layer, measures: [{ type: 'sum', field: 'name' }] },
      { layer: w.ids.layer },
    ];
    const { status: code, body } = await w.call('editor', 'POST', '/api/report/batch/', { questions });
    expect(code).toBe(200);
    expect(body.answers.map((answer: { status: number }) => answer.status)).toEqual([200, 404, 400, 200]);
    for (const i of [0, 3])
      expect(body.answers[i].answer).toEqual((await w.call('editor', 'POST', '/api/report/statistics/', questions[i])).body); // biome-ignore format: one line
    expect(body.answers[2].detail).toContain('name');
    // Whoever sees no layer gets no number of it.
    const { body: unseen } = await w.call('stranger', 'POST', '/api/report/batch/', { questions: [questions[3]] });
    expect(unseen.answers?.[0]?.answer ?? null).toBe(null);
  });

  it('let people share a question of statistics in the same way', async () => {
    const ask = (as: string, method: string, path = '', body?: object, headers = {}) =>
      w.call(as, method, `/api/question/${path}`, body, headers);
    const { body: own } = await ask('viewer', 'POST', '', { label: 'پرسش', address: 'layer=1&by=~kind' });
    expect(own).toMatchObject({ address: 'layer=1&by=~kind', audience: 'own', roles: [], is_own: true, can: true });
    const read = async (as: string) => (await ask(as, 'GET', `${own.id}/`)).status;
    const labels = async (as: string) => (await ask(as, 'GET')).body.map(({ label }: { label: string }) => label);
    expect([await read('editor'), await read('super')]).toEqual([404, 404]);
    expect((await ask('viewer', 'PATCH', `${own.id}/`, { audience: 'roles', roles: [other] })).status).toBe(403);
    expect((await ask('viewer', 'PATCH', `${own.id}/`, { audience: 'roles', roles: [999_999] })).status).toBe(404);
    expect((await ask('viewer', 'PATCH', `${own.id}/`, { audience: 'roles', roles: [role] })).status).toBe(200);
    expect([await read('editor'), await read('super'), await read('clerk')]).toEqual([200, 200, 404]);
    expect([await labels('editor'), await labels('clerk')]).toEqual([['پرسش'], []]);
    expect([(await ask('editor', 'PATCH', `${own.id}/`, { label: 'x' })).status, (await ask('editor', 'DELETE', `${own.id}/`)).status]).toEqual([403, 403]); // biome-ignore format: one line
    expect((await ask('super', 'PATCH', `${own.id}/`, { audience: 'own' })).status).toBe(403);
    expect((await ask('super', 'PATCH', `${own.id}/`, { label: 'همگانی', audience: 'all' })).status).toBe(200);
    expect(await labels('clerk')).toEqual(['همگانی']);
    const stale = await ask('viewer', 'PATCH', `${own.id}/`, { label: 'y' }, { 'if-match': '"1"' });
    expect([stale.status, stale.body.current.label]).toEqual([412, 'همگانی']);
    expect((await ask('viewer', 'DELETE', `${own.id}/`)).status).toBe(200);
    expect(await read('viewer')).toBe(404);
  });
});
