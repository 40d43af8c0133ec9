// Selective rewind: who may, the number that must be typed, what a conflict leaves, what is stopped half-way, and the way back.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitForJob } from '../../../testing/wait-for-job';
import { createWorld, FORM, ONE_ENGINE, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

const WIDE = { from: '2020-01-01', to: '2100-01-01' };

describe.each(ONE_ENGINE)('a rewind on the %s engine', (kind) => {
  let w: TestWorld;
  let editor = 0;
  const roles: number[] = [];
  beforeAll(async () => {
    w = await createWorld(kind);
    const { db } = w.engine;
    editor = (await db.selectFrom('account').select('id').where('username', '=', 'editor').executeTakeFirstOrThrow())
      .id;
    for (const { id } of await db.selectFrom('role').select('id').where('customer_id', '=', w.ids.customer).execute()) roles.push(id); // biome-ignore format: one loop
  });
  afterAll(() => w.close());

  /** A layer with `n` records that `editor` made a change to. */
  async function edited(n: number, supervised = false) {
    const owner = (await w.engine.db.selectFrom('account').select('id').where('username', '=', 'super').executeTakeFirstOrThrow()).id; // biome-ignore format: one query
    const records = Array.from({ length: n }, (_, i) => ({ geometry: { type: 'Point' as const, coordinates: [51 + i / 1000, 35.5] }, value: { name: `n${i}`, population: 1 } })); // biome-ignore format: one list
    const layer = await make.createLayer(w.engine, { customer: w.ids.customer, owner, label: 'rewound', type: 1, form: FORM, records }); // biome-ignore format: one layer
    if (supervised) await sql`update layer set config = config || '{"supervised": true}' where id = ${layer}`.execute(w.engine.db); // biome-ignore format: one statement
    for (const role of roles) await make.createPermission(w.engine, role, layer, { view: true, add: true, edit: true, delete: true }); // biome-ignore format: one line
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const { rows } = await sql<{ id: number }>`select id from record where layer_id = ${layer} order by id`.execute(w.engine.db); // biome-ignore format: one query
    const ids = rows.map(({ id }) => id);
    const change = await w.call('editor', 'PATCH', '/api/layerdata/edit_bulk/', { ids, value: { population: 2 } });
    expect(change.status).toBe(200);
    return { layer, ids, selection: { person: editor, ...WIDE, layers: [layer] } };
  }
  const preview = (s: object, as = 'super') => w.call(as, 'POST', '/api/rewind/preview/', s);
  const start = (s: object, count: number, as = 'super') => w.call(as, 'POST', '/api/rewind/', { ...s, count });
  const valuesOf = async (id: number | undefined) => (await w.call('super', 'GET', `/api/layerdata/${id}/`)).body.value;

  it('is for superusers alone, and within their organisation', async () => {
    const { selection } = await edited(1);
    for (const as of ['editor', 'viewer', 'regional']) {
      expect((await preview(selection, as)).status).toBe(403);
      expect((await start(selection, 1, as)).status).toBe(403);
    }
    expect((await preview(selection, 'stranger')).status).toBe(404);
    expect((await start(selection, 1, 'stranger')).status).toBe(404);
    expect((await preview({ ...selection, from: WIDE.to, to: WIDE.from })).status).toBe(400);
  });

  it('is refused with another number, and does nothing then', async () => {
    const { selection, ids } = await edited(3);
    expect((await start(selection, 2)).status).toBe(409);
    expect((await start(selection, 4)).status).toBe(409);
    expect(await valuesOf(ids[0])).toMatchObject({ population: 2 });
    const job = await start(selection, 3);
    expect((await waitForJob(w, job.body.id, 'super')).outcome).toMatchObject({ changed: 3, left: 0 });
    expect(await valuesOf(ids[0])).toMatchObject({ population: 1 });
    // Nothing of it is left to be rewound.
    expect((await preview(selection)).body.totals).toMatchObject({ change: 0 });
  });

  it('leaves what somebody else changed later, or takes back the fields that nobody else touched', async () => {
    const { selection, ids } = await edited(2);
    await w.call('editor', 'PUT', `/api/layerdata/${ids[0]}/`, { value: { founded: '2024-05-05' } });
    await w.call('super', 'PUT', `/api/layerdata/${ids[0]}/`, { value: { population: 9 } });
    const skip = (await preview(selection)).body;
    expect(skip.totals).toMatchObject({ change: 1, revert: 1, skip: 1, fields: 0 });
    expect(skip.results[0]).toMatchObject({ id: ids[0], becomes: 'skip', conflict: 'changed', by: { username: 'super' } }); // biome-ignore format: one line
    const fields = { ...selection, conflicts: 'fields' };
    const page = (await preview(fields)).body;
    expect(page.totals).toMatchObject({ change: 2, revert: 1, skip: 0, fields: 1 });
    expect(page.results[0]).toMatchObject({
      becomes: 'fields',
      fields: ['founded'],
      after: { value: { population: 9 } },
    });
    const done = await waitForJob(w, (await start(selection, 1)).body.id, 'super');
    expect(done.outcome).toMatchObject({ changed: 1, skipped: 1 });
    expect(await valuesOf(ids[0])).toMatchObject({ population: 9, founded: '2024-05-05' });
    await waitForJob(w, (await start(fields, 1)).body.id, 'super');
    const value = await valuesOf(ids[0]);
    expect([value.population, value.founded ?? null]).toEqual([9, null]);
  });

  it('drops an edit that waits, and gives the way back of it all', async () => {
    const { selection, ids, layer } = await edited(2, true);
    const creation = await w.call('editor', 'POST', '/api/layerdata/', { layer, value: { name: 'new' }, geometry: { type: 'Point', coordinates: [51, 35] } }); // biome-ignore format: one call
    const waiting = async () => (await w.call('super', 'GET', `/api/layerdata/${ids[0]}/`)).body.unconfiremed_value;
    const before = await waiting();
    expect(before.value).toEqual({ population: 2 });
    const { totals } = (await preview(selection)).body;
    expect(totals).toMatchObject({ change: 3, revert: 2, remove: 1 });
    const job = await waitForJob(w, (await start(selection, 3)).body.id, 'super');
    expect(job.can_undo).toBe(true);
    expect(await waiting()).toBeNull();
    expect((await w.call('super', 'GET', `/api/layerdata/${creation.body.id}/`)).status).toBe(404);
    const log = (await w.call('super', 'GET', `/api/layerdatalog/?layer_data=${ids[0]}`)).body;
    expect(log[0]).toMatchObject({ action: 'rewind', user: { username: 'super' } });
    expect(JSON.stringify(log)).not.toContain('standing');
    expect((await w.call('editor', 'POST', `/api/job/${job.id}/undo/`)).status).toBe(404);
    const undo = await w.call('super', 'POST', `/api/job/${job.id}/undo/`);
    await waitForJob(w, undo.body.id, 'super');
    expect(await waiting()).toEqual(before);
    expect((await w.call('super', 'GET', `/api/layerdata/${creation.body.id}/`)).status).toBe(200);
    expect((await w.call('super', 'POST', `/api/job/${job.id}/undo/`)).status).toBe(409);
  });

  it('counts records of a region alone', async () => {
    const { selection } = await edited(2);
    expect((await preview({ ...selection, region: w.ids.region })).body.totals.change).toBe(2);
    const far = await make.createRegion(w.engine, w.ids.customer, 'far', { type: 'Polygon', coordinates: [[[55, 30], [56, 30], [56, 31], [55, 30]]] }); // biome-ignore format: one region
    expect((await preview({ ...selection, region: far })).body.totals.change).toBe(0);
    expect((await preview({ ...selection, region: 999_999 })).status).toBe(404);
  });

  it('stays between two batches where it was stopped, and is taken back as far as it came', async () => {
    const { selection, layer } = await edited(1200);
    const job = (await start(selection, 1200)).body;
    const done = async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from record where layer_id = ${layer} and value->>'population' = '1'`.execute(w.engine.db); // biome-ignore format: one query
      return rows[0]?.n ?? 0;
    };
    while ((await done()) === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    await w.call('super', 'POST', `/api/job/${job.id}/cancel/`);
    const end = await waitForJob(w, job.id, 'super');
    const n = await done();
    if (end.state === 'cancelled') expect([n < 1200, n % 500, end.outcome.changed]).toEqual([true, 0, n]);
    expect(end.can_undo).toBe(true);
    await waitForJob(w, (await w.call('super', 'POST', `/api/job/${job.id}/undo/`)).body.id, 'super');
    expect(await done()).toBe(0);
  });
});
