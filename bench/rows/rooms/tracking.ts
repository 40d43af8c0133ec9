// Row: a team's day of 200 people x 400 places on the map, replays, who is online and the end of the oldest day, beside ten million places,
// on both engines at their sizes. BENCH_POINTS sets another number for the server.
import { sql } from 'kysely';
import { removeBefore } from '../../../backend/areas/tracking/store';
import { createWorld, ENGINES, type TestWorld } from '../../../testing/world';
import { typical } from '../../load';
import { atMost, type Line, ms, seconds } from '../../report';
import type { Stage } from '../../stage';

const POINTS = { server: Number(process.env.BENCH_POINTS ?? 10_000_000), embedded: 400_000 };
const [PEOPLE, PER_DAY] = [200, 400];
const REPEATS = 5;
/** What a watcher waits for without losing the thread; a month of somebody may take a second. */
const [LIMIT_MS, MONTH_LIMIT_MS] = [1000, 1000];
const DAY_LIMIT_MS = 10_000;

/** People who walk every day, a place a minute; the newest day is today. Returns their ids. */
async function fill(w: TestWorld, points: number): Promise<number[]> {
  const { db } = w.engine;
  const { rows } = await sql<{ id: number }>`
    insert into account (customer_id, realm, username, name_key, password_hash) select ${w.ids.customer}::int, a.realm, 'walker' || i, 'walker' || i, 'x'
      from generate_series(1, ${PEOPLE}::int) i cross join (select realm from account where username = 'viewer') a returning id`.execute(
    db,
  );
  const ids = rows.map(({ id }) => id);
  const days = Math.max(1, Math.round(points / (PEOPLE * PER_DAY)));
  // The oldest day first, as places come in.
  for (let day = days - 1; day >= 0; day--)
    await sql`
      insert into track_point (customer_id, account_id, at, geom, accuracy) select ${w.ids.customer}::int, a.id,
          date_trunc('minute', now()) - make_interval(days => ${day}::int) - make_interval(mins => ${PER_DAY}::int - i),
          st_setsrid(st_makepoint(51 + (a.id % 50) / 100.0 + i / 4000.0, 35 + sin(i / 20.0) / 50 + (a.id % 7) / 100.0), 4326), 5 + i % 20
        from generate_series(1, ${PER_DAY}::int) i cross join unnest(${ids}::int[]) as a(id)`.execute(db); // biome-ignore format: one statement
  await sql`analyze track_point`.execute(db);
  return ids;
}

export async function* run(stage: Stage): AsyncGenerator<Line> {
  // Where there is a server it is the stage's.
  await stage.server();
  for (const kind of process.env.TEST_DATABASE_URL ? (['server', 'embedded'] as const) : ENGINES) {
    const w = await createWorld(kind);
    try {
      const ids = await fill(w, POINTS[kind]);
      const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString();
      const calls: [string, string, number][] = [
        [`a team's day (${PEOPLE} x ${PER_DAY}) at zoom 8`, `trackgeo/?zoom=8&track_date_after=${day(1)}`, LIMIT_MS],
        [`a team's day at zoom 14`, `trackgeo/?zoom=14&track_date_after=${day(1)}`, LIMIT_MS],
        ['replay of one person and day', `track/replay/?user_ids=${ids[7]}&track_date_after=${day(1)}`, LIMIT_MS],
        [
          'replay of five people and a day',
          `track/replay/?user_ids=${ids.slice(0, 5)}&track_date_after=${day(1)}`,
          LIMIT_MS,
        ],
        [
          'replay of one person and 30 days',
          `track/replay/?user_ids=${ids[9]}&track_date_after=${day(30)}`,
          MONTH_LIMIT_MS,
        ],
        ['who is online', 'onlineusers/', LIMIT_MS],
      ];
      for (const [name, path, limit] of calls) {
        const took = await typical(REPEATS, async () => {
          const { status, body } = await w.call('super', 'GET', `/api/${path}`);
          if (status !== 200 || body.length === 0) throw new Error(`${name}: ${status}, ${body.length} rows`);
        });
        yield { name: `${POINTS[kind]} places, ${kind}: ${name}`, value: ms(took), beside: `limit ${ms(limit)}`, ratio: took / limit, target: atMost(1) }; // biome-ignore format: one line
      }
      const oldest = Math.max(1, Math.round(POINTS[kind] / (PEOPLE * PER_DAY))) - 1;
      const start = performance.now();
      const removed = await removeBefore(w.engine.db, new Date(Date.now() - (oldest - 0.5) * 86_400_000), () => true);
      const took = performance.now() - start;
      yield { name: `${POINTS[kind]} places, ${kind}: the oldest day goes (${removed} places)`, value: seconds(took), beside: `limit ${seconds(DAY_LIMIT_MS)}`, ratio: took / DAY_LIMIT_MS, target: atMost(1) }; // biome-ignore format: one line
    } finally {
      await w.close();
    }
  }
}
