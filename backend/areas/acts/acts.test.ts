// Acts on all of a filter: the exact number, batches that stay when stopped, one undo, and the rules of the single calls.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitForJob } from '../../../testing/wait-for-job';
import { createWorld, FORM, ONE_ENGINE, type TestWorld } from '../../../testing/world';
import { createLayer } from '../../seed/builders';

describe.each(ONE_ENGINE)(
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
      const steps = await w.engine.db.selectFrom('act_step').select('record_id').execute();
      expect(steps).toEqual([]);
    });

    it('keeps what is done when it is stopped, goes on after a crash, and is taken back as one', async () => {
      const layer = await createMany(12_000, 'stopped');
      const { body } = await order('super', { layer, filter: {}, act: 'edit', value: { name: 'یکی' }, count: 12_000 });
      const look = async () => (await w.call('super', 'GET', `/api/job/${body.id}/`)).body;
      while ((await look()).imported === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      await w.call('super', 'DELETE', `/api/job/${body.id}/`);
      const stopped = await waitForJob(w, body.id, 'super');
      const named = async () =>
        (await w.call('super', 'GET', `/api/layerdata/${layer}/calc_count/?value__name=${encodeURIComponent('یکی')}`))
          .body.value;
      expect(stopped).toMatchObject({ state: 'cancelled', can_undo: true });
      expect(stopped.imported).toBeGreaterThan(0);
      expect(stopped.imported).toBeLessThan(12_000);
      expect(await named()).toBe(stopped.imported);
      // As a process leaves it that is killed between two batches.
      await sql`update job set state = 'running', cancel = false, holder = 'gone', heartbeat = '-infinity', error = null where id = ${body.id}`.execute(w.engine.db); // biome-ignore format: one statement
      expect(await waitForJob(w, body.id, 'super')).toMatchObject({ state: 'done', imported: 12_000 });
      expect(await named()).toBe(12_000);
      expect(await undo('super', body.id)).toMatchObject({ imported: 12_000, rejected: 0 });
      expect(await named()).toBe(0);
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from record where layer_id = ${layer} and value->>'name' = 'n' || (value->>'population')`.execute(w.engine.db); // biome-ignore format: one query
      expect(rows[0]?.n).toBe(12_000);
    });

    it('leaves records that were changed since when it is taken back', async () => {
      const layer = await createMany(3, 'touched');
      const job = await act('super', { layer, filter: {}, act: 'edit', value: { name: 'همه' }, count: 3 });
      const [first] = (await w.call('super', 'GET', `/api/layerdata/?layer=${layer}`)).body.results;
      await w.call('super', 'PUT', `/api/layerdata/${first.id}/`, { value: { name: 'خودم' } });
      const back = await undo('super', job.id);
      expect(back).toMatchObject({ imported: 2, rejected: 1, rejects: [{ row: first.id }] });
      const names = (await w.call('super', 'GET', `/api/layerdata/?layer=${layer}`)).body.results.map((r: { value: { name: string } }) => r.value.name); // biome-ignore format: one list
      expect(names.sort()).toEqual(['n1', 'n2', 'خودم'].sort());
    });

    it('restores deleted records by the filter of deletions', async () => {
      const layer = await createMany(50, 'trash');
      await w.call('super', 'DELETE', `/api/layerdata/?layer=${layer}&all=true`);
      expect((await ask('super', { layer, filter: {}, act: 'restore' })).body.count).toBe(50);
      expect(
        (await ask('super', { layer, filter: { delete_date_before: '2001-01-01' }, act: 'restore' })).body.count,
      ).toBe(0);
      expect((await ask('super', { layer, filter: { search: 'x' }, act: 'restore' })).status).toBe(400);
      const job = await act('super', { layer, filter: {}, act: 'restore', count: 50 });
      expect([job.imported, await living(layer)]).toEqual([50, 50]);
      await undo('super', job.id);
      expect(await living(layer)).toBe(0);
    });

    it('asks for the rights of the single calls, and hits only what the person sees', async () => {
      const body = { layer: w.ids.layer, filter: {}, act: 'delete' };
      expect((await ask('viewer', body)).status).toBe(403);
      expect((await order('viewer', { ...body, count: 3 })).status).toBe(403);
      expect((await ask('stranger', body)).status).toBe(404);
      expect((await ask('editor', { ...body, layer: w.ids.secret })).status).toBe(404);
      const whole = (await ask('super', { layer: w.ids.layer, filter: {}, act: 'edit' })).body.count;
      const own = (await ask('regional', { layer: w.ids.layer, filter: {}, act: 'edit' })).body.count;
      expect([whole > own, own]).toEqual([true, 1]);
      const value = { name: 'تهران ۲' };
      expect(
        (await order('regional', { layer: w.ids.layer, filter: {}, act: 'edit', value, count: whole })).status,
      ).toBe(409);
      const job = await act('regional', { layer: w.ids.layer, filter: {}, act: 'edit', value, count: own });
      expect(job.imported).toBe(1);
      expect((await w.call('super', 'POST', `/api/job/${job.id}/undo/`)).status).toBe(404);
      await undo('regional', job.id);
      expect((await order('super', { ...body, act: 'edit', value: { nothing: 1 }, count: whole })).status).toBe(400);
      expect((await order('super', { ...body, filter: { nothing: '1' }, count: whole })).status).toBe(400);
    });

    it('leaves the records that refuse, with their reasons, and goes on with the others', async () => {
      const form = [...FORM, { name: 'why', label: 'why', type: 'text' as const, required_if: { field: 'population', is: 'eq' as const, value: 5 } }]; // biome-ignore format: one form
      const layer = await createLayer(w.engine, {
        customer: w.ids.customer,
        owner,
        label: 'refusing',
        type: 0,
        form,
        records: Array.from({ length: 20 }, (_, i) => ({
          geometry: null,
          value: { name: `n${i}`, population: 1, why: i === 7 ? null : 'so' },
        })),
      });
      const job = await act('super', { layer, filter: {}, act: 'edit', value: { population: 5 }, count: 20 });
      expect(job).toMatchObject({ state: 'done', imported: 19, rejected: 1, read: 20 });
      expect(job.rejects[0].reason).toContain('why');
    });
  },
  120_000,
);
