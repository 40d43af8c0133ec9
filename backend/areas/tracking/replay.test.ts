// What phones send and what is not taken of it; replays, files and drawn lines inside the watcher's regions; and who has looked.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';
import { writeTracks } from './file';
import { isTooLong, siftPoints, toleranceAt } from './rules';

// A Saturday.
const NOW = new Date('2024-06-15T12:00:00Z');
const KEPT = new Date('2024-03-17T12:00:00Z');

describe('the rules', () => {
  it('take what phones send, and leave out off days, what is too old and what is still to come', () => {
    const at = (date: string, more = {}) => ({ date, lon: 51, lat: 35, ...more });
    const { places, omissions } = siftPoints(
      [
        at('2024-06-15T10:00:00Z', { speed: -1, heading: -1, battery: 101 }),
        at('2024-06-15T10:01:00Z', { speed: 3.5, heading: 359, battery: 0, accuracy: 4 }),
        // 23:59 and 00:01 in Tehran, between a Thursday and a Friday.
        at('2024-06-13T20:29:00Z'),
        at('2024-06-13T20:31:00Z'),
        at('2024-03-17T11:59:59Z'),
        at('2024-06-15T12:01:01Z'),
      ],
      [1, 6],
      KEPT,
      NOW,
    );
    expect(places.map(({ speed, heading, battery, accuracy }) => [speed, heading, battery, accuracy])).toEqual([
      [null, null, null, null],
      [3.5, 359, 0, 4],
      [null, null, null, null],
    ]);
    expect(omissions).toEqual({ off_day: 1, too_old: 1, ahead: 1 });
    expect(siftPoints([at('2024-06-14T10:00:00Z')], [], KEPT, NOW).omissions).toEqual({});
  });

  it('read at most 31 days at once', () => {
    expect(isTooLong('2024-05-15', '2024-06-14', NOW)).toBe(false);
    expect(isTooLong('2024-05-15', '2024-06-15', NOW)).toBe(true);
    expect(isTooLong('2024-05-16', undefined, NOW)).toBe(false);
    expect(isTooLong('2024-05-15', undefined, NOW)).toBe(true);
    expect(isTooLong(undefined, '2024-06-15', NOW)).toBe(true);
    // An hour after midnight in Tehran is the next day.
    expect(isTooLong('2024-05-14T21:00:00Z', '2024-06-14', NOW)).toBe(false);
  });

  it('leave out half a pixel', () => {
    // A tile of 512 px holds the equator at zoom 0: 78,271.5 m a pixel.
    expect(toleranceAt(0)).toBeCloseTo(78_271.5 / 2 / 111_320, 3);
    expect(toleranceAt(10) / toleranceAt(11)).toBeCloseTo(2, 9);
  });

  it('write files that no spreadsheet runs and every reader of GPX reads', () => {
    const user = { id: 1, username: '=cmd', first_name: '<a&b>', last_name: '' };
    const replay = [
      {
        user,
        points: [
          [1718445600, 51, 35, 5, 1.5],
          [1718445660, 51.001, 35, null, null],
          [1718446320, 51.1, 35, null, null],
        ],
      },
    ] as never;
    const gpx = [...writeTracks(replay, 'gpx')].join('');
    expect(gpx).toContain('<name>&lt;a&amp;b&gt;</name>');
    // Eleven minutes are a gap.
    expect(gpx.match(/<trkseg>/g)).toHaveLength(2);
    expect(gpx).toContain('<trkpt lat="35" lon="51"><time>2024-06-15T10:00:00.000Z</time></trkpt>');
    const { features } = JSON.parse([...writeTracks(replay, 'geojson')].join(''));
    expect([features.length, features[0].properties.speed, features[2].geometry.coordinates]).toEqual([3, 1.5, [51.1, 35]]); // biome-ignore format: one row
    const lines = [...writeTracks(replay, 'csv')].join('').split('\r\n');
    expect(lines[1]).toBe("<a&b>,'=cmd,2024-06-15 13:30:00,51,35,5,1.5");
  });
});

