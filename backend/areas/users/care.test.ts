// Looking after accounts: the last time that somebody was there, open sessions, a lost second factor, a password that must be changed,
// many people at once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fa from '../../../messages/fa/backend.json';
import { createWorld, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';
import { openSession, renewSession } from '../session/tokens';

const FRESH = 'Clear-Water-7';
const DAY_MS = 86_400_000;
/** A Saturday noon in Tehran. */
const START = new Date('2026-11-21T09:00:00Z').getTime();

describe.each(ONE_ENGINE)('care for accounts on the %s engine', (kind) => {
  let w: TestWorld;
  let ahead = 0;
  const ids: Record<string, number> = {};
  const roles: Record<string, number> = {};
  const now = () => new Date(START + ahead);

  beforeAll(async () => {
    w = await createWorld(kind, { accessSeconds: 30 * 86_400 }, now);
    const { customer, layer } = w.ids;
    roles.managing = await make.createRole(w.engine, customer, 'managing', [4, 5, 6]);
    roles.small = await make.createRole(w.engine, customer, 'small', [4]);
    roles.wide = await make.createRole(w.engine, customer, 'wide', [4, 8]);
    await make.createPermission(w.engine, roles.managing, layer, { view: true, edit: true });
    await make.createPermission(w.engine, roles.small, layer, { view: true });
    const person = async (username: string, p: Partial<make.NewPerson> = {}) => {
      ids[username] = await make.createPerson(w.engine, customer, { username, password: PASSWORD, ...p });
    };
    await person('manager', { first_name: 'مهران', last_name: 'کاویان', roles: [roles.managing] });
    await person('plain', { first_name: 'سارا', roles: [roles.small] });
    await person('other', { roles: [roles.small] });
    await person('above', { roles: [roles.wide] });
    for (const { id, username } of await w.engine.db.selectFrom('account').select(['id', 'username']).execute())
      ids[username] ??= id;
  });
  afterAll(() => w.close());

  const get = (as: string, path: string) => w.call(as, 'GET', `/api/${path}`);
  const one = async (who: string, as = 'super') => (await get(as, `users/${ids[who]}/`)).body;
  const put = (as: string, who: string, body: object) => w.call(as, 'PUT', `/api/users/${ids[who]}/`, body);
  const bulk = (as: string, who: string[], change: object) =>
    w.call(as, 'PATCH', '/api/users/edit_bulk/', { users: who.map((name) => ids[name] ?? 999_999), ...change });
  const open = (who: string, place = {}) => openSession(w.engine.db, ids[who] as number, now(), 3600, place);
  const send = (token: string, method: string, path: string, payload?: object) =>
    w.backend.app.inject({ method: method as 'GET', url: `/api/${path}`, headers: { host: 'localhost', authorization: `Bearer ${token}` }, ...(payload ? { payload } : {}) }); // biome-ignore format: one call
  const REFUSED = [403, 412];
  const said = ({ status, body }: { status: number; body: { code?: number } }) => [status, body.code];

  describe('tells when somebody was last there', () => {
    it('as a session begins and is renewed, and leaves the version of the account alone', async () => {
      expect((await one('other')).last_seen).toBeNull();
      const { headers } = await get('super', `users/${ids.other}/`);
      const { refresh } = await open('other');
      expect((await one('other')).last_seen).toBe(now().toISOString());
      ahead += 600_000;
      await renewSession(w.engine.db, refresh, now(), 3600);
      expect((await one('other')).last_seen).toBe(now().toISOString());
      const edit = await w.call('super', 'PUT', `/api/users/${ids.other}/`, { first_name: 'x' }, { 'if-match': String(headers.etag) }); // biome-ignore format: one call
      expect(edit.status).toBe(200);
    });

    it('in an order and in filters of days, where who never was there is the oldest', async () => {
      ahead += 3 * DAY_MS;
      await open('plain');
      const names = async (query: string) =>
        (await get('super', `users/?limit=100&${query}`)).body.results.map((p: { username: string }) => p.username);
      const byOrder = await names('order=last_seen');
      expect(byOrder.at(-1)).toBe('plain');
      expect(byOrder.indexOf('above')).toBeLessThan(byOrder.indexOf('other'));
      expect((await names('order=-last_seen'))[0]).toBe('plain');
      expect(await names('last_seen_after=2026-11-24')).toEqual(['plain']);
      expect(await names('last_seen_before=2026-11-23')).toEqual(expect.arrayContaining(['above', 'other']));
      expect(await names('last_seen_before=2026-11-23')).not.toContain('plain');
      const between = await names('last_seen_after=2026-11-21&last_seen_before=2026-11-23');
      expect([between.includes('other'), between.includes('above')]).toEqual([true, false]);
      expect(await names('superuser=true')).toEqual(['super']);
      await make.createPerson(w.engine, w.ids.customer, { username: 'guarded', password: PASSWORD });
      await w.engine.db.updateTable('account').set({ two_factor: true, phone: '09121112233', proved_phone: '989121112233' }).where('username', '=', 'guarded').execute(); // biome-ignore format: one statement
      expect(await names('two_factor=true')).toEqual(['guarded']);
      expect(await names('two_factor=false')).not.toContain('guarded');
    });

    it('and how many layers a person sees, where one is read', async () => {
      expect([(await one('plain')).layer_count, (await one('super')).layer_count]).toEqual([1, 5]);
    });
  });

  describe('shows open sessions', () => {
    it('with where they began, and ends one or none of somebody else', async () => {
      const first = await open('above', { ip: '192.0.2.7', agent: 'Mozilla/5.0 (X11; Linux) Firefox/130.0' });
      ahead += 60_000;
      const second = await open('above');
      const list = async () => (await get('manager', `users/${ids.above}/sessions/`)).body;
      const { results, count } = await list();
      expect(count).toBe(2);
      expect(results[1]).toMatchObject({ address: '192.0.2.7', agent: expect.stringContaining('Firefox'), current: false }); // biome-ignore format: one line
      const end = (who: string, id: string) => w.call('manager', 'DELETE', `/api/users/${ids[who]}/sessions/${id}/`);
      expect((await end('plain', results[1].id)).status).toBe(200);
      expect((await send(first.access, 'GET', 'user/')).statusCode).toBe(200);
      expect((await end('above', results[1].id)).status).toBe(200);
      expect((await send(first.access, 'GET', 'user/')).statusCode).toBe(401);
      expect((await send(second.access, 'GET', 'user/')).statusCode).toBe(200);
      expect((await list()).count).toBe(1);
    });

    it('to nobody beneath a superuser, and to nobody of another customer', async () => {
      expect(said(await get('manager', `users/${ids.super}/sessions/`))).toEqual(REFUSED);
      expect(said(await w.call('manager', 'DELETE', `/api/users/${ids.super}/sessions/x/`))).toEqual(REFUSED);
      await w.engine.db.updateTable('role').set({ modules: [4, 5] }).where('customer_id', '<>', w.ids.customer).execute(); // biome-ignore format: one statement
      expect((await get('stranger', `users/${ids.plain}/sessions/`)).status).toBe(404);
    });
  });

  describe('takes a lost second factor off', () => {
    const reset = (as: string, who: string) => w.call(as, 'POST', `/api/users/${ids[who]}/reset_two_factor/`);
    const give = (who: string) =>
      w.engine.db.updateTable('account').set({ two_factor: true, phone: '09121110000', proved_phone: `98912111${ids[who]}` }).where('id', '=', ids[who] as number).execute(); // biome-ignore format: one statement

    it('with its telephone and all sessions, and tells the person', async () => {
      await give('plain');
      expect((await one('plain', 'manager')).can_reset_two_factor).toBe(true);
      const { access } = await open('plain');
      expect((await reset('manager', 'plain')).status).toBe(200);
      expect(await one('plain')).toMatchObject({ two_factor: false, phone_proved: false, can_reset_two_factor: false });
      expect((await send(access, 'GET', 'user/')).statusCode).toBe(401);
      const { access: next } = await open('plain');
      const [notice] = (await send(next, 'GET', 'notiffication/received/')).json().results;
      expect([notice.code, notice.text.includes('مهران کاویان')]).toEqual(['two_factor_reset', true]);
      // Where there is none nobody is told anything.
      expect((await reset('manager', 'plain')).status).toBe(200);
      expect((await send(next, 'GET', 'notiffication/received/')).json().count).toBe(1);
    });

    it('not of a superuser, nor of who holds more, nor of oneself', async () => {
      for (const who of ['super', 'above', 'manager']) {
        await give(who);
        expect([who, said(await reset('manager', who))]).toEqual([who, REFUSED]);
        expect([who, (await one(who)).two_factor]).toEqual([who, true]);
      }
      expect((await one('above', 'manager')).why.reset_two_factor).toBe(fa.personAbove);
      expect(said(await reset('super', 'super'))).toEqual(REFUSED);
    });
  });

  describe('has a password changed first', () => {
    it('of who was made so: nothing is served but the change and leaving', async () => {
      const form = { username: 'fresh', password: FRESH, groups: String(roles.small), must_change_password: true };
      const { body: account } = await w.form('manager', '/api/users/', form);
      expect(account.must_change_password).toBe(true);
      ids.fresh = account.id;
      const { access } = await open('fresh');
      for (const [method, path] of [
        ['GET', 'user/'],
        ['GET', 'layer/'],
        ['PUT', 'user/'],
        ['POST', 'layerdata/'],
        ['GET', `layerdata/${w.ids.record}/`],
      ] as const) {
        const answer = await send(access, method, path, method === 'GET' ? undefined : {});
        expect([path, answer.statusCode, answer.json().code]).toEqual([path, 403, 'must_change']);
      }
      const tile = await w.backend.app.inject({ url: '/geoserver/wms?service=WMS&request=GetCapabilities', headers: { host: 'localhost', authorization: `Bearer ${access}` } }); // biome-ignore format: one call
      expect(tile.statusCode).toBe(403);
      expect((await send(access, 'GET', 'userconfig/get_customer_config/')).statusCode).toBe(200);
      const change = (new_password: string) =>
        send(access, 'POST', 'user/1/set_password/', { old_password: FRESH, new_password, new_password2: new_password }); // biome-ignore format: one call
      expect((await change(FRESH)).statusCode).toBe(400);
      expect((await send(access, 'GET', 'user/')).statusCode).toBe(403);
      expect((await change('Other-Water-8')).statusCode).toBe(200);
      expect((await send(access, 'GET', 'user/')).json().must_change_password).toBe(false);
    });

    it('on an off day too, and whoever leaves may leave', async () => {
      await put('super', 'fresh', { must_change_password: true, workdays: [7] });
      const { access } = await open('fresh');
      expect((await send(access, 'GET', 'user/')).json().code).toBe('must_change');
      expect((await send(access, 'POST', `user/${ids.fresh}/logout/`)).statusCode).toBe(200);
      await put('super', 'fresh', { workdays: [] });
    });

    it('and no name with such a password opens a purchase', async () => {
      const order = { plan: 1, payment_gateway: 'x', username: 'fresh', password: 'Other-Water-8' };
      expect((await w.call('nobody', 'POST', '/api/discount/', { plan: 1, code: 'x', username: order.username, password: order.password })).status).toBe(406); // biome-ignore format: one call
    });

    it('only by who may change how the person signs in', async () => {
      expect(said(await put('manager', 'above', { must_change_password: true }))).toEqual(REFUSED);
      expect((await put('manager', 'plain', { must_change_password: true })).body.must_change_password).toBe(true);
      await put('manager', 'plain', { must_change_password: false });
    });
  });

  describe('changes many at once', () => {
    it('those whom it may, and names the others with the reason', async () => {
      const { body, status } = await bulk('manager', ['plain', 'super', 'manager', 'nobody'], { locked: true });
      expect(status).toBe(200);
      expect(body.done).toEqual([ids.plain]);
      const why = Object.fromEntries(body.refused.map((r: { name: string; why: string }) => [r.name, r.why]));
      expect(why).toEqual({ super: fa.superuserOnly, 'مهران کاویان': fa.selfLock, '': fa.personGone });
      expect([(await one('plain')).locked, (await one('super')).locked]).toEqual([true, false]);
      expect((await bulk('manager', ['plain'], { locked: false })).body.done).toEqual([ids.plain]);
    });

    it('never the last superuser, nor with a role or a limit beyond the own', async () => {
      const { body } = await bulk('super', ['super'], { locked: true });
      expect(body).toEqual({ done: [], refused: [{ id: ids.super, name: 'super', why: fa.selfLock }] });
      await put('super', 'other', { is_superuser: true });
      expect((await bulk('super', ['other'], { locked: true })).body.done).toEqual([ids.other]);
      expect((await bulk('super', ['other'], { locked: false })).body.done).toEqual([ids.other]);
      await put('super', 'other', { is_superuser: false });
      const wide = await bulk('manager', ['plain', 'above'], { groups: { add: [roles.wide] } });
      // Whoever has it already is not given it.
      expect([wide.body.done, wide.body.refused[0].why]).toEqual([[ids.above], fa.grantBeyond]);
      // The clock says that it is a Tuesday.
      await put('super', 'manager', { workdays: [3, 4, 5] });
      await put('super', 'plain', { workdays: [4] });
      const days = await bulk('manager', ['plain'], { workdays: [4, 7] });
      expect(days.body.refused.map(({ why }: { why: string }) => why)).toEqual([fa.limitBeyond]);
      expect((await bulk('manager', ['plain'], { workdays: [4, 5] })).body.done).toEqual([ids.plain]);
      expect((await one('plain')).workdays).toEqual([4, 5]);
      await put('super', 'manager', { workdays: [] });
      await put('super', 'plain', { workdays: [] });
    });

    it('signs out all but the session that asks, gives a view of the map, and leaves a line for each', async () => {
      const { access } = await open('plain');
      const env = await w.call('manager', 'POST', '/api/envs/', { label: 'field', data: {} });
      const { body } = await bulk('manager', ['plain', 'manager'], { sign_out: true, env: env.body.id });
      expect(body).toEqual({ done: [ids.manager, ids.plain].sort((a, b) => Number(a) - Number(b)), refused: [] });
      expect((await send(access, 'GET', 'user/')).statusCode).toBe(401);
      expect((await get('manager', 'user/')).status).toBe(200);
      const envs = await send((await open('plain')).access, 'GET', 'envs/');
      expect(envs.json().map((e: { label: string }) => e.label)).toEqual(['field']);
      expect((await bulk('super', ['plain'], { env: env.body.id })).status).toBe(404);
      const lines = await w.engine.db.selectFrom('audit').select('object').where('call', '=', 'users.editBulk').where('object', '=', String(ids.plain)).execute(); // biome-ignore format: one statement
      expect(lines.length).toBeGreaterThan(0);
    });
  });

  it('offers free names like one that is taken', async () => {
    const free = (name: string) => get('manager', `users/username/?username=${encodeURIComponent(name)}`);
    expect((await free('nobody-has-it')).body).toEqual({ free: true, suggestions: [] });
    await make.createPerson(w.engine, w.ids.customer, { username: 'plain3', password: PASSWORD });
    expect((await free('PLAIN')).body).toEqual({ free: false, suggestions: ['PLAIN2', 'PLAIN4', 'PLAIN5'] });
  });
});
