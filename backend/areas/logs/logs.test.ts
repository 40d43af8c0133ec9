// The journals: one line for every call that changes or gives something, never changed, and no secret in any of them.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rows } from '../../../contract/index';
import { type Examples, seedExamples } from '../../../testing/examples';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../testing/world';
import { buildBackend } from '../../app';
import { isAudited } from '../../http/audit';

const CANARY = 'kanarienvogel';
const LINE = `${CANARY}\r\nforged: line`;

/** The same body with the canary in every text, and as what was typed where nothing is. */
function sung(value: unknown): unknown {
  if (typeof value === 'string') return `${CANARY}${value}`;
  if (Array.isArray(value)) return [...value.map(sung), CANARY];
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, sung(one)]));
  return value ?? CANARY;
}

describe.each(ONE_ENGINE)('journals on the %s engine', (kind) => {
  let w: TestWorld;
  let examples: Examples;
  beforeAll(async () => {
    w = await createWorld(kind);
    examples = await seedExamples(w);
    for (const name of ['super', 'viewer', 'stranger']) await w.token(name);
  });
  afterAll(() => w.close());
  const linesOf = async (id: string) =>
    (await sql<Record<string, unknown>>`select call, account_id, customer_id, status, object, ip, at from audit where request_id = ${id}`.execute(w.engine.db)).rows; // biome-ignore format: one line

  it('hold what was refused, and nothing of strangers at the door', async () => {
    const refused = await w.call('viewer', 'POST', '/api/region/', { label: 'x' });
    expect(refused.status).toBe(403);
    expect(await linesOf(String(refused.headers['x-request-id']))).toMatchObject([
      { call: 'regions.create', status: 403 },
    ]);
    const stranger = await w.call('nobody', 'POST', '/api/region/', { label: 'x' });
    expect(await linesOf(String(stranger.headers['x-request-id']))).toEqual([]);
  });

  it('are never changed', async () => {
    for (const change of [sql`update audit set status = 200`, sql`delete from audit`, sql`truncate audit`])
      await expect(change.execute(w.engine.db)).rejects.toThrow(/never changed/);
  });

  it('are listed with filters, each organisation its own', async () => {
    const list = async (query: string, as = 'super') =>
      (await w.call(as, 'GET', `/api/systemlog/?limit=200&${query}`)).body;
    const viewer = (await w.call('viewer', 'GET', '/api/user/')).body.id;
    const one = await list(`users=${viewer}&call=regions.create&refused=true`);
    expect(one.results[0]).toMatchObject({ call: 'regions.create', status: 403, user: { username: 'viewer' } });
    const areas = await list('call=records');
    expect(areas.count).toBeGreaterThan(5);
    expect(areas.results.every((l: { call: string }) => l.call.startsWith('records.'))).toBe(true);
    const dates = areas.results.map((l: { date: string }) => l.date);
    expect([...dates].sort().reverse()).toEqual(dates);
    expect((await list('to=2020-01-01')).count).toBe(0);
    expect((await list('refused=false&call=regions')).results.every((l: { status: number }) => l.status < 400)).toBe(
      true,
    );
    const page = await list('limit=2&offset=2'.replace('limit=2&', ''));
    expect(page.previous).not.toBeNull();
    expect((await w.call('viewer', 'GET', '/api/systemlog/')).status).toBe(403);
    await sql`update role set modules = modules || 7 where name = 'all'`.execute(w.engine.db);
    await new Promise((r) => setTimeout(r, 1050));
    const other = await list('', 'stranger');
    expect(other.results.every((l: { user: { username: string } | null }) => l.user?.username === 'stranger')).toBe(
      true,
    );
  });

  it('take errors of browsers, and not too many', async () => {
    const report = (message: string) => w.call('viewer', 'POST', '/api/applog/', { message, place: '/app/home' });
    expect((await report('TypeError: reading «رمز» of 09123456789')).status).toBe(200);
    const { body } = await w.call('super', 'GET', '/api/applog/?source=browser&search=TypeError');
    expect(body.results[0]).toMatchObject({ source: 'browser', place: '/app/home', user: { username: 'viewer' } });
    expect(body.results[0].message).not.toContain('0912');
    const statuses = [];
    for (let i = 0; i < 12; i++) statuses.push((await report(`e${i}`)).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await w.call('stranger', 'GET', '/api/applog/?search=TypeError')).body.count).toBe(0);
    expect((await w.call('viewer', 'GET', '/api/applog/')).status).toBe(403);
    expect((await w.call('viewer', 'POST', '/api/applog/', { message: 'x', place: '/app/home?token=1' })).status).toBe(
      400,
    );
  });

  it('hold an error of our own, without what was sent', async () => {
    await sql`alter table region rename to region_away`.execute(w.engine.db);
    const broken = await w.call('super', 'POST', '/api/region/', { label: CANARY, geometry: { type: 'Polygon', coordinates: [[[51, 35], [52, 35], [52, 36], [51, 35]]] } }); // biome-ignore format: one line
    await sql`alter table region_away rename to region`.execute(w.engine.db);
    expect(broken.status).toBe(500);
    const { body } = await w.call('super', 'GET', '/api/applog/?source=server');
    expect(body.results[0]).toMatchObject({ place: 'regions.create', request_id: broken.headers['x-request-id'] });
    expect(JSON.stringify(body)).not.toContain(CANARY);
  });

  it('never hold a password, a code, a token or a forged line', async () => {
    let log = '';
    const loud = await buildBackend({ ...w.engine, close: async () => {} }, { ...w.config, log: 'info' }, undefined, {
      write: (line) => {
        log += line;
      },
    });
    await loud.app.ready();
    const token = await w.token('super');
    for (const { row } of rows) {
      // A stream that does not end.
      if (row.gives === 'events') continue;
      const { url, body } = examples.requestOf(row);
      const form = row.as === 'form';
      for (const payload of [
        sung(body ?? {}),
        { [CANARY]: LINE, password: CANARY, otp: CANARY, verify_code: CANARY, phone: CANARY },
      ]) {
        const answer = await loud.app.inject({
          method: row.method,
          url: `${url}${url.includes('?') ? '&' : '?'}${CANARY}=${CANARY}&password=${CANARY}`,
          headers: { host: 'localhost', authorization: `Bearer ${token}`, cookie: `s=${CANARY}`, 'user-agent': LINE.replace(/\r\n/g, ' '), 'x-request-id': `${CANARY}\t` },
          ...(row.method === 'GET' ? {} : form ? { payload: CANARY, headers: { host: 'localhost', authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' } } : { payload: payload as object }),
        }); // biome-ignore format: one request
        expect([row.path, answer.statusCode]).not.toEqual([row.path, 500]);
      }
    }
    await loud.app.inject({
      url: `/api/export/layerdata/x/${CANARY}/`,
      headers: { host: 'localhost', authorization: `Bearer ${token}` },
    });
    await loud.app.inject({
      url: `/api/user/`,
      headers: { host: 'localhost', authorization: `Bearer ${CANARY.repeat(3)}` },
    });
    await loud.close();
    expect(log.split('\n').filter(Boolean).length).toBeGreaterThan(rows.length);
    for (const line of log.split('\n').filter(Boolean)) expect(() => JSON.parse(line)).not.toThrow();
    expect(log).not.toContain(CANARY);
    for (const table of ['audit', 'app_log']) {
      const { rows: leaks } = await sql<{ t: string }>`select t::text as t from ${sql.table(table)} t where t::text like ${`%${CANARY}%`}`.execute(w.engine.db); // biome-ignore format: one line
      expect([table, leaks]).toEqual([table, []]);
    }
  });

  if (kind === 'server')
    it('lead from a statement of the database to its request', async () => {
      // Several at once, on connections of their own: what looks for them uses one again.
      const answers = await Promise.all(
        Array.from({ length: 6 }, () =>
          w.call('super', 'GET', '/api/layer/', undefined, { 'x-request-id': 'journal-test-0001' }),
        ),
      );
      expect(answers.map((a) => a.headers['x-request-id'])).toEqual(Array(6).fill('journal-test-0001'));
      const { rows: queries } = await sql<{ query: string }>`select query from pg_stat_activity where datname = current_database() and query like '/* journal-test-0001 */%'`.execute(w.engine.db); // biome-ignore format: one line
      expect(queries.length).toBeGreaterThan(0);
    });

  // The last one: examples sign people out, lock them and give them other rights.
  it('hold one line for every call that changes, gives or opens something', async () => {
    const me = (await w.call('super', 'GET', '/api/user/')).body.id;
    const tried = rows.filter(
      (named) => isAudited(named) && named.row.needs !== 'public' && named.row.session !== 'closes',
    );
    expect(tried.length).toBeGreaterThan(90);
    for (const { name, row } of tried) {
      const { url, body } = examples.requestOf(row);
      const answer = await w.call('super', row.method, url, body);
      const lines = await linesOf(String(answer.headers['x-request-id']));
      // A change of many people has a line for each of them as well.
      const own = name === 'users.editBulk' ? lines.filter(({ object }) => object === '') : lines;
      expect([name, own]).toEqual([
        name,
        [expect.objectContaining({ call: name, account_id: me, customer_id: w.ids.customer, status: answer.status, ip: expect.any(String) })],
      ]); // biome-ignore format: one line
    }
    for (const { row } of rows.filter((named) => !isAudited(named) && named.row.needs !== 'public').slice(0, 20)) {
      const { url, body } = examples.requestOf(row);
      const answer = await w.call('super', row.method, url, body);
      expect(await linesOf(String(answer.headers['x-request-id']))).toEqual([]);
    }
  });
});
