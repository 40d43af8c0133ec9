// A new form under many records: reckoned at once where they are few, in a job where they are many, and whole in either form.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../../../contract/schemas/form';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../../testing/world';
import { partition } from '../../../geo/tiles';
import * as make from '../../../seed/builders';

const A: Field = { name: 'a', label: 'a', type: 'text' };
const computed = (expr: string): Field => ({ name: 'c', label: 'c', type: 'computed', expr });
const MANY = 6000;

describe.each(ONE_ENGINE)(
  'forms under many records on the %s engine',
  (kind) => {
    let w: TestWorld;
    beforeAll(async () => {
      w = await createWorld(kind);
    });
    afterAll(() => w.close());

    const newLayer = (form: Field[], count: number, value: (i: number) => make.NewRecordData['value']) =>
    make.createLayer(w.engine, { customer: w.ids.customer, owner: 1, label: 'l', type: 0, form, records: Array.from({ length: count }, (_, i) => ({ geometry: null, value: value(i) })) }); // biome-ignore format: one call
    const setForm = (layer: number, form: Field[]) =>
      w.call('super', 'PATCH', `/api/layer/${layer}/`, { config: { form } });
    const order = (layer: number, form: Field[]) => w.call('super', 'POST', `/api/layer/${layer}/form_job/`, { form });
    const formOf = async (layer: number) => (await w.call('super', 'GET', `/api/layer/${layer}/`)).body.config.form as Field[]; // biome-ignore format: one line
    const ended = async (id: string) => {
      for (;;) {
        const { body } = await w.call('super', 'GET', `/api/job/${id}/`);
        if (body.state !== 'waiting' && body.state !== 'running') return body;
        await new Promise((resume) => setTimeout(resume, 50));
      }
    };
    /** Every byte of the records. */
    const bytes = async (layer: number) =>
    (await sql<{ h: string }>`select md5(string_agg(n.id || n.value::text || n.search || n.version, ',' order by n.id)) as h from ${sql.table(partition(layer))} n`.execute(w.engine.db)).rows[0]?.h; // biome-ignore format: one statement

    it('reckons few records within the call', async () => {
      const layer = await newLayer([A], 3, (i) => ({ a: String(i) }));
      expect((await setForm(layer, [A, computed('[a] * 10')])).status).toBe(200);
      const { results } = (await w.call('super', 'GET', `/api/layerdata/?layer=${layer}&order=id`)).body;
      expect(results.map(({ value }: { value: { c: number } }) => value.c)).toEqual([0, 10, 20]);
    });

    it('finds records by labels that are told anew', async () => {
      const kinds = (label: string): Field => ({
        name: 'k',
        label: 'k',
        type: 'choice',
        choices: [{ value: 'w', label }],
      });
      const layer = await newLayer([kinds('Well')], 2, () => ({ k: 'w' }));
      const countOf = async (word: string) => (await w.call('super', 'GET', `/api/layerdata/?layer=${layer}&search=${word}`)).body.count; // biome-ignore format: one line
      expect([await countOf('well'), await countOf('spring')]).toEqual([2, 0]);
      expect((await setForm(layer, [kinds('Spring')])).status).toBe(200);
      expect([await countOf('well'), await countOf('spring')]).toEqual([0, 2]);
    });

    it('takes no order for a form that somebody has changed meanwhile', async () => {
      const layer = await newLayer([A], 3, (i) => ({ a: String(i) }));
      const { headers } = await w.call('super', 'GET', `/api/layer/${layer}/`);
      const later = (form: Field[]) => w.call('super', 'POST', `/api/layer/${layer}/form_job/`, { form }, { 'if-match': String(headers.etag) }); // biome-ignore format: one line
      expect((await setForm(layer, [{ ...A, label: 'theirs' }])).status).toBe(200);
      const { status, body } = await later([{ ...A, label: 'mine' }]);
      expect([status, body.current.config.form[0].label]).toEqual([412, 'theirs']);
    });

    it('leaves many records to a job, which changes all of them and the form, or nothing', async () => {
      const layer = await newLayer([A], MANY, (i) => ({ a: String(i) }));
      const form = [A, computed('[a] + 1')];
      const refused = await setForm(layer, form);
      expect([refused.status, refused.body.job]).toEqual([403, true]);
      const before = await bytes(layer);

      const cancelled = await order(layer, form);
      expect(cancelled.status).toBe(200);
      await w.call('super', 'DELETE', `/api/job/${cancelled.body.id}/`);
      if ((await ended(cancelled.body.id)).state === 'cancelled') {
        expect(await bytes(layer)).toBe(before);
        expect(await formOf(layer)).toEqual([A]);
      }

      const job = await ended((await order(layer, form)).body.id);
      expect(job).toMatchObject({ state: 'done', kind: 'form', layer });
      expect((await formOf(layer)).map(({ name }) => name)).toEqual(['a', 'c']);
      expect((await w.call('super', 'GET', `/api/layerdata/${layer}/calc_sum/?field=c`)).body.value).toBe((MANY * (MANY + 1)) / 2); // biome-ignore format: one line
    });

    it('converts what fits its new type, and changes nothing where one value does not', async () => {
      const layer = await newLayer([A], MANY, (i) => ({ a: i === MANY - 1 ? 'x' : String(i) }));
      const number: Field = { ...A, label: 'کد: تازه', type: 'integer' };
      const before = await bytes(layer);
      const failed = await ended((await order(layer, [number])).body.id);
      expect(failed).toMatchObject({ state: 'failed', error: expect.stringMatching(/^کد: تازه: مقداری با نوع جدید/) });
      expect([await bytes(layer), await formOf(layer)]).toEqual([before, [A]]);
      const { results } = (await w.call('super', 'GET', `/api/layerdata/?layer=${layer}&value__a=%3Dx`)).body;
      await w.call('super', 'PUT', `/api/layerdata/${results[0].id}/`, { value: { a: '7' } });
      expect(await ended((await order(layer, [number])).body.id)).toMatchObject({ state: 'done' });
      expect((await w.call('super', 'GET', `/api/layerdata/${layer}/calc_max/?field=a`)).body.value).toBe(MANY - 2);
    });

    it('turns choices that go into others while it reckons, and knows more different values than a call looks at', async () => {
      const kinds = (...values: string[]): Field => ({ name: 'k', label: 'k', type: 'choice', choices: values.map((value) => ({ value, label: value })) }); // biome-ignore format: one field
      const layer = await newLayer([A, kinds('x', 'y')], MANY, (i) => ({ a: String(i), k: i % 3 ? 'x' : 'y' }));
      const form = [A, kinds('x'), computed('[a] + 1')];
      const body = { form, renames: { k: { y: 'x' } } };
      const refused = await w.call('super', 'PATCH', `/api/layer/${layer}/`, { config: { form }, renames: body.renames }); // biome-ignore format: one call
      expect([refused.status, refused.body.job]).toEqual([403, true]);
      const { body: job } = await w.call('super', 'POST', `/api/layer/${layer}/form_job/`, body);
      expect(await ended(job.id)).toMatchObject({ state: 'done' });
      const { body: counts } = await w.call('super', 'GET', `/api/layerdata/${layer}/calc_distinct/?field=k`);
      expect(counts.values).toEqual([{ value: 'x', count: MANY }]);

      const large = await newLayer([A], 20_001, (i) => ({ a: String(i) }));
      const number: Field = { ...A, type: 'integer' };
      expect((await setForm(large, [number])).body).toMatchObject({ job: true });
      expect(await ended((await order(large, [number])).body.id)).toMatchObject({ state: 'done' });
      expect((await w.call('super', 'GET', `/api/layerdata/${large}/calc_max/?field=a`)).body.value).toBe(20_000);
    });

    it('takes no field away that a relation stands on, nor a list that is not there', async () => {
      const key: Field = { ...A, unique: true };
      const layer = await newLayer([key, { ...A, name: 'b', label: 'b' }], 3, (i) => ({ a: String(i) }));
      const child = await newLayer([A], 1, () => ({ a: '1' }));
      const relation = { name: 'r', parent_layer: layer, parent_field: 'a', child_layer: child, child_field: 'a', kind: 'many', on_delete: 'block', required: false, label: 'c', back_label: 'p', title: null, columns: [] }; // biome-ignore format: one relation
      expect((await w.call('super', 'POST', '/api/relation/', relation)).status).toBe(200);
      const removal = await w.call('super', 'POST', `/api/layer/${layer}/form_job/`, { form: [{ ...A, name: 'b' }], force: true }); // biome-ignore format: one call
      expect([removal.status, (await formOf(layer)).length]).toEqual([403, 2]);
      const listed: Field = { name: 'k', label: 'k', type: 'choice', list: 999_999 };
      expect((await order(layer, [key, listed])).status).toBe(400);
    });

    it('lets nobody order it who may not change the layer', async () => {
      const answer = await w.call('viewer', 'POST', `/api/layer/${w.ids.layer}/form_job/`, { form: [] });
      expect(answer.status).toBe(403);
    });
  },
  180_000,
);
