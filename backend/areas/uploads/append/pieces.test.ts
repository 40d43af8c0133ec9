// A large append leaves turns to others; stopped or refused in the middle, nothing of it stays but what others have made theirs.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../../../contract/schemas/form';
import { waitForJob } from '../../../../testing/wait-for-job';
import { createWorld, ENGINES, type TestWorld } from '../../../../testing/world';
import { partition } from '../../../geo/tiles';
import * as make from '../../../seed/builders';
import { PIECE_ROWS } from './pieces';

const FORM: Field[] = [
  { name: 'code', label: 'کد', type: 'text' },
  { name: 'n', label: 'شمار', type: 'integer' },
];
const BEFORE = 2500;
const ROWS = 20_000;

describe.each(ENGINES)(
  'large appends on the %s engine',
  (kind) => {
    let w: TestWorld;
    let text: string;
    beforeAll(async () => {
      w = await createWorld(kind);
      text = ['code,n,lon,lat', ...Array.from({ length: ROWS }, (_, i) => `c${i},${i},51.5,35.5`)].join('\n');
    });
    afterAll(() => w.close());

    /** A layer whose records the first rows of the file change, but for each third one, which they are like. */
    const newLayer = () =>
      make.createLayer(w.engine, {
        customer: w.ids.customer,
        owner: 1,
        label: 'l',
        type: 1,
        form: FORM,
        records: Array.from({ length: BEFORE }, (_, i) => ({
          geometry: { type: 'Point', coordinates: [51.5, 35.5] },
          value: { code: `c${i}`, n: i % 3 === 0 ? i : -1 },
        })),
      });
    const order = async (layer: number): Promise<string> => {
      const file = await w.upload('super', 'a.csv', Buffer.from(text));
      const meta = { field_mapping: { code: 'code', n: 'n' }, layer_id: layer, dataset_layer: file.datasets[0].name, geom_type: 1, file_id: file.file_id, match: { field: 'code', on: 'update' } }; // biome-ignore format: one object
      const place = { x: 'lon', y: 'lat', notation: 'decimal' };
      const started = await w.call('super', 'POST', '/api/layer_append/', { file_id: file.file_id, srid: 4326, place, append_metadata: meta }); // biome-ignore format: one call
      expect([started.status, started.body.detail]).toEqual([200, undefined]);
      return started.body.id;
    };
    /** Asks for the layer until the job has ended. Returns how many records it said to have, each number once. */
    const watch = async (
      layer: number,
      id: string,
      meanwhile: (count: number) => Promise<unknown> = async () => {},
    ) => {
      const counts = new Set<number>();
      const ended = { now: false };
      const job = waitForJob(w, id, 'super').finally(() => {
        ended.now = true;
      });
      while (!ended.now) {
        const { body } = await w.call('super', 'GET', `/api/layer/${layer}/`);
        counts.add(body.record_count);
        await meanwhile(body.record_count);
      }
      return { counts: [...counts], job: await job };
    };
    const bytes = async (layer: number) =>
      (await sql<{ h: string }>`select md5(coalesce(string_agg(r::text, ';' order by id), '')) || (select count(*) from record_log where layer_id = ${layer}::int) as h from ${sql.table(partition(layer))} r`.execute(w.engine.db)).rows[0]?.h; // biome-ignore format: one query
    const notes = async (layer: number) =>
      (await sql<{ n: number }>`select count(*)::int as n from append_step where layer_id = ${layer}::int`.execute(w.engine.db)).rows[0]?.n; // biome-ignore format: one query

    it('answers others in between on the one connection of the embedded engine', async () => {
      const layer = await newLayer();
      const { counts, job } = await watch(layer, await order(layer));
      const same = Math.ceil(BEFORE / 3);
      expect([job.state, job.outcome]).toEqual(['done', { added: ROWS - BEFORE, changed: BEFORE - same, same, skipped: 0 }]); // biome-ignore format: one line
      expect((await w.call('super', 'GET', `/api/layer/${layer}/`)).body.record_count).toBe(ROWS);
      const between = counts.filter((n) => n > BEFORE && n < ROWS);
      // On a server nobody sees a part; here each piece leaves a turn, and somebody was answered in most of them.
      if (kind === 'server') expect(between).toEqual([]);
      else expect(between.length).toBeGreaterThan(ROWS / PIECE_ROWS / 2);
      expect(await notes(layer)).toBe(ROWS - same);
      // Where they came in is noted for the reports by region: what was added, and what changed.
      const { rows } = await sql<{ n: number }>`select coalesce(sum(cardinality(shapes)), 0)::int as n from arrival where layer_id = ${layer}::int`.execute(w.engine.db); // biome-ignore format: one query
      expect(rows[0]?.n).toBe(ROWS - same);
    });

    /** What people are said to have done in a layer. */
    const acts = async (layer: number) =>
      (await sql<{ n: number }>`select coalesce(sum(n), 0)::int as n from activity where layer_id = ${layer}::int`.execute(w.engine.db)).rows[0]?.n; // biome-ignore format: one query

    it.runIf(kind === 'embedded')('leaves nothing when it is stopped in the middle', async () => {
      const layer = await newLayer();
      const [before, actsBefore] = [await bytes(layer), await acts(layer)];
      const id = await order(layer);
      const { job } = await watch(layer, id, async (count) => {
        if (count > BEFORE + 2 * PIECE_ROWS) await w.call('super', 'DELETE', `/api/job/${id}/`);
      });
      expect([job.state, job.outcome, job.imported]).toEqual(['cancelled', null, 0]);
      expect([await bytes(layer), await notes(layer), await acts(layer)]).toEqual([before, 0, actsBefore]);
      expect((await w.call('super', 'GET', `/api/layer/${layer}/`)).body.record_count).toBe(BEFORE);
    });

    it.runIf(kind === 'embedded')(
      'leaves what somebody has changed meanwhile when its layer refuses the rest',
      async () => {
        const layer = await newLayer();
        const id = await order(layer);
        let edited = 0;
        const { job } = await watch(layer, id, async (count) => {
          if (edited > 0 || count < BEFORE + 2 * PIECE_ROWS) return;
          const [record] = (await w.call('super', 'GET', `/api/layerdata/?layer=${layer}&value__code=c2600`)).body
            .results;
          edited = record.id;
          expect((await w.call('super', 'PUT', `/api/layerdata/${edited}/`, { value: { n: 7 } })).status).toBe(200);
          const form = [...FORM, { name: 'more', label: 'دیگر', type: 'text' }];
          expect((await w.call('super', 'PATCH', `/api/layer/${layer}/`, { config: { form } })).status).toBe(200);
        });
        expect([job.state, job.outcome]).toEqual(['failed', null]);
        const { rows } = await sql<{ id: number; n: number }>`select id::float8 as id, (value->>'n')::int as n from ${sql.table(partition(layer))} where value->>'code' = 'c2600' or (value->>'n')::int > ${BEFORE}`.execute(w.engine.db); // biome-ignore format: one query
        expect(rows).toEqual([{ id: edited, n: 7 }]);
        expect((await w.call('super', 'GET', `/api/layer/${layer}/`)).body.record_count).toBe(BEFORE + 1);
        expect(await notes(layer)).toBe(0);
      },
    );
  },
  180_000,
);
