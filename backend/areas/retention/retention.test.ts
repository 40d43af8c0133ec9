// Deleted records go for ever when their days are over, and not before; who may set that.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PNG } from '../../../testing/pictures';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../testing/world';
import { openStorage } from '../../storage';
import { removeOldDeleted } from './sweep';

const PATH = '/api/deleted_layerdata/retention/';

describe.each(ONE_ENGINE)('retention on the %s engine', (kind) => {
  let w: TestWorld;
  let at = Date.now();
  beforeAll(async () => {
    w = await createWorld(kind);
  });
  afterAll(() => w.close());
  const set = (as: string, days: unknown) => w.call(as, 'PUT', PATH, { days });
  const sweep = async () => removeOldDeleted({ engine: w.engine, storage: await openStorage(w.config), now: () => new Date(at) }); // biome-ignore format: one call
  const create = async () =>
    (await w.call('editor', 'POST', '/api/layerdata/', { layer: w.ids.layer, value: { name: 'رفتنی' }, geometry: { type: 'Point', coordinates: [51.4, 35.7] } })).body.id as number; // biome-ignore format: one call
  const deletedDaysAgo = (id: number, days: number) =>
    sql`update record set deleted_at = ${new Date(at - days * 86_400_000).toISOString()}::timestamptz where layer_id = ${w.ids.layer}::int and id = ${id}::bigint`.execute(w.engine.db); // biome-ignore format: one statement
  const there = async (id: number) => (await sql`select 1 from record where layer_id = ${w.ids.layer}::int and id = ${id}::bigint`.execute(w.engine.db)).rows.length; // biome-ignore format: one line

  it('is set by superusers alone, within its bounds, and seen by those who bring records back', async () => {
    expect((await w.call('super', 'GET', PATH)).body).toEqual({ days: null });
    for (const days of [13, 3651, 1.5, '30', undefined]) expect([days, (await set('super', days)).status]).toEqual([days, 400]); // biome-ignore format: one line
    expect([(await set('editor', 30)).status, (await set('nobody', 30)).status]).toEqual([403, 401]);
    expect((await set('super', 30)).body).toEqual({ days: 30 });
    expect((await w.call('super', 'GET', PATH)).body).toEqual({ days: 30 });
    expect((await set('super', null)).body).toEqual({ days: null });
    expect((await w.call('super', 'GET', PATH)).body).toEqual({ days: null });
  });

  it('ends what is older, with history and files, and nothing else', async () => {
    const [old, young, alive] = [await create(), await create(), await create()];
    const { body: file } = await w.form('editor', '/api/layerdatafile/', { layer_data: old, path: new File([PNG as BlobPart], 'a.png') }); // biome-ignore format: one call
    expect(file.id).toBeGreaterThan(0);
    const key = (await w.engine.db.selectFrom('record_file').select('key').where('record_id', '=', old).executeTakeFirstOrThrow()).key; // biome-ignore format: one line
    await w.call('editor', 'DELETE', '/api/layerdata/delete_bulk/', { ids: [old, young] });
    await deletedDaysAgo(old, 31);
    await deletedDaysAgo(young, 29);
    const before = (await w.call('super', 'GET', `/api/layer/${w.ids.layer}/`)).body.record_count;
    // Without a setting everything stays.
    expect([await sweep(), await there(old)]).toEqual([0, 1]);
    await set('super', 30);
    expect(await sweep()).toBe(1);
    expect([await there(old), await there(young), await there(alive)]).toEqual([0, 1, 1]);
    const left = await sql`select 1 from record_log where record_id = ${old}::bigint union all select 1 from record_file where record_id = ${old}::bigint`.execute(w.engine.db); // biome-ignore format: one statement
    expect([left.rows.length, await (await openStorage(w.config)).exists(key)]).toEqual([0, false]);
    expect((await w.call('super', 'GET', `/api/layer/${w.ids.layer}/`)).body.record_count).toBe(before);
    // A day later it is the next one's turn, unless somebody has brought it back.
    at += 2 * 86_400_000;
    await w.call('super', 'POST', '/api/layerdata/restore/', { ids: [young] });
    expect([await sweep(), await there(young)]).toEqual([0, 1]);
  });
});
