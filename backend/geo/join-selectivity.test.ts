// Joins by place of tables whose shapes lie apart: there the embedded PostGIS answers the planner a selectivity that is none, and a join is refused.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, ENGINES, FORM, type TestWorld } from '../../testing/world';
import * as make from '../seed/builders';
import { partition } from './tiles';

/** Parts of the region and records of a layer: as many, each so many degrees east of the one before, from there on. */
type Row = readonly [count: number, from: number, step: number];
const CASES: readonly { parts: Row; records: Row; meet: number }[] = [
  { parts: [1, 51, 0], records: [1, 51, 0], meet: 1 },
  { parts: [1, 51, 0], records: [3, 51, 0], meet: 3 },
  { parts: [1, 51, 0], records: [1, 80, 0], meet: 0 },
  { parts: [3, 51, 1], records: [3, 80, 1], meet: 0 },
  { parts: [3, 51, 1], records: [300, -120, 0.01], meet: 0 },
  { parts: [200, 51, 0.001], records: [2, -120, 1], meet: 0 },
  { parts: [2, 51, 10], records: [2, 61, 10], meet: 1 },
];

describe.each(ENGINES)('shapes that lie apart on the %s engine', (kind) => {
  let w: TestWorld;
  let layer: number;
  beforeAll(async () => {
    w = await createWorld(kind);
    const { engine, ids } = w;
    const { id: owner } = await engine.db.selectFrom('account').select('id').where('username', '=', 'super').executeTakeFirstOrThrow(); // biome-ignore format: one line
    layer = await make.createLayer(engine, {
      customer: ids.customer,
      owner,
      label: 'apart',
      type: 1,
      form: FORM,
      records: [],
    });
  });
  afterAll(() => w.close());

  async function lay({ parts, records }: { parts: Row; records: Row }) {
    const { db } = w.engine;
    const at = ([count, from, step]: Row) => sql`select ${from}::float8 + i * ${step}::float8 as x from generate_series(0, ${count - 1}::int) i`; // biome-ignore format: one line
    await sql`delete from region_part`.execute(db);
    await sql`delete from record_log where layer_id = ${layer}::int`.execute(db);
    await sql`delete from record where layer_id = ${layer}::int`.execute(db);
    await sql`insert into region_part (region_id, geom)
      select ${w.ids.region}::int, st_makeenvelope(x - 0.1, 35, x + 0.1, 36, 4326) from (${at(parts)}) s`.execute(db);
    await sql`with made as (insert into record (layer_id, status, geom, value, search, creator_id, modifier_id)
        select ${layer}::int, 3, st_setsrid(st_point(x, 35.5), 4326), '{}', '', 1, 1 from (${at(records)}) s returning id)
      insert into record_log (layer_id, record_id, account_id, action) select ${layer}::int, id, 1, 'create' from made`.execute(
      db,
    );
    await sql`update layer set rev = rev + 1, record_count = ${records[0]}::int where id = ${layer}::int`.execute(db);
    for (const table of ['region_part', partition(layer), 'record', 'record_log'])
      await sql`analyze ${sql.table(table)}`.execute(db);
  }

  it('are counted by region, listed and looked for like any others', async () => {
    const region = w.ids.region;
    for (const one of CASES) {
      await lay(one);
      const says = async (method: string, path: string, body?: object) => {
        const answer = await w.call('super', method, path, body);
        expect([path, one, answer.status, answer.body.detail]).toEqual([path, one, 200, undefined]);
        return answer.body;
      };
      const stats = { layer, group_by: { column: 'region' } };
      const groups = (await says('POST', '/api/report/statistics/', stats)).groups as { count: number }[];
      expect([one, groups[0]?.count ?? 0]).toEqual([one, one.meet]);
      const report = await says('GET', `/api/report/activity/?from=2026-01-01&to=2030-01-01&by=region&layers=${layer}`);
      expect([one, report.rows[0]?.total ?? 0]).toEqual([one, one.meet]);
      expect((await says('GET', `/api/layerdata/?layer=${layer}&region=${region}&limit=1`)).count).toBe(one.meet);
      for (const place of ['intersects', 'disjoint']) {
        const matches = await says('POST', '/api/layerdata_query/', { layer, query: { place, region }, limit: 1 });
        expect([one, place, matches.count]).toEqual([one, place, place === 'intersects' ? one.meet : one.records[0] - one.meet]); // biome-ignore format: one line
      }
      const of = { kind: 'layer', layer };
      const inside = await says('POST', '/api/analysis/', { how: 'within', into: 'shapes', of, by: { kind: 'regions', ids: [region] } }); // biome-ignore format: one line
      expect(inside.features.length).toBeLessThanOrEqual(one.records[0]);
    }
  });
});
