// Managing people: who may do what to whom, what goes with a person and what stays.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fa from '../../../messages/fa/backend.json';
import { expectAllowed } from '../../../testing/allowed';
import { PNG } from '../../../testing/pictures';
import { countRowsRead, recordStatements } from '../../../testing/statements';
import { createWorld, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import { namesQuery } from '../../identity/people';
import * as make from '../../seed/builders';

const FRESH = 'Clear-Water-7';

describe.each(ONE_ENGINE)('people on the %s engine', (kind) => {
  let w: TestWorld;
  const ids: Record<string, number> = {};
  const roles: Record<string, number> = {};

  beforeAll(async () => {
    w = await createWorld(kind);
    const { customer, region, layer, secret } = w.ids;
    const role = async (name: string, modules: number[], perms: string[] = []) => {
      roles[name] = await make.createRole(w.engine, customer, name, modules, perms);
    };
    await role('managing', [4, 5, 6]);
    await role('small', [4]);
    await role('wide', [4, 8]);
    await role('approver', [4], ['second_approval']);
    await role('keeper', [4]);
    await role('judge', [10]);
    await make.createPermission(w.engine, roles.managing as number, layer, { view: true, edit: true });
    await make.createPermission(w.engine, roles.small as number, layer, { view: true });
    await make.createPermission(w.engine, roles.keeper as number, secret, { view: true });
    const person = async (username: string, p: Partial<make.NewPerson> = {}) => {
      ids[username] = await make.createPerson(w.engine, customer, { username, password: PASSWORD, ...p });
    };
    const managing = [roles.managing as number];
    await person('manager', { first_name: 'مهران', last_name: 'کاویان', roles: managing });
    await person('bounded', { roles: managing, regions: [region] });
    await person('plain', { roles: [roles.small as number] });
    await person('above', { roles: [roles.wide as number], last_name: 'Above' });
    await person('judge', { roles: [roles.judge as number] });
    await role('counter', [], ['create_statistics']);
    await person('counter', { roles: [roles.counter as number] });
    await person('second', { superuser: true, roles: managing });
    for (const { id, username } of await w.engine.db.selectFrom('account').select(['id', 'username']).execute())
      ids[username] ??= id;
    await w.engine.db
      .updateTable('role')
      .set({ modules: [4, 5, 6] })
      .where('customer_id', '<>', customer)
      .execute();
  });
  afterAll(() => w.close());

  const get = (as: string, path: string) => w.call(as, 'GET', `/api/${path}`);
  const put = (as: string, who: string, body: unknown) => w.call(as, 'PUT', `/api/users/${ids[who]}/`, body);
  const create = (as: string, body: Record<string, unknown>) => w.form(as, '/api/users/', { password: FRESH, ...body });
  const act = (as: string, who: string, what: string) => w.call(as, 'POST', `/api/users/${ids[who]}/${what}/`, {});
  const remove = (as: string, who: string) => w.call(as, 'DELETE', `/api/users/${ids[who]}/`);
  const said = ({ status, body }: { status: number; body: { code?: number } }) => [status, body.code];
  const REFUSED = [403, 412];

  describe('are made', () => {
    it('names a taken name and a weak password beside fields that no schema lets pass', async () => {
      const form = { username: 'EDITOR', password: 'password', email: 'x', phone: 'abc', workdays: '[9]' };
      const { status, body } = await w.form('super', '/api/users/', form);
      expect([status, body.detail]).toEqual([400, '«email»: نشانی ایمیل درست نیست. نمونه: name@example.com']);
      expect(body.fields).toEqual({
        username: fa.usernameTaken,
        password: fa.passwordCommon,
        email: fa.field_email,
        phone: fa.field_phone,
        workdays: fa.field_wrong,
      });
      const long = await w.call('super', 'POST', '/api/group/', { name: 'a'.repeat(151), modules: 'x', shoe: 1 });
      expect([long.status, long.body.fields]).toEqual([
        400,
        {
          name: 'بیش از ۱۵۰ کاراکتر نمی‌شود؛ کوتاه‌ترش کنید.',
          modules: fa.field_wrong,
          shoe: fa.field_unknown,
        },
      ]);
      const field = { name: 'a', label: '', type: 'text' };
      const layer = await w.form('super', '/api/layer/', {
        label: '',
        type: 1,
        form: [{ ...field, name: 'b' }, field],
      });
      expect(Object.keys(layer.body.fields).sort()).toEqual(['form.0.label', 'form.1.label', 'label']);
    });

    it('with all that was filled in, and can sign in', async () => {
      const creation = await create('manager', {
        username: ' نیلوفر ',
        first_name: 'نیلوفر',
        phone: '۰۹۱۲ ۳۴۵-۶۷۸۹',
        email: 'n@example.test',
        groups: String(roles.small),
        workdays: [1, 2],
        image: new File([PNG as BlobPart], 'me.png'),
      });
      expect(creation.status).toBe(200);
      ids.made = creation.body.id;
      expect(creation.body).toMatchObject({
        username: 'نیلوفر',
        phone: '09123456789',
        groups: [roles.small],
        workdays: [1, 2],
        modules: [{ modules__id: 4 }],
        is_superuser: false,
        image: `users/${creation.body.id}/image/`,
      });
      expect((await get('manager', `users/${creation.body.id}/`)).body).toEqual(creation.body);
      const picture = await w.call('viewer', 'GET', `/api/${creation.body.image}`);
      expect([picture.headers['content-type'], Buffer.compare(picture.body, Buffer.from(PNG))]).toEqual(['image/png', 0]); // biome-ignore format: one line
      expect((await w.call('stranger', 'GET', `/api/${creation.body.image}`)).status).toBe(404);
    });

    it('under a name that nobody else has, however it is written', async () => {
      for (const username of ['نيلوفر', 'MANAGER', 'manager\u200c'])
        expect([username, (await create('manager', { username })).body.fields]).toEqual([username, { username: expect.any(String) }]); // biome-ignore format: one line
      expect((await put('manager', 'plain', { username: 'Manager' })).status).toBe(400);
      const both = await Promise.all([
        create('manager', { username: 'twin' }),
        create('manager', { username: 'twin' }),
      ]);
      expect(both.map((a) => a.status).sort()).toEqual([200, 400]);
    });

    it('not with what is no name, no picture, no list and no good password', async () => {
      const cases: Record<string, unknown>[] = [
        { username: '' },
        { username: '\u200c' },
        { username: 'a\u202eb' },
        { username: 'x', email: 'nobody' },
        { username: 'x', phone: '12a' },
        { username: 'x', groups: 'a' },
        { username: 'x', groups: String(2 ** 31) },
        { username: 'x', workdays: [8] },
        { username: 'x', image: new File(['<svg/>'], 'x.png') },
        { username: 'x', id: 1 },
        { username: 'x', customer: 1 },
        { username: 'x', is_superuser: true },
        { username: 'x', is_superuser: false },
        JSON.parse('{"username":"x","__proto__":"y"}'),
        { username: 'x', constructor: 'y' },
      ];
      for (const body of cases) expect([body, (await create('manager', body)).status]).toEqual([body, 400]);
      const passwords: [string, RegExp][] = [['12345', /6/], ['12345678', /./], ['someone', /./]]; // biome-ignore format: one list
      for (const [password, words] of passwords) {
        const { status, body } = await create('manager', { username: 'someone', password });
        expect([status, body.fields.password]).toEqual([400, expect.stringMatching(words)]);
      }
      const { rows } = await sql`select 1 from account where username in ('x', 'someone')`.execute(w.engine.db);
      expect(rows).toEqual([]);
    });
  });

  describe('are listed', () => {
    const findIds = async (query: string, as = 'manager') =>
      (await get(as, `users/?${query}`)).body.results.map((u: { username: string }) => u.username);

    it('by words in any script, by roles, regions, locks, days and pages', async () => {
      expect(await findIds(`search=${encodeURIComponent('كاويان مهران')}`)).toEqual(['manager']);
      expect(await findIds(`search=${encodeURIComponent('۳۴۵۶')}`)).toEqual(['نیلوفر']);
      expect(await findIds('search=EXAMPLE.TEST')).toEqual(['نیلوفر']);
      expect(await findIds(`search=${encodeURIComponent('%')}`)).toEqual([]);
      expect(await findIds(`groups=${roles.wide},${roles.judge}&order=username`)).toEqual(['above', 'judge']);
      expect(await findIds(`regions=${w.ids.region}&order=-id`)).toEqual(['bounded', 'regional']);
      expect(await findIds(`regions=${w.ids.region}&groups=${roles.managing}`)).toEqual(['bounded']);
      expect(await findIds('locked=true')).toEqual([]);
      const page = (await get('manager', 'users/?limit=2&offset=2&order=id')).body;
      expect([page.results.length, page.count > 8, page.previous]).toEqual([2, true, '/api/users/?limit=2&offset=0&order=id']); // biome-ignore format: one line
      const all = await findIds('limit=1000&order=-created');
      expect([...all].sort()).toEqual((await findIds('limit=1000&order=last_name')).sort());
      for (const bad of [
        'order=password_hash',
        'groups=x',
        'created_date_after=yesterday',
        'limit=0',
        'locked=2',
        'search=%00',
        'groups=1e3',
        'created_date_before=0000-01-01',
        'regions=1;2',
      ])
        expect([bad, (await get('manager', `users/?${bad}`)).status]).toEqual([bad, 400]);
    });

    it('by days that begin in Tehran', async () => {
      const at = async (who: string, time: string) =>
        w.engine.db
          .updateTable('account')
          .set({ created: time })
          .where('id', '=', ids[who] as number)
          .execute();
      await at('plain', '2024-05-01T20:29:59Z');
      await at('above', '2024-05-01T20:30:00Z');
      expect(await findIds('created_date_after=2024-05-01&created_date_before=2024-05-01')).toEqual(['plain']);
      expect(
        await findIds(`created_date_after=${encodeURIComponent('۱۴۰۳/۰۲/۱۲')}&created_date_before=1403/02/12`),
      ).toEqual(['plain']);
      const early = await get('manager', 'users/?created_date_after=1404-01-01');
      expect([early.status, early.body.detail]).toEqual([400, expect.stringContaining('۱۴۰۴/۰۷/۱۷')]);
      expect(await findIds('created_date_after=2024-05-02&created_date_before=2024-05-02')).toEqual(['above']);
    });

    it('in every order that the list is read in', async () => {
      const people = (await get('manager', 'users/?limit=1000')).body.results;
      for (const key of ['first_name', 'phone', 'email', 'locked']) {
        const of = async (order: string) => (await get('manager', `users/?limit=1000&order=${order}`)).body.results.map((one: Record<string, unknown>) => one[key]); // biome-ignore format: one row
        const up = await of(key);
        expect([up.length, [...up].reverse()]).toEqual([people.length, await of(`-${key}`)]);
        expect(String(up[0]) <= String(up.at(-1))).toBe(true);
      }
      expect((await get('manager', 'users/?order=password_hash')).status).toBe(400);
    });

    it('with the names of their roles and regions', async () => {
      const named = async (path: string) => {
        const { body } = await get('manager', path);
        const { groups_detail, regions_detail } = (body.results ?? [body]).find((one: { id: number }) => one.id === ids.bounded); // biome-ignore format: one row
        return [groups_detail, regions_detail];
      };
      const expected = [[{ id: roles.managing, name: 'managing' }], [{ id: w.ids.region, label: 'تهران' }]];
      expect(await named('users/?limit=1000')).toEqual(expected);
      expect(await named(`users/${ids.bounded}/`)).toEqual(expected);
    });

    it('as names for those who choose people, with the judges among them', async () => {
      const names = (await get('judge', 'users/get_all/')).body;
      expect(Object.keys(names[0]).sort()).toEqual(['first_name', 'id', 'last_name', 'username']);
      expect(names.map((p: { username: string }) => p.username)).toContain('viewer');
      expect((await get('viewer', 'users/get_all/')).status).toBe(403);
      // Statistics by person need names, and nothing else of people.
      expect((await get('counter', 'users/get_all/?limit=1')).status).toBe(200);
      expect((await get('counter', 'users/')).status).toBe(403);
    });

    it('as names that are searched, filtered and read a page at a time', async () => {
      const names = async (query: string, path = 'users/get_all/') =>
        (await get('judge', `${path}?${query}`)).body.map((p: { username: string }) => p.username);
      await put('manager', 'plain', { first_name: 'نيكا ۱۲', last_name: 'آذر', phone: '09350001122', email: 'hidden@example.test' }); // biome-ignore format: one row
      expect(await names(`search=${encodeURIComponent('نیکا 12')}`)).toEqual(['plain']);
      expect(await names(`search=${encodeURIComponent('آذر ۱۲')}`)).toEqual(['plain']);
      expect(await names('search=%25')).toEqual([]);
      // Who may see names only cannot feel for telephone numbers and addresses by searching.
      expect([await names('search=0935'), await names('search=hidden')]).toEqual([[], []]);
      expect((await names(`role=${roles.managing}`)).sort()).toEqual(['bounded', 'manager', 'second']);
      expect((await names(`ids=${ids.judge},${ids.above},${ids.stranger},999999`)).sort()).toEqual(['above', 'judge']);
      const all = await names('');
      const pages = [];
      for (let offset = 0; offset < all.length; offset += 3) pages.push(...(await names(`limit=3&offset=${offset}`)));
      expect(pages).toEqual(all);
      expect(await names(`offset=${all.length}&limit=3`)).toEqual([]);
      for (const bad of ['limit=0', 'role=x', 'ids=a', 'order=phone'])
        expect((await get('judge', `users/get_all/?${bad}`)).status).toBe(400);
      await put('manager', 'plain', { first_name: '', last_name: '', phone: '', email: '' });
    });

    it('as judges where the call that judges would take their word', async () => {
      const { customer, layer, secret, record } = w.ids;
      const person = async (username: string, modules: number[], on?: number, p: Partial<make.NewPerson> = {}) => {
        const role = await make.createRole(w.engine, customer, username, modules);
        if (on) await make.createPermission(w.engine, role, on, { approve: true });
        ids[username] = await make.createPerson(w.engine, customer, {
          username,
          password: PASSWORD,
          roles: [role],
          ...p,
        });
      };
      await person('both', [10], layer);
      await person('elsewhere', [10], secret);
      await person('unmoduled', [17], layer);
      await person('powerless', [5, 6], undefined, { superuser: true });
      await person('keeping', [10]);
      const own = await make.createLayer(w.engine, { customer, owner: ids.keeping as number, label: 'own', type: 0, form: [], records: [{ geometry: null, value: {} }] }); // biome-ignore format: one row
      await person('shut', [10], layer);
      await w.engine.db
        .updateTable('account')
        .set({ locked: true })
        .where('id', '=', ids.shut as number)
        .execute();
      const { rows } = await sql<{ id: number }>`
        select distinct on (layer_id) id::int as id from record where layer_id in (${secret}::int, ${own}::int)`.execute(w.engine.db); // biome-ignore format: one row
      const records = [record, ...rows.map((r) => r.id)];
      const listed = (await get('viewer', 'users/get_all_supervisors/')).body.map((p: { username: string }) => p.username); // biome-ignore format: one row
      const judging: string[] = [];
      for (const username of [
        'super',
        'second',
        'judge',
        'manager',
        'viewer',
        'editor',
        'both',
        'elsewhere',
        'unmoduled',
        'powerless',
        'keeping',
      ]) {
        // biome-ignore format: one row
        // Nothing of these waits: whoever may judge is told so, everybody else is turned away before.
        const answers = [];
        for (const id of records)
          answers.push(said(await w.call(username, 'PUT', `/api/supervision/${id}/`, { action: 'approve' })));
        if (answers.some(([status, code]) => status === 403 && code === 412)) judging.push(username);
      }
      expect(listed.sort()).toEqual(judging.sort());
      expect(judging.sort()).toEqual(['both', 'elsewhere', 'keeping', 'super']);
      expect((await get('viewer', 'users/get_all_supervisors/?search=both')).body.length).toBe(1);
      for (const name of ['both', 'elsewhere', 'unmoduled', 'powerless', 'keeping', 'shut'])
        await w.engine.db
          .deleteFrom('account')
          .where('id', '=', ids[name] as number)
          .execute();
      await sql`delete from layer where id = ${own}::int`.execute(w.engine.db);
    });

    it('to their own organisation only', async () => {
      expect(await findIds('', 'stranger')).toEqual(['stranger']);
      expect((await get('stranger', 'users/get_all/')).body.map((p: { username: string }) => p.username)).toEqual(['stranger']); // biome-ignore format: one row
      expect((await get('stranger', 'users/get_all_supervisors/')).body).toEqual([]);
      for (const what of ['lock', 'unlock']) expect((await act('stranger', 'viewer', what)).status).toBe(404);
      expect((await remove('stranger', 'viewer')).status).toBe(404);
      expect((await put('stranger', 'viewer', { first_name: 'x' })).status).toBe(404);
      expect((await put('manager', 'stranger', { first_name: 'x' })).status).toBe(404);
      expect((await w.call('stranger', 'POST', `/api/user/${ids.viewer}/logout/`, {})).status).toBe(404);
      expect((await create('stranger', { username: 's', groups: [roles.small] })).status).toBe(404);
      expect((await create('stranger', { username: 's', regions: [w.ids.region] })).status).toBe(404);
    });

    it('quickly among ten thousand', async () => {
      await sql`
        insert into account (customer_id, username, password_hash, first_name, name_key, search, name_search)
          select customer_id, 'many' || n, '', 'کاربر', 'many' || n, 'many' || n || ' کاربر', 'many' || n || ' کاربر' from account, generate_series(1, 10000) n where username = 'viewer'`.execute(
        w.engine.db,
      );
      const began = performance.now();
      const { body } = await get(
        'manager',
        `users/?limit=100&order=last_name&search=${encodeURIComponent('کاربر 99')}`,
      );
      expect([body.count, body.results.length]).toEqual([280, 100]);
      expect((await get('manager', 'users/?offset=9000&limit=1000')).body.results.length).toBe(1000);
      expect((await get('judge', 'users/get_all/')).body.length).toBe(10_000);
      // Three pages in well under a second each; a query for each person would take many.
      expect(performance.now() - began).toBeLessThan(8000);
      // A chooser's page reads about as many rows as it shows, not as many as there are people.
      await w.engine.analyse('account');
      for (const query of [{ limit: 50 }, { limit: 50, offset: 100 }, { limit: 50, search: 'many9999' }, { limit: 50, search: 'کاربر' }, { ids: [ids.plain as number] }]) // biome-ignore format: one row
        expect([
          query,
          (await countRowsRead(w.engine, namesQuery(w.engine, w.ids.customer, query).compile(w.engine.db))) < 400,
        ]).toEqual([query, true]);
      const search = encodeURIComponent('كاربر ۹۹۹۹');
      const record = recordStatements(w.engine);
      const searched = await get('manager', `users/?limit=25&search=${search}`).finally(() => record.stop());
      expect(searched.body.count).toBe(1);
      const queries = record.queries.filter(({ sql: text }) => text.includes('a.search like'));
      expect(queries.length).toBe(2);
      for (const query of queries) expect(await countRowsRead(w.engine, query)).toBeLessThan(100);
      await sql`delete from account where username like 'many%'`.execute(w.engine.db);
    });
  });

  describe('are given rights', () => {
    it('that the granter has, and no others', async () => {
      const cases: [string, unknown, number[]][] = [
        ['manager', [roles.small], [200]],
        ['manager', [roles.small, roles.small], [200]],
        ['manager', [roles.wide], REFUSED],
        ['manager', [roles.approver], REFUSED],
        // The role's rights on a layer that the manager cannot see.
        ['manager', [roles.keeper], REFUSED],
        ['manager', [roles.small, 999_999], [404, 404]],
        ['super', [roles.wide, roles.keeper, roles.approver], [200]],
        // What the person has already is no gift.
        ['manager', [roles.wide, roles.small], [200]],
        ['manager', [], [200]],
        ['viewer', [], [403, 403]],
      ];
      for (const [as, groups, expected] of cases)
        expect([as, groups, ...said(await put(as, 'plain', { groups }))].filter((v) => v !== undefined)).toEqual([as, groups, ...expected]); // biome-ignore format: one line
      expect(said(await create('manager', { username: 'gift', groups: [roles.wide] }))).toEqual(REFUSED);
      expect(said(await put('manager', 'manager', { groups: [roles.managing, roles.wide] }))).toEqual(REFUSED);
      expect(said(await put('manager', 'manager', { groups: [roles.small] }))).toEqual(REFUSED);
    });

    it('at once, in every session', async () => {
      expect((await get('plain', 'users/')).status).toBe(403);
      await put('super', 'plain', { groups: [roles.managing] });
      expect((await get('plain', 'users/')).status).toBe(200);
      await put('super', 'plain', { groups: [roles.small] });
      expect(said(await get('plain', 'users/'))).toEqual([403, 403]);
    });

    it('within limits that are no wider than the granter’s own', async () => {
      const { region } = w.ids;
      const other = await make.createRegion(w.engine, w.ids.customer, 'other', { type: 'Polygon', coordinates: [[[55, 30], [56, 30], [56, 31], [55, 30]]] }); // biome-ignore format: a triangle
      expect(said(await create('bounded', { username: 'free', groups: [roles.small] }))).toEqual(REFUSED);
      expect(said(await create('bounded', { username: 'free', regions: [region, other] }))).toEqual(REFUSED);
      expect((await create('bounded', { username: 'near', regions: [region] })).body.regions).toEqual([region]);
      expect(said(await put('bounded', 'bounded', { regions: [] }))).toEqual(REFUSED);
      expect(said(await put('bounded', 'regional', { regions: [region, other] }))).toEqual(REFUSED);
      expect((await put('manager', 'regional', { regions: [other, region] })).body.regions).toEqual([region, other]);
      expect((await put('bounded', 'regional', { regions: [other] })).body.regions).toEqual([other]);
      expect((await put('manager', 'regional', { regions: [region] })).status).toBe(200);
    });

    it('many at once, each for themselves, and two who do so undo nothing of each other', async () => {
      const change = (as: string, body: object) => w.call(as, 'PATCH', '/api/users/edit_bulk/', body);
      const users = [ids.plain, ids.counter].map(Number);
      const of = async (who: string) => (await get('super', `users/${ids[who]}/`)).body;
      const before = await Promise.all(['plain', 'counter'].map(of));
      const [region] = [w.ids.region];
      const groups = (...add: (number | undefined)[]) => ({ groups: { add: add.map(Number) } });
      expect((await change('super', { users, ...groups(999_999) })).status).toBe(404);
      expect((await change('super', { users, regions: { add: [999_999] } })).status).toBe(404);
      for (const body of [{ users }, { users: [], ...groups(roles.small) }, { users, ...groups(roles.small), shoe: 1 }])
        expect((await change('super', body)).status).toBe(400);
      expect(await Promise.all(['plain', 'counter'].map(of))).toEqual(before);
      for (let turn = 0; turn < 4; turn++) {
        const all = await Promise.all([
          change('super', { users, ...groups(roles.small) }),
          change('second', { users: [...users].reverse(), ...groups(roles.keeper) }),
          change('super', { users, regions: { add: [region] } }),
          put('super', 'plain', { first_name: `turn ${turn}` }),
        ]);
        expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
        expect(all.slice(0, 3).map(({ body }) => body)).toEqual(Array(3).fill({ done: [...users].sort((a, b) => a - b), refused: [] })); // biome-ignore format: one line
        for (const who of ['plain', 'counter']) {
          const { groups, regions } = await of(who);
          expect(groups).toEqual(expect.arrayContaining([roles.small, roles.keeper]));
          expect(regions).toContain(region);
        }
        const { headers } = await get('super', `users/${ids.plain}/`);
        const removal = { groups: { remove: [roles.small, roles.keeper] }, regions: { remove: [region] } };
        expect((await change('super', { users, ...removal })).body.refused).toEqual([]);
        const late = await w.call('super', 'PUT', `/api/users/${ids.plain}/`, { groups: [] }, { 'if-match': String(headers.etag) }); // biome-ignore format: one call
        expect(late.status).toBe(412);
      }
      const after = await Promise.all(['plain', 'counter'].map(of));
      // What they had beside what was taken stays.
      const others = ({ groups, regions }: { groups: number[]; regions: number[] }) => [
        groups.filter((id) => id !== roles.small && id !== roles.keeper),
        regions.filter((id) => id !== region),
      ];
      expect(after.map(others)).toEqual(before.map(others));
      expect(after.map(({ groups, regions }) => [groups, regions])).toEqual(after.map(others));
    });

    it('and regions that are there, also when one goes at the same moment', async () => {
      const shape = { type: 'Polygon', coordinates: [[[55, 30], [56, 30], [56, 31], [55, 30]]] }; // biome-ignore format: a triangle
      for (let i = 0; i < 5; i++) {
        const region = await w.call('super', 'POST', '/api/region/', { label: `race ${i}`, geometry: shape });
        await put('super', 'plain', { regions: [w.ids.region, region.body.id] });
        const [removal, changed] = await Promise.all([
          w.call('super', 'DELETE', `/api/region/${region.body.id}/`),
          put('super', 'plain', { regions: [region.body.id] }),
        ]);
        // Either it went first, or it is the only one that binds the person and stays.
        expect([[200, 404], [403, 200]]).toContainEqual([removal.status, changed.status]); // biome-ignore format: two outcomes
      }
      expect((await put('super', 'plain', { regions: [] })).body.regions).toEqual([]);
    });

    it('and only superusers name superusers', async () => {
      for (const is_superuser of [true, false])
        expect((await put('manager', 'plain', { is_superuser })).status).toBe(400);
      expect((await put('super', 'plain', { is_superuser: true })).body.is_superuser).toBe(true);
      for (const body of [{ first_name: 'x' }, { groups: [] }, { password: FRESH }])
        expect(said(await put('manager', 'plain', body))).toEqual(REFUSED);
      for (const what of ['lock', 'unlock']) expect(said(await act('manager', 'plain', what))).toEqual(REFUSED);
      expect(said(await remove('manager', 'plain'))).toEqual(REFUSED);
      expect(said(await w.call('manager', 'POST', `/api/user/${ids.plain}/logout/`, {}))).toEqual(REFUSED);
      expect((await put('super', 'plain', { is_superuser: false })).body.is_superuser).toBe(false);
    });
  });

  it('refuses an edit that comes as a form, and changes nothing by it', async () => {
    const before = (await w.call('super', 'GET', `/api/users/${ids.manager}/`)).body;
    const form = '--x\r\ncontent-disposition: form-data; name="first_name"\r\n\r\nother\r\n--x--\r\n';
    const response = await w.backend.app.inject({
      method: 'PUT',
      url: `/api/users/${ids.manager}/`,
      payload: form,
      headers: {
        host: 'localhost',
        authorization: `Bearer ${await w.token('super')}`,
        'content-type': 'multipart/form-data; boundary=x',
      },
    });
    expect([response.statusCode, response.json().code]).toEqual([400, 400]);
    expect((await w.call('super', 'GET', `/api/users/${ids.manager}/`)).body).toEqual(before);
  });

  it('are not taken over by whoever has less', async () => {
    for (const body of [
      { password: FRESH },
      { phone: '09120000000' },
      { email: 'e@example.test' },
      { username: 'mine' },
    ])
      expect([body, ...said(await put('manager', 'above', body))]).toEqual([body, ...REFUSED]);
    expect(said(await remove('manager', 'above'))).toEqual(REFUSED);
    expect((await put('manager', 'above', { first_name: 'نام', phone: '' })).status).toBe(200);
    // Nor by whoever sees less: the person has the same rights without his limits.
    expect(said(await put('bounded', 'plain', { password: FRESH }))).toEqual(REFUSED);
    expect(said(await remove('bounded', 'plain'))).toEqual(REFUSED);
    expect((await put('manager', 'plain', { phone: '09120000001' })).status).toBe(200);
    // Another number is another way in: whoever is signed in begins anew.
    expect((await get('plain', 'user/')).status).toBe(401);
    expect(said(await put('manager', 'manager', { password: FRESH }))).toEqual(REFUSED);
  });

  it('are given no day on which whoever gives may not work', async () => {
    const days = [1, 2, 3, 4, 5, 6, 7];
    // Three days from now, so that it is today nowhere on earth.
    const off = ((new Date().getUTCDay() + 4) % 7) + 1;
    const [plain] = days.filter((day) => day !== off);
    await w.engine.db.updateTable('account').set({ workdays: days.filter((day) => day !== off) }).where('username', '=', 'bounded').execute(); // biome-ignore format: one statement
    await w.engine.db
      .updateTable('account')
      .set({ workdays: [plain as number] })
      .where('username', '=', 'plain')
      .execute();
    await new Promise((r) => setTimeout(r, 1100));
    expect(said(await put('bounded', 'plain', { workdays: [plain, off] }))).toEqual(REFUSED);
    expect(said(await put('bounded', 'plain', { workdays: [] }))).toEqual(REFUSED);
    const narrower = await put('bounded', 'plain', { workdays: days.filter((day) => day !== off) });
    expect(narrower.status).toBe(200);
    await w.engine.db.updateTable('account').set({ workdays: [] }).where('username', 'in', ['bounded', 'plain']).execute(); // biome-ignore format: one statement
    await new Promise((r) => setTimeout(r, 1100));
  });

  it('are changed only where something was sent, and never in what is not theirs to change', async () => {
    const before = (await get('manager', `users/${ids.plain}/`)).body;
    expect((await put('manager', 'plain', {})).body).toEqual(before);
    const after = await put('manager', 'plain', { last_name: 'تازه', workdays: [3, 1, 3] });
    expect(after.body).toEqual({ ...before, last_name: 'تازه', workdays: [1, 3] });
    await put('manager', 'plain', { workdays: [] });
    for (const key of ['id', 'customer', 'customer_id', 'password_hash', 'locked', 'failures', 'deleted_at', 'created'])
      expect([key, (await put('manager', 'plain', { [key]: 1 })).status]).toEqual([key, 400]);
    expect((await get('manager', `users/?search=${encodeURIComponent('تازه')}`)).body.count).toBe(1);
  });

  describe('lose their sessions', () => {
    const me = (as: string) => get(as, 'user/');
    const sessionsOf = async (who: string) =>
      (await w.engine.db.selectFrom('session').select('id').where('account_id', '=', ids[who] as number).where('revoked_at', 'is', null).execute()).length; // biome-ignore format: one query
    const person = async (username: string) => {
      ids[username] = await make.createPerson(w.engine, w.ids.customer, { username, password: PASSWORD, roles: [roles.small as number] }); // biome-ignore format: one line
      expect((await me(username)).status).toBe(200);
    };

    it('by a lock at once, and the lock’s end brings none back', async () => {
      await person('locked');
      expect((await act('manager', 'locked', 'lock')).status).toBe(200);
      expect((await me('locked')).status).toBe(401);
      expect((await get('manager', 'users/?locked=true')).body.results.map((u: { id: number }) => u.id)).toEqual([ids.locked]); // biome-ignore format: one line
      expect((await act('manager', 'locked', 'unlock')).status).toBe(200);
      expect((await me('locked')).status).toBe(401);
      expect(said(await act('manager', 'manager', 'lock'))).toEqual(REFUSED);
    });

    it('by a manager’s sign-out and by a new password', async () => {
      await person('away');
      expect(said(await w.call('viewer', 'POST', `/api/user/${ids.away}/logout/`, {}))).toEqual([403, 403]);
      expect((await w.call('manager', 'POST', `/api/user/${ids.away}/logout/`, {})).status).toBe(200);
      expect((await me('away')).status).toBe(401);
      await person('changed');
      expect((await put('manager', 'changed', { password: FRESH })).status).toBe(200);
      expect([(await me('changed')).status, await sessionsOf('changed')]).toEqual([401, 0]);
      expect((await me('manager')).status).toBe(200);
    });

    it('by deletion, while what they made stays theirs and the name is free', async () => {
      ids.leaver = await make.createPerson(w.engine, w.ids.customer, { username: 'leaver', password: PASSWORD, first_name: 'رفته', superuser: true, roles: [roles.managing as number] }); // biome-ignore format: one line
      const record = await w.call('leaver', 'POST', '/api/layerdata/', {
        layer: w.ids.layer,
        value: { name: 'left' },
        geometry: { type: 'Point', coordinates: [51.4, 35.7] },
      });
      await w.call('leaver', 'POST', '/api/drawing/', { type: 'point', geometry: { type: 'Point', coordinates: [51, 35] } }); // biome-ignore format: one line
      expect(said(await remove('manager', 'leaver'))).toEqual(REFUSED);
      expect((await remove('super', 'leaver')).status).toBe(200);
      expect((await me('leaver')).status).toBe(401);
      for (const again of [await remove('super', 'leaver'), await get('super', `users/${ids.leaver}/`), await act('super', 'leaver', 'unlock')]) // biome-ignore format: one list
        expect(again.status).toBe(404);
      const recordAfter = await get('super', `layerdata/${record.body.id}/`);
      expect(recordAfter.body.creator_user).toMatchObject({ id: ids.leaver, first_name: 'رفته' });
      expect((await get('super', `layerdatalog/?layer_data=${record.body.id}`)).body.length).toBe(1);
      const { rows } = await sql`
        select 1 from drawing where account_id = ${ids.leaver}::int union all select 1 from account_role where account_id = ${ids.leaver}::int
          union all select 1 from account where id = ${ids.leaver}::int and (password_hash <> '' or phone <> '' or is_superuser)`.execute(
        w.engine.db,
      );
      expect(rows).toEqual([]);
      const heir = await create('super', { username: 'Leaver' });
      expect([heir.status, heir.body.id === ids.leaver]).toEqual([200, false]);
      expect((await get('super', `users/get_all/`)).body.filter((p: { id: number }) => p.id === ids.leaver)).toEqual(
        [],
      );
    });
  });

  it('tell beside each what the caller may do with them, and the calls agree', async () => {
    const { customer, region } = w.ids;
    for (const caller of ['manager', 'bounded', 'second']) {
      const [small, wide, managing] = [roles.small, roles.wide, roles.managing] as number[];
      const kinds: Partial<make.NewPerson>[] = [
        { roles: [small as number], regions: [region] },
        { roles: [small as number] },
        { roles: [wide as number, small as number], regions: [region] },
        { roles: [managing as number] },
        { superuser: true, regions: [region] },
        {},
      ];
      for (const [n, kind] of kinds.entries())
        await make.createPerson(w.engine, customer, { username: `of-${caller}-${n}`, password: PASSWORD, ...kind });
      await w.engine.db.updateTable('account').set({ locked: true }).where('username', '=', `of-${caller}-1`).execute();
      const others = (await get(caller, `users/?search=of-${caller}`)).body.results;
      const own = (await get(caller, `users/?search=${caller}`)).body.results.filter((one: { id: number }) => one.id === ids[caller]); // biome-ignore format: one row
      expect([others.length, own.length]).toEqual([6, 1]);
      const done: Record<string, number> = { edit: 0, edit_login: 0, lock: 0, delete: 0 };
      for (const row of [...others, ...own]) {
        const detail = (await get(caller, `users/${row.id}/`)).body;
        expect(detail).toEqual({ ...row, layer_count: expect.any(Number) });
        const path = `/api/users/${row.id}/`;
        const ways = {
          edit: () => w.call(caller, 'PUT', path, { first_name: 'x' }),
          edit_login: () => w.call(caller, 'PUT', path, { phone: '09121110000' }),
          lock: () => w.call(caller, 'POST', `${path}${row.locked ? 'unlock' : 'lock'}/`, {}),
          delete: () => w.call(caller, 'DELETE', path),
        };
        for (const [act, way] of Object.entries(ways)) if (await expectAllowed(row, act, way)) (done[act] as number)++;
      }
      // Each of them may do something, and nobody everything.
      for (const [act, n] of Object.entries(done))
        expect([caller, act, n > 0, n < 7]).toEqual([caller, act, true, act !== 'edit' || caller !== 'second']);
    }
    expect((await get('manager', 'user/')).body.can_edit).toBeUndefined();
    await sql`delete from account where username like 'of-%'`.execute(w.engine.db);
  });

  it('always have a superuser, also when two act at once', async () => {
    for (const what of [() => act('super', 'super', 'lock'), () => remove('super', 'super'), () => put('super', 'super', { is_superuser: false }), () => put('super', 'super', { groups: [] })]) // biome-ignore format: one list
      expect(said(await what())).toEqual(REFUSED);
    await Promise.all([w.token('super'), w.token('second')]);
    const left = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from account where customer_id = ${w.ids.customer}::int and is_superuser and not locked and deleted_at is null`.execute(w.engine.db)).rows[0]?.n; // biome-ignore format: one query
    expect(await left()).toBe(2);
    const ways: ((as: string, who: string) => Promise<{ status: number }>)[] = [
      (as, who) => act(as, who, 'lock'),
      (as, who) => put(as, who, { is_superuser: false }),
      (as, who) => remove(as, who),
    ];
    for (const way of ways)
      for (const other of ways) {
        const [a, b] = await Promise.all([way('super', 'second'), other('second', 'super')]);
        expect([a.status, b.status].filter((s) => s === 200)).toEqual([200]);
        expect(await left()).toBe(1);
        const back = { is_superuser: true, locked: false, deleted_at: null };
        for (const [who, role] of [
          ['super', 'all'],
          ['second', 'managing'],
        ] as const) {
          await w.engine.db
            .updateTable('account')
            .set(back)
            .where('id', '=', ids[who] as number)
            .execute();
          await sql`insert into account_role select ${ids[who]}::int, id from role where name = ${role} and customer_id = ${w.ids.customer}::int on conflict do nothing`.execute(w.engine.db); // biome-ignore format: one statement
        }
        await w.engine.db.updateTable('session').set({ revoked_at: null }).where('account_id', 'in', [ids.super as number, ids.second as number]).execute(); // biome-ignore format: one statement
        // Any change makes this process read all rights anew.
        expect((await put(a.status === 200 ? 'super' : 'second', 'plain', {})).status).toBe(200);
      }
  });
});
