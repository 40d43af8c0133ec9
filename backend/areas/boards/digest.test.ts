// Digests of dashboards: when they come, what they say to whom, that two processes send one, and who gets none.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Board, Widget } from '../../../contract/schemas/boards/board';
import type { Notice, ReceivedNotice } from '../../../contract/schemas/message';
import { createWorld, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';
import { digestSender } from './digest';
import { lastDue } from './digest-store';

/** A moment of a day in Tehran, which is three and a half hours ahead. */
const tehran = (day: string, time: string) => new Date(`${day}T${time}:00+03:30`);

describe('the morning that is due', () => {
  it('begins at seven in Tehran, and on Saturday for a week', () => {
    expect(lastDue('day', tehran('2026-11-26', '06:59'))).toBe('2026-11-25');
    expect(lastDue('day', tehran('2026-11-26', '07:00'))).toBe('2026-11-26');
    // 2026-11-28 is a Saturday.
    expect(lastDue('week', tehran('2026-11-28', '06:59'))).toBe('2026-11-21');
    expect(lastDue('week', tehran('2026-11-28', '07:00'))).toBe('2026-11-28');
    expect(lastDue('week', tehran('2026-12-04', '23:00'))).toBe('2026-11-28');
  });
});

describe.each(ONE_ENGINE)('digests on the %s engine', (kind) => {
  let w: TestWorld;
  let role: number;
  let account: number;
  beforeAll(async () => {
    w = await createWorld(kind);
    const { customer } = w.ids;
    role = await make.createRole(w.engine, customer, 'گزارش‌بین', [15]);
    await make.createPermission(w.engine, role, w.ids.layer, { view: true });
    account = await make.createPerson(w.engine, customer, { username: 'reader', password: PASSWORD, roles: [role] });
    // One record of the day before, two of the one before that; all others are older.
    await sql`update record set created = '2020-01-01T00:00:00Z' where layer_id = ${w.ids.layer}::int`.execute(
      w.engine.db,
    );
    for (const at of ['2026-11-25T10:00:00Z', '2026-11-24T10:00:00Z', '2026-11-24T11:00:00Z']) {
      const { body } = await w.call('super', 'POST', '/api/layerdata/', { layer: w.ids.layer, value: { name: 'x', population: 10 }, geometry: { type: 'Point', coordinates: [51, 35] } }); // biome-ignore format: one call
      await sql`update record set created = ${at}::timestamptz where id = ${body.id}::int`.execute(w.engine.db);
    }
  });
  beforeEach(async () => {
    for (const table of ['notice', 'board']) await sql`delete from ${sql.table(table)}`.execute(w.engine.db);
  });
  afterAll(() => w.close());

  const question = { layer: 0 };
  const widgetsOf = (layer = w.ids.layer): Widget[] => [
    { kind: 'number', id: 'a', span: 3, title: 'همه', question: { ...question, layer }, trend: null },
    { kind: 'number', id: 'b', span: 3, title: '', question: { ...question, layer }, trend: 'day' },
    { kind: 'text', id: 'c', span: 3, title: '', text: 'x' },
  ];
  const board = async (as: string, widgets = widgetsOf(), more = {}): Promise<Board> =>
    (await w.call(as, 'POST', '/api/dashboard/', { label: 'صبحانه', widgets, ...more })).body;
  /** Asked for at an instant, as if the clock stood there. */
  const request = async (as: string, id: number, every: 'day' | 'week' | null, at: Date) => {
    const { status, body } = await w.call(as, 'POST', `/api/dashboard/${id}/digest/`, { every });
    if (every) await sql`update board_digest set last_due = ${lastDue(every, at)}::date where board_id = ${id}::int`.execute(w.engine.db); // biome-ignore format: one statement
    return { status, digest: body.digest };
  };
  const run = (at: Date, send = digestSender()) => send({ ...w.backend.world, now: () => at }, () => true);
  const received = async (as = 'reader', lang = 'fa'): Promise<ReceivedNotice[]> =>
    (await w.call(as, 'GET', '/api/notiffication/received/?limit=50', undefined, { 'accept-language': lang })).body.results; // biome-ignore format: one call

  it('come once each morning, worded for whoever reads them', async () => {
    const { id } = await board('reader');
    expect(await request('reader', id, 'day', tehran('2026-11-25', '12:00'))).toEqual({ status: 200, digest: 'day' });
    await run(tehran('2026-11-26', '06:30'));
    expect(await received()).toEqual([]);
    await run(tehran('2026-11-26', '07:05'));
    await run(tehran('2026-11-26', '20:00'));
    const [notice, ...more] = await received();
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ code: 'board_digest', link: `/app/dashboard?board=${id}`, subject: 'عددهای داشبورد «صبحانه»' }); // biome-ignore format: one line
    const [all, trend] = notice?.text.split('\n').slice(1) ?? [];
    expect(all).toMatch(/^همه: [۰-۹]+$/);
    expect(trend).toMatch(/، شمار عارضه‌ها: ۱، ۱ کمتر از روز پیش از آن$/);
    const [english] = await received('reader', 'en');
    expect(english?.subject).toBe('Numbers of dashboard “صبحانه”');
    expect(english?.text.split('\n')[2]).toMatch(/, features: 1, 1 less than the day before$/);
    await run(tehran('2026-11-27', '07:05'));
    expect(await received()).toHaveLength(2);
  });

  it('come once where two processes look at the same moment', async () => {
    const { id } = await board('reader');
    await request('reader', id, 'day', tehran('2026-11-25', '12:00'));
    const at = tehran('2026-11-26', '07:05');
    await Promise.all([run(at), run(at), run(at)]);
    expect(await received()).toHaveLength(1);
  });

  it('come on Saturday for a week, also where the server was down that morning', async () => {
    const { id } = await board('reader');
    await request('reader', id, 'week', tehran('2026-11-25', '12:00'));
    await run(tehran('2026-11-27', '09:00'));
    expect(await received()).toEqual([]);
    await run(tehran('2026-11-29', '09:00'));
    await run(tehran('2026-12-04', '09:00'));
    expect(await received()).toHaveLength(1);
  });

  it('end where somebody says so, and begin with the next morning', async () => {
    const { id } = await board('reader');
    const { status } = await w.call('reader', 'POST', `/api/dashboard/${id}/digest/`, { every: 'day' });
    expect(status).toBe(200);
    const { rows } = await sql<{ d: string }>`select last_due::text as d from board_digest`.execute(w.engine.db);
    expect(rows[0]?.d).toBe(lastDue('day', new Date()));
    const { body } = await w.call('reader', 'GET', '/api/dashboard/');
    expect(body.find((one: { id: number }) => one.id === id).digest).toBe('day');
    expect((await w.call('reader', 'POST', `/api/dashboard/${id}/digest/`, { every: null })).body.digest).toBeNull();
    await run(tehran('2030-01-01', '09:00'));
    expect(await received()).toEqual([]);
    expect((await w.call('reader', 'POST', `/api/dashboard/${id}/digest/`, { every: 'hour' })).status).toBe(400);
  });

  it('are for who may read the dashboard at that moment, with their own numbers', async () => {
    const shared = await board('super', widgetsOf(), { audience: 'all' });
    const hidden = await board('super', widgetsOf(w.ids.secret), { audience: 'all' });
    for (const { id } of [shared, hidden]) await request('reader', id, 'day', tehran('2026-11-25', '12:00'));
    await run(tehran('2026-11-26', '08:00'));
    // Of a layer that they do not see nothing could be counted.
    expect((await received()).map(({ link }) => link)).toEqual([`/app/dashboard?board=${shared.id}`]);
    // No longer shared.
    await w.call('super', 'PATCH', `/api/dashboard/${shared.id}/`, { audience: 'own' });
    await run(tehran('2026-11-27', '08:00'));
    await w.call('super', 'PATCH', `/api/dashboard/${shared.id}/`, { audience: 'all' });
    // Without the module, and locked.
    await sql`update role set modules = '{}' where id = ${role}::int`.execute(w.engine.db);
    await run(tehran('2026-11-28', '08:00'));
    await sql`update role set modules = '{15}' where id = ${role}::int`.execute(w.engine.db);
    await sql`update account set locked = true where id = ${account}::int`.execute(w.engine.db);
    await run(tehran('2026-11-29', '08:00'));
    await sql`update account set locked = false where id = ${account}::int`.execute(w.engine.db);
    expect(await received()).toHaveLength(1);
    await run(tehran('2026-11-30', '08:00'));
    expect(await received()).toHaveLength(2);
    // Who may not read it asks for none.
    const own = await board('super');
    expect((await request('reader', own.id, 'day', tehran('2026-11-25', '12:00'))).status).toBe(404);
  });

  it('say nothing where a dashboard has no number', async () => {
    const { id } = await board('reader', widgetsOf().slice(2));
    await request('reader', id, 'day', tehran('2026-11-25', '12:00'));
    await run(tehran('2026-11-26', '08:00'));
    expect(await received()).toEqual([]);
  });

  it('are nobody’s sending: not even a superuser reads another person’s numbers', async () => {
    const { id } = await board('reader');
    await request('reader', id, 'day', tehran('2026-11-25', '12:00'));
    await run(tehran('2026-11-26', '08:00'));
    expect(await received()).toHaveLength(1);
    const codes = (await w.call('super', 'GET', '/api/notiffication/?limit=100')).body.results.map(({ code }: Notice) => code); // biome-ignore format: one line
    expect(codes).not.toContain('board_digest');
  });
});
