// Roles: what they hold, who may build them, and what they open on layers.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MODULES, PERMS, SCREENS } from '../../../contract/catalogue';
import { expectAllowed } from '../../../testing/allowed';
import { createWorld, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

const NONE = { view: false, add: false, edit: false, delete: false, export: false, approve: false, manage: false };

describe.each(ONE_ENGINE)('roles on the %s engine', (kind) => {
  let w: TestWorld;
  let building: number;
  let target: number;
  beforeAll(async () => {
    w = await createWorld(kind);
    const { customer, layer, lines } = w.ids;
    building = await make.createRole(w.engine, customer, 'building', [3, 4, 6]);
    await make.createPermission(w.engine, building, layer, { view: true, add: true, edit: true });
    await make.createPermission(w.engine, building, lines, { view: true });
    target = await make.createRole(w.engine, customer, 'target', [4]);
    await make.createPerson(w.engine, customer, { username: 'builder', password: PASSWORD, roles: [building] });
    await make.createPerson(w.engine, customer, { username: 'member', password: PASSWORD, roles: [target] });
    await w.engine.db
      .updateTable('role')
      .set({ modules: [4, 6] })
      .where('customer_id', '<>', customer)
      .execute();
  });
  afterAll(() => w.close());

  const get = (path: string, as = 'builder') => w.call(as, 'GET', `/api/${path}`);
  const create = (body: unknown, as = 'builder') => w.call(as, 'POST', '/api/group/', body);
  const edit = (id: number, body: unknown, as = 'builder') => w.call(as, 'PUT', `/api/group/${id}/`, body);
  const remove = (id: number, as = 'builder') => w.call(as, 'DELETE', `/api/group/${id}/`);
  const copy = (id: number, as = 'builder') => w.call(as, 'POST', `/api/group/${id}/copy/`, {});
  const rightsOf = (id: number, as = 'builder') => get(`layerpermission/?group=${id}`, as);
  const setRights = (id: number, permissions: unknown[], as = 'builder') =>
    w.call(as, 'POST', `/api/layerpermission/?group=${id}`, { permissions });
  const said = ({ status, body }: { status: number; body: { code?: number } }) => [status, body.code];
  const REFUSED = [403, 412];

  it('keep what is not sent; a list that is sent empty empties', async () => {
    const role = (await create({ name: 'نقش', modules: [4, 3], interface: { home: { tabs: ['لایه'] } } })).body;
    expect(role).toMatchObject({ id: role.id, name: 'نقش', modules: [3, 4], custom_perms: [], interface: { home: { tabs: ['لایه'] } }, users: 0 }); // biome-ignore format: one line
    expect((await edit(role.id, {})).body).toEqual(role);
    expect((await edit(role.id, { name: 'دیگر' })).body).toEqual({ ...role, name: 'دیگر' });
    expect((await edit(role.id, { modules: [] })).body).toEqual({ ...role, name: 'دیگر', modules: [] });
    expect((await edit(role.id, { interface: {} })).body.interface).toEqual({});
    expect((await get(`group/${role.id}/`)).body.name).toBe('دیگر');
    const deep = JSON.parse(`${'{"a":'.repeat(30)}1${'}'.repeat(30)}`);
    for (const body of [{ name: '' }, { name: null }, { modules: [12] }, { modules: ['x'] }, { modules: null }, { custom_perms: ['root'] }, { interface: [] }, { interface: 'x' }, { interface: deep }, { interface: { a: 'x'.repeat(70_000) } }, { id: 1 }, { customer_id: 1 }, { users: 1 }]) // biome-ignore format: one list
      expect([JSON.stringify(body).slice(0, 60), (await edit(role.id, body)).status]).toEqual([JSON.stringify(body).slice(0, 60), 400]); // biome-ignore format: one line
  });

  it('are listed with their members, found in any script, and named for those who choose', async () => {
    const { body } = await get('group/?order=name&limit=1000');
    const of = (name: string) => body.results.find((r: { name: string }) => r.name === name);
    expect([of('target').users, of('building').users, of('editing').users]).toEqual([1, 1, 2]);
    await create({ name: 'ناظر ۱۲' });
    expect((await get(`group/?search=${encodeURIComponent('12 ناظر')}`)).body.results.map((r: { name: string }) => r.name)).toEqual(['ناظر ۱۲']); // biome-ignore format: one line
    const page = (await get('group/?limit=2&order=-id')).body;
    expect([page.results.length, page.results[0].name, page.count]).toEqual([2, 'ناظر ۱۲', body.count + 1]);
    const names = (await get('groups/')).body;
    expect(names.length).toBe(page.count);
    expect(names.every((r: object) => Object.keys(r).sort().join() === 'id,may_grant,name')).toBe(true);
    expect((await get('groups/', 'editor')).status).toBe(403);
    for (const bad of ['search=%00', 'order=modules', 'limit=-1', 'offset=x', 'users=1'])
      expect([bad, (await get(`group/?${bad}`)).status]).toEqual([bad, 400]);
  });

  it('hold nothing that their builder lacks', async () => {
    expect(said(await create({ name: 'x', modules: [4, 5] }))).toEqual(REFUSED);
    expect(said(await create({ name: 'x', custom_perms: ['second_approval'] }))).toEqual(REFUSED);
    expect((await create({ name: 'y', modules: [...MODULES], custom_perms: [...PERMS] }, 'super')).status).toBe(200);
    const wide = await make.createRole(w.engine, w.ids.customer, 'wide', [4, 8], ['second_approval']);
    expect(said(await edit(wide, { modules: [4, 8, 5] }))).toEqual(REFUSED);
    // What the role has already may stay or go.
    expect((await edit(wide, { modules: [4, 8, 3], custom_perms: ['second_approval'] })).body.modules).toEqual([
      3, 4, 8,
    ]);
    expect(said(await copy(wide))).toEqual(REFUSED);
    expect((await edit(wide, { modules: [4], custom_perms: [] })).status).toBe(200);
    expect((await copy(wide)).status).toBe(200);
    expect(said(await edit(building, { modules: [3, 4] }))).toEqual(REFUSED);
  });

  it('that superusers have lose and win rights by superusers alone', async () => {
    const { id } = await w.engine.db.selectFrom('role').select('id').where('name', '=', 'all').where('customer_id', '=', w.ids.customer).executeTakeFirstOrThrow(); // biome-ignore format: one query
    expect(said(await edit(id, { modules: [] }))).toEqual(REFUSED);
    expect(said(await edit(id, { custom_perms: [] }))).toEqual(REFUSED);
    expect((await edit(id, { name: 'all' })).status).toBe(200);
    // Not even the superuser shuts himself out.
    expect(said(await edit(id, { modules: [5] }, 'super'))).toEqual(REFUSED);
  });

  it('count at once when they change', async () => {
    const { layer } = w.ids;
    expect((await get('region/', 'member')).status).toBe(200);
    expect((await get('groups/', 'member')).status).toBe(403);
    expect((await edit(target, { modules: [4, 6] })).status).toBe(200);
    expect((await get('groups/', 'member')).status).toBe(200);
    expect((await edit(target, { modules: [4] })).status).toBe(200);
    expect(said(await get('groups/', 'member'))).toEqual([403, 403]);
    expect((await get(`layer/${layer}/`, 'member')).status).toBe(404);
    await setRights(target, [{ layer, ...NONE, view: true }]);
    expect((await get(`layer/${layer}/`, 'member')).status).toBe(200);
    await setRights(target, [{ layer, ...NONE }]);
    expect((await get(`layer/${layer}/`, 'member')).status).toBe(404);
  });

  describe('open layers', () => {
    it('that the builder sees, line by line', async () => {
      const { layer, lines, polygons, secret } = w.ids;
      await make.createPermission(w.engine, target, polygons, { view: true, delete: true });
      // Whoever builds roles sees all layers by name here, also those that they cannot open.
      const all = (await rightsOf(target)).body;
      expect(all.map((l: { layer: number }) => l.layer).sort()).toEqual(
        [layer, lines, polygons, w.ids.spare, secret].sort(),
      );
      expect((await get(`layer/${secret}/`)).status).toBe(404);
      // Each line tells what the builder may give there; to the superuser nothing is said, since that is everything.
      const grantable = new Map(all.map((l: { layer: number; may_grant: string[] }) => [l.layer, l.may_grant]));
      expect([grantable.get(layer), grantable.get(lines), grantable.get(polygons)]).toEqual([['view', 'add', 'edit'], ['view'], []]); // biome-ignore format: one line
      const forSuper = (await rightsOf(target, 'super')).body;
      expect(all.map(({ may_grant: _, ...line }: { may_grant: string[] }) => line)).toEqual(forSuper);
      expect(forSuper.find((l: { layer: number }) => l.layer === polygons)).toEqual({ layer: polygons, group: target, label: 'زمین‌ها', layer_group: 'گروه', ...NONE, view: true, delete: true }); // biome-ignore format: one line
      const inGroup = forSuper.filter((l: { layer_group: string | null }) => l.layer_group !== null);
      expect(inGroup.map((l: { layer: number }) => l.layer)).toContain(layer);
      const answer = await setRights(target, [{ layer, ...NONE, edit: true }]);
      // Whoever edits also sees; what was not named stays.
      const line = (id: number) => answer.body.find((l: { layer: number }) => l.layer === id);
      expect(line(layer)).toMatchObject({ ...NONE, view: true, edit: true });
      expect(line(lines)).toMatchObject(NONE);
      expect((await rightsOf(target, 'super')).body.find((l: { layer: number }) => l.layer === polygons).delete).toBe(
        true,
      );
      expect((await setRights(target, [])).body).toEqual(answer.body);
    });

    it('as far as the builder may, all or nothing', async () => {
      const { layer, lines, secret } = w.ids;
      const before = (await rightsOf(target, 'super')).body;
      const cases: [unknown[], unknown[]][] = [
        [[{ layer, ...NONE, delete: true }], REFUSED],
        [
          [
            { layer, ...NONE, add: true },
            { layer: lines, ...NONE, export: true },
          ],
          REFUSED,
        ],
        [
          [
            { layer, ...NONE, add: true },
            { layer: secret, ...NONE, view: true },
          ],
          REFUSED,
        ],
        [[{ layer: 999_999, ...NONE }], [404, 404]],
        [
          [
            { layer, ...NONE },
            { layer, ...NONE, view: true },
          ],
          [400, 400],
        ],
        [[{ layer, ...NONE, owner: true }], [400, 400]],
        [[{ layer, view: true }], [400, 400]],
        [[{ layer: 2 ** 31, ...NONE }], [400, 400]],
        [[{ layer: -1, ...NONE }], [400, 400]],
      ];
      for (const [lines, expected] of cases) expect([lines, said(await setRights(target, lines))]).toEqual([lines, expected]); // biome-ignore format: one line
      expect((await rightsOf(target, 'super')).body).toEqual(before);
      // The superuser gives on any layer, and the builder may leave and take away what he could not give.
      await setRights(target, [{ layer, ...NONE, view: true, delete: true }], 'super');
      expect((await setRights(target, [{ layer, ...NONE, view: true, delete: true, add: true }])).status).toBe(200);
      expect((await setRights(target, [{ layer, ...NONE, view: true }])).status).toBe(200);
      expect(said(await setRights(target, [{ layer, ...NONE, view: true, delete: true }]))).toEqual(REFUSED);
    });

    it('as an owner may on his own', async () => {
      const id = (await w.engine.db.selectFrom('account').select('id').where('username', '=', 'builder').executeTakeFirstOrThrow()).id; // biome-ignore format: one query
      await sql`update layer set owner_id = ${id}::int where id = ${w.ids.spare}::int`.execute(w.engine.db);
      const all = { view: true, add: true, edit: true, delete: true, export: true, approve: true, manage: true };
      expect((await setRights(target, [{ layer: w.ids.spare, ...all }])).status).toBe(200);
    });

    it('seen from the layer, for whoever manages it', async () => {
      const { spare, layer } = w.ids;
      const of = (as: string, id = spare) => w.call(as, 'GET', `/api/layerpermission/?layer=${id}`);
      const set = (as: string, lines: object[], id = spare) => w.call(as, 'POST', `/api/layerpermission/?layer=${id}`, { permissions: lines }); // biome-ignore format: one call
      const owner = (await w.engine.db.selectFrom('account').select('id').where('username', '=', 'member').executeTakeFirstOrThrow()).id; // biome-ignore format: one query
      await sql`update layer set owner_id = ${owner}::int where id = ${spare}::int`.execute(w.engine.db);
      const matrix = (await of('member')).body;
      expect(matrix.length).toBe((await get('groups/', 'super')).body.length);
      expect(matrix.find((l: { group: number }) => l.group === target)).toMatchObject({
        layer: spare,
        label: 'target',
      });
      expect((await set('member', [{ group: target, ...NONE, approve: true, manage: true }])).status).toBe(200);
      expect((await of('builder')).body.find((l: { group: number }) => l.group === target)).toMatchObject({ view: true, approve: true, manage: true }); // biome-ignore format: one line
      // A client that does not know the right to manage leaves it; on a layer of others the owner of this one has no say.
      const { manage: _, ...older } = NONE;
      await set('member', [{ group: target, ...older, approve: true }]);
      expect((await of('member')).body.find((l: { group: number }) => l.group === target).manage).toBe(true);
      expect([(await of('member', layer)).status, (await set('member', [], layer)).status]).toEqual([403, 403]);
      expect((await of('member', w.ids.secret)).status).toBe(404);
      expect((await w.call('member', 'GET', `/api/layerpermission/?group=${target}`)).status).toBe(403);
      for (const bad of ['', '?layer=x', `?layer=${spare}&group=${target}`, '?layer=999999'])
        expect([400, 404]).toContain((await w.call('super', 'GET', `/api/layerpermission/${bad}`)).status);
      await set('member', [{ group: target, ...NONE }]);
    });

    it('by one of two who change other roles on it at once; the other one sees that first', async () => {
      const { spare } = w.ids;
      const path = `/api/layerpermission/?layer=${spare}`;
      const other = (await create({ name: 'other' })).body.id;
      const roles = [target, other];
      for (let turn = 0; turn < 6; turn++) {
        const { headers } = await w.call('super', 'GET', path);
        const both = await Promise.all(
          roles.map(
            (group) =>
            w.call('super', 'POST', path, { permissions: [{ group, ...NONE, export: turn % 2 === 0 }] }, { 'if-match': String(headers.etag) }), // biome-ignore format: one call
          ),
        );
        expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
        const [refused] = both.filter(({ status }) => status === 412);
        const written = roles[both.findIndex(({ status }) => status === 200)];
        const line = refused?.body.current.find(({ group }: { group: number }) => group === written);
        expect(line.export).toBe(turn % 2 === 0);
        // Both end alike, so that the next turn changes something for either.
        for (const group of roles)
          await w.call('super', 'POST', path, { permissions: [{ group, ...NONE, export: turn % 2 === 0 }] });
        // By role and by layer at once: neither waits for the other for ever.
        const crossed = await Promise.all([
          w.call('super', 'POST', `/api/layerpermission/?group=${target}`, { permissions: [{ layer: spare, ...NONE, view: true }] }), // biome-ignore format: one call
          w.call('super', 'POST', path, { permissions: roles.map((group) => ({ group, ...NONE, view: true })) }),
        ]);
        expect(crossed.map(({ status }) => status)).toEqual([200, 200]);
      }
      await w.call('super', 'POST', path, { permissions: roles.map((group) => ({ group, ...NONE })) });
      await w.call('super', 'DELETE', `/api/group/${other}/`);
    });

    it('by the thousand in one call', async () => {
      const { rows } = await sql<{ id: number }>`
        insert into layer (customer_id, label, type, config)
          select customer_id, 'many', 0, config from layer, generate_series(1, 5000) where id = ${w.ids.layer}::int returning id`.execute(
        w.engine.db,
      );
      const lines = rows.map(({ id }) => ({ layer: id, ...NONE, export: true }));
      const began = performance.now();
      const { status, body } = await setRights(target, lines, 'super');
      expect([status, body.filter((l: { export: boolean }) => l.export).length]).toEqual([200, 5000]);
      expect((await get('simple_layers/', 'member')).body.length).toBeGreaterThan(5000);
      expect(performance.now() - began).toBeLessThan(8000);
      await sql`delete from layer where label = 'many'`.execute(w.engine.db);
    });

    it('and the copy opens the same', async () => {
      const roleCopy = await copy(target, 'super');
      expect(roleCopy.body).toMatchObject({ name: expect.stringContaining('target'), modules: [4], users: 0 });
      const without = (lines: { group: number }[]) => lines.map(({ group: _, ...line }) => line);
      expect(without((await rightsOf(roleCopy.body.id, 'super')).body)).toEqual(without((await rightsOf(target, 'super')).body)); // biome-ignore format: one line
      // The original opens a layer that the builder does not see.
      expect(said(await copy(target))).toEqual(REFUSED);
    });
  });

  it('are deleted when nobody has them, and no sooner', async () => {
    const refused = await remove(target);
    expect([...said(refused), /۱/.test(refused.body.detail)]).toEqual([...REFUSED, true]);
    const spareId = (await create({ name: 'spare' })).body.id;
    await setRights(spareId, [{ layer: w.ids.layer, ...NONE, view: true }]);
    expect((await remove(spareId)).status).toBe(200);
    expect((await remove(spareId)).status).toBe(404);
    const { rows } = await sql`select 1 from layer_permission where role_id = ${spareId}::int`.execute(w.engine.db);
    expect(rows).toEqual([]);
  });

  it('are taken from everybody who has them where that is said, and their people are told by name first', async () => {
    const { customer } = w.ids;
    const id = await make.createRole(w.engine, customer, 'leaving', [4, 8]);
    for (const [name, last] of [
      ['leaver1', 'ب'],
      ['leaver2', 'آ'],
    ] as const)
      await make.createPerson(w.engine, customer, { username: name, last_name: last, password: PASSWORD, roles: [id] });
    const members = async (query = '', as = 'builder') => get(`group/${id}/members/${query}`, as);
    expect((await members('?order=name')).body).toMatchObject({ count: 2, results: [{ username: 'leaver2' }, { username: 'leaver1' }] }); // biome-ignore format: one line
    expect(Object.keys((await members()).body.results[0]).sort()).toEqual([
      'first_name',
      'id',
      'last_name',
      'username',
    ]);
    expect((await members('?search=leaver1')).body.results.map((one: { username: string }) => one.username)).toEqual(['leaver1']); // biome-ignore format: one line
    expect([(await members('', 'editor')).status, (await members('', 'stranger')).status]).toEqual([403, 404]);
    const { headers } = await w.call('super', 'GET', `/api/users/${(await members()).body.results[0].id}/`);
    expect((await remove(id)).status).toBe(403);
    expect((await w.call('builder', 'DELETE', `/api/group/${id}/?take=true`)).status).toBe(200);
    const person = (await w.call('super', 'GET', '/api/users/?search=leaver2')).body.results[0];
    expect(person.groups).toEqual([]);
    expect((await w.call('super', 'GET', `/api/users/${person.id}/`)).headers.etag).not.toBe(headers.etag);
    expect((await w.call('leaver1', 'GET', '/api/user/')).body.modules).toEqual([]);
  });

  it('are not taken from a superuser by others, nor from oneself where they are the last way in', async () => {
    const { customer } = w.ids;
    const taking = (id: number, as: string) => w.call(as, 'DELETE', `/api/group/${id}/?take=true`);
    const ofSuper = await w.engine.db.selectFrom('role').select('id').where('name', '=', 'all').where('customer_id', '=', customer).executeTakeFirstOrThrow(); // biome-ignore format: one query
    expect(said(await taking(ofSuper.id, 'builder'))).toEqual(REFUSED);
    expect(said(await taking(ofSuper.id, 'super'))).toEqual(REFUSED);
    expect(said(await taking(building, 'builder'))).toEqual(REFUSED);
    const second = await make.createRole(w.engine, customer, 'second way', [6]);
    const me = (await get('user/')).body.id;
    await w.engine.db.insertInto('account_role').values({ account_id: me, role_id: second }).execute();
    expect((await taking(second, 'builder')).status).toBe(200);
  });

  it('give rights on each new layer as far as their builder has such, whichever way the layer comes', async () => {
    const { customer } = w.ids;
    const role = (await create({ name: 'from now on', modules: [4], default_rights: ['edit', 'export'] }, 'super'))
      .body;
    expect(role.default_rights).toEqual(['view', 'edit', 'export']);
    expect((await edit(role.id, { name: 'from now on!' })).body.default_rights).toEqual(['view', 'edit', 'export']);
    const line = async (layer: number) => (await rightsOf(role.id, 'super')).body.find((l: { layer: number }) => l.layer === layer); // biome-ignore format: one line
    expect(await line(w.ids.spare)).toMatchObject(NONE);
    const form = await w.form('editor', '/api/layer/', { label: 'tomorrow', type: 0, form: [] });
    expect(await line(form.body.id)).toMatchObject({ ...NONE, view: true, edit: true, export: true });
    const copied = (await w.call('super', 'POST', '/api/copylayer/', { layer: w.ids.spare, label: 'copied' })).body;
    expect(await line(copied.id)).toMatchObject({ ...NONE, view: true, edit: true, export: true });
    // Roles of others get nothing, nor does a role without them.
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from layer_permission where layer_id = ${form.body.id}::int`.execute(w.engine.db); // biome-ignore format: one query
    expect(rows[0]?.n).toBe(1);
    // A builder gives none that no role of theirs has, neither to a role nor with one.
    expect(said(await edit(target, { default_rights: ['view'] }))).toEqual(REFUSED);
    expect(said(await create({ name: 'x', default_rights: ['view'] }))).toEqual(REFUSED);
    expect((await get(`group/${role.id}/`)).body.may_grant).toBe(false);
    const empty = (await create({ name: 'defaults alone', modules: [4], default_rights: ['view'] }, 'super')).body;
    expect(said(await copy(empty.id))).toEqual(REFUSED);
    expect((await edit(building, { default_rights: ['view'] }, 'super')).status).toBe(200);
    expect((await edit(target, { default_rights: ['view'] })).status).toBe(200);
    expect(said(await edit(target, { default_rights: ['edit'] }))).toEqual(REFUSED);
    expect((await copy(empty.id)).body.default_rights).toEqual(['view']);
    expect((await edit(target, { default_rights: [] })).body.default_rights).toEqual([]);
    for (const bad of [['owner'], 'view', null])
      expect([bad, (await edit(role.id, { default_rights: bad }, 'super')).status]).toEqual([bad, 400]);
    for (const id of [role.id, empty.id]) await remove(id, 'super');
    await edit(building, { default_rights: [] }, 'super');
    await sql`delete from layer where customer_id = ${customer}::int and label in ('tomorrow', 'copied')`.execute(
      w.engine.db,
    );
  });

  it('count the layers on which they have a right', async () => {
    const { customer, layer, lines } = w.ids;
    const id = await make.createRole(w.engine, customer, 'counted', [4]);
    for (const one of [layer, lines]) await make.createPermission(w.engine, id, one, { view: true });
    const count = async () => (await get('group/?search=counted')).body.results[0].layers;
    expect([await count(), (await get(`group/${id}/`)).body.layers]).toEqual([2, 2]);
    await setRights(id, [{ layer: lines, ...NONE }], 'super');
    expect(await count()).toBe(1);
    await remove(id);
  });

  it('say together what their people begin with: the first that says it, and hidden only what all hide', async () => {
    const { customer } = w.ids;
    const person = await make.createPerson(w.engine, customer, { username: 'screens', password: PASSWORD, roles: [] });
    const roleOf = async (name: string, modules: number[], screens: object) => {
      const { id } = (await create({ name, modules, interface: screens }, 'super')).body;
      await w.engine.db.insertInto('account_role').values({ account_id: person, role_id: id }).execute();
      return id;
    };
    const screensOf = async () => (await get('user/', 'screens')).body.interface;
    expect(await screensOf()).toEqual({ start: null, hidden_tools: [], base_map: null, env: null });
    const env = { label: 'آب', data: { layers: [] } };
    // A screen that the roles do not open is none, and neither is what has another shape.
    const one = await roleOf('first', [4], { start: '/app/system-log', hidden_tools: ['draw', 'print'], base_map: 7, other: 1 }); // biome-ignore format: one role
    await edit(one, { name: 'first' }, 'super');
    expect(await screensOf()).toEqual({ start: null, hidden_tools: ['draw', 'print'], base_map: null, env: null });
    await roleOf('then', [4], { start: '/app/layers', hidden_tools: ['print', 'split'], base_map: 'natural', env });
    await edit(one, { name: 'first' }, 'super');
    expect(await screensOf()).toEqual({ start: '/app/layers', hidden_tools: ['print'], base_map: 'natural', env });
    await roleOf('last', [7], {});
    await edit(one, { name: 'first' }, 'super');
    expect(await screensOf()).toEqual({ start: '/app/system-log', hidden_tools: [], base_map: 'natural', env });
    // Others' profiles do not carry it.
    expect((await w.call('super', 'GET', `/api/users/${person}/`)).body.interface).toBeUndefined();
  });

  it('stay with their members when both are changed at once', async () => {
    for (let i = 0; i < 5; i++) {
      const role = (await create({ name: `race ${i}`, modules: [4] })).body.id;
      const form = { username: `race${i}`, password: 'Clear-Water-7', groups: String(role) };
      const [removal, creation] = await Promise.all([remove(role), w.form('super', '/api/users/', form)]);
      const outcome = [removal.status, creation.status];
      expect([[200, 404], [403, 200]]).toContainEqual(outcome); // biome-ignore format: two outcomes
    }
  });

  it('of others are not there', async () => {
    expect((await get('group/', 'stranger')).body.results.map((r: { name: string }) => r.name)).toEqual(['all']);
    expect((await get('groups/', 'stranger')).body.length).toBe(1);
    for (const answer of [await get(`group/${target}/`, 'stranger'), await edit(target, { name: 'x' }, 'stranger'), await remove(target, 'stranger'), await copy(target, 'stranger'), await rightsOf(target, 'stranger'), await setRights(target, [], 'stranger')]) // biome-ignore format: one list
      expect(answer.status).toBe(404);
    const own = (await get('groups/', 'stranger')).body[0].id;
    expect((await setRights(own, [{ layer: w.ids.layer, ...NONE, view: true }], 'stranger')).status).toBe(404);
    for (const id of ['0', '-1', '2147483648', '9223372036854775808', 'abc', '7c9e6679-7425-40de-944b-e07fc1f90ae7'])
      expect([id, (await w.call('super', 'GET', `/api/group/${id}/`)).status]).toEqual([id, 404]);
    for (const query of ['', '?group=0', '?group=x', '?group=2147483648', `?group=${target}&user=1`])
      expect([query, (await get(`layerpermission/${query}`)).status]).toEqual([query, 400]);
  });

  it('are built from catalogues in both languages', async () => {
    const english = { 'accept-language': 'en' };
    const modules = (await get('module/')).body;
    expect(modules.map((m: { id: number }) => m.id)).toEqual([...MODULES]);
    expect(modules[4].name).toBe('مدیریت کاربران');
    expect((await w.call('builder', 'GET', '/api/module/', undefined, english)).body[4].name).toBe('Manage users');
    expect((await get('custom_perms/')).body.map((p: { codename: string }) => p.codename)).toEqual([...PERMS]);
    const days = (await w.call('super', 'GET', '/api/workdays/', undefined, english)).body;
    expect([days[0], days[6]]).toEqual([{ id: 1, name: 'Saturday' }, { id: 7, name: 'Friday' }]); // biome-ignore format: the ends
    const urls = (await get('urls/')).body;
    expect(urls.length).toBe(SCREENS.length);
    const of = (url: string) => urls.find((u: { url: string }) => u.url === url);
    expect(of('/app/stats-dashboard')).toEqual({ url: '/app/stats-dashboard', module: 15, perm: 'create_statistics', superuser: false }); // biome-ignore format: one line
    expect(of('/app/app-log')).toEqual({ url: '/app/app-log', module: null, perm: null, superuser: true });
    expect(of('/app/home')).toEqual({ url: '/app/home', module: null, perm: null, superuser: false });
  });

  it('tell beside each what the caller may do with it, and the calls agree', async () => {
    const { customer, layer, lines, secret } = w.ids;
    const own = await make.createLayer(w.engine, { customer, owner: (await get('user/')).body.id, label: 'own', type: 0, form: [], records: [] }); // biome-ignore format: one row
    for (const [name, modules, on, right] of [
      ['within', [4], layer, 'edit'],
      ['far', [4, 5], layer, 'edit'],
      ['deep', [4], lines, 'edit'],
      ['hidden', [4], secret, 'view'],
      ['owned', [3], own, 'manage'],
    ] as const)
      await make.createPermission(w.engine, await make.createRole(w.engine, customer, name, [...modules]), on, {
        [right]: true,
      });
    for (const as of ['builder', 'super']) {
      const { results } = (await get('group/?limit=1000', as)).body;
      const names = (await get('groups/', as)).body;
      const grantable: string[] = [];
      for (const row of results) {
        const detail = (await get(`group/${row.id}/`, as)).body;
        expect(detail).toEqual(row);
        expect(names.find((one: { id: number }) => one.id === row.id)).toEqual({ id: row.id, name: row.name, may_grant: row.may_grant }); // biome-ignore format: one row
        await expectAllowed(row, 'edit', () => edit(row.id, { modules: row.modules }, as));
        const copied = await copy(row.id, as);
        expect([row.name, copied.status === 200]).toEqual([row.name, row.may_grant]);
        if (copied.status === 200) await remove(copied.body.id, as);
        if (row.may_grant) grantable.push(row.name);
        if (as === 'super' || !row.can_delete) await expectAllowed(row, 'delete', () => remove(row.id, as));
      }
      const grantedNames = ['within', 'far', 'deep', 'hidden', 'owned'].filter((name) => grantable.includes(name));
      expect([as, grantedNames]).toEqual([as, as === 'super' ? ['within', 'far', 'deep', 'hidden', 'owned'] : ['within', 'owned']]); // biome-ignore format: one row
      expect(results.some((row: { can_edit: boolean }) => !row.can_edit)).toBe(as === 'builder');
    }
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from role where name = 'hidden'`.execute(w.engine.db); // biome-ignore format: one row
    expect(rows[0]?.n).toBe(0);
  });
});
