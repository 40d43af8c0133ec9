// Forms whose fields depend on each other: the server asks, empties and misses as the form does, one record or many. No SQL of its own.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { choicesOf } from '../../../contract/fields/choice';
import type { Field } from '../../../contract/schemas/form';
import { createWorld, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

const form: Field[] = [
  { name: 'kind', label: 'kind', type: 'choice', choices: choicesOf('well', 'spring') },
  { name: 'depth', label: 'depth', type: 'decimal', required: true, visible_if: { field: 'kind', is: 'eq', value: 'well' } }, // biome-ignore format: one field
  { name: 'note', label: 'note', type: 'text', required_if: { field: 'kind', is: 'empty' } },
];
const WELL = { kind: 'well', depth: 60, note: null };
const SPRING = { kind: 'spring', depth: null, note: null };

let w: TestWorld;
let layer: number;
beforeAll(async () => {
  w = await createWorld();
  layer = await make.createLayer(w.engine, { customer: w.ids.customer, owner: 1, label: 'l', type: 0, form, records: [] }); // biome-ignore format: one call
});
afterAll(() => w.close());

const post = (value: object) => w.call('super', 'POST', '/api/layerdata/', { layer, value, geometry: null });
const storedOf = async (id: number) => (await w.call('super', 'GET', `/api/layerdata/${id}/`)).body.value;

it('takes a new record as its form has it', async () => {
  const spring = await post({ kind: 'spring', depth: 5 });
  expect([spring.status, spring.body.value]).toEqual([200, { kind: 'spring', depth: null }]);
  expect((await post({ kind: 'well' })).body.fields).toHaveProperty('depth');
  expect((await post({})).body.fields).toHaveProperty('note');
});

it('empties what an edit hides, and refuses one that leaves a gap', async () => {
  const { id } = (await post(WELL)).body;
  const edit = (value: object) => w.call('super', 'PUT', `/api/layerdata/${id}/`, { value });
  expect((await edit({ kind: 'spring' })).status).toBe(200);
  expect(await storedOf(id)).toEqual(SPRING);
  expect(Object.keys((await edit({ kind: 'well' })).body.fields)).toEqual(['depth']);
  expect((await edit({ kind: 'well', depth: 1 })).status).toBe(200);
  expect((await edit({ kind: null })).body.fields).toHaveProperty('note');
});

it('changes many records, each by its own values, all or none', async () => {
  const [one, other] = [(await post(WELL)).body.id, (await post(SPRING)).body.id];
  const change = (value: object) => w.call('super', 'PATCH', '/api/layerdata/edit_bulk/', { ids: [one, other], value });
  expect(await change({ depth: 7 })).toMatchObject({ status: 200 });
  expect([(await storedOf(one)).depth, (await storedOf(other)).depth]).toEqual([7, null]);
  expect((await change({ kind: 'well' })).status).toBe(400);
  expect((await storedOf(other)).kind).toBe('spring');
  expect(await change({ kind: 'spring' })).toMatchObject({ status: 200, body: { count: 2 } });
  expect((await storedOf(one)).depth).toBeNull();
});

it('keeps a form whose conditions make no sense away, with a sentence for each', async () => {
  const wrong = [{ ...(form[1] as Field), visible_if: { field: 'gone', is: 'eq', value: 1 } }, form[0]];
  const answer = await w.call('super', 'PATCH', `/api/layer/${layer}/`, { config: { form: wrong }, force: true });
  expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['form.0.visible_if']]);
  // A field that others look at stays, also where it is the only one that changes.
  const without = await w.call('super', 'PATCH', `/api/layer/${layer}/`, { config: { form: form.slice(1) }, force: true }); // biome-ignore format: one call
  expect(Object.keys(without.body.fields)).toEqual(['form.0.visible_if', 'form.1.required_if']);
});
