// A layer that is related to itself, to a GeoPackage and back: by a key of two fields, and by a field that names the parent.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../../../contract/schemas/form';
import type { Dataset } from '../../../../contract/schemas/upload';
import { waitForJob } from '../../../../testing/wait-for-job';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../../testing/world';
import { partition } from '../../../geo/tiles';
import * as make from '../../../seed/builders';

const RULES = { kind: 'many', on_delete: 'clear', required: false, label: 'زیرمجموعه‌ها', back_label: 'بالادست', title: 'title', columns: ['title'] }; // biome-ignore format: one row

describe.each(ONE_ENGINE)(
  'a layer related to itself on the %s engine',
  (kind) => {
    let w: TestWorld;
    beforeAll(async () => {
      w = await createWorld(kind);
    });
    afterAll(() => w.close());

    const newLayer = async (form: Field[], values: Record<string, unknown>[]) =>
      make.createLayer(w.engine, {
        customer: w.ids.customer,
        owner: (await w.call('super', 'GET', '/api/user/')).body.id,
        label: 'اداره‌ها',
        type: 1,
        form,
        records: values.map((value, i) => ({ geometry: { type: 'Point', coordinates: [50 + i / 100, 35.5] }, value: value as make.NewRecordData['value'] })), // biome-ignore format: one list
      });
    async function throughFile(layer: number) {
      const { body } = await w.call('super', 'POST', `/api/export_token/${layer}/`, { format: 'gpkg', related: true });
      const content = Buffer.from(
        (await w.call('super', 'GET', `/api/export/layerdata/${body.name}/${body.token}/`)).body,
      );
      const upload = await w.upload('editor', 'in.gpkg', content);
      const [dataset] = upload.datasets as [Dataset];
      const fields = dataset.fields.map(({ name, type }) => ({ source: name, label: name, type }));
      const order = { file_id: upload.file_id, dataset: dataset.name, type: dataset.type, label: 'باز', fields, related: [] }; // biome-ignore format: one order
      const started = await w.call('editor', 'POST', '/api/layer_import/', order);
      expect([started.status, started.body.fields]).toEqual([200, undefined]);
      const job = await waitForJob(w, started.body.id, 'editor');
      return { upload, job };
    }
    const relationsOf = async (layer: number) =>
      (await w.call('super', 'GET', `/api/relation/?layer=${layer}&order=id`)).body.results;
    /** Titles of children with those of their parents. */
    const links = async (layer: number, match: ReturnType<typeof sql>) =>
      (await sql<{ link: string }>`select concat(c.value->>'title', '<', p.value->>'title') as link from ${sql.table(partition(layer))} c join ${sql.table(partition(layer))} p on ${match} order by 1`.execute(w.engine.db)).rows.map(({ link }) => link); // biome-ignore format: one query

    it('comes back with its key, its rules and its links', async () => {
      const form: Field[] = [
        { name: 'code', label: 'کد', type: 'integer', unique: true },
        { name: 'above', label: 'بالادست', type: 'integer' },
        { name: 'title', label: 'عنوان', type: 'text' },
      ];
      // The first is its own parent, the last names nobody.
      const layer = await newLayer(form, Array.from({ length: 12 }, (_, i) => ({ code: i, above: i === 11 ? 99 : Math.floor(i / 3), title: `o${i}` }))); // biome-ignore format: one layer
      const ends = { parent_layer: layer, parent_field: 'code', child_layer: layer, child_field: 'above' };
      expect((await w.call('super', 'POST', '/api/relation/', { name: 'سلسله', ...ends, ...RULES })).status).toBe(200);
      const { upload, job } = await throughFile(layer);
      expect(upload.datasets).toHaveLength(1);
      expect(upload.relations).toEqual([{ name: 'سلسله', base: 'اداره‌ها', related: 'اداره‌ها' }]);
      expect(job).toMatchObject({ state: 'done', rejected: 0, imported: 12, outcome: { relations: 1, unrelated: [] } });
      const fresh = job.outcome.layers[0];
      expect(await relationsOf(fresh)).toMatchObject([{ name: 'سلسله', ...RULES, parent: { layer: fresh, field: 'code' }, child: { layer: fresh, field: 'above' } }]); // biome-ignore format: one list
      const match = sql`p.value->>'code' = c.value->>'above'`;
      expect(await links(fresh, match)).toEqual(await links(layer, match));
      expect(await links(fresh, match)).toHaveLength(11);
    });

    it('comes back with a field that names the parent by its new id', async () => {
      const layer = await newLayer([{ name: 'title', label: 'عنوان', type: 'text' }], Array.from({ length: 9 }, (_, i) => ({ title: `o${i}` }))); // biome-ignore format: one layer
      const above: Field = { name: 'above', label: 'بالادست', type: 'reference', reference: { layer, title: 'title' } };
      const form = [{ name: 'title', label: 'عنوان', type: 'text' }, above];
      expect((await w.call('super', 'PATCH', `/api/layer/${layer}/`, { config: { form } })).status).toBe(200);
      const r = sql.table(partition(layer));
      await sql`update ${r} c set value = c.value || jsonb_build_object('above', p.id) from ${r} p
        where (substr(p.value->>'title', 2))::int = (substr(c.value->>'title', 2))::int / 2 and c.value->>'title' <> 'o0'`.execute(
        w.engine.db,
      );
      const { upload, job } = await throughFile(layer);
      expect(upload.relations).toMatchObject([{ base: 'اداره‌ها', related: 'اداره‌ها' }]);
      expect(job).toMatchObject({ state: 'done', rejected: 0, imported: 9, outcome: { relations: 1, unrelated: [] } });
      const fresh = job.outcome.layers[0];
      expect(await relationsOf(fresh)).toMatchObject([{ id: null, parent: { layer: fresh, field: null }, child: { layer: fresh, field: 'above' } }]); // biome-ignore format: one list
      const match = sql`p.id::text = c.value->>'above'`;
      expect(await links(fresh, match)).toEqual(await links(layer, match));
      expect(await links(fresh, match)).toHaveLength(8);
      const { body } = await w.call('super', 'GET', `/api/layer/${fresh}/`);
      expect(body.config.form.map(({ name, type }: Field) => [name, type])).toEqual([['title', 'text'], ['above', 'reference']]); // biome-ignore format: one list
    });
  },
  120_000,
);
