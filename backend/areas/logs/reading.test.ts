// Reading the journals on both engines: what a line is about by name, filters, pages after a line, the file, and equal errors as one.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SystemLogLine } from '../../../contract/schemas/log';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../testing/world';
import { removeOldLines } from './retention';

describe.each(ONE_ENGINE)('reading journals on the %s engine', (kind) => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await createWorld(kind);
  });
  afterAll(() => w.close());
  const lines = async (query: string, as = 'super'): Promise<SystemLogLine[]> =>
    (await w.call(as, 'GET', `/api/systemlog/?limit=200&${query}`)).body.results;

  it('names what a call was about or made, and its layer', async () => {
    const region = (await w.call('super', 'POST', '/api/region/', { label: 'البرز', geometry: { type: 'Polygon', coordinates: [[[50, 35], [51, 35], [51, 36], [50, 35]]] } })).body.id; // biome-ignore format: one region
    const value = { name: 'کرج' };
    const own = (await w.call('super', 'POST', '/api/layerdata/', { layer: w.ids.spare, value, geometry: { type: 'Point', coordinates: [51, 35.8] } })).body.id; // biome-ignore format: one record
    await w.call('super', 'DELETE', `/api/layerdata/${own}/`);
    expect((await lines('call=regions'))[0]).toMatchObject({ object: String(region), label: 'البرز', layer: null });
    const layer = { id: w.ids.spare, label: 'یدکی' };
    expect((await lines(`layer=${w.ids.spare}&refused=false`)).map(({ call, object, layer: at }) => [call, object, at])).toEqual([
      ['records.remove', String(own), layer],
      ['records.create', String(own), layer],
    ]); // biome-ignore format: two lines
    await w.call('super', 'DELETE', `/api/region/${region}/`);
    expect((await lines(`object=${region}&call=regions`)).map(({ label }) => label)).toEqual([null, null]);
    // What belongs to another organisation lends no name.
    const theirs = (await w.form('stranger', '/api/layer/', { label: 'بیگانه', type: 1, form: '[]' })).body.id;
    expect((await w.call('super', 'PATCH', `/api/layer/${theirs}/`, { label: 'x' })).status).toBe(404);
    expect((await lines(`call=layers.edit&object=${theirs}`))[0]).toMatchObject({
      status: 404,
      label: null,
      layer: null,
    });
  });

  it('finds lines by address and request, and goes on below a line', async () => {
    const answer = await w.call('super', 'POST', '/api/user_items/', { type: 'x', label: 'y', data: {} });
    const request = String(answer.headers['x-request-id']);
    const [line] = await lines(`request=${request}`);
    expect(line).toMatchObject({ call: 'settings.addItem', request_id: request, ip: '127.0.0.1' });
    expect((await lines('ip=127.0.')).length).toBeGreaterThan(0);
    // A sign of the pattern is a sign of no address.
    expect((await w.call('super', 'GET', '/api/systemlog/?ip=12%25')).status).toBe(400);
    expect(await lines('ip=10.0.')).toEqual([]);
    const all = (await lines('')).map(({ id }) => id);
    const [first, ...rest] = all;
    expect((await lines(`before=${first}`)).map(({ id }) => id)).toEqual(rest);
  });

  it('finds the lines of days, both ends of them in, by the clocks of Tehran', async () => {
    const at = ['2025-03-20T20:29:59Z', '2025-03-20T20:30:00Z', '2025-03-21T20:29:59Z', '2025-03-21T20:30:00Z'];
    for (const [i, moment] of at.entries())
      await sql`insert into audit (at, request_id, customer_id, account_id, call, object, status, ip) values (${moment}::timestamptz, ${`day-${i}`}, ${w.ids.customer}::int, null, 'layers.edit', '', 200, '')`.execute(w.engine.db); // biome-ignore format: one line
    const of = async (query: string) => (await lines(query)).map(({ request_id: request }) => request);
    expect(await of('from=2025-03-21&to=2025-03-21')).toEqual(['day-2', 'day-1']);
    expect(await of('to=2025-03-21')).toEqual(['day-2', 'day-1', 'day-0']);
    expect((await of('from=2025-03-22')).slice(-1)).toEqual([expect.not.stringMatching(/^day-[012]/)]);
    expect(await of('from=2100-01-01')).toEqual([]);
    expect(await of('to=2000-01-01')).toEqual([]);
  });

  it('gives the same lines as a file in words, which is a line itself', async () => {
    const { body, status } = await w.call('super', 'GET', '/api/systemlog/file/?call=regions', undefined, { 'accept-language': 'fa' }); // biome-ignore format: one call
    expect(status).toBe(200);
    const text = String(body).split('\r\n');
    expect(text[0]).toBe('\ufeffزمان,کاربر,کار,درباره,لایه,نتیجه,کد پاسخ,نشانی,شناسه درخواست,دیده مانند');
    expect(text.length - 2).toBe((await lines('call=regions')).length);
    expect(text[1]).toContain(',super,حذف مرز,');
    expect((await lines('call=logs'))[0]).toMatchObject({
      call: 'logs.systemFile',
      object: 'call=regions',
      status: 200,
    });
    expect((await w.call('editor', 'GET', '/api/systemlog/file/')).status).toBe(403);
  });

  it('ends lines whose days are over, and gives up none that is younger than half a year', async () => {
    const PATH = '/api/systemlog/retention/';
    const set = (as: string, days: unknown) => w.call(as, 'PUT', PATH, { days });
    expect((await w.call('super', 'GET', PATH)).body).toEqual({ days: null });
    for (const days of [179, 3651, 200.5, '365'])
      expect([days, (await set('super', days)).status]).toEqual([days, 400]);
    expect((await set('editor', 365)).status).toBe(403);
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const add = (request: string, days: number, customer: number | null) =>
      sql`insert into audit (at, request_id, customer_id, account_id, call, object, status, ip) values (${daysAgo(days)}::timestamptz, ${request}, ${customer}::int, null, 'layers.edit', '', 200, '')`.execute(w.engine.db); // biome-ignore format: one line
    const left = async () =>
      (await sql<{ request_id: string }>`select request_id from audit where request_id like 'aged-%' order by 1`.execute(w.engine.db)).rows.map((row) => row.request_id); // biome-ignore format: one line
    // The oldest lines have the smallest ids: these come as if they had been there first.
    await sql`alter sequence audit_id_seq minvalue -1000000 restart with -1000000`.execute(w.engine.db);
    for (const [name, days] of [['aged-400', 400], ['aged-370', 370], ['aged-300', 300]] as const) await add(name, days, w.ids.customer); // biome-ignore format: one line
    await add('aged-others', 400, 999);
    await sql`select setval('audit_id_seq', (select max(id) from audit))`.execute(w.engine.db);
    const sweep = () => removeOldLines({ engine: w.engine, now: () => new Date() });
    expect(await sweep()).toBe(0);
    expect((await set('super', 365)).body).toEqual({ days: 365 });
    expect(await sweep()).toBeGreaterThanOrEqual(2);
    expect(await left()).toEqual(['aged-300', 'aged-others']);
    expect(await sweep()).toBe(0);
    // Whatever asks for it, the database gives no younger line up, and changes none.
    await add('aged-100', 100, w.ids.customer);
    await expect(sql`delete from audit where request_id = 'aged-100'`.execute(w.engine.db)).rejects.toThrow();
    await expect(sql`update audit set ip = 'x' where request_id = 'aged-300'`.execute(w.engine.db)).rejects.toThrow();
    await expect(sql`truncate audit`.execute(w.engine.db)).rejects.toThrow();
    await set('super', null);
  });

  it('folds equal errors into one, with their number and the last of them', async () => {
    for (const message of ['TypeError: a', 'TypeError: b', 'TypeError: a'])
      await w.call('viewer', 'POST', '/api/applog/', { message, place: '/app/home' });
    const groups = async (query: string) => (await w.call('super', 'GET', `/api/applog/groups/?${query}`)).body;
    const { count, results } = await groups('order=-count');
    expect([count, results.map((g: { message: string; count: number }) => [g.message, g.count])]).toEqual([2, [['TypeError: a', 2], ['TypeError: b', 1]]]); // biome-ignore format: one row
    expect(results[0]).toMatchObject({ source: 'browser', place: '/app/home', user: { username: 'viewer' } });
    expect((await groups('search=error b')).results).toHaveLength(1);
    expect((await w.call('viewer', 'GET', '/api/applog/groups/')).status).toBe(403);
  });
});
