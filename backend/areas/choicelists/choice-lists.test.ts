// Shared lists of choices: who may make them, how they come into forms, what becomes of what goes, and the lists that are ready.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkForm } from '../../../contract/check-form';
import type { Field } from '../../../contract/schemas/form';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../testing/world';

describe.each(ONE_ENGINE)(
  'choice lists on the %s engine',
  (kind) => {
    let w: TestWorld;
    beforeAll(async () => {
      w = await createWorld(kind);
    });
    afterAll(() => w.close());
    const make = (body: object, as = 'super') => w.call(as, 'POST', '/api/choicelist/', body);
    const choicesOf = async (layer: number) => (await w.call('super', 'GET', `/api/layer/${layer}/`)).body.config.form[0].choices; // biome-ignore format: one line

    it('come into every form that has them, and keep what records may hold', async () => {
      const { body: list } = await make({ label: 'روش‌ها', items: ['a', 'b'] });
      const field: Field = { name: 'k', label: 'k', type: 'choice', list: list.id, choices: list.items };
      const { body: layer } = await w.form('super', '/api/layer/', { label: 'l', type: 0, form: [field] });
      const { body: record } = await w.call('super', 'POST', '/api/layerdata/', { layer: layer.id, value: { k: 'b' }, geometry: null }); // biome-ignore format: one call
      const edit = (body: object, headers = {}) =>
        w.call('super', 'PATCH', `/api/choicelist/${list.id}/`, body, headers);
      expect((await edit({ items: [{ value: 'a', label: 'Alef' }, 'c'] })).status).toBe(200);
      expect(await choicesOf(layer.id)).toEqual([
        { value: 'a', label: 'Alef' },
        { value: 'c', label: 'c' },
        { value: 'b', label: 'b', retired: true },
      ]);
      expect((await w.call('super', 'GET', `/api/layerdata/${record.id}/`)).body.value).toEqual({ k: 'b' });
      const page = (await w.call('super', 'GET', `/api/choicelist/?search=${encodeURIComponent('روش')}`)).body;
      expect(page).toMatchObject({ count: 1, results: [{ id: list.id, count: 2, usage: 1 }] });
      // Who uses it is told to whoever sees those layers.
      const layersFor = async (as: string) => (await w.call(as, 'GET', `/api/choicelist/${list.id}/`)).body.layers;
      expect(await layersFor('super')).toEqual([{ id: layer.id, label: 'l' }]);
      expect(await layersFor('editor')).toEqual([]);
      // Two who change one list: the second is told.
      expect((await edit({ label: 'x' }, { 'if-match': '"1"' })).status).toBe(412);
      expect((await w.call('super', 'DELETE', `/api/choicelist/${list.id}/`)).status).toBe(200);
      expect((await w.call('super', 'GET', `/api/layer/${layer.id}/`)).body.config.form[0]).not.toHaveProperty('list');
      expect(await choicesOf(layer.id)).toHaveLength(3);
    });

    it('are refused where they say nothing, and to whom may build no forms', async () => {
      expect((await make({ label: 'x', items: [] })).status).toBe(400);
      expect((await make({ label: 'x', items: ['علي', 'علی'] })).body.fields).toHaveProperty('items');
      expect((await make({ label: ' ', items: ['a'] })).body.fields).toHaveProperty('label');
      expect((await make({ label: 'x', items: ['a'] }, 'viewer')).status).toBe(403);
      expect((await w.call('super', 'GET', '/api/choicelist/999999/')).status).toBe(404);
      // A form cannot name a list that is not there.
      const form = [{ name: 'k', label: 'k', type: 'choice', choices: ['a'], list: 999_999 }];
      const news = await w.form('super', '/api/layer/', { label: 'l', type: 0, form });
      const edit = await w.call('super', 'PATCH', `/api/layer/${w.ids.spare}/`, { config: { form }, force: true });
      for (const { status, body } of [news, edit])
        expect([status, Object.keys(body.fields)]).toEqual([400, ['form.0.list']]);
    });

    it('has the places of Iran ready for a cascade', async () => {
      const { body } = await w.call('super', 'GET', '/api/choicelist/ready/');
      const [provinces, counties, cities] = body.map(({ items }: { items: Field['choices'] }) => items);
      expect([provinces.length, counties.length > 400, cities.length > 1000]).toEqual([31, true, true]);
      const form: Field[] = [
        { name: 'province', label: 'province', type: 'choice', choices: provinces },
        { name: 'county', label: 'county', type: 'choice', choices: counties, parent_field: 'province' },
        { name: 'city', label: 'city', type: 'choice', choices: cities, parent_field: 'county' },
      ];
      expect(checkForm(form)).toEqual({});
      const answer = await w.form('super', '/api/layer/', { label: 'l', type: 0, form });
      expect(answer.status).toBe(200);
      const shiraz = { province: 'فارس', county: 'شیراز', city: 'شیراز' };
      const post = (value: object) => w.call('super', 'POST', '/api/layerdata/', { layer: answer.body.id, value, geometry: null }); // biome-ignore format: one call
      expect((await post(shiraz)).status).toBe(200);
      expect(Object.keys((await post({ ...shiraz, province: 'یزد' })).body.fields)).toEqual(['county', 'city']);
    });
  },
  120_000,
);
