// Large exports as jobs: the file waits for its owner alone, for a day; nothing stays of one that was cancelled.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitForJob } from '../../../testing/wait-for-job';
import { createWorld, FORM, ONE_ENGINE, type TestWorld } from '../../../testing/world';
import { createLayer } from '../../seed/builders';
import { removeOldExports } from './job';

describe.each(ONE_ENGINE)(
  'exports as jobs on the %s engine',
  (kind) => {
    let w: TestWorld;
    let at = Date.now();
    let layer = 0;
    beforeAll(async () => {
      w = await createWorld(kind, {}, () => new Date(at));
      layer = await createLayer(w.engine, {
        customer: w.ids.customer,
        owner: (await w.call('super', 'GET', '/api/user/')).body.id,
        label: 'long',
        type: 1,
        form: FORM,
        records: Array.from({ length: 9000 }, (_, i) => ({
          geometry: { type: 'Point' as const, coordinates: [51 + i / 10_000, 35] },
          value: { name: `n${i}` },
        })),
      });
    });
    afterAll(() => w.close());

    const start = (as: string, of: number, body: object) => w.call(as, 'POST', `/api/layer_export/${of}/`, body);
    const fetchFile = (as: string, job: string) => w.call(as, 'GET', `/api/job/${job}/file/`);
    const stored = async () => {
      const keys = [];
      for await (const { key } of w.backend.world.storage.list('layer-exports/')) keys.push(key);
      return keys;
    };

    it('says what an export would hold and lose', async () => {
      const losses = (as: string, body: object) => w.call(as, 'POST', `/api/export_losses/${layer}/`, body);
      expect((await losses('super', { format: 'csv' })).body).toEqual({ count: 9000, warnings: [] });
      const filter = { value__name: 'n8999' };
      expect((await losses('super', { format: 'gpx', filter })).body).toEqual({ count: 1, warnings: [expect.any(String)] }); // biome-ignore format: one line
      expect((await losses('stranger', { format: 'csv' })).status).toBe(404);
      expect((await w.call('viewer', 'POST', `/api/export_losses/${w.ids.layer}/`, { format: 'csv' })).status).toBe(
        403,
      );
    });

    it('makes the file in every way of writing it, for its owner alone', async () => {
      for (const format of ['csv', 'gpkg']) {
        const { body } = await start('super', layer, { format });
        const job = await waitForJob(w, body.id, 'super');
        expect(job).toMatchObject({ kind: 'layer_export', state: 'done', imported: 9000, read: 9000, progress: 100 });
        expect(job.file).toMatchObject({ name: `long.${format}`, until: expect.any(String) });
        const file = await fetchFile('super', job.id);
        expect([file.status, Buffer.from(file.body).length]).toEqual([200, job.file.size]);
        if (format === 'csv') expect(Buffer.from(file.body).toString().trim().split('\n').length).toBe(9001);
        for (const other of ['editor', 'stranger']) expect((await fetchFile(other, job.id)).status).toBe(404);
        expect((await fetchFile('nobody', job.id)).status).toBe(401);
      }
    });

    it('needs the right to export, also when the file is fetched', async () => {
      expect((await start('viewer', w.ids.layer, { format: 'csv' })).status).toBe(403);
      expect((await start('editor', w.ids.secret, { format: 'csv' })).status).toBe(404);
      expect((await start('super', w.ids.layer, { format: 'csv', fields: ['nothing'] })).status).toBe(400);
      const { body } = await start('regional', w.ids.layer, { format: 'csv' });
      const job = await waitForJob(w, body.id, 'regional');
      expect(job.imported).toBe(1);
      // Others may export the layer themselves; the file is not theirs.
      for (const other of ['editor', 'super']) expect((await fetchFile(other, job.id)).status).toBe(404);
      const role = await w.engine.db.selectFrom('layer_permission').selectAll().where('layer_id', '=', w.ids.layer).execute(); // biome-ignore format: one query
      await w.engine.db
        .updateTable('layer_permission')
        .set({ export: false })
        .where('layer_id', '=', w.ids.layer)
        .execute();
      await new Promise((resolve) => setTimeout(resolve, 1100));
      expect((await fetchFile('regional', job.id)).status).toBe(403);
      for (const { role_id, export: before } of role)
      await w.engine.db.updateTable('layer_permission').set({ export: before }).where('layer_id', '=', w.ids.layer).where('role_id', '=', role_id).execute(); // biome-ignore format: one statement
    });

    it('keeps nothing of one that is cancelled, and takes three at once', async () => {
      const before = (await stored()).length;
      const orders = [];
      for (let i = 0; i < 4; i++) orders.push(await start('super', layer, { format: 'gpkg' }));
      expect(orders.map(({ status }) => status)).toEqual([200, 200, 200, 409]);
      for (const { body } of orders.slice(0, 3)) await w.call('super', 'DELETE', `/api/job/${body.id}/`);
      for (const { body } of orders.slice(0, 3)) {
        const job = await waitForJob(w, body.id, 'super');
        if (job.state !== 'cancelled') continue;
        expect(job.file).toBeNull();
        expect((await fetchFile('super', job.id)).status).toBe(404);
      }
      const files = (await w.call('super', 'GET', '/api/job/')).body.filter((j: { file: unknown }) => j.file).length;
      expect((await stored()).length - before).toBeLessThanOrEqual(Math.max(0, files - 2));
    });

    it('removes files whose day is over', async () => {
      const { body } = await start('super', layer, { format: 'csv' });
      const job = await waitForJob(w, body.id, 'super');
      expect((await fetchFile('super', job.id)).status).toBe(200);
      at += 25 * 3600_000;
      const late = await fetchFile('super', job.id);
      expect([401, 404]).toContain(late.status);
      await removeOldExports(w.backend.world);
      expect(await stored()).toEqual([]);
    });
  },
  120_000,
);
