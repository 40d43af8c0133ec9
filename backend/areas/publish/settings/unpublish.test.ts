// Unpublishing, and taking that back: the door is shut in between, and then everything is as it was, byte for byte.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askDoor, createDoorKey } from '../../../../testing/outside/door';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../../testing/world';

const SETTINGS = {
  access: 'key',
  description: 'شرح با «گیومه» و "quotes"',
  licence: 'CC BY 4.0',
  attribution: 'پهنه',
  hidden_fields: ['population'],
  only_approved: true,
  time_field: 'founded',
  writes: { add: true, edit: true, delete: true },
  services: { features: true, tiles: true, csv: false },
};

describe.each(ONE_ENGINE)('unpublishing on the %s engine', (kind) => {
  let w: TestWorld;
  let layer: number;
  let at = new Date();
  let keys: string[];
  beforeAll(async () => {
    w = await createWorld(kind, { accessSeconds: 400 * 86_400 }, () => at);
    ({ layer } = w.ids);
  });
  afterAll(() => w.close());
  const save = (more: object = {}) => w.call('super', 'PUT', `/api/publish/${layer}/`, { ...SETTINGS, ...more });
  beforeEach(async () => {
    at = new Date();
    await save();
    keys = [await createDoorKey(w, [{ layer, add: true, edit: false, delete: true }]), await createDoorKey(w, [layer])];
    await w.backend.outside.callers.forget();
  });

  /** All that unpublishing takes, as the database has it. */
  const rows = async () => {
    const { rows: lines } = await sql<{ line: string }>`
      select p::text as line from published_layer p where p.layer_id = ${layer}::int
        union all select g::text from publish_grant g where g.layer_id = ${layer}::int order by 1`.execute(w.engine.db);
    return lines.map(({ line }) => line);
  };
  const unpublish = async (): Promise<string> => (await w.call('super', 'DELETE', `/api/publish/${layer}/`)).body.undo;
  const restore = (undo: string, as = 'super') => w.call(as, 'POST', `/api/publish/${layer}/restore/`, { undo });
  const read = async (key = keys[0]) => (await askDoor(w, `/ogc/collections/layer_${layer}/items`, { key: key ?? '' })).status; // biome-ignore format: one line

  it('shuts the door, and puts settings and grants back as they were', async () => {
    const before = await rows();
    const { headers } = await w.call('super', 'GET', `/api/publish/${layer}/`);
    expect([before.length >= 3, await read()]).toEqual([true, 200]);
    const undo = await unpublish();
    expect([undo.length > 20, await rows(), await read()]).toEqual([true, [], 404]);
    at = new Date(at.getTime() + 9_000);
    expect(await read()).toBe(404);
    const { status, body, headers: after } = await restore(undo);
    expect([status, body.is_published, body.settings, after.etag]).toEqual([200, true, SETTINGS, headers.etag]);
    expect(await rows()).toEqual(before);
    expect(await Promise.all(keys.map((key) => read(key)))).toEqual([200, 200]);
    // Once is enough.
    expect((await restore(undo)).status).toBe(403);
    expect(await rows()).toEqual(before);
  });

  it('is too late after its seconds', async () => {
    const undo = await unpublish();
    at = new Date(at.getTime() + 16_000);
    const { status, body } = await restore(undo);
    expect([status, body.detail]).toEqual([403, expect.stringContaining('گذشته')]);
    expect([await rows(), await read()]).toEqual([[], 404]);
    expect((await sql`select 1 from unpublished_layer`.execute(w.engine.db)).rows.length).toBeLessThanOrEqual(1);
  });

  it('puts nothing back over what was published meanwhile, nor what an earlier unpublishing took', async () => {
    const first = await unpublish();
    await save({ licence: 'نو' });
    const anew = await rows();
    expect([(await restore(first)).status, await rows()]).toEqual([403, anew]);
    const second = await unpublish();
    expect([(await restore(first)).status, await rows()]).toEqual([403, []]);
    expect([(await restore(second)).status, await rows()]).toEqual([200, anew]);
  });

  it('is for those who publish, in their own organisation', async () => {
    const undo = await unpublish();
    expect((await restore(undo, 'editor')).status).toBe(403);
    expect((await restore(undo, 'stranger')).status).toBe(404);
    expect((await restore('wrong')).status).toBe(403);
    expect((await restore(undo)).status).toBe(200);
  });

  it('leaves a key that may stand in an address since then with reading alone, and one that is gone away', async () => {
    const undo = await unpublish();
    const [first = '', second = ''] = keys.map((key) => key.slice(4, 12));
    await sql`update publish_key set in_address = true where id = ${first}::text`.execute(w.engine.db);
    await sql`delete from publish_key where id = ${second}::text`.execute(w.engine.db);
    expect((await restore(undo)).status).toBe(200);
    const { rows: grants } = await sql`select key_id, add, edit, delete from publish_grant where layer_id = ${layer}::int and key_id in (${first}, ${second})`.execute(w.engine.db); // biome-ignore format: one statement
    expect(grants).toEqual([{ key_id: first, add: false, edit: false, delete: false }]);
  });

  it('gives nothing to take back where nothing was published', async () => {
    await unpublish();
    expect((await w.call('super', 'DELETE', `/api/publish/${layer}/`)).body).toEqual({});
  });
});
