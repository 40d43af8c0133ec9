// Acts on all of a filter: the exact number, batches that stay when stopped, one undo, and the rules of the single calls.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitForJob } from '../../../testing/wait-for-job';
import { createWorld, ENGINES, FORM, type TestWorld } from '../../../testing/world';
import { createLayer } from '../../seed/builders';

describe.each(ENGINES)(
  'acts on the %s engine',
  (kind) => {
    let w: TestWorld;
    let owner: number;
    beforeAll(async () => {
      w = await createWorld(kind);
      owner = (await w.call('super', 'GET', '/api/user/')).body.id;
    });
    afterAll(() => w.close());

    const createMany = (n: number, label = 'many') =>
      createLayer(w.engine, {
        customer: w.ids.customer,
        owner,
        label,
        type: 1,
        form: FORM,
        records: Array.from({ length: n }, (_, i) => ({
          geometry: { type: 'Point' as const, coordinates: [51 + i / 10_000, 35] },
          value: { name: `n${i}`, population: i },
        })),
      });
    const ask = (as: string, body: object) => w.call(as, 'POST', '/api/layerdata/act_count/', body);
    const order = (as: string, body: object) => w.call(as, 'POST', '/api/layerdata/act/', body);
    async function act(as: string, body: object) {
      const answer = await order(as, body);
      expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
      return waitForJob(w, answer.body.id, as);
    }
    const undo = async (as: string, job: string) => {
      const answer = await w.call(as, 'POST', `/api/job/${job}/undo/`);
      expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
      return waitForJob(w, answer.body.id, as);
    };
    const living = async (layer: number) =>
      (await w.call('super', 'GET', `/api/layerdata/?layer=${layer}&limit=1`)).body.count as number;

    it('deletes all that a filter leaves by the exact number, and brings all of it back', async () => {
      const layer = await createMany(6000);
      const filter = { filter_query: JSON.stringify({ field: 'population', is: 'ge', value: 1000 }) };
      expect((await ask('super', { layer, filter, act: 'delete' })).body).toEqual({ count: 5000, refused: [] });
      const early = await order('super', { layer, filter, act: 'delete', count: 4999 });
      expect([early.status, early.body.detail]).toEqual([409, expect.stringMatching(/5000|۵۰۰۰/)]);
      expect(await living(layer)).toBe(6000);
      const job = await act('super', { layer, filter, act: 'delete', count: 5000 });
      expect(job).toMatchObject({
        kind: 'act',
        state: 'done',
        imported: 5000,
        rejected: 0,
        can_undo: true,
        progress: 100,
      });
      expect(await living(layer)).toBe(1000);
      expect(await undo('super', job.id)).toMatchObject({
        kind: 'act_undo',
        state: 'done',
        imported: 5000,
        rejected: 0,
      });
      expect(await living(layer)).toBe(6000);
      expect((await w.call('super', 'POST', `/api/job/${job.id}/undo/`)).status).toBe(409);
      expect((await w.call('super', 'GET', `/api/layer/${layer}/`)).body.record_count ?? 6000).toBe(6000);
    });
  },
  120_000,
);
