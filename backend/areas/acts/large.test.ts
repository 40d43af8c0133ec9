// A large layer goes to the trash and comes back, as one act and its undo, while others get their turn.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitForJob } from '../../../testing/wait-for-job';
import { createWorld, ENGINES, FORM, type TestWorld } from '../../../testing/world';
import { createLayer } from '../../seed/builders';

/** ACT_RECORDS=100000 asks for more in a long run. */
const COUNT = Number(process.env.ACT_RECORDS ?? 10_000);
/** What another person waits for an answer at the longest, between two batches. */
const MAX_WAIT_MS = 8000;

describe.each(ENGINES)(
  'a large act on the %s engine',
  (kind) => {
    let w: TestWorld;
    beforeAll(async () => {
      w = await createWorld(kind);
    });
    afterAll(() => w.close());

    it('empties the layer and brings all of them back', async () => {
      const layer = await createLayer(w.engine, {
        customer: w.ids.customer,
        owner: (await w.call('super', 'GET', '/api/user/')).body.id,
        label: 'large',
        type: 1,
        form: FORM,
        records: [{ geometry: { type: 'Point', coordinates: [51, 35] }, value: { name: 'n', population: 1 } }],
      });
      await sql`
      insert into record (layer_id, status, geom, q, minz, value, search, creator_id, modifier_id)
        select layer_id, status, geom, q, minz, value || jsonb_build_object('population', g), search, creator_id, modifier_id
          from record, generate_series(2, ${COUNT}::int) g where layer_id = ${layer}::int`.execute(w.engine.db);
      await sql`update layer set record_count = ${COUNT} where id = ${layer}`.execute(w.engine.db);
      const counts = async () => {
        const { rows } = await sql<{ living: number; counter: number; sum: number }>`
        select (select count(*)::int from record where layer_id = ${layer} and deleted_at is null) as living, record_count::int as counter,
          (select coalesce(sum((value->>'population')::int), 0)::float8 from record where layer_id = ${layer} and deleted_at is null) as sum from layer where id = ${layer}`.execute(
          w.engine.db,
        );
        return rows[0];
      };
      const before = await counts();
      expect(before).toMatchObject({ living: COUNT, counter: COUNT });
      const order = { layer, filter: {}, act: 'delete', count: COUNT };
      const { body } = await w.call('super', 'POST', '/api/layerdata/act/', order);
      let longest = 0;
      const done = waitForJob(w, body.id, 'super');
      let isOver = false;
      void done.then(() => {
        isOver = true;
      });
      while (!isOver) {
        const since = Date.now();
        expect((await w.call('editor', 'GET', `/api/layerdata/?layer=${w.ids.layer}`)).status).toBe(200);
        longest = Math.max(longest, Date.now() - since);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      expect(await done).toMatchObject({ state: 'done', imported: COUNT, rejected: 0 });
      expect(longest).toBeLessThan(MAX_WAIT_MS);
      expect(await counts()).toEqual({ living: 0, counter: 0, sum: 0 });
      const back = await w.call('super', 'POST', `/api/job/${body.id}/undo/`);
      expect(await waitForJob(w, back.body.id, 'super')).toMatchObject({ state: 'done', imported: COUNT, rejected: 0 });
      expect(await counts()).toEqual(before);
    });
  },
  400_000,
);
