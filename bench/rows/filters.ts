// Row: the filters of the list of records, by address and as a query tree, beside the same question as bare SQL on the same table.
import { type RawBuilder, sql } from 'kysely';
import { formatFilter } from '../../contract/filters/record-filter';
import type { QueryNode } from '../../contract/schemas/query';
import { denseSpot, FORM } from '../data';
import { typical } from '../load';
import { type Line, ms } from '../report';
import { NO_POSTGRES, type PointLayer, type ServerSide, type Stage } from '../stage';

const REPEATS = 7;
const PAGE = 25;
/** As far as the product counts what a filter leaves. */
const COUNTED = 10_001;

const [lon, lat] = denseSpot();
const SIDE = 0.01;
const box = {
  type: 'Polygon' as const,
  coordinates: [[[lon, lat], [lon + SIDE, lat], [lon + SIDE, lat + SIDE], [lon, lat + SIDE], [lon, lat]]], // biome-ignore format: a box
};
const inBox = sql`st_intersects(geom, st_setsrid(st_geomfromgeojson(${JSON.stringify(box)}::text), 4326))`;
const code = sql`(value->>'code')::float8`;
const named = (word: string) => sql`search like ${`%${word}%`}`;

interface Filter {
  name: string;
  query: QueryNode;
  bare: RawBuilder<unknown>;
}
const FILTERS: Filter[] = [
  {
    name: 'part of a text',
    query: { field: 'name', is: 'contains', value: 'شماره 4242' },
    bare: named('شماره 4242'),
  },
  {
    name: 'a range of numbers, few in it',
    query: { field: 'code', is: 'between', value: [424_242, 424_250] },
    bare: sql`${code} between 424242 and 424250`,
  },
  {
    name: 'a range of numbers, half of all in it',
    query: { field: 'code', is: 'lt', value: 500_000 },
    bare: sql`${code} < 500000`,
  },
  { name: 'a small box', query: { place: 'intersects', geometry: box }, bare: inBox },
  {
    name: 'a tree: a text, and a range or a box',
    query: {
      and: [
        { field: 'kind', is: 'eq', value: 'چاه' },
        {
          or: [
            { field: 'code', is: 'between', value: [1000, 2000] },
            { place: 'intersects', geometry: box },
          ],
        },
      ],
    },
    bare: sql`value->>'kind' = 'چاه' and (${code} between 1000 and 2000 or ${inBox})`,
  },
];

/** A page and how many there are, as somebody at the database would ask: two statements. */
async function askBare({ engine }: ServerSide, { table }: PointLayer, where: RawBuilder<unknown>): Promise<void> {
  const from = sql`${sql.table(table)} where deleted_at is null and ${where}`;
  await sql`select id, value, created, st_asgeojson(geom) from ${from} order by id limit ${PAGE}`.execute(engine.db);
  await sql`select count(*) from (select 1 from ${from} limit ${COUNTED}) s`.execute(engine.db);
}

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (!side) return yield { name: 'filters', value: '', beside: NO_POSTGRES };
  const layer = await stage.points(stage.rows);
  const call = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
    const { status } = await side.world.call('super', method, path, body);
    if (status !== 200) throw new Error(`${path}: ${status}`);
  };
  for (const { name, query, bare } of FILTERS) {
    const address = new URLSearchParams({ ...formatFilter(FORM, query), layer: String(layer.id), limit: String(PAGE) });
    const byAddress = () => call('GET', `/api/layerdata/?${address}`);
    const first = performance.now();
    await byAddress();
    const cold = performance.now() - first;
    const get = await typical(REPEATS, byAddress);
    const post = await typical(REPEATS, () =>
      call('POST', '/api/layerdata_query/', { layer: layer.id, limit: PAGE, query }),
    );
    const alone = await typical(REPEATS, () => askBare(side, layer, bare));
    const label = `filter: ${name}, ${layer.rows} records`;
    yield { name: `${label}, by address`, value: `${ms(get)} (first ${ms(cold)})`, beside: `bare SQL: ${ms(alone)}`, ratio: get / alone }; // biome-ignore format: one line
    yield { name: `${label}, as a body`, value: ms(post), beside: `bare SQL: ${ms(alone)}`, ratio: post / alone };
  }
}
