// Publishing by its calls: settings and their rules, keys whose secret is said once, and what is told of their use.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PublishKey, PublishKeySecret } from '../../../contract/schemas/publish/key';
import type { PublishedLayer, PublishLine, PublishSettings } from '../../../contract/schemas/publish/layer';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../testing/world';

const HERE = { ip: '203.0.113.9', inAddress: false };
const NO_WRITES = { add: false, edit: false, delete: false };
const SETTINGS: PublishSettings = {
  access: 'key',
  description: 'شهرهای ایران',
  licence: 'CC BY 4.0',
  attribution: '',
  hidden_fields: ['population'],
  only_approved: false,
  time_field: 'founded',
  writes: { add: true, edit: true, delete: false },
  services: { features: true, tiles: true, csv: false },
};

describe.each(ONE_ENGINE)('publishing on the %s engine', (kind) => {
  let w: TestWorld;
  let at = new Date();
  beforeAll(async () => {
    // Days pass in these tests, and nobody is signed out by them.
    w = await createWorld(kind, { accessSeconds: 400 * 86_400 }, () => at);
  });
  afterAll(() => w.close());
  beforeEach(() => {
    at = new Date();
  });

  const save = (layer: number, more: Partial<PublishSettings> = {}, headers = {}) =>
    w.call('super', 'PUT', `/api/publish/${layer}/`, { ...SETTINGS, ...more }, headers);
  const one = (layer: number) => w.call('super', 'GET', `/api/publish/${layer}/`);
  const grant = (layer: number, more = {}) => ({ layer, ...NO_WRITES, ...more });
  const create = (more: object = {}) =>
    w.call('super', 'POST', '/api/publish_key/', {
      label: 'دفتر نقشه',
      layers: [grant(w.ids.layer, { add: true })],
      regions: [],
      days: 90,
      addresses: [],
      in_address: false,
      ...more,
    });
  const edit = (id: string, body: object, headers = {}) =>
    w.call('super', 'PATCH', `/api/publish_key/${id}/`, body, headers);
  const keys = async (): Promise<PublishKey[]> => (await w.call('super', 'GET', '/api/publish_key/')).body;
  const door = (secret: string, from = HERE) => w.backend.outside.callers.callerOfKey(secret, from);

  it('begins closed, is saved as a whole, and refuses what somebody read before another saved', async () => {
    const { layer } = w.ids;
    const before = await one(layer);
    expect(before.headers.etag).toBe('"0"');
    const { is_published, settings, fields } = before.body as PublishedLayer;
    expect([is_published, settings.access, settings.writes]).toEqual([false, 'key', NO_WRITES]);
    expect(fields.map(({ name }) => name)).toEqual(['name', 'population', 'founded']);
    const first = await save(layer, {}, { 'if-match': '"0"' });
    expect([first.status, first.headers.etag, first.body.settings]).toEqual([200, '"1"', SETTINGS]);
    const stale = await save(layer, { licence: 'x' }, { 'if-match': '"0"' });
    expect([stale.status, stale.body.current.settings.licence]).toEqual([412, 'CC BY 4.0']);
    expect((await save(layer, {}, { 'if-match': '"1"' })).headers.etag).toBe('"2"');
  });

  it.each([
    ['hidden_fields', { hidden_fields: ['nothing'] }],
    ['time_field', { time_field: 'name' }],
    ['time_field', { hidden_fields: ['founded'] }],
    ['services', { services: { features: false, tiles: false, csv: false } }],
    ['writes', { access: 'open' as const }],
  ])('refuses settings that make no sense, at %s', async (field, more) => {
    const { status, body } = await save(w.ids.layer, more);
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
  });

  it('opens a supervised layer to everybody only with what is approved', async () => {
    const { id } = (await w.form('super', '/api/layer/', { label: 'نظارتی', type: 1, form: [], supervised: true }))
      .body;
    const open = { access: 'open' as const, writes: NO_WRITES, hidden_fields: [], time_field: null };
    const refused = await save(id, open);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['only_approved']]);
    expect((await save(id, { ...open, only_approved: true })).status).toBe(200);
    const address = await w.call('super', 'PUT', '/api/publish_open/', { on: true });
    expect(address.body).toEqual({ open: expect.stringMatching(/^[a-z]{12}$/), layers: 1 });
    const caller = await w.backend.outside.callers.callerOfOpen(address.body.open);
    expect([...(caller?.layers.keys() ?? [])]).toEqual([id]);
    const again = await w.call('super', 'PUT', '/api/publish_open/', { on: true });
    expect(again.body.open).toBe(address.body.open);
    const other = await w.call('super', 'PUT', '/api/publish_open/', { on: true, renew: true });
    expect(other.body.open).not.toBe(address.body.open);
    expect(await w.backend.outside.callers.callerOfOpen(address.body.open)).toBe(null);
    await w.call('super', 'PUT', '/api/publish_open/', { on: false });
    expect(await w.backend.outside.callers.callerOfOpen(other.body.open)).toBe(null);
  });

  it('says a secret once, keeps it nowhere, and lets nobody else see it', async () => {
    const { status, body, headers } = await create();
    const { secret, ...key } = body as PublishKeySecret;
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(secret).toMatch(new RegExp(`^pht_${key.id}_[\\w-]{43}$`));
    expect((await keys()).find(({ id }) => id === key.id)).toEqual(key);
    expect((await door(secret))?.layers.get(w.ids.layer)?.may).toEqual({ add: true, edit: false, remove: false });
    const { rows: tables } = await sql<{ name: string }>`
      select c.relname as name from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`.execute(w.engine.db); // biome-ignore format: one statement
    for (const { name } of tables) {
      const { rows } = await sql`select 1 from ${sql.table(name)} t where t::text like ${`%${secret.slice(13)}%`}::text limit 1`.execute(w.engine.db); // biome-ignore format: one statement
      expect([name, rows.length]).toEqual([name, 0]);
    }
    const { rows } = await sql`select object from audit where call = 'publishKeys.create' order by id desc limit 1`.execute(w.engine.db); // biome-ignore format: one statement
    expect(rows).toEqual([{ object: key.id }]);
    // To another customer there is no such key.
    expect((await w.call('stranger', 'PATCH', `/api/publish_key/${key.id}/`, { label: 'x' })).status).toBe(404);
    expect((await w.call('stranger', 'GET', '/api/publish_key/')).body).toEqual([]);
  });

  it('refuses keys that open what is closed, each thing at its field', async () => {
    const fieldsOf = async (more: object) => Object.keys((await create(more)).body.fields ?? {});
    expect(await fieldsOf({ layers: [grant(w.ids.secret)] })).toEqual(['layers']);
    expect(await fieldsOf({ layers: [grant(w.ids.layer, { delete: true })] })).toEqual(['layers']);
    expect(await fieldsOf({ layers: [grant(w.ids.layer), grant(w.ids.layer)] })).toEqual(['layers']);
    expect(await fieldsOf({ in_address: true })).toEqual(['in_address']);
    expect(await fieldsOf({ regions: [999_999], addresses: ['10.1.0.0/33'] })).toEqual(['regions', 'addresses']);
    expect(await fieldsOf({ days: 731 })).toEqual(['days']);
  });

  it('changes a key, and holds one to its version', async () => {
    const { body: key } = await create({ regions: [w.ids.region], addresses: ['10.1.2.3/16', '2001:db8::1'] });
    expect(key.addresses).toEqual(['10.1.0.0/16', '2001:db8::1/128']);
    expect(key.regions).toEqual([{ id: w.ids.region, label: 'تهران' }]);
    const renamed = await edit(key.id, { label: 'نو', addresses: [] }, { 'if-match': `"${key.version}"` });
    expect([renamed.status, renamed.body.label, renamed.body.regions.length]).toEqual([200, 'نو', 1]);
    expect((await edit(key.id, { label: 'x' }, { 'if-match': `"${key.version}"` })).status).toBe(412);
    expect(Object.keys((await edit(key.id, { in_address: true })).body.fields)).toEqual(['in_address']);
    const reading = await edit(key.id, { in_address: true, layers: [grant(w.ids.layer)], regions: [] });
    expect([reading.status, reading.body.in_address, reading.body.regions]).toEqual([200, true, []]);
    expect((await door(key.secret, { ...HERE, inAddress: true }))?.caller.regions).toEqual([]);
  });

  it('gives a new secret beside the old one for a day, and ends a key at once and for ever', async () => {
    const { body: key } = await create();
    const { body: next } = await w.call('super', 'POST', `/api/publish_key/${key.id}/rotate/`);
    expect(next.secret).not.toBe(key.secret);
    expect(next.old_until).toBe(new Date(at.getTime() + 86_400_000).toISOString());
    for (const { secret } of [key, next]) expect(await door(secret)).not.toBe(null);
    at = new Date(at.getTime() + 86_400_000);
    expect([await door(key.secret), (await door(next.secret)) === null]).toEqual([null, false]);
    const { body: revoked } = await w.call('super', 'DELETE', `/api/publish_key/${key.id}/`);
    expect([revoked.state, await door(next.secret)]).toEqual(['revoked', null]);
    for (const answer of [await edit(key.id, { label: 'x' }), await w.call('super', 'POST', `/api/publish_key/${key.id}/rotate/`)]) // biome-ignore format: one line
      expect(answer.status).toBe(403);
  });

  it('ends a key with its last day, and says so a fortnight before', async () => {
    const { body: key } = await create({ days: 30 });
    const state = async () => (await keys()).find(({ id }) => id === key.id)?.state;
    expect(await state()).toBe('works');
    at = new Date(at.getTime() + 17 * 86_400_000);
    expect(await state()).toBe('ending');
    at = new Date(at.getTime() + 15 * 86_400_000);
    expect([await state(), await door(key.secret)]).toEqual(['ended', null]);
  });

  it('tells use by day, key and layer, and takes a layer back from all keys', async () => {
    const { body: key } = await create({ label: 'شمرده' });
    const { uses } = w.backend.outside;
    const use = { customerId: w.ids.customer, keyId: key.id, layerId: w.ids.layer, ip: '203.0.113.9' };
    uses.countUse({ ...use, kind: 'features', records: 7, bytes: 70 });
    uses.countUse({ ...use, keyId: null, kind: 'tiles', bytes: 30 });
    await uses.flush();
    const rows = async (query: string) => (await w.call('super', 'GET', `/api/publish_use/?${query}`)).body.rows;
    expect(await rows('by=day')).toEqual([expect.objectContaining({ requests: 2, records: 7, bytes: 100 })]);
    expect(await rows('by=key&key=open')).toEqual([{ of: '', label: null, person: null, requests: 1, records: 0, bytes: 30, refused: 0 }]); // biome-ignore format: one line
    expect(await rows(`by=layer&key=${key.id}`)).toEqual([{ of: String(w.ids.layer), label: 'شهرها', person: null, requests: 1, records: 7, bytes: 70, refused: 0 }]); // biome-ignore format: one line
    expect((await w.call('super', 'GET', '/api/publish_use/?from=2020-01-01&to=2022-01-01')).status).toBe(400);
    const { body } = await one(w.ids.layer);
    expect([body.requests_week, body.requests_month]).toEqual([2, 2]);
    expect(body.keys[0]).toMatchObject({ label: 'شمرده', last_used: at.toISOString() });
    const line = async () =>
      ((await w.call('super', 'GET', '/api/publish/?search=شهرها')).body.results as PublishLine[])[0];
    expect(await line()).toMatchObject({ requests: 2, published: { access: 'key', writes: SETTINGS.writes } });
    expect((await w.call('super', 'DELETE', `/api/publish/${w.ids.layer}/`)).status).toBe(200);
    expect([(await door(key.secret))?.layers.size, (await line())?.published]).toEqual([0, null]);
  });

  it('warns of what programs outside break, and writes wide whole numbers with a point', async () => {
    const kinds = async (layer: number) =>
      (await w.call('super', 'GET', `/api/publish/${layer}/check/`)).body.map((one: { kind: string }) => one.kind);
    await save(w.ids.spare, { hidden_fields: ['name'], time_field: null });
    expect(await kinds(w.ids.spare)).toEqual(expect.arrayContaining(['empty', 'hiddenRequired']));
    await w.call('super', 'POST', '/api/layerdata/', { layer: w.ids.spare, value: { name: 'x', population: 4_000_000_040 }, geometry: { type: 'Point', coordinates: [51, 35] } }); // biome-ignore format: one call
    await save(w.ids.spare, { hidden_fields: [], time_field: null });
    expect(await kinds(w.ids.spare)).toEqual(['wideIntegers']);
    const { body: key } = await create({ layers: [grant(w.ids.spare)] });
    expect((await door(key.secret))?.layers.get(w.ids.spare)?.wideFields).toEqual(['population']);
  });
});
