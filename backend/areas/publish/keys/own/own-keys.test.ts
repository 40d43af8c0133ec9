// Keys of people: made for what their person sees and may do, and at each request no more than that person, that key and that layer allow.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  MAX_OWN_KEYS,
  type OwnKey,
  type OwnKeySecret,
  type PublishKey,
} from '../../../../../contract/schemas/publish/key';
import { askDoor, publishLayer } from '../../../../../testing/outside/door';
import { createWorld, FORM, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../../../testing/world';
import { weekdayOf } from '../../../../identity/workdays';
import * as make from '../../../../seed/builders';
import { selectLayers } from '../../../layers/store';

const READS = { add: false, edit: false, delete: false };
const ALL = { add: true, edit: true, delete: true };
const HERE = { ip: '203.0.113.9', inAddress: false };
const point = (x: number, y: number) => ({ type: 'Point' as const, coordinates: [x, y] });
const feature = (x: number, y: number, name = 'تازه') => ({
  type: 'Feature',
  geometry: point(x, y),
  properties: { name },
});
const SOON = { timeout: 2500 };

describe.each(ONE_ENGINE)('personal keys on the %s engine', (kind) => {
  let w: TestWorld;
  let layer: number;
  let roles: Record<string, number>;
  beforeAll(async () => {
    w = await createWorld(kind);
    ({ layer } = w.ids);
    await publishLayer(w, layer, { writes: 3 });
    await publishLayer(w, w.ids.lines, { writes: 7 });
    await publishLayer(w, w.ids.secret, { writes: 7 });
    const rows = await w.engine.db.selectFrom('role').select(['id', 'name']).where('customer_id', '=', w.ids.customer).execute(); // biome-ignore format: one query
    roles = Object.fromEntries(rows.map(({ id, name }) => [name, id]));
  });
  afterAll(() => w.close());
  beforeEach(() => w.backend.outside.callers.forget());

  const post = (as: string, more: object = {}) =>
    w.call(as, 'POST', '/api/own_key/', { label: 'کلید من', layers: [{ layer, ...READS }], days: 90, addresses: [], in_address: false, ...more }); // biome-ignore format: one call
  const create = async (as: string, more: object = {}): Promise<OwnKeySecret> => {
    const { status, body } = await post(as, more);
    expect([status, body.detail]).toEqual([200, undefined]);
    return body;
  };
  const own = async (as: string): Promise<OwnKey[]> => (await w.call(as, 'GET', '/api/own_key/')).body;
  const door = (secret: string) => w.backend.outside.callers.callerOfKey(secret, HERE);
  const items = (of: number) => `/ogc/collections/layer_${of}/items`;
  const read = async (key: string, of = layer) => (await askDoor(w, items(of), { key })).status;
  const write = (key: string, of: number, x: number, y: number) =>
    askDoor(w, items(of), { key, method: 'POST', headers: { 'content-type': 'application/geo+json' }, body: feature(x, y) }); // biome-ignore format: one call
  const person = (username: string, more: Partial<make.NewPerson> = {}) =>
    make.createPerson(w.engine, w.ids.customer, { username, password: PASSWORD, roles: [roles.editing as number], ...more }); // biome-ignore format: one call
  const setRights = (role: string, of: number, rights: object) =>
    w.engine.db.updateTable('layer_permission').set(rights).where('role_id', '=', roles[role] as number).where('layer_id', '=', of).execute(); // biome-ignore format: one statement
  const setAccount = (id: number, set: object) => w.engine.db.updateTable('account').set(set).where('id', '=', id).execute(); // biome-ignore format: one line

  it('offer the published layers that their person sees, with what they may do there', async () => {
    const offered = async (as: string) => (await w.call(as, 'GET', '/api/own_key_layer/')).body;
    const services = { features: true, tiles: true, csv: true };
    expect(await offered('editor')).toEqual([
      { id: w.ids.lines, label: 'راه‌ها', type: 2, may: ALL, services },
      { id: layer, label: 'شهرها', type: 1, may: { add: true, edit: true, delete: false }, services },
    ]);
    expect((await offered('viewer')).map(({ may }: { may: object }) => may)).toEqual([READS, READS]);
    expect((await offered('super')).map(({ id }: { id: number }) => id)).toContain(w.ids.secret);
    expect(await offered('stranger')).toEqual([]);
  });

  it.each([
    ['viewer', { add: true }, 400],
    ['viewer', { edit: true }, 400],
    ['viewer', {}, 200],
    ['editor', { add: true, edit: true }, 200],
    ['editor', { delete: true }, 400],
    ['super', { add: true }, 200],
    ['super', { delete: true }, 400],
  ])('are made by %s with %j or refused: %i', async (as, grant, status) => {
    const answer = await post(as, { layers: [{ layer, ...READS, ...grant }] });
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([status, status === 200 ? [] : ['layers']]);
  });

  it('name no layer that their person does not see, that is not published, or that is another customer’s', async () => {
    for (const [as, id] of [
      ['editor', w.ids.secret],
      ['super', w.ids.spare],
      ['stranger', layer],
      ['editor', 999_999],
    ] as const) {
      // biome-ignore format: one list
      const { status, body } = await post(as, { layers: [{ layer: id, ...READS }] });
      expect([as, id, status, Object.keys(body.fields ?? {})]).toEqual([as, id, 400, ['layers']]);
    }
    expect(Object.keys((await post('editor', { regions: [w.ids.region] })).body.fields)).toEqual(['regions']);
    expect(Object.keys((await post('editor', { in_address: true, layers: [{ layer, ...READS, add: true }] })).body.fields)).toEqual(['in_address']); // biome-ignore format: one line
  });

  it('do what their person, the key and the layer allow together, and no more', async () => {
    const { secret, id } = await create('editor', { layers: [{ layer, ...READS, add: true }, { layer: w.ids.lines, ...ALL }] }); // biome-ignore format: one line
    const caller = await door(secret);
    expect(caller?.layers.get(layer)?.may).toEqual({ add: true, edit: false, remove: false });
    expect(caller?.layers.get(w.ids.lines)?.may).toEqual({ add: true, edit: true, remove: true });
    expect([caller?.caller.superuser, caller?.caller.modules, caller?.caller.perms, caller?.caller.roles]).toEqual([false, [], [], []]); // biome-ignore format: one line
    const written = await write(secret, layer, 51.2, 35.2);
    expect(written.status).toBe(201);
    const recordId = String(written.headers.location).split('/').at(-1);
    expect((await askDoor(w, `${items(layer)}/${recordId}`, { key: secret, method: 'DELETE' })).status).toBe(403);
    expect((await askDoor(w, `${items(layer)}/${recordId}`, { key: secret, method: 'PATCH', body: feature(51.3, 35.3) })).status).toBe(403); // biome-ignore format: one line
    const { creator_id: creator } = await w.engine.db.selectFrom('record').select('creator_id').where('id', '=', Number(recordId)).executeTakeFirstOrThrow(); // biome-ignore format: one line
    const { username } = await w.engine.db.selectFrom('account').select('username').where('id', '=', creator as number).executeTakeFirstOrThrow(); // biome-ignore format: one line
    expect(username).toBe('editor');
    // The layer takes less than before, and the key names the same.
    await w.engine.db.updateTable('published_layer').set({ writes: 2 }).where('layer_id', '=', layer).execute();
    await expect.poll(async () => (await write(secret, layer, 51.2, 35.2)).status, SOON).toBe(403);
    await w.engine.db.updateTable('published_layer').set({ writes: 3 }).where('layer_id', '=', layer).execute();
    expect((await own('editor')).find((key) => key.id === id)?.layers).toHaveLength(2);
  });

  it('lose at once what their person loses, and have it again with them', async () => {
    const { secret, id } = await create('editor', { layers: [{ layer, ...READS, add: true }] });
    expect([(await write(secret, layer, 51.2, 35.2)).status, await read(secret)]).toEqual([201, 200]);
    await setRights('editing', layer, { add: false });
    await expect.poll(async () => (await write(secret, layer, 51.2, 35.2)).status, SOON).toBe(403);
    expect(await read(secret)).toBe(200);
    await setRights('editing', layer, { view: false });
    await expect.poll(() => read(secret), SOON).toBe(404);
    const named = async () => {
      const key = (await own('editor')).find((one) => one.id === id);
      return [key?.layers.map((one) => one.label), key?.lost];
    };
    await expect.poll(named, SOON).toEqual([[], 1]);
    // A new name keeps what the key names; a layer that is not seen any more cannot be named again.
    expect((await w.call('editor', 'PATCH', `/api/own_key/${id}/`, { label: 'نام نو' })).status).toBe(200);
    expect((await w.call('editor', 'PATCH', `/api/own_key/${id}/`, { layers: [{ layer, ...READS }] })).status).toBe(
      400,
    );
    await setRights('editing', layer, { view: true, add: true });
    await expect.poll(async () => (await write(secret, layer, 51.2, 35.2)).status, SOON).toBe(201);
    await expect.poll(named, SOON).toEqual([['شهرها'], 0]);
  });

  it('are shut while their person is locked, not at work, or has to change the password', async () => {
    const id = await person('worker');
    const { secret } = await create('worker');
    expect(await read(secret)).toBe(200);
    const today = weekdayOf(new Date());
    for (const [shut, open] of [
      [{ locked: true }, { locked: false }],
      [{ must_change: true }, { must_change: false }],
      [{ workdays: [(today % 7) + 1] }, { workdays: [today] }],
    ] as const) {
      await setAccount(id, shut);
      await expect.poll(() => read(secret), SOON).toBe(401);
      await setAccount(id, open);
      await expect.poll(() => read(secret), SOON).toBe(200);
    }
  });

  it('go for ever with their person', async () => {
    const id = await person('leaver');
    const { secret, id: key } = await create('leaver');
    expect(await read(secret)).toBe(200);
    expect((await w.call('super', 'DELETE', `/api/users/${id}/`)).status).toBe(200);
    await expect.poll(() => read(secret), SOON).toBe(401);
    const { revoked_at: at } = await w.engine.db.selectFrom('publish_key').select('revoked_at').where('id', '=', key).executeTakeFirstOrThrow(); // biome-ignore format: one line
    expect(at).not.toBe(null);
  });

  it('stay inside the regions of their person', async () => {
    const { secret } = await create('regional', { layers: [{ layer, ...READS, add: true }] });
    const { body } = await askDoor(w, items(layer), { key: secret });
    const names = body.features.map((one: { properties: { name: string } }) => one.properties.name);
    expect(names).toContain('تهران');
    for (const name of ['اصفهان', 'مشهد']) expect(names).not.toContain(name);
    expect((await write(secret, layer, 51.5, 35.5)).status).toBe(201);
    expect((await write(secret, layer, 59.6, 36.3)).status).toBeGreaterThanOrEqual(400);
    const { id } = (await own('regional'))[0] as OwnKey;
    // The end of a key is not the end of the person's regions.
    expect((await w.call('super', 'DELETE', `/api/publish_key/${id}/`)).body.state).toBe('revoked');
    const account = await w.engine.db.selectFrom('account').select('id').where('username', '=', 'regional').executeTakeFirstOrThrow(); // biome-ignore format: one line
    const regions = await w.engine.db.selectFrom('account_region').selectAll().where('account_id', '=', account.id).execute(); // biome-ignore format: one line
    expect(regions).toHaveLength(1);
    await expect.poll(() => read(secret), SOON).toBe(401);
  });

  it('let work wait in supervised layers as it waits for their person', async () => {
    const owner = await person('owner');
    const id = await make.createLayer(w.engine, { customer: w.ids.customer, owner, label: 'نظارتی', type: 1, form: FORM, records: ['الف', 'ب'].map((name) => ({ geometry: point(51.1, 35.1), value: { name } })) }); // biome-ignore format: one line
    await sql`update layer set config = config || '{"supervised": true}'::jsonb where id = ${id}::int`.execute(w.engine.db); // biome-ignore format: one line
    // Somebody who only looks made one of them, when they still might.
    await sql`update record set status = 1, creator_id = (select id from account where username = 'viewer') where layer_id = ${id}::int and value->>'name' = 'ب'`.execute(w.engine.db); // biome-ignore format: one statement
    await make.createPermission(w.engine, roles.editing as number, id, { view: true, add: true, approve: true });
    await make.createPermission(w.engine, roles.viewing as number, id, { view: true });
    await publishLayer(w, id, { writes: 1 });
    const { secret } = await create('editor', { layers: [{ layer: id, ...READS, add: true }] });
    const reader = await create('viewer', { layers: [{ layer: id, ...READS }] });
    const owners = await create('owner', { layers: [{ layer: id, ...READS, add: true }] });
    const namesOf = async (key: string) => (await askDoor(w, items(id), { key })).body.features.map((one: { properties: { name: string } }) => one.properties.name); // biome-ignore format: one line
    const created = await write(secret, id, 51.5, 35.5);
    expect([created.status, created.body?.status]).toEqual([202, 'pending']);
    // Approving is nothing that a key names: also who may approve sees what is approved, and what they made.
    expect(await namesOf(secret)).toEqual(['الف', 'تازه']);
    expect(await namesOf(reader.secret)).toEqual(['الف']);
    expect(await namesOf(owners.secret)).toEqual(['الف']);
  });

  it('of a superuser open what they name and nothing besides', async () => {
    const { secret } = await create('super', { layers: [{ layer: w.ids.lines, ...READS }] });
    const caller = await door(secret);
    expect([...(caller?.layers.keys() ?? [])]).toEqual([w.ids.lines]);
    expect([caller?.caller.superuser, caller?.caller.modules]).toEqual([false, []]);
    expect([await read(secret, w.ids.lines), await read(secret), await read(secret, w.ids.secret)]).toEqual([
      200, 404, 404,
    ]);
    expect((await write(secret, w.ids.lines, 51, 35)).status).toBe(403);
    // They own this layer, which is published too, and the key does not name it.
    const me = caller?.caller;
    expect(me?.rightsOn({ id: layer, owner_id: me.id, customer_id: w.ids.customer }).view).toBe(false);
    const visible = me ? await selectLayers(w.engine.db, me).execute() : [];
    expect(visible.map(({ id }) => id)).toEqual([w.ids.lines]);
  });

  it('are their person’s alone: nobody else reads, changes or renews one', async () => {
    const { secret: _, ...key } = await create('editor');
    const calls = (as: string) =>
      Promise.all([
        w.call(as, 'PATCH', `/api/own_key/${key.id}/`, { label: 'x' }),
        w.call(as, 'POST', `/api/own_key/${key.id}/rotate/`),
        w.call(as, 'DELETE', `/api/own_key/${key.id}/`),
      ]);
    for (const as of ['viewer', 'super', 'stranger']) {
      expect((await calls(as)).map(({ status }) => status)).toEqual([404, 404, 404]);
      expect((await own(as)).some(({ id }) => id === key.id)).toBe(false);
    }
    const { body: service } = await w.call('super', 'POST', '/api/publish_key/', { label: 'برنامه', layers: [{ layer, ...READS }], regions: [], days: 9, addresses: [], in_address: false }); // biome-ignore format: one call
    expect((await w.call('super', 'DELETE', `/api/own_key/${service.id}/`)).status).toBe(404);
    // An administrator sees whose it is, ends it, and gets nothing to act by.
    const listed = async (query = ''): Promise<PublishKey[]> => (await w.call('super', 'GET', `/api/publish_key/${query}`)).body; // biome-ignore format: one line
    expect((await listed()).find(({ id }) => id === key.id)).toMatchObject({ label: 'کلید من', person: { username: 'editor' } }); // biome-ignore format: one line
    expect((await listed()).find(({ id }) => id === service.id)?.person).toBe(null);
    expect((await listed('?search=editor')).map(({ person: of }) => of?.username)).toContain('editor');
    expect((await listed('?search=editor')).every(({ person: of }) => of?.username === 'editor')).toBe(true);
    for (const [method, path, body] of [
      ['PATCH', '', { days: 700 }],
      ['POST', 'rotate/', undefined],
    ] as const) {
      const answer = await w.call('super', method, `/api/publish_key/${key.id}/${path}`, body);
      expect([answer.status, answer.body.secret]).toEqual([403, undefined]);
    }
    expect((await w.call('stranger', 'DELETE', `/api/publish_key/${key.id}/`)).status).toBe(404);
    expect((await w.call('super', 'DELETE', `/api/publish_key/${key.id}/`)).body.state).toBe('revoked');
    expect((await own('editor')).find(({ id }) => id === key.id)?.state).toBe('revoked');
    expect((await w.call('editor', 'POST', `/api/own_key/${key.id}/rotate/`)).status).toBe(403);
  });

  it('are counted under the name of their person, and a program’s under none', async () => {
    const { id } = await create('editor', { label: 'کلید شمرده' });
    const { body: program } = await w.call('super', 'POST', '/api/publish_key/', { label: 'برنامهٔ شمرده', layers: [{ layer, ...READS }], regions: [], days: 9, addresses: [], in_address: false }); // biome-ignore format: one call
    for (const keyId of [id, program.id])
      w.backend.outside.uses.countUse({ customerId: w.ids.customer, keyId, layerId: layer, ip: HERE.ip, kind: 'features', records: 3 }); // biome-ignore format: one call
    await w.backend.outside.uses.flush();
    const of = async (query: string) => (await w.call('super', 'GET', `/api/publish_use/?${query}`)).body.rows;
    const byKey = await of('by=key');
    const row = (keyId: string) => byKey.find((one: { of: string }) => one.of === keyId);
    expect(row(id)).toMatchObject({ label: 'کلید شمرده', person: { username: 'editor' } });
    expect(row(program.id)).toMatchObject({ label: 'برنامهٔ شمرده', person: null });
    for (const query of ['by=day', `by=layer&key=${id}`]) expect((await of(query))[0].person).toBe(null);
  });

  it('say a secret once, give another beside it for a day, and are held to their version', async () => {
    const { secret, ...key } = await create('editor');
    expect((await own('editor')).find(({ id }) => id === key.id)).toEqual(key);
    const { body: next, headers } = await w.call('editor', 'POST', `/api/own_key/${key.id}/rotate/`);
    expect([headers['cache-control'], next.secret === secret]).toEqual(['private, no-store', false]);
    for (const one of [secret, next.secret]) expect(await door(one)).not.toBe(null);
    expect((await w.call('editor', 'PATCH', `/api/own_key/${key.id}/`, { label: 'x' }, { 'if-match': `"${key.version}"` })).status).toBe(412); // biome-ignore format: one line
    const reading = await w.call('editor', 'PATCH', `/api/own_key/${key.id}/`, { in_address: true, days: 5 });
    expect([reading.status, reading.body.in_address, reading.body.state]).toEqual([200, true, 'ending']);
    const { rows } = await sql<{ line: string }>`select row_to_json(a)::text as line from audit a`.execute(w.engine.db);
    for (const { line } of rows) for (const one of [secret, next.secret]) expect(line).not.toContain(one.slice(13));
    expect((await w.call('editor', 'DELETE', `/api/own_key/${key.id}/`)).body.state).toBe('revoked');
    for (const one of [secret, next.secret]) expect(await door(one)).toBe(null);
  });

  it(`are ${MAX_OWN_KEYS} at most, whatever comes at once, and none of those of programs`, async () => {
    await person('collector');
    const answers = await Promise.all(Array.from({ length: MAX_OWN_KEYS + 3 }, () => post('collector')));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(refused[0]?.body.detail).toContain('۲۰');
    const [first] = await own('collector');
    await w.call('collector', 'DELETE', `/api/own_key/${first?.id}/`);
    expect((await post('collector')).status).toBe(200);
    await sql`update publish_key set revoked_at = now() where not personal and customer_id = ${w.ids.customer}::int`.execute(w.engine.db); // biome-ignore format: one line
    expect((await w.call('super', 'POST', '/api/publish_key/', { label: 'x', layers: [{ layer, ...READS }], regions: [], days: 9, addresses: [], in_address: false })).status).toBe(200); // biome-ignore format: one line
  });
});
