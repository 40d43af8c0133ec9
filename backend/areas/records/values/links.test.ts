// Values that name records and files: what they name must be there, and be seen by whoever writes it; exports read it by its title.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Field } from '../../../../contract/schemas/form';
import { PNG } from '../../../../testing/pictures';
import { createWorld, type TestWorld } from '../../../../testing/world';
import * as make from '../../../seed/builders';

let w: TestWorld;
let layer: number;
let hidden: number;
beforeAll(async () => {
  w = await createWorld();
  const form: Field[] = [
    { name: 'near', label: 'near', type: 'reference', reference: { layer: w.ids.layer } },
    { name: 'far', label: 'far', type: 'reference', reference: { layer: w.ids.secret } },
    { name: 'photo', label: 'photo', type: 'image', required: true },
  ];
  layer = await make.createLayer(w.engine, { customer: w.ids.customer, owner: 1, label: 'l', type: 0, form, records: [] }); // biome-ignore format: one call
  const role = (await w.call('super', 'GET', '/api/group/?search=')).body.results.map(({ id }: { id: number }) => id);
  for (const id of role) await make.createPermission(w.engine, id, layer, { view: true, add: true, edit: true, delete: true, export: true, manage: false }); // biome-ignore format: one call
  const { body } = await w.call('super', 'GET', `/api/layerdata/?layer=${w.ids.secret}`);
  hidden = body.results[0]?.id;
});
afterAll(() => w.close());

const post = (value: object, as = 'editor') => w.call(as, 'POST', '/api/layerdata/', { layer, value, geometry: null });

it('takes a record that is there and seen, and no other', async () => {
  expect((await post({ near: w.ids.record })).status).toBe(200);
  expect(Object.keys((await post({ near: 987654321 })).body.fields)).toEqual(['near']);
  // A record of another layer than the field's.
  expect(Object.keys((await post({ far: w.ids.record }, 'super')).body.fields)).toEqual(['far']);
  expect(hidden).toBeGreaterThan(0);
  expect((await post({ far: hidden }, 'super')).status).toBe(200);
  expect(Object.keys((await post({ far: hidden })).body.fields)).toEqual(['far']);
});

it('takes files of the record itself', async () => {
  const [one, other] = [(await post({})).body.id, (await post({})).body.id];
  const file = await w.form('editor', '/api/layerdatafile/', { layer_data: String(one), label: 'x', path: new File([PNG], 'a.png') }); // biome-ignore format: one call
  expect(file.status).toBe(200);
  const edit = (id: number, photo: unknown) => w.call('editor', 'PUT', `/api/layerdata/${id}/`, { value: { photo } });
  expect((await edit(one, [file.body.id])).status).toBe(200);
  expect(Object.keys((await edit(other, [file.body.id])).body.fields)).toEqual(['photo']);
  expect((await edit(one, [])).body.fields).toHaveProperty('photo');
  expect(Object.keys((await post({ photo: [file.body.id] })).body.fields)).toEqual(['photo']);
});

it('leaves by what it is called', async () => {
  const { body } = await w.call('super', 'POST', `/api/export_token/${layer}/`, { format: 'csv', fields: ['near'] });
  const text = String((await w.call('super', 'GET', `/api/export/layerdata/${body.name}/${body.token}/`)).body);
  const { results } = (await w.call('super', 'GET', `/api/layerdata/?layer=${w.ids.layer}&ids=${w.ids.record}`)).body;
  expect(text.split('\r\n')[1]).toBe(results[0].value.name);
});