describe.each(ONE_ENGINE)('replays on the %s engine', (kind) => {
  let w: TestWorld;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    w = await createWorld(kind, {}, () => NOW);
    const watching = await make.createRole(w.engine, w.ids.customer, 'watching', [11]);
    const person = (username: string, regions: number[] = []) =>
      make.createPerson(w.engine, w.ids.customer, { username, password: PASSWORD, roles: [watching], regions });
    await person('watcher');
    await person('bound', [w.ids.region]);
    for (const row of await w.engine.db.selectFrom('account').select(['id', 'username']).execute())
      ids[row.username] = row.id;
  });
  afterAll(() => w.close());
  beforeEach(async () => {
    await sql`delete from track_point`.execute(w.engine.db);
    await sql`delete from track_look`.execute(w.engine.db);
    await sql`update account set workdays = '{}' where username = 'viewer'`.execute(w.engine.db);
  });
  const id = (name: string) => ids[name] as number;
  const report = (as: string, points: unknown) => w.call(as, 'POST', '/api/track/', { points });
  const get = (as: string, path: string) => w.call(as, 'GET', `/api/${path}`);
  const at = (minutes: number, lon = 51.5, lat = 35.5, more = {}) => ({
    date: new Date(NOW.getTime() + minutes * 60_000).toISOString(),
    lon,
    lat,
    ...more,
  });
  const seconds = (minutes: number) => NOW.getTime() / 1000 + minutes * 60;

  it('take what phones send in any order and tell what was left out and why', async () => {
    const phone = { speed: 2.5, heading: 90, battery: 71, altitude: 1200, provider: 'gps', user: id('editor') };
    expect((await report('viewer', [at(-1, 51.5, 35.5, phone), at(-3), at(-2)])).body).toEqual({ count: 3 });
    const { body } = await get('watcher', `track/replay/?user_ids=${id('viewer')}`);
    expect(body[0].points).toEqual([
      [seconds(-3), 51.5, 35.5, null, null],
      [seconds(-2), 51.5, 35.5, null, null],
      [seconds(-1), 51.5, 35.5, null, 2.5],
    ]);
    // A report names nobody else.
    await sql`update session set last_refresh = ${new Date(NOW.getTime() - 2 * 60_000)}::timestamptz`.execute(
      w.engine.db,
    );
    expect((await get('watcher', `track/?user_id=${id('editor')}`)).body.count).toBe(0);
    expect((await get('watcher', 'onlineusers/?search=view')).body[0]).toMatchObject({
      battery: 71,
      seen_by: 'report',
    });
    await sql`update account set workdays = '{1}' where username = 'viewer'`.execute(w.engine.db);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const rest = await report('viewer', [at(-1), at(-1440), at(-1441), at(-100 * 1440), at(5), at(-4)]);
    expect(rest.body).toMatchObject({
      count: 1,
      left_out: [
        { why: 'repeated', count: 1 },
        { why: 'off_day', count: 2 },
        { why: 'too_old', count: 1, detail: expect.stringContaining('۹۰') },
        { why: 'ahead', count: 1 },
      ],
    });
    expect((await get('watcher', 'track/?track_date_after=2024-01-01')).body.count).toBe(4);
  });

  it('give several people in the order asked for, inside regions, over 31 days at most', async () => {
    await report('viewer', [at(-5), at(-4, 10, 10), at(-3)]);
    await report('editor', [at(-2)]);
    const people = `user_ids=${id('editor')},${id('viewer')}`;
    const read = async (as: string, more = '') => (await get(as, `track/replay/?${people}${more}`)).body;
    const shape = (body: { user: { username: string }; points: unknown[] }[]) =>
      body.map(({ user, points }) => [user.username, points.length]);
    expect(shape(await read('watcher'))).toEqual([['editor', 1], ['viewer', 3]]); // biome-ignore format: one row
    expect(shape(await read('bound'))).toEqual([['editor', 1], ['viewer', 2]]); // biome-ignore format: one row
    expect(shape(await read('watcher', `&region=${w.ids.region}`))).toEqual([['editor', 1], ['viewer', 2]]); // biome-ignore format: one row
    expect(shape(await read('watcher', `&track_date_after=${encodeURIComponent('۱۴۰۳/۰۳/۲۶')}&track_date_before=${at(-4).date}`))).toEqual([['editor', 0], ['viewer', 2]]); // biome-ignore format: one row
    const long = await get('watcher', `track/replay/?${people}&track_date_after=2024-05-15`);
    expect([long.status, long.body.code]).toEqual([403, 412]);
    for (const [path, status] of [
      ['track/replay/', 400],
      ['track/replay/?user_ids=', 400],
      ['track/replay/?user_ids=1,2,3,4,5,6', 400],
      ['track/replay/?user_ids=999999', 404],
      [`track/replay/?user_ids=${id('stranger')}`, 404],
      [`track/replay/?${people}&region=999999`, 404],
      [`track/file/?${people}&format=exe`, 400],
    ] as const)
      expect([path, (await get('watcher', path)).status]).toEqual([path, status]);
    for (const path of ['track/replay/', 'track/file/'])
      expect((await get('viewer', `${path}?${people}&format=gpx`)).status).toBe(403);
  });

  it('are joined with what was made on the way, as far as the watcher sees it', async () => {
    const create = (as: string, layer: number, name: string) =>
      w.call(as, 'POST', '/api/layerdata/', { layer, value: { name }, geometry: { type: 'Point', coordinates: [51.5, 35.5] } }); // biome-ignore format: one record
    const well = await create('editor', w.ids.layer, 'Well 7');
    expect(well.status).toBe(200);
    await sql`update record_log set at = ${NOW}::timestamptz where record_id = ${well.body.id}::bigint`.execute(
      w.engine.db,
    );
    const read = async (as: string, more = '') =>
      (await get(as, `track/records/?user_ids=${id('editor')}${more}`)).body.map(({ title, point, user }: Record<string, unknown>) => [title, point, user]); // biome-ignore format: one row
    expect(await read('super')).toEqual([['Well 7', [51.5, 35.5], id('editor')]]);
    expect(await read('super', '&track_date_before=2024-06-14&track_date_after=2024-06-13')).toEqual([]);
    // A watcher without a right in the layer.
    expect(await read('watcher')).toEqual([]);
    expect((await get('viewer', `track/records/?user_ids=${id('editor')}`)).status).toBe(403);
  });

  it('are files that leave a line in the journal', async () => {
    await report('viewer', [at(-5), at(-4)]);
    const file = await get('watcher', `track/file/?user_ids=${id('viewer')}&format=gpx`);
    expect([file.status, file.headers['content-disposition']]).toEqual([200, "attachment; filename*=UTF-8''tracks-2024-06-15.gpx"]); // biome-ignore format: one row
    const { rows } = await sql<{ call: string }>`select call from audit where account_id = ${id('watcher')}::int order by id desc limit 1`.execute(w.engine.db); // biome-ignore format: one row
    expect(rows).toEqual([{ call: 'tracking.file' }]);
  });

  it('draw a day for a zoom without vague places, and never over a gap', async () => {
    // A straight way with a bend of some metres in it, ten minutes without a place, and a single place after 11 more.
    const way = Array.from({ length: 30 }, (_, i) => at(-60 + i, 51.4 + i / 1000, 35.5 + (i === 15 ? 0.00005 : 0)));
    await report('viewer', [...way, at(-21, 51.5, 35.5), at(-45.5, 59, 30, { accuracy: 101 }), at(-9, 51.6, 35.5)]);
    const read = async (zoom: number, as = 'watcher') => (await get(as, `trackgeo/?zoom=${zoom}`)).body;
    const [far] = await read(8);
    // One line: 30 places and the one after a gap of exactly 10 minutes; the last place stands alone and is none.
    expect(far.geometry).toEqual({ type: 'MultiLineString', coordinates: [[[51.4, 35.5], [51.5, 35.5]]] }); // biome-ignore format: one row
    expect(far.points).toBe(32);
    const [near] = await read(18);
    expect(near.geometry.coordinates[0].length).toBeGreaterThan(3);
    expect(near.length).toBe(far.length);
    await report('editor', [at(-5)]);
    const lonely = (await read(8)).find((l: { user: { username: string } }) => l.user.username === 'editor');
    expect([lonely.geometry, lonely.length]).toEqual([{ type: 'Point', coordinates: [51.5, 35.5] }, 0]);
    await report('editor', [at(-4, 10, 10)]);
    expect((await read(8, 'bound')).find((l: { user: { username: string } }) => l.user.username === 'editor').points).toBe(1); // biome-ignore format: one row
  });

  it('show a team of 200 people with 400 places each instead of refusing it', async () => {
    await sql`
      insert into account (customer_id, realm, username, name_key, password_hash) select ${w.ids.customer}::int, a.realm, 'team' || i, 'team' || i, 'x'
        from generate_series(1, 200) i cross join (select realm from account where id = ${id('viewer')}::int) a`.execute(w.engine.db); // biome-ignore format: one statement
    await sql`
      insert into track_point (customer_id, account_id, at, geom) select ${w.ids.customer}::int, a.id, ${NOW}::timestamptz - make_interval(secs => i * 60),
        st_setsrid(st_makepoint(51 + i / 1000.0, 35 + sin(i) / 1000), 4326) from account a cross join generate_series(1, 400) i where a.username like 'team%'`.execute(w.engine.db); // biome-ignore format: one statement
    expect((await get('watcher', 'trackgeo/')).status).toBe(403);
    const { body, status } = await get('watcher', 'trackgeo/?zoom=6');
    expect([status, body.length, body.every((l: { points: number }) => l.points === 400)]).toEqual([200, 200, true]);
    expect(JSON.stringify(body).length).toBeLessThan(200_000);
    await sql`delete from account where username like 'team%'`.execute(w.engine.db);
  });

  it('let people see their own track and who has looked', async () => {
    await report('viewer', [at(-5), at(-4, 10, 10), at(-1441)]);
    await report('bound', [at(-2, 10, 10)]);
    await get('watcher', `track/replay/?user_ids=${id('viewer')}`);
    await get('watcher', `track/replay/?user_ids=${id('viewer')}`);
    // On paper it is as good as a file.
    await get('watcher', `track/replay/?user_ids=${id('viewer')}&print=true`);
    for (let i = 0; i < 3; i++) await get('watcher', 'onlineusers/');
    // No place of theirs inside the regions: nothing was seen.
    await get('bound', `track/replay/?user_ids=${id('bound')},${id('viewer')}&track_date_before=${at(-4).date}&track_date_after=${at(-4).date}`); // biome-ignore format: one row
    const own = (await get('viewer', 'track/own/')).body;
    expect([own.kept_days, own.days, own.points.length]).toEqual([90, ['2024-06-15', '2024-06-14'], 2]);
    const { results, count } = (await get('viewer', 'track/looks/')).body;
    const rows = results.map((l: { user: { username: string }; kind: string; times: number }) => [l.user.username, l.kind, l.times]); // biome-ignore format: one row
    expect([count, rows.sort()]).toEqual([3, [['watcher', 'file', 1], ['watcher', 'now', 1], ['watcher', 'replay', 2]]]); // biome-ignore format: one row
    // Whoever is bound to regions still sees all of their own.
    expect((await get('bound', 'track/own/')).body.points).toHaveLength(1);
    expect((await get('viewer', 'track/own/?track_date_after=2024-01-01')).body.code).toBe(412);
    await get('watcher', `track/?user_id=${id('watcher')}`);
    expect((await get('watcher', 'track/looks/')).body.count).toBe(0);
  });

  it('narrow who is online by name, role and region, and say where', async () => {
    await sql`update session set last_refresh = ${new Date(NOW.getTime() - 31 * 60_000)}::timestamptz`.execute(w.engine.db); // biome-ignore format: one row
    await report('viewer', [at(-5)]);
    await report('bound', [at(-5, 10, 10)]);
    const names = async (query: string) =>
      (await get('watcher', `onlineusers/?${query}`)).body.map((o: { user: { username: string } }) => o.user.username).sort(); // biome-ignore format: one row
    expect(await names('')).toEqual(['bound', 'viewer']);
    expect(await names('search=VIEW')).toEqual(['viewer']);
    const { rows } = await sql<{ role_id: number }>`select role_id from account_role where account_id = ${id('bound')}::int`.execute(w.engine.db); // biome-ignore format: one row
    expect(await names(`role=${rows[0]?.role_id}`)).toEqual(['bound']);
    expect(await names(`region=${w.ids.region}`)).toEqual(['viewer']);
    const [first] = (await get('watcher', 'onlineusers/?search=viewer')).body;
    expect(first).toMatchObject({ region: { id: w.ids.region }, place_date: at(-5).date, seen_by: 'report' });
    expect((await get('watcher', 'onlineusers/?region=999999')).status).toBe(404);
  });
});
