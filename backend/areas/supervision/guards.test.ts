// Each guard of supervision by itself: what it refuses happens once it is taken out.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, FORM, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';
import { insertRelation } from '../layers/relation/store';

describe.each(ONE_ENGINE)('the guards of supervision on the %s engine', (kind) => {
  let w: TestWorld;
  let one = 0;
  let two = 0;
  let leaving = 0;
  beforeAll(async () => {
    w = await createWorld(kind);
    const { customer } = w.ids;
    const layer = (second_approval: boolean) =>
      make.createLayer(w.engine, { customer, owner: 1, label: 'x', type: 1, form: FORM, config: { supervised: true, second_approval }, records: [] }); // biome-ignore format: one call
    one = await layer(false);
    two = await layer(true);
    const work = { view: true, add: true, edit: true, delete: true };
    const role = async (name: string, modules: number[], perms: string[], approve: boolean) => {
      const id = await make.createRole(w.engine, customer, name, modules, perms);
      for (const of of [one, two]) await make.createPermission(w.engine, id, of, { ...work, approve });
      return id;
    };
    const judging = await role('judging', [4, 10], [], true);
    const seconding = await role('seconding', [4, 10], ['second_approval'], true);
    const idle = await role('idle', [4, 10], [], false);
    const plain = await role('plain', [4], ['second_approval'], true);
    leaving = await role('leaving', [4, 10], [], true);
    const people = { first: judging, other: judging, second: seconding, idle, plain, leaver: leaving };
    for (const [username, id] of Object.entries(people))
      await make.createPerson(w.engine, customer, { username, password: PASSWORD, roles: [id] });
    await make.createPerson(w.engine, customer, { username: 'local', password: PASSWORD, roles: [judging], regions: [w.ids.region] }); // biome-ignore format: one call
  });
  afterAll(() => w.close());

  const add = async (as: string, layer = one, lon = 51.4): Promise<number> =>
    (await w.call(as, 'POST', '/api/layerdata/', { layer, value: { name: 'x' }, geometry: { type: 'Point', coordinates: [lon, 35.7] } })).body.id; // biome-ignore format: one call
  const judge = (as: string, record: number, action = 'approve', headers = {}) =>
    w.call(as, 'PUT', `/api/supervision/${record}/`, { action, reason: 'x' }, headers);
  const post = (as: string, path: string, body?: object, headers = {}) => w.call(as, 'POST', `/api/${path}`, body, headers); // biome-ignore format: one call
  const get = (as: string, path: string) => w.call(as, 'GET', `/api/${path}`);
  const reopen = (as: string, record: number, headers = {}) =>
    post(as, `supervision/${record}/reopen/`, { reason: 'x' }, headers);
  const undo = (as: string, record: number) => post(as, `supervision/${record}/undo/`, undefined, { 'accept-language': 'en' }); // biome-ignore format: one call
  const inbox = async (as: string) => (await get(as, 'inbox/')).body;
  const STALE = { 'if-match': '"0"' };

  it('own work: no verdict on it', async () => {
    const record = await add('first');
    expect((await judge('first', record)).status).toBe(403);
    expect((await judge('other', record)).status).toBe(200);
  });

  it('own work: no reopening of it', async () => {
    const record = await add('first');
    await judge('other', record, 'reject');
    expect((await reopen('first', record)).status).toBe(403);
    expect((await reopen('other', record)).status).toBe(200);
  });

  it('second approval: by its right', async () => {
    const record = await add('idle', two);
    await judge('first', record);
    expect((await judge('other', record)).status).toBe(403);
    expect((await judge('second', record)).status).toBe(200);
  });

  it('second approval: by another person', async () => {
    const record = await add('idle', two);
    await judge('second', record);
    expect((await judge('second', record)).status).toBe(403);
  });

  it('only what waits is judged', async () => {
    const record = await add('idle');
    await judge('first', record);
    expect((await judge('other', record, 'reject')).status).toBe(403);
  });

  it('If-Match of a verdict', async () => {
    const record = await add('idle');
    expect((await judge('first', record, 'approve', STALE)).status).toBe(412);
  });

  it('If-Match of a reopening', async () => {
    const record = await add('idle');
    await judge('first', record);
    expect((await reopen('first', record, STALE)).status).toBe(412);
  });

  it('right to approve: verdict', async () => {
    const record = await add('first');
    await judge('other', record);
    await w.call('first', 'PUT', `/api/layerdata/${record}/`, { value: { name: 'y' } });
    expect((await judge('idle', record)).status).toBe(403);
  });

  it('right to approve: the card', async () => {
    const record = await add('first');
    await judge('other', record);
    expect((await get('idle', `supervision/${record}/`)).status).toBe(403);
  });

  it('right to approve: looking', async () => {
    const record = await add('first');
    await judge('other', record);
    expect((await post('idle', `supervision/${record}/look/`)).status).toBe(403);
  });

  it('right to approve: reopening', async () => {
    const record = await add('first');
    await judge('other', record);
    expect((await reopen('idle', record)).status).toBe(403);
  });

  it('right to approve: taking back, also of whoever had it', async () => {
    const record = await add('idle');
    await judge('leaver', record);
    const set = (approve: boolean) =>
      post('super', `layerpermission/?layer=${one}`, { permissions: [{ group: leaving, view: true, add: true, edit: true, delete: true, export: false, approve }] }); // biome-ignore format: one call
    expect((await set(false)).status).toBe(200);
    expect((await undo('leaver', record)).status).toBe(403);
    await set(true);
    expect((await undo('leaver', record)).status).toBe(200);
  });

  it('right to approve: reading the audit', async () => {
    expect((await get('idle', `supervision/${two}/audit/`)).status).toBe(403);
  });

  it('right to manage: setting the audit, in a layer with a second approval alone', async () => {
    const set = (as: string, layer: number) => w.call(as, 'PUT', `/api/supervision/${layer}/audit/`, { share: 100 });
    expect((await set('second', two)).status).toBe(403);
    expect((await set('super', two)).status).toBe(200);
  });

  it('audits: only where a second approval is', async () => {
    expect((await w.call('super', 'PUT', `/api/supervision/${one}/audit/`, { share: 100 })).status).toBe(403);
  });

  it('lots: only of layers that one judges', async () => {
    await w.call('super', 'PUT', `/api/supervision/${two}/audit/`, { share: 100 });
    expect((await get('first', 'supervision/lots/')).body.count).toBeGreaterThan(0);
    expect((await get('idle', 'supervision/lots/')).body.count).toBe(0);
  });

  it('lease: of whoever looked first', async () => {
    const record = await add('idle');
    await post('first', `supervision/${record}/look/`);
    expect((await post('other', `supervision/${record}/look/`)).body.looking).toMatchObject({ username: 'first' });
  });

  it('lease: two minutes long', async () => {
    const record = await add('idle');
    await post('first', `supervision/${record}/look/`);
    await sql`update review_lease set until = until - interval '121 seconds' where record_id = ${record}::bigint`.execute(w.engine.db); // biome-ignore format: one query
    expect((await get('other', `supervision/${record}/`)).body.looking).toBeNull();
  });

  it('lease: ends with a verdict', async () => {
    const record = await add('idle');
    await post('first', `supervision/${record}/look/`);
    await judge('first', record);
    expect((await get('other', `supervision/${record}/`)).body.looking).toBeNull();
  });

  it('taking back: by the giver', async () => {
    const record = await add('idle');
    await judge('first', record);
    expect((await undo('other', record)).status).toBe(403);
  });

  it('taking back: for ten minutes', async () => {
    const record = await add('idle');
    await judge('first', record);
    await sql`update record_log set at = at - interval '601 seconds' where record_id = ${record}::bigint`.execute(
      w.engine.db,
    );
    expect((await undo('first', record)).status).toBe(403);
  });

  it('taking back: not over files that were settled', async () => {
    const record = await add('idle');
    await judge('first', record);
    await sql`insert into record_log (layer_id, record_id, account_id, at, action) select layer_id, record_id, account_id, at, 'approve_file' from record_log where record_id = ${record}::bigint order by id desc limit 1`.execute(w.engine.db); // biome-ignore format: one query
    expect((await undo('first', record)).body.detail).toContain('Files');
  });

  it('taking back: not over related records that went along', async () => {
    const record = await add('idle');
    await judge('first', record);
    await w.call('idle', 'DELETE', `/api/layerdata/${record}/`);
    await judge('first', record);
    const relation = await insertRelation(w.engine.db, w.ids.customer, { name: 'x', parent_layer: one, parent_field: 'name', child_layer: two, child_field: 'name', kind: 'many', on_delete: 'clear', required: false, label: 'x', back_label: 'x', title: null, columns: [] }); // biome-ignore format: one call
    const refused = await undo('first', record);
    await sql`delete from layer_relation where id = ${relation}::int`.execute(w.engine.db);
    expect([refused.status, (await undo('first', record)).status]).toEqual([403, 200]);
  });

  it('regions: what lies outside is in no queue', async () => {
    const record = await add('idle', one, 60);
    const { results } = (await get('local', 'supervision/queue/?limit=200')).body;
    expect(results.filter(({ id }: { id: number }) => id === record)).toEqual([]);
    expect((await judge('local', record)).status).toBe(404);
  });

  it('regions: what lies outside is counted for nobody', async () => {
    const before = (await inbox('local')).waiting;
    await add('idle', one, 60);
    expect((await inbox('local')).waiting).toBe(before);
    await add('idle');
    expect((await inbox('local')).waiting).toBe(before + 1);
  });

  it('regions: verdicts on what lies outside are not told', async () => {
    const record = await add('idle', one, 60);
    await judge('first', record);
    const { results } = (await get('local', 'supervision/verdicts/')).body;
    expect(results.filter((row: { record: number }) => row.record === record)).toEqual([]);
  });

  it('queue: only of layers that one judges', async () => {
    await add('first');
    expect((await get('idle', 'supervision/queue/')).body.count).toBe(0);
  });

  it('comments: read by reviewers and authors', async () => {
    const record = await add('first');
    await judge('other', record);
    expect((await get('idle', `layerdata/${record}/comments/`)).status).toBe(403);
  });

  it('comments: written by reviewers and authors', async () => {
    const record = await add('first');
    await judge('other', record);
    expect((await post('idle', `layerdata/${record}/comments/`, { text: 'x' })).status).toBe(403);
  });

  it('counts: for those who supervise', async () => {
    await add('idle');
    expect((await inbox('first')).waiting).toBeGreaterThan(0);
    expect((await inbox('plain')).waiting).toBe(0);
  });

  it('counts: without the own work', async () => {
    const before = (await inbox('first')).waiting;
    await add('first');
    expect((await inbox('first')).waiting).toBe(before);
  });

  it('counts: second approvals for those with the right', async () => {
    await judge('first', await add('idle', two));
    expect([(await inbox('second')).second > 0, (await inbox('other')).second]).toEqual([true, 0]);
  });

  it('counts: second approvals without those that one gave first', async () => {
    const before = (await inbox('second')).second;
    await judge('second', await add('idle', two));
    expect((await inbox('second')).second).toBe(before);
  });
});
