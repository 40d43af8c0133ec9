// What a person keeps: his alone, bounded in size and depth; arrangements given to others; and projections that are true.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../testing/world';

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });

describe.each(ONE_ENGINE)('settings on the %s engine', (kind) => {
  let w: TestWorld;
  let people: Record<string, number>;
  beforeAll(async () => {
    w = await createWorld(kind);
    const rows = await w.engine.db.selectFrom('account').select(['id', 'username']).execute();
    people = Object.fromEntries(rows.map((r) => [r.username, r.id]));
  });
  afterAll(() => w.close());
  const call = (method: string, path: string, body?: unknown, as = 'viewer') =>
    w.call(as, method, `/api/${path}`, body);

  it('items come by type, change, and go', async () => {
    const data = { zoom: 5, متن: ['«الف»', null, true, 1.5] };
    const { body } = await call('POST', 'user_items/', { label: 'نشانه', type: 'bookmark', data });
    await call('POST', 'user_items/', { label: 'پرسش', type: 'query', data: [] });
    expect((await call('GET', 'user_items/?type=bookmark')).body).toEqual([{ id: body.id, label: 'نشانه', type: 'bookmark', data }]); // biome-ignore format: one line
    expect((await call('GET', 'user_items/')).body.length).toBe(2);
    expect((await call('PATCH', `user_items/${body.id}/`, { data: null })).body).toEqual({ ...body, data: null });
    expect((await call('PATCH', `user_items/${body.id}/`, { label: 'نو' })).body.label).toBe('نو');
    expect((await call('PATCH', `user_items/${body.id}/`, {})).status).toBe(200);
    expect((await call('DELETE', `user_items/${body.id}/`)).status).toBe(200);
    expect((await call('DELETE', `user_items/${body.id}/`)).status).toBe(404);
  });

  it.each(['user_items', 'envs'])('%s take 64 kB and 20 levels, no more, and no strange key', async (path) => {
    const base = path === 'envs' ? { label: 'x' } : { label: 'x', type: 'query' };
    const send = async (data: unknown) => (await call('POST', `${path}/`, { ...base, data })).status;
    expect(await send('a'.repeat(64 * 1024 - 2))).toBe(200);
    expect(await send('a'.repeat(64 * 1024 - 1))).toBe(400);
    // Bytes, not letters.
    expect(await send('آ'.repeat(40_000))).toBe(400);
    expect([await send(nested(20)), await send(nested(21))]).toEqual([200, 400]);
    const deep = `{"label":"x","type":"query","data":${'['.repeat(300_000)}${']'.repeat(300_000)}}`;
    const bomb = await w.backend.app.inject({ method: 'POST', url: `/api/${path}/`, payload: path === 'envs' ? deep.replace('"type":"query",', '') : deep, headers: { host: 'localhost', 'content-type': 'application/json', authorization: `Bearer ${await w.token('viewer')}` } }); // biome-ignore format: one call
    expect(bomb.statusCode).toBe(400);
    expect(await send('a\u0000b')).toBe(400);
    expect((await call('POST', `${path}/`, base)).status).toBe(400);
    for (const key of ['id', 'account_id', 'owner_id', 'given_by', '__proto__'])
      expect((await call('POST', `${path}/`, JSON.parse(`{${JSON.stringify({ ...base, data: 1 }).slice(1, -1)},"${key}":1}`))).status).toBe(400); // biome-ignore format: one call
    const polluted = await w.backend.app.inject({ method: 'POST', url: `/api/${path}/`, payload: `{"label":"x","type":"query","data":{"__proto__":{"superuser":true}}}`, headers: { host: 'localhost', 'content-type': 'application/json', authorization: `Bearer ${await w.token('viewer')}` } }); // biome-ignore format: one call
    expect(polluted.statusCode).toBe(400);
  });

  it.each(['user_items', 'envs'])("%s are nobody else's", async (path) => {
    const { body } = await call('POST', `${path}/`, path === 'envs' ? { label: 'CANARY', data: {} } : { label: 'CANARY', type: 'query', data: {} }); // biome-ignore format: one call
    for (const as of ['super', 'editor', 'stranger']) {
      expect(JSON.stringify((await call('GET', `${path}/`, undefined, as)).body)).not.toContain('CANARY');
      expect((await call('PATCH', `${path}/${body.id}/`, { label: 'x' }, as)).status).toBe(404);
      expect((await call('DELETE', `${path}/${body.id}/`, undefined, as)).status).toBe(404);
    }
    expect(JSON.stringify((await call('GET', `${path}/`)).body)).toContain('CANARY');
    for (const id of ['-1', '0', 'abc', String(2 ** 31), String(2n ** 63n), '1.5'])
      for (const method of ['PATCH', 'DELETE'])
        expect([400, 404]).toContain(
          (await call(method, `${path}/${id}/`, method === 'PATCH' ? {} : undefined)).status,
        );
  });

  it('a person has at most one default arrangement, even when two are made at once', async () => {
    await Promise.all([1, 2, 3].map((i) => call('POST', 'envs/', { label: `پیش‌فرض ${i}`, data: {}, is_default: true }, 'regional'))); // biome-ignore format: one line
    const { body } = await call('GET', 'envs/', undefined, 'regional');
    expect(body.filter((e: { is_default: boolean }) => e.is_default).length).toBe(1);
    const other = body.find((e: { is_default: boolean }) => !e.is_default);
    await call('PATCH', `envs/${other.id}/`, { is_default: true }, 'regional');
    const after = (await call('GET', 'envs/', undefined, 'regional')).body;
    expect(after.filter((e: { is_default: boolean }) => e.is_default).map((e: { id: number }) => e.id)).toEqual([
      other.id,
    ]);
  });

  it('arrangements are given as copies, again in place of the earlier copy, never over what a person made', async () => {
    const own = await call('POST', 'envs/', { label: 'مشترک', data: { mine: true } }, 'editor');
    const { body: env } = await call('POST', 'envs/', { label: 'مشترک', data: { v: 1 } }, 'super');
    const give = (users: unknown, as = 'super', id = env.id) =>
      call('POST', 'envs/set_for_users/', { env: id, users }, as);
    expect((await give([people.editor, people.viewer])).body).toEqual({ count: 2 });
    await call('PATCH', `envs/${env.id}/`, { data: { v: 2 } }, 'super');
    expect((await give([people.editor, people.editor])).body).toEqual({ count: 1 });
    const visibleEnvs = (await call('GET', 'envs/', undefined, 'editor')).body.filter(
      (e: { label: string }) => e.label === 'مشترک',
    );
    expect(visibleEnvs.map((e: { data: unknown }) => e.data)).toEqual([{ mine: true }, { v: 2 }]);
    expect(visibleEnvs[0].id).toBe(own.body.id);

    expect((await give([people.editor, people.stranger])).status).toBe(404);
    expect((await give([people.viewer], 'super', own.body.id)).status).toBe(404);
    expect((await give([people.viewer], 'editor', own.body.id)).body.code).toBe(403);
    expect((await give([])).status).toBe(400);
    expect((await give([-1])).status).toBe(400);
    expect((await call('GET', 'envs/', undefined, 'stranger')).body).toEqual([]);
  });

  it('projections put a place where the database puts it', async () => {
    const { body } = await call('GET', 'userconfig/projection/');
    const codes = body.map((p: { srid: number }) => p.srid);
    expect(codes).toEqual(
      expect.arrayContaining([4326, 3857, 32601, 32639, 32660, 32701, 32760, 2058, 2059, 2060, 2061, 4154]),
    );
    expect(new Set(codes).size).toBe(codes.length);
    for (const { srid, proj4, units } of body) {
      // ED50(ED77) has several published ties to WGS 84, tens of metres apart: the text names one, the database chooses one.
      const near = [2058, 2059, 2060, 2061, 4154].includes(srid) ? 50 : 0.001;
      const { rows } = await sql<{ apart: number }>`
        select st_distance(st_setsrid(st_transform(st_setsrid(st_point(51.4, 35.7), 4326), ${proj4}::text), 0), st_setsrid(st_transform(st_setsrid(st_point(51.4, 35.7), 4326), ${srid}::int), 0)) as apart`.execute(
        w.engine.db,
      );
      const metres = (rows[0]?.apart ?? 1e9) * (units === 'degrees' ? 111_320 : 1);
      expect([srid, metres < near]).toEqual([srid, true]);
    }
  });
});
