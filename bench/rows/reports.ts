// Row: how the time of each dashboard report grows with the records and with the acts that it counts: 1/100, 1/10 and all of them.
import { sql } from 'kysely';
import * as make from '../../backend/seed/builders';
import { COUNTRY } from '../data';
import { typical } from '../load';
import { atMost, type Line, ms } from '../report';
import { NO_POSTGRES, type PointLayer, type ServerSide, type Stage } from '../stage';

const REPEATS = 3;
const DAYS = 365;
const FROM = '2025-03-21';

interface Report {
  name: string;
  body: Record<string, unknown>;
}
const REPORTS: Report[] = [
  { name: 'count by kind', body: { group_by: { field: 'kind' } } },
  {
    name: 'four measures by kind, of half the records',
    body: {
      group_by: { field: 'kind' },
      measures: ['sum', 'avg', 'min', 'max'].map((type) => ({ type, field: 'amount' })),
      query: { field: 'code', is: 'lt', value: 500_000 },
    },
  },
  { name: 'count by Jalali month', body: { group_by: { field: 'visited', period: 'month' }, sort_by: 'key' } },
  { name: 'count by creator', body: { group_by: { column: 'creator' } } },
  { name: 'count by region', body: { group_by: { column: 'region' } } },
];

/** Regions side by side over the whole country, as many as it has provinces (31) and one more. */
async function layRegions({ engine, world }: ServerSide): Promise<void> {
  const [columns, rows] = [8, 4];
  const { west, south, east, north } = COUNTRY;
  const [width, height] = [(east - west) / columns, (north - south) / rows];
  for (let i = 0; i < columns * rows; i++) {
    const [w, s] = [west + width * (i % columns), south + height * Math.floor(i / columns)];
    const [e, n] = [w + width, s + height];
    const coordinates = [[[w, s], [e, s], [e, n], [w, n], [w, s]]]; // biome-ignore format: a box
    await make.createRegion(engine, world.ids.customer, `region ${i}`, { type: 'Polygon', coordinates });
  }
}

/** So many acts of one year, as the log's trigger counts them: one row for each statement, folded for days that are over. */
async function acts({ engine, world, account }: ServerSide, layer: PointLayer, count: number): Promise<void> {
  await sql`delete from activity`.execute(engine.db);
  await sql`
    insert into activity (customer_id, day, layer_id, account_id, action, n)
      select ${world.ids.customer}::int, ${FROM}::date + i % ${DAYS}::int, ${layer.id}::int, ${account}::int, (array['create', 'edit', 'delete'])[1 + i % 3], 1
        from generate_series(1, ${count}::int) i`.execute(engine.db);
  await engine.analyse('activity');
}

/** So many acts of one year where they were, each in one region, as they are counted once their days are over. */
async function placedActs({ engine, world, account }: ServerSide, layer: PointLayer): Promise<void> {
  await sql`
    with sets as (
      insert into place (customer_id, regions) select ${world.ids.customer}::int, array[r.id] from region r where r.customer_id = ${world.ids.customer}::int
        on conflict (customer_id, regions) do update set regions = excluded.regions returning id),
      placed as (select id, row_number() over () as turn, count(*) over () as all_of from sets)
    insert into activity_place (customer_id, day, layer_id, account_id, action, place_id, n)
      select ${world.ids.customer}::int, ${FROM}::date + i % ${DAYS}::int, ${layer.id}::int, ${account}::int, (array['create', 'edit', 'delete'])[1 + i % 3], p.id, count(*)
        from generate_series(1, ${layer.rows}::int) i join placed p on p.turn = 1 + i % p.all_of group by 1, 2, 3, 4, 5, 6`.execute(
    engine.db,
  );
  await engine.analyse('activity_place');
}

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (!side) return yield { name: 'reports', value: '', beside: NO_POSTGRES };
  const layers: PointLayer[] = [];
  for (const share of [100, 10, 1]) layers.push(await stage.points(Math.round(stage.rows / share)));
  await layRegions(side);
  const ask = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
    const { status } = await side.world.call('super', method, path, body);
    if (status !== 200) throw new Error(`${path}: ${status}`);
  };
  const line = (name: string, [a = 0, b = 0, c = 0]: number[]): Line => ({
    name: `${name}, ${stage.rows} records`,
    value: ms(c),
    beside: `${stage.rows / 100}: ${ms(a)}; ${stage.rows / 10}: ${ms(b)}`,
    ratio: c / a,
    // A report reads what it counts, up to a million records: it may grow as they do, and no faster.
    target: atMost(120),
  });
  for (const { name, body } of REPORTS) {
    const times: number[] = [];
    for (const layer of layers)
      times.push(
        await typical(REPEATS, async () => {
          // The layer counts as changed: nothing is answered from memory.
          await sql`update layer set rev = rev + 1 where id = ${layer.id}`.execute(side.engine.db);
          await ask('POST', '/api/report/statistics/', { ...body, layer: layer.id });
        }),
      );
    yield line(`statistics: ${name}`, times);
  }
  const year = `/api/report/activity/?from=${FROM}&to=2026-03-20&period=month&by=user`;
  const [unfolded, folded]: number[][] = [[], []];
  for (const layer of layers) {
    await acts(side, layer, layer.rows);
    unfolded?.push(await typical(REPEATS, () => ask('GET', year)));
    await sql`
      with gone as (delete from activity returning *)
      insert into activity select customer_id, day, layer_id, account_id, action, sum(n) from gone group by 1, 2, 3, 4, 5`.execute(
      side.engine.db,
    );
    await side.engine.analyse('activity');
    folded?.push(await typical(REPEATS, () => ask('GET', year)));
  }
  yield line('activity of a year by user and month, before days are folded', unfolded as number[]);
  yield { ...line('activity of a year by user and month, folded', folded as number[]), target: atMost(2) };
  await placedActs(side, layers.at(-1) as PointLayer);
  const byRegion = (to: string) =>
    typical(REPEATS, () => ask('GET', `/api/report/activity/?from=${FROM}&to=${to}&period=month&by=region`));
  const [ofYear, ofMonth] = [await byRegion('2026-03-20'), await byRegion('2025-04-20')];
  yield {
    name: `activity of a year by region and month, ${stage.rows} acts`,
    value: ms(ofYear),
    beside: `of a month: ${ms(ofMonth)}`,
    ratio: ofYear / ofMonth,
    target: atMost(3),
  };
  yield line(
    'overview',
    await Promise.all(layers.map(() => typical(REPEATS, () => ask('GET', '/api/report/overview/')))),
  );
}
