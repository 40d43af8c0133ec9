// Who a secret opens what for: unknown, expired, revoked, rotated, from elsewhere, locked, after the end of a plan, and what its rights are.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../../testing/world';
import { findPersons } from '../../../identity/people';
import { doorUses } from '../use/count';
import { type DoorCallers, doorCallers } from './lookup';
import { hashOfSecret, newKeyId, newSecret } from './secret';
import { insertKey, type NewKey } from './store';

const DAY_MS = 86_400_000;
const HERE = { ip: '203.0.113.9', inAddress: false };

describe.each(ONE_ENGINE)('keys on the %s engine', (kind) => {
  let w: TestWorld;
  let at: Date;
  let door: DoorCallers;
  beforeAll(async () => {
    w = await createWorld(kind);
    const { customer, layer, lines, secret } = w.ids;
    const publish = (id: number, of: number, more: { access?: number; writes?: number; approved?: boolean } = {}) =>
      w.engine.db
        .insertInto('published_layer')
        .values({
          layer_id: id,
          customer_id: of,
          access: more.access ?? 0,
          description: 'شرح',
          licence: '',
          attribution: '',
          hidden_fields: ['population'],
          wide_fields: [],
          only_approved: more.approved ?? false,
          time_field: 'founded',
          writes: more.writes ?? 0,
          services: 5,
          made_by: null,
          made_at: new Date(),
          changed_at: new Date(),
        })
        .execute();
    await publish(layer, customer, { writes: 3 });
    await publish(lines, customer, { access: 1, approved: true });
    await publish(secret, customer);
  });
  afterAll(() => w.close());
  beforeEach(() => {
    at = new Date('2026-03-01T08:00:00Z');
    door = doorCallers(w.engine.db, () => at);
  });

  async function create(more: Partial<NewKey> = {}) {
    const id = newKeyId();
    const secret = newSecret(id);
    await w.engine.db.transaction().execute((tx) =>
      insertKey(tx, {
        id,
        customer: w.ids.customer,
        label: 'دفتر نقشه',
        hash: hashOfSecret(secret),
        inAddress: false,
        addresses: [],
        regions: [],
        grants: [{ layer: w.ids.layer, add: true, edit: false, delete: true }],
        madeBy: null,
        at,
        expires: new Date(at.getTime() + 90 * DAY_MS),
        ...more,
      }),
    );
    return { id, secret };
  }
  const update = (id: string, set: object) =>
    w.engine.db.updateTable('publish_key').set(set).where('id', '=', id).execute();

  it('open what is granted and published, and no more', async () => {
    const { id, secret } = await create();
    const caller = await door.callerOfKey(secret, HERE);
    expect(caller?.keyId).toBe(id);
    expect(caller?.customerId).toBe(w.ids.customer);
    expect([...(caller?.layers.keys() ?? [])]).toEqual([w.ids.layer]);
    expect(caller?.layers.get(w.ids.layer)).toEqual({
      id: w.ids.layer,
      title: 'شهرها',
      description: 'شرح',
      licence: '',
      attribution: '',
      hiddenFields: ['population'],
      wideFields: [],
      onlyApproved: false,
      timeField: 'founded',
      services: { features: true, tiles: false, csv: true },
      may: { add: true, edit: false, remove: false },
    });
    const me = caller?.caller;
    expect([me?.superuser, me?.modules, me?.perms, me?.roles]).toEqual([false, [], [], []]);
    const on = (layer: number, customer = w.ids.customer) =>
      me?.rightsOn({ id: layer, owner_id: me.id, customer_id: customer });
    // Deleting is granted and not published; editing is published and not granted.
    expect(on(w.ids.layer)).toEqual({ view: true, add: true, edit: false, delete: false, export: false, approve: false, manage: false }); // biome-ignore format: one line
    expect(on(w.ids.secret)?.view).toBe(false);
    expect(on(w.ids.layer, w.ids.customer + 1)?.view).toBe(false);
  });

  it('are nothing where they are unknown, of another key, expired, or the plan has ended', async () => {
    const [one, other] = [await create(), await create()];
    expect(await door.callerOfKey(newSecret(newKeyId()), HERE)).toBe(null);
    expect(await door.callerOfKey(newSecret(one.id), HERE)).toBe(null);
    expect(await door.callerOfKey(`${one.secret.slice(0, 13)}${other.secret.slice(13)}`, HERE)).toBe(null);
    expect(await door.callerOfKey('', HERE)).toBe(null);
    at = new Date(at.getTime() + 90 * DAY_MS - 1);
    expect(await door.callerOfKey(one.secret, HERE)).not.toBe(null);
    at = new Date(at.getTime() + 1);
    expect(await door.callerOfKey(one.secret, HERE)).toBe(null);
  });

  it('end within a second when they are revoked, locked, or their layer is taken back', async () => {
    const [revoked, locked, bare] = [await create(), await create(), await create()];
    for (const { secret } of [revoked, locked, bare]) expect(await door.callerOfKey(secret, HERE)).not.toBe(null);
    await update(revoked.id, { revoked_at: at });
    await sql`update account set locked = true where username = ${`pht_${locked.id}`}::text`.execute(w.engine.db);
    await sql`delete from publish_grant where key_id = ${bare.id}::text`.execute(w.engine.db);
    await expect
      .poll(() => Promise.all([revoked, locked].map(({ secret }) => door.callerOfKey(secret, HERE))), { timeout: 1500 })
      .toEqual([null, null]);
    await expect.poll(async () => (await door.callerOfKey(bare.secret, HERE))?.layers.size, { timeout: 1500 }).toBe(0);
  });

  it('live on for a day after they were rotated', async () => {
    const { id, secret } = await create();
    const fresh = newSecret(id);
    await update(id, {
      hash: hashOfSecret(fresh),
      old_hash: hashOfSecret(secret),
      old_until: new Date(at.getTime() + DAY_MS),
    });
    expect(await door.callerOfKey(secret, HERE)).not.toBe(null);
    expect(await door.callerOfKey(fresh, HERE)).not.toBe(null);
    at = new Date(at.getTime() + DAY_MS);
    expect(await door.callerOfKey(secret, HERE)).toBe(null);
    expect(await door.callerOfKey(fresh, HERE)).not.toBe(null);
  });

  it('come only from their networks, and stand in an address only where they may', async () => {
    const bound = await create({ addresses: ['203.0.113.0/28', '2001:db8::/32'] });
    const from = (ip: string, inAddress = false) => door.callerOfKey(bound.secret, { ip, inAddress });
    expect(await from('203.0.113.9')).not.toBe(null);
    expect(await from('::ffff:203.0.113.9')).not.toBe(null);
    expect(await from('203.0.113.16')).toBe(null);
    expect(await from('203.0.113.9', true)).toBe(null);
    const reading = [{ layer: w.ids.layer, add: false, edit: false, delete: false }];
    const open = await create({ inAddress: true, grants: reading });
    expect(await door.callerOfKey(open.secret, { ...HERE, inAddress: true })).not.toBe(null);
    // The database itself refuses one that writes.
    await expect(create({ inAddress: true })).rejects.toThrow(/publish_grant_reads/);
    await expect(update((await create()).id, { in_address: true })).rejects.toThrow(/publish_grant_reads/);
  });

  it('are bound to regions, and open nothing when these are gone', async () => {
    const { region } = w.ids;
    const { secret, id } = await create({ regions: [region] });
    expect((await door.callerOfKey(secret, HERE))?.caller.regions).toEqual([region]);
    await sql`delete from account_region where account_id = (select account_id from publish_key where id = ${id}::text)`.execute(w.engine.db); // biome-ignore format: one statement
    door.forget();
    expect(await door.callerOfKey(secret, HERE)).toBe(null);
  });

  it('open no layer of another customer, in whatever way it came to be granted', async () => {
    const { rows } = await sql<{ id: number }>`
      select id from customer where id <> ${w.ids.customer}::int limit 1`.execute(w.engine.db);
    const { secret } = await create({ customer: rows[0]?.id ?? 0 });
    expect((await door.callerOfKey(secret, HERE))?.layers.size).toBe(0);
  });

  it('see of supervised layers what is approved and their own; only what is approved where that is said', async () => {
    const grants = [w.ids.layer, w.ids.lines].map((layer) => ({ layer, add: false, edit: false, delete: false }));
    const { secret } = await create({ grants });
    await sql`update layer set config = jsonb_set(config, '{supervised}', 'true') where id = ${w.ids.layer}::int`.execute(w.engine.db); // biome-ignore format: one statement
    const caller = (await door.callerOfKey(secret, HERE))?.caller;
    expect([caller?.ownIn, caller?.approvedIn]).toEqual([[w.ids.layer], [w.ids.lines]]);
    await sql`update layer set config = jsonb_set(config, '{supervised}', 'false') where id = ${w.ids.layer}::int`.execute(w.engine.db); // biome-ignore format: one statement
  });

  it('open the layers that are open to everybody to whoever has the address', async () => {
    expect(await door.callerOfOpen('abcdefghijkl')).toBe(null);
    await sql`update customer set open_key = 'abcdefghijkl' where id = ${w.ids.customer}::int`.execute(w.engine.db);
    door.forget();
    const open = await door.callerOfOpen('abcdefghijkl');
    expect([open?.keyId, [...(open?.layers.keys() ?? [])], open?.caller.id]).toEqual([null, [w.ids.lines], 0]);
    expect(open?.caller.approvedIn).toEqual([w.ids.lines]);
  });

  it('act under an account that is named, and in no list of people', async () => {
    const { id } = await create();
    const account = await w.engine.db
      .selectFrom('account')
      .selectAll()
      .where('username', '=', `pht_${id}`)
      .executeTakeFirstOrThrow();
    const named = await findPersons(w.engine.db, w.ids.customer, [account.id]);
    expect(named.get(account.id)?.first_name).toBe('دفتر نقشه');
    for (const path of ['users/', 'users/get_all/', 'chat/', 'users/?search=pht_'])
      expect(JSON.stringify((await w.call('super', 'GET', `/api/${path}`)).body)).not.toContain('pht_');
    expect((await w.call('super', 'GET', `/api/users/${account.id}/`)).status).toBe(404);
    // A living service, and one that is a superuser, are refused by the database.
    for (const set of [{ deleted_at: null }, { is_superuser: true }])
      await expect(w.engine.db.updateTable('account').set(set).where('id', '=', account.id).execute()).rejects.toThrow(/account_service/); // biome-ignore format: one statement
  });

  it('are counted in memory and written together', async () => {
    const { id } = await create();
    const counter = doorUses(w.engine.db, () => at);
    const use = { customerId: w.ids.customer, keyId: id, layerId: w.ids.layer, ip: '::ffff:198.51.100.7' };
    counter.countUse({ ...use, kind: 'features', records: 10, bytes: 100 });
    counter.countUse({ ...use, kind: 'features', records: 5, bytes: 50 });
    counter.countUse({ ...use, kind: 'writes', refused: true });
    counter.countUse({ ...use, keyId: null, layerId: null, kind: 'documents' });
    await Promise.all([counter.flush(), counter.flush()]);
    counter.countUse({ ...use, kind: 'features', records: 1 });
    await counter.flush();
    const { rows } = await sql`
      select day, key_id, layer_id, kind, requests, records, bytes, refused from publish_use order by key_id, kind`.execute(w.engine.db); // biome-ignore format: one statement
    const day = '2026-03-01';
    expect(rows).toEqual([
      { day, key_id: '', layer_id: 0, kind: 0, requests: 1, records: 0, bytes: 0, refused: 0 },
      { day, key_id: id, layer_id: w.ids.layer, kind: 1, requests: 3, records: 16, bytes: 150, refused: 0 },
      { day, key_id: id, layer_id: w.ids.layer, kind: 4, requests: 1, records: 0, bytes: 0, refused: 1 },
    ]);
    const key = await w.engine.db.selectFrom('publish_key').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect([key.last_ip, key.last_used?.toISOString(), key.version]).toEqual(['198.51.100.7', at.toISOString(), 1]);
  });
  it('end with the plan of their customer', async () => {
    const { secret } = await create();
    await sql`
      insert into subscription (customer_id, plan_id, starts, ends, layer_limit, disk_limit)
        select ${w.ids.customer}::int, min(id), ${at}::timestamptz, ${at}::timestamptz, 1, 1 from plan`.execute(
      w.engine.db,
    );
    expect(await door.callerOfKey(secret, HERE)).toBe(null);
    expect(await door.callerOfOpen('abcdefghijkl')).toBe(null);
  });
});
