// Fields whose values no two records share, whoever writes at the same time and by whatever way; defaults and reckoned values.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choicesOf } from '../../../../contract/fields/choice';
import type { Field } from '../../../../contract/schemas/form';
import { createWorld, ENGINES, type TestWorld } from '../../../../testing/world';
import * as make from '../../../seed/builders';

const form: Field[] = [
  { name: 'code', label: 'code', type: 'text', unique: true },
  { name: 'n', label: 'n', type: 'integer' },
];
const point = (x: number) => ({ type: 'Point', coordinates: [x, 35] });
const square = { type: 'Polygon', coordinates: [[[51, 35], [51.01, 35], [51.01, 35.01], [51, 35.01], [51, 35]]] }; // biome-ignore format: one shape

describe.each(ENGINES)(
  'fields that know more than one value on the %s engine',
  (kind) => {
    let w: TestWorld;
    const newLayer = (type: 0 | 1 | 3, fields: Field[], records: make.NewRecordData[] = []) =>
      make.createLayer(w.engine, { customer: w.ids.customer, owner: 1, label: 'l', type, form: fields, records });
    beforeAll(async () => {
      w = await createWorld(kind);
    });
    afterAll(() => w.close());

    const post = (layer: number, value: object, geometry: object | null = null) => w.call('super', 'POST', '/api/layerdata/', { layer, value, geometry }); // biome-ignore format: one call
    const setForm = (layer: number, fields: Field[]) => w.call('super', 'PATCH', `/api/layer/${layer}/`, { config: { form: fields }, force: true }); // biome-ignore format: one call
    const count = async (layer: number) => (await w.call('super', 'GET', `/api/layerdata/?layer=${layer}`)).body.count;

    it('lets one of eight writers have a value', async () => {
      const layer = await newLayer(0, []);
      expect((await setForm(layer, form)).status).toBe(200);
      for (let round = 0; round < 5; round++) {
        const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => post(layer, { code: `c${round}`, n })));
        expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
        const refused = answers.find(({ status }) => status === 400);
        expect(Object.keys(refused?.body.fields ?? {})).toEqual(['code']);
      }
      expect(await count(layer)).toBe(5);
      // Empty values are free.
      expect([(await post(layer, { n: 1 })).status, (await post(layer, { n: 1 })).status]).toEqual([200, 200]);
    });

    it('refuses a second value by an edit, a change of many and a restored record', async () => {
      const layer = await newLayer(0, []);
      await setForm(layer, form);
      const [one, other] = [(await post(layer, { code: 'a' })).body.id, (await post(layer, { code: 'b' })).body.id];
      const edit = (id: number, value: object) => w.call('super', 'PUT', `/api/layerdata/${id}/`, { value });
      expect((await edit(other, { code: 'a' })).body.fields).toHaveProperty('code');
      expect((await edit(other, { code: 'b', n: 3 })).status).toBe(200);
      const many = await w.call('super', 'PATCH', '/api/layerdata/edit_bulk/', { ids: [one, other], value: { code: 'z' } }); // biome-ignore format: one call
      expect([many.status, Object.keys(many.body.fields)]).toEqual([400, ['code']]);
      expect((await w.call('super', 'DELETE', `/api/layerdata/${one}/`)).status).toBe(200);
      expect((await post(layer, { code: 'a' })).status).toBe(200);
      const back = await w.call('super', 'POST', '/api/layerdata/restore/', { ids: [one] });
      expect([back.status, await count(layer)]).toEqual([400, 2]);
    });

    it('becomes unique where all values differ, and is told how many do not', async () => {
      const plain = form.map(({ unique: _, ...field }) => field);
      const layer = await newLayer(0, plain, ['a', 'a', 'b'].map((code) => ({ geometry: null, value: { code } }))); // biome-ignore format: one call
      const refused = await setForm(layer, form);
      expect([refused.status, refused.body.count, refused.body.field]).toEqual([403, 2, 'code']);
      const { results } = (await w.call('super', 'GET', `/api/layerdata/?layer=${layer}&order=id`)).body;
      await w.call('super', 'PUT', `/api/layerdata/${results[1].id}/`, { value: { code: 'c' } });
      expect((await setForm(layer, form)).status).toBe(200);
      expect((await post(layer, { code: 'a' })).status).toBe(400);
      expect((await setForm(layer, plain)).status).toBe(200);
      expect((await post(layer, { code: 'a' })).status).toBe(200);
    });

    it('begins a record with what the form says, and does not let it be forged', async () => {
      const layer = await newLayer(3, [
        { name: 'kind', label: 'kind', type: 'choice', choices: choicesOf('well', 'spring'), default: { kind: 'value', value: 'well' } }, // biome-ignore format: one field
        { name: 'size', label: 'size', type: 'decimal', read_only: true, default: { kind: 'area' } },
        { name: 'who', label: 'who', type: 'text', default: { kind: 'user' } },
        { name: 'again', label: 'again', type: 'text', default: { kind: 'last' } },
      ]);
      const first = await post(layer, { size: 5, again: 'x' }, square);
      expect(first.body.value).toMatchObject({ kind: 'well', again: 'x' });
      // A hundredth of a degree each way, at 35 degrees north.
      expect(first.body.value.size).toBeGreaterThan(1_000_000);
      expect(first.body.value.size).toBeLessThan(1_020_000);
      expect(first.body.value.who).not.toBe('');
      expect((await post(layer, { kind: null }, square)).body.value).toMatchObject({ kind: null, again: 'x' });
    });

    it('reckons on every write, with what stands before', async () => {
      const layer = await newLayer(1, [
        { name: 'a', label: 'a', type: 'integer' },
        { name: 'b', label: 'b', type: 'integer' },
        { name: 'sum', label: 'sum', type: 'computed', expr: 'coalesce([a], 0) + coalesce([b], 0)' },
        { name: 'half', label: 'half', type: 'computed', expr: 'round([sum] / 2, 1)' },
        { name: 'east', label: 'east', type: 'computed', expr: 'round(x, 2)' },
        { name: 'word', label: 'word', type: 'computed', expr: "if([sum] > 10, 'much', 'little')" },
      ]);
      const { id, value } = (await post(layer, { a: 7, b: 2, sum: 1000 }, point(51.257))).body;
      expect(value).toEqual({ a: 7, b: 2, sum: 9, half: 4.5, east: 51.26, word: 'little' });
      const edited = await w.call('super', 'PUT', `/api/layerdata/${id}/`, { value: { b: '۵' } });
      expect(edited.body.value).toMatchObject({ sum: 12, half: 6, word: 'much' });
      const moved = await w.call('super', 'PUT', `/api/layerdata/${id}/`, { geometry: point(52) });
      expect(moved.body.value).toMatchObject({ sum: 12, east: 52 });
      await w.call('super', 'PATCH', '/api/layerdata/edit_bulk/', { ids: [id], value: { a: 1 } });
      const query = encodeURIComponent(JSON.stringify({ field: 'sum', is: 'between', value: [6, 6] }));
      const { results } = (await w.call('super', 'GET', `/api/layerdata/?layer=${layer}&filter_query=${query}`)).body;
      expect(results.map((record: { id: number }) => record.id)).toEqual([id]);
      expect((await w.call('super', 'GET', `/api/layerdata/${layer}/calc_sum/?field=sum`)).body.value).toBe(6);
    });
  },
  180_000,
);
