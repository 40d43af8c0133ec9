// Tracks: one's own places in, read by watchers of the same organisation inside their regions, audited, and forgotten in time.

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayAt } from '../../../contract/dates';
import { createWorld, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';
import { inFuture, isDay, keptSince } from './rules';
import { removeOldPoints } from './sweep';

const NOW = new Date('2024-06-15T12:00:00Z');

it('days begin at midnight in Tehran', () => {
  expect(dayAt(new Date('2024-06-15T20:29:59Z'))).toBe('2024-06-15');
  expect(dayAt(new Date('2024-06-15T20:30:00Z'))).toBe('2024-06-16');
  expect([isDay('2024-06-15'), isDay('2024-06-15T00:00:00Z')]).toEqual([true, false]);
  expect(keptSince(NOW, 90).toISOString()).toBe('2024-03-17T12:00:00.000Z');
  expect([inFuture('2024-06-15T12:00:59Z', NOW), inFuture('2024-06-15T12:01:01Z', NOW)]).toEqual([false, true]);
  expect(inFuture('2024-06-15T15:31:30+03:30', NOW)).toBe(true);
});

describe.each(ONE_ENGINE)('tracks on the %s engine', (kind) => {
  let w: TestWorld;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    w = await createWorld(kind, {}, () => NOW);
    const watching = await make.createRole(w.engine, w.ids.customer, 'watching', [11]);
    const person = (username: string, regions: number[] = []) =>
      make.createPerson(w.engine, w.ids.customer, { username, password: PASSWORD, roles: [watching], regions });
    await person('watcher');
    await person('bound', [w.ids.region]);
    const rows = await w.engine.db.selectFrom('account').select(['id', 'username', 'customer_id']).execute();
    for (const { id, username } of rows) ids[username] = id;
    const foreign = rows.find((r) => r.username === 'stranger')?.customer_id as number;
    const role = await make.createRole(w.engine, foreign, 'watching', [11]);
    await w.engine.db
      .insertInto('account_role')
      .values({ account_id: id('stranger'), role_id: role })
      .execute();
  });
  afterAll(() => w.close());
  beforeEach(() => sql`delete from track_point`.execute(w.engine.db));
  const id = (name: string) => ids[name] as number;
  const report = (as: string, points: unknown) => w.call(as, 'POST', '/api/track/', { points });
  const get = (as: string, path: string) => w.call(as, 'GET', `/api/${path}`);
  const at = (minutes: number, lon = 51.4, lat = 35.7) => ({
    date: new Date(NOW.getTime() + minutes * 60_000).toISOString(),
    lon,
    lat,
  });

  it('come from their own person, once for each instant', async () => {
    expect((await report('viewer', [at(-5), at(-4), { ...at(-3), accuracy: 12.5 }])).body).toEqual({ count: 3 });
    expect((await report('viewer', [at(-4), at(-2)])).body).toMatchObject({ count: 1, left_out: [{ why: 'repeated', count: 1 }] }); // biome-ignore format: one row
    const both = await Promise.all([report('editor', [at(-1)]), report('editor', [at(-1)])]);
    expect(both.map((r) => r.body.count).sort()).toEqual([0, 1]);
    const { body } = await get('watcher', 'track/');
    expect([body.count, body.results[0].user.username, body.results[1].user.username]).toEqual([5, 'editor', 'viewer']);
    expect(body.results.find((p: { accuracy: number | null }) => p.accuracy)).toMatchObject({ accuracy: 12.5, geometry: { type: 'Point', coordinates: [51.4, 35.7] } }); // biome-ignore format: one row
    expect((await report('nobody', [at(-1)])).status).toBe(401);
  });

  it('are refused where no device can have been', async () => {
    for (const bad of [
      [],
      [{ ...at(0), lon: 181 }],
      [{ ...at(0), lat: -91 }],
      [{ ...at(0), lon: '51' }],
      [{ ...at(0), accuracy: -1 }],
      [{ ...at(0), speed: 'fast' }],
      [{ lon: 51, lat: 35 }],
      [{ ...at(0), date: '2024-06-15' }],
      [{ ...at(0), date: '2024-06-15T10:00:00' }],
      [{ ...at(0), date: '0001-01-01T00:00:00Z' }],
      Array.from({ length: 501 }, (_, i) => at(-i)),
    ])
      expect([JSON.stringify(bad).slice(0, 60), (await report('viewer', bad)).status]).toEqual([JSON.stringify(bad).slice(0, 60), 400]); // biome-ignore format: one row
    expect(
      (
        await report(
          'viewer',
          Array.from({ length: 500 }, (_, i) => at(-i)),
        )
      ).body,
    ).toEqual({ count: 500 });
    expect((await report('viewer', [at(-91 * 1440)])).body).toMatchObject({ count: 0, left_out: [{ why: 'too_old', count: 1 }] }); // biome-ignore format: one row
  });

  it('are filtered by day in Tehran or instant, person and region', async () => {
    // 20:30 UTC is midnight in Tehran.
    await report('viewer', [
      { date: '2024-06-13T20:29:59Z', lon: 51.5, lat: 35.5 },
      { date: '2024-06-13T20:30:00Z', lon: 51.5, lat: 35.5 },
      { date: '2024-06-14T20:29:59Z', lon: 10, lat: 10 },
      { date: '2024-06-14T20:30:00Z', lon: 51.5, lat: 35.5 },
    ]);
    await report('editor', [{ date: '2024-06-14T10:00:00Z', lon: 51.5, lat: 35.5 }]);
    const count = async (query: string, as = 'watcher') => (await get(as, `track/?${query}`)).body.count;
    expect(await count('')).toBe(1);
    expect(await count('track_date_after=2024-06-14&track_date_before=2024-06-14')).toBe(3);
    expect(await count(`track_date_after=${encodeURIComponent('۲۰۲۴-۰۶-۱۴')}`)).toBe(4);
    expect(await count('track_date_after=2024-06-13T20:29:59Z&track_date_before=2024-06-13T20:30:00Z')).toBe(2);
    for (const before of ['2024-06-13T23:59:59+03:30', '2024-06-13T23:59:59', '۱۴۰۳/۰۳/۲۴ ۲۳:۵۹:۵۹'])
      expect(await count(`track_date_after=2024-06-01&track_date_before=${encodeURIComponent(before)}`)).toBe(1);
    expect(await count(`track_date_after=2024-06-14&track_date_before=2024-06-14&user_id=${id('editor')}`)).toBe(1);
    expect(await count(`track_date_after=2024-06-01&region=${w.ids.region}`)).toBe(4);
    expect(await count('track_date_after=2024-06-01', 'bound')).toBe(4);
    const page = await get('watcher', 'track/?track_date_after=2024-06-01&limit=2');
    expect([page.body.results.length, page.body.next === null]).toEqual([2, false]);
    for (const bad of ['track_date_after=x', 'track_date_after=2024-06-31', 'track_date_before=1403-03-26T10:00', 'user_id=x', 'limit=0', 'limit=1001']) // biome-ignore format: one row
      expect((await get('watcher', `track/?${bad}`)).status).toBe(400);
    for (const path of ['track/', 'trackgeo/'])
      for (const filter of [`user_id=${id('stranger')}`, 'region=999999', 'user_id=999999'])
        expect((await get('watcher', `${path}?${filter}`)).status).toBe(404);
  });

  it('are seen by watchers of the own organisation alone', async () => {
    await report('viewer', [at(-1)]);
    await report('stranger', [at(-1)]);
    for (const path of ['track/', 'trackgeo/', 'onlineusers/']) {
      for (const as of ['viewer', 'editor']) expect((await get(as, path)).status).toBe(403);
      const { body } = await get('stranger', path);
      expect(JSON.stringify(body)).not.toContain('viewer');
      expect(JSON.stringify((await get('watcher', path)).body)).not.toContain('stranger');
    }
  });

  it('become one line a person and day, as long as it is on the earth', async () => {
    await report('viewer', [at(-30, 51, 35), at(-20, 51, 36), at(-10, 52, 36), at(-1440, 51, 35)]);
    await report('editor', [at(-10, 59, 36)]);
    const today = (await get('watcher', 'trackgeo/')).body;
    expect(today.map((l: { user: { username: string }; points: number }) => [l.user.username, l.points]).sort()).toEqual([['editor', 1], ['viewer', 3]]); // biome-ignore format: one row
    const line = today.find((l: { points: number }) => l.points === 3);
    expect(line.geometry).toEqual({ type: 'LineString', coordinates: [[51, 35], [51, 36], [52, 36]] }); // biome-ignore format: one line
    // One degree of latitude there is 110,958 m and one of longitude 90,164 m (GRS80 series).
    expect(Math.abs(line.length - 201_122)).toBeLessThan(100);
    expect(line.date).toBe('2024-06-15');
    expect(today.find((l: { points: number }) => l.points === 1)).toMatchObject({ geometry: { type: 'Point', coordinates: [59, 36] }, length: 0 }); // biome-ignore format: one row
    const all = (await get('watcher', 'trackgeo/?track_date_after=2024-06-14')).body;
    expect(all.map((l: { date: string }) => l.date)).toEqual(['2024-06-15', '2024-06-15', '2024-06-14']);
    const bound = (await get('bound', 'trackgeo/')).body;
    expect(bound.map((l: { points: number }) => l.points)).toEqual([3]);
  });

  it('are never drawn by more than fifty thousand', async () => {
    const fill = (n: number) => sql`
      insert into track_point (customer_id, account_id, at, geom) select ${w.ids.customer}::int, ${id('viewer')}::int,
        ${NOW}::timestamptz - make_interval(secs => i), st_setsrid(st_makepoint(51, 35), 4326) from generate_series(1, ${n}::int) i on conflict do nothing`.execute(w.engine.db); // biome-ignore format: one row
    await fill(10_001);
    const { body } = await get('watcher', 'track/');
    expect([body.count, body.count_capped]).toEqual([10_000, true]);
    await fill(50_001);
    const refused = await get('watcher', 'trackgeo/?track_date_after=2024-06-01');
    expect([refused.status, refused.body.code]).toEqual([403, 412]);
    expect((await get('watcher', 'trackgeo/?track_date_after=2024-06-15T11:00:00Z')).body[0].points).toBe(3600);
  });

  it('tell who is online and where', async () => {
    const online = async (as: string) =>
      Object.fromEntries((await get(as, 'onlineusers/')).body.map((o: { user: { username: string }; geometry: unknown }) => [o.user.username, o.geometry])); // biome-ignore format: one row
    await sql`update session set last_refresh = ${new Date(NOW.getTime() - 31 * 60_000)}::timestamptz`.execute(
      w.engine.db,
    );
    expect(await online('watcher')).toEqual({});
    await report('viewer', [at(-29, 51.5, 35.5)]);
    await report('editor', [at(-31, 51.5, 35.5)]);
    await report('regional', [at(-1, 10, 10)]);
    expect(await online('watcher')).toEqual({ viewer: { type: 'Point', coordinates: [51.5, 35.5] }, regional: { type: 'Point', coordinates: [10, 10] } }); // biome-ignore format: one row
    expect(await online('bound')).toEqual({ viewer: { type: 'Point', coordinates: [51.5, 35.5] }, regional: null });
    await sql`update session set last_refresh = ${NOW}::timestamptz where account_id = ${id('editor')}::int`.execute(w.engine.db); // biome-ignore format: one row
    expect(Object.keys(await online('watcher')).sort()).toEqual(['editor', 'regional', 'viewer']);
  });

  it('leave a line in the audit when they are read', async () => {
    const lines = async () =>
      (await sql<{ call: string; object: string }>`select call, object from audit where account_id = ${id('watcher')}::int order by id`.execute(w.engine.db)).rows; // biome-ignore format: one row
    // Signing in leaves a line of its own.
    await get('watcher', 'layer/');
    const before = (await lines()).length;
    await get('watcher', `track/?user_id=${id('viewer')}`);
    await get('watcher', 'trackgeo/');
    await get('watcher', 'onlineusers/');
    await get('watcher', 'layer/');
    expect((await lines()).slice(before)).toEqual([
      { call: 'tracking.points', object: `user_id=${id('viewer')}` },
      { call: 'tracking.lines', object: '' },
      { call: 'tracking.online', object: '' },
    ]);
  });

  it('are forgotten after the days of the setting', async () => {
    const days = (n: number) => new Date(NOW.getTime() - n * 86_400_000);
    for (const n of [91, 90.01, 89.99, 1])
      await sql`insert into track_point (customer_id, account_id, at, geom) values (${w.ids.customer}::int, ${id('viewer')}::int, ${days(n)}::timestamptz,
        st_setsrid(st_makepoint(51, 35), 4326))`.execute(w.engine.db);
    const world = { engine: w.engine, config: w.config, now: () => NOW };
    expect(await removeOldPoints(world)).toBe(2);
    expect(await removeOldPoints(world)).toBe(0);
    expect(await removeOldPoints({ ...world, config: { ...w.config, trackDays: 1 } })).toBe(1);
  });
});
