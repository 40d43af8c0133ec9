// Saved views: whose they are, who reads and changes them, what a form that has changed makes of them, and what they count.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../../contract/schemas/form';
import { MAX_VIEWS } from '../../../contract/schemas/layers/view';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../testing/world';

describe.each(ONE_ENGINE)('saved views on the %s engine', (kind) => {
  let w: TestWorld;
  let layer: number;
  beforeAll(async () => {
    w = await createWorld(kind);
    layer = w.ids.layer;
  });
  afterAll(() => w.close());
  const supervise = async (supervised: boolean) => {
    expect((await w.call('super', 'PATCH', `/api/layer/${layer}/`, { config: { supervised } })).status).toBe(200);
    // Rights are remembered for a moment: a call that changes them ends that.
    await w.call('super', 'POST', `/api/layerpermission/?layer=${layer}`, { permissions: [] });
  };

  const LARGE = { field: 'population', is: 'ge', value: 3_000_000 };
  const create = (as: string, more: object = {}) =>
    w.call(as, 'POST', '/api/layerview/', { layer, name: 'بزرگ‌ها', query: LARGE, ...more });
  const list = async (as: string, of = layer) => (await w.call(as, 'GET', `/api/layerview/?layer=${of}`)).body;
  const names = async (as: string) => (await list(as)).map(({ name }: { name: string }) => name);
  const patch = (as: string, id: number, body: object, headers = {}) =>
    w.call(as, 'PATCH', `/api/layerview/${id}/`, body, headers);
  const counts = async (as: string, of = layer) =>
    new Map(
      (await w.call(as, 'GET', `/api/layerview/counts/?layer=${of}`)).body.map(
        ({ id, count }: { id: number; count: number | null }) => [id, count],
      ),
    );

  it('are their owner’s alone until they are shared, and changed by their owner and by managers of the layer', async () => {
    const { status, body: own } = await create('viewer');
    expect([status, own.is_own, own.shared, own.can, own.missing]).toEqual([200, true, false, true, []]);
    expect(await names('viewer')).toEqual(['بزرگ‌ها']);
    // Not even a superuser reads what was not shared.
    for (const as of ['editor', 'super', 'stranger']) {
      expect((await w.call(as, 'GET', `/api/layerview/${own.id}/`)).status).toBe(404);
      expect((await patch(as, own.id, { name: 'x' })).status).toBe(404);
      expect((await w.call(as, 'DELETE', `/api/layerview/${own.id}/`)).status).toBe(404);
    }
    expect(await names('editor')).toEqual([]);

    expect((await patch('viewer', own.id, { shared: true })).body.shared).toBe(true);
    expect(await list('editor')).toMatchObject([{ name: 'بزرگ‌ها', is_own: false, can: true, owner: { username: 'viewer' } }]); // biome-ignore format: one line
    expect(await list('regional')).toMatchObject([{ can: true }]);
    const { body: managers } = await create('editor', { name: 'ب', shared: true });
    expect((await list('viewer')).map(({ name, can }: { name: string; can: boolean }) => [name, can])).toEqual([['بزرگ‌ها', true], ['ب', false]]); // biome-ignore format: one line
    expect((await patch('viewer', managers.id, { name: 'x' })).status).toBe(403);
    expect((await w.call('viewer', 'DELETE', `/api/layerview/${managers.id}/`)).status).toBe(403);
    expect((await patch('editor', own.id, { name: 'نام تازه' })).status).toBe(200);
    // It would be gone for whoever takes another's view back to its owner.
    expect((await patch('editor', own.id, { shared: false })).status).toBe(403);
    expect((await w.call('editor', 'DELETE', `/api/layerview/${own.id}/`)).status).toBe(200);
    expect((await w.call('editor', 'DELETE', `/api/layerview/${managers.id}/`)).status).toBe(200);
    expect((await w.call('stranger', 'GET', `/api/layerview/?layer=${layer}`)).status).toBe(404);
  });

  it('keep all their parts, and tell the second of two who change one', async () => {
    const parts = {
      columns: { visible: ['value__name', 'id'], pinned: ['id'] },
      order: '-value__population',
      groups: { field: 'founded', step: 'year', sums: ['population'] },
    };
    const { body: view } = await create('editor', parts);
    expect(view).toMatchObject({ ...parts, query: LARGE });
    const { headers } = await w.call('editor', 'GET', `/api/layerview/${view.id}/`);
    expect((await patch('editor', view.id, { name: 'یک' }, { 'if-match': headers.etag as string })).status).toBe(200);
    const stale = await patch('editor', view.id, { name: 'دو' }, { 'if-match': headers.etag as string });
    expect([stale.status, stale.body.current.name]).toEqual([412, 'یک']);
    expect((await patch('editor', view.id, { columns: null, order: null, groups: null })).body).toMatchObject({ columns: null, order: null, groups: null }); // biome-ignore format: one line
    await w.call('editor', 'DELETE', `/api/layerview/${view.id}/`);
  });

  it('refuse what the layer cannot answer', async () => {
    const { body: region } = await w.call('super', 'POST', '/api/region/', { label: 'دور', geometry: { type: 'Polygon', coordinates: [[[10, 10], [11, 10], [11, 11], [10, 10]]] } }); // biome-ignore format: a triangle
    for (const [more, status] of [
      [{ query: { field: 'nothing', is: 'empty' } }, 400],
      [{ query: { field: 'population', is: 'eq', value: 'many' } }, 400],
      [{ order: 'value__nothing' }, 400],
      [{ groups: { field: 'nothing', sums: [] } }, 400],
      [{ groups: { field: 'name', step: 'year', sums: [] } }, 400],
      [{ groups: { field: 'name', sums: ['founded'] } }, 400],
      [{ name: ' ' }, 400],
      [{ columns: { visible: [], pinned: [] } }, 400],
      [{ layer: 999_999 }, 404],
      // A region that the person does not see.
      [{ query: { place: 'intersects', region: region.id } }, 404],
    ] as const)
      expect([more, (await create('regional', more)).status]).toEqual([more, status]);
    expect(await list('regional')).toEqual([]);
  });

  it('count what each person sees', async () => {
    const { body: all } = await create('editor', { query: { and: [] }, shared: true });
    const { body: large } = await create('editor', { shared: true });
    expect(await counts('editor')).toEqual(new Map([[all.id, 3], [large.id, 2]])); // biome-ignore format: one line
    // Only one of the towns lies in their region.
    expect(await counts('regional')).toEqual(new Map([[all.id, 1], [large.id, 1]])); // biome-ignore format: one line
    // What waits in a supervised layer counts for those alone who may see it.
    await supervise(true);
    await sql`update record set status = 1 where id = ${w.ids.record}::bigint`.execute(w.engine.db);
    const visible = await w.call('viewer', 'GET', `/api/layerdata/?layer=${layer}`);
    expect((await counts('viewer')).get(all.id)).toBe(visible.body.count);
    expect(visible.body.count).toBe(2);
    expect((await counts('super')).get(all.id)).toBe(3);
    await sql`update record set status = 3 where id = ${w.ids.record}::bigint`.execute(w.engine.db);
    await supervise(false);
    for (const { id } of [all, large]) await w.call('editor', 'DELETE', `/api/layerview/${id}/`);
  });

  it('say which fields are gone, and still open and count', async () => {
    const form: Field[] = [
      { name: 'a', label: 'a', type: 'integer' },
      { name: 'b', label: 'b', type: 'text' },
    ];
    const { body: created } = await w.form('super', '/api/layer/', { label: 'فرم', type: 0, form });
    for (const a of [1, 2])
      await w.call('super', 'POST', '/api/layerdata/', { layer: created.id, value: { a, b: 'x' }, geometry: null });
    const query = { and: [{ field: 'a', is: 'eq', value: 1 }, { field: 'b', is: 'eq', value: 'y' }] }; // biome-ignore format: one line
    const { body: view } = await create('super', { layer: created.id, query, order: '-value__b' });
    expect((await counts('super', created.id)).get(view.id)).toBe(0);
    const cut = await w.call('super', 'PATCH', `/api/layer/${created.id}/`, {
      config: { form: [form[0]] },
      force: true,
    });
    expect(cut.status).toBe(200);
    const { body: now } = await w.call('super', 'GET', `/api/layerview/${view.id}/`);
    expect([now.missing, now.query]).toEqual([['b'], query]);
    expect((await counts('super', created.id)).get(view.id)).toBe(1);
  });

  it('open by themselves for who wants it, one of a layer', async () => {
    const { body: one } = await create('editor', { shared: true });
    const { body: two } = await create('viewer');
    const set = (as: string, id: number, is_default = true) =>
      w.call(as, 'POST', `/api/layerview/${id}/default/`, { is_default });
    const defaults = async (as: string) =>
      (await list(as)).filter((view: { is_default: boolean }) => view.is_default).map(({ id }: { id: number }) => id);
    expect((await set('viewer', one.id)).body.is_default).toBe(true);
    expect((await set('viewer', two.id)).status).toBe(200);
    expect(await defaults('viewer')).toEqual([two.id]);
    expect(await defaults('editor')).toEqual([]);
    expect((await set('editor', two.id)).status).toBe(404);
    expect((await set('viewer', one.id)).status).toBe(200);
    expect(await defaults('viewer')).toEqual([one.id]);
    // It is no longer shared: nobody else begins with it.
    expect((await patch('editor', one.id, { shared: false })).status).toBe(200);
    expect((await patch('editor', one.id, { shared: true })).status).toBe(200);
    expect(await defaults('viewer')).toEqual([]);
    expect((await set('viewer', two.id)).status).toBe(200);
    expect((await set('viewer', two.id, false)).body.is_default).toBe(false);
    for (const [as, id] of [['editor', one.id], ['viewer', two.id]]) await w.call(as, 'DELETE', `/api/layerview/${id}/`); // biome-ignore format: one line
  });

  it('are no more than a person can read, and go with their layer', async () => {
    const owner = await w.engine.db.selectFrom('account').select('id').where('username', '=', 'editor').executeTakeFirstOrThrow(); // biome-ignore format: one query
    await sql`
      insert into layer_view (layer_id, account_id, name, query, shared, created, modified)
        select ${w.ids.spare}::int, ${owner.id}::int, 'x' || g, '{"and":[]}', false, now(), now() from generate_series(1, ${MAX_VIEWS - 1}::int) g`.execute(
      w.engine.db,
    );
    const at = { layer: w.ids.spare, query: { and: [] } };
    expect((await create('editor', at)).status).toBe(200);
    const refused = await create('editor', at);
    expect([refused.status, refused.body.code]).toEqual([403, 412]);
    // Another layer, and another person, have room of their own.
    expect((await create('viewer', at)).status).toBe(200);
    expect((await create('editor')).status).toBe(200);
    await w.call('super', 'DELETE', `/api/layer/${w.ids.spare}/`);
    expect((await w.call('editor', 'GET', `/api/layerview/?layer=${w.ids.spare}`)).status).toBe(404);
    expect((await w.call('super', 'DELETE', `/api/layer/${w.ids.spare}/full_delete/`)).status).toBe(200);
    const { rows } = await sql`select 1 from layer_view where layer_id = ${w.ids.spare}::int`.execute(w.engine.db);
    expect(rows).toEqual([]);
  });
});
