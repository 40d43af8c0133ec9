// Records with several choices: written, filtered, searched, counted, drawn and exported by what their choices are called.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../../../contract/schemas/form';
import { createWorld, ENGINES, type TestWorld } from '../../../../testing/world';
import * as make from '../../../seed/builders';

const USES = [
  { value: 'w1', label: 'چاه آب' },
  { value: 'g', label: 'باغ' },
  { value: 'h', label: 'خانه' },
];
const form: Field[] = [
  { name: 'uses', label: 'uses', type: 'multi_choice', choices: USES },
  { name: 'kind', label: 'kind', type: 'choice', choices: USES },
  { name: 'at', label: 'at', type: 'time' },
];

describe.each(ENGINES)(
  'lists on the %s engine',
  (kind) => {
    let w: TestWorld;
    let layer: number;
    const ids: number[] = [];
    const post = (value: object) => w.call('super', 'POST', '/api/layerdata/', { layer, value, geometry: null });
    beforeAll(async () => {
      w = await createWorld(kind);
      layer = await make.createLayer(w.engine, { customer: w.ids.customer, owner: 1, label: 'l', type: 0, form, records: [] }); // biome-ignore format: one call
      for (const value of [
        { uses: ['h', 'w1'], kind: 'چاه آب', at: '9:30' },
        { uses: 'باغ', kind: 'g', at: '۱۴:۰۰' },
        { uses: [], kind: null, at: null },
      ]) {
        const { status, body } = await post(value);
        expect([status, body]).toMatchObject([200, {}]);
        ids.push(body.id);
      }
    });
    afterAll(() => w.close());

    const list = async (query: string) => (await w.call('super', 'GET', `/api/layerdata/?layer=${layer}&${query}`)).body; // biome-ignore format: one line
    const turns = async (query: string) => (await list(query)).results.map(({ id }: { id: number }) => ids.indexOf(id));
    const tree = (node: object) => turns(`filter_query=${encodeURIComponent(JSON.stringify(node))}`);

    it('keeps them in the order of the form, by their values', async () => {
      const { results } = await list('order=id');
      expect(results.map(({ value }: { value: object }) => value)).toEqual([
        { uses: ['w1', 'h'], kind: 'w1', at: '09:30' },
        { uses: ['g'], kind: 'g', at: '14:00' },
        { uses: null, kind: null, at: null },
      ]);
    });

    it('filters by one of them as a whole, by several, and by none', async () => {
      expect(await turns('value__uses=h')).toEqual([0]);
      expect(await turns('value__uses=~')).toEqual([2]);
      expect(await tree({ field: 'uses', is: 'contains', value: 'w' })).toEqual([]);
      expect(await tree({ field: 'uses', is: 'in', value: ['w1', 'g'] })).toEqual([0, 1]);
      expect(await tree({ not: { field: 'uses', is: 'contains', value: 'h' } })).toEqual([1, 2]);
      expect((await w.call('super', 'GET', `/api/layerdata/?layer=${layer}&filter_query=${encodeURIComponent(JSON.stringify({ field: 'uses', is: 'lt', value: 'h' }))}`)).status).toBe(400); // biome-ignore format: one call
      expect(await turns('value__at=8:00..12:00')).toEqual([0]);
      expect(await turns('order=-value__at')).toEqual([2, 1, 0]);
    });

    it('finds records by what their choices are called, in any letters', async () => {
      expect(await turns(`search=${encodeURIComponent('خانه')}`)).toEqual([0]);
      expect(await turns(`search=${encodeURIComponent('چاه اب')}`)).toEqual([0]);
    });

    it('refuses what the form does not have, and names the field', async () => {
      const answer = await post({ uses: ['w1', 'x'] });
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['uses']]);
      expect((await post({ at: '25:00' })).body.fields).toHaveProperty('at');
    });

    it('counts each choice', async () => {
      const { body } = await w.call('super', 'GET', `/api/layerdata/${layer}/calc_distinct/?field=uses`);
      expect(body).toMatchObject({ value: 3 });
      expect([body.value, body.count, body.values.map((one: { value: string }) => one.value).sort()]).toEqual([3, 2, ['g', 'h', 'w1']]); // biome-ignore format: one line
      const groups = await w.call('super', 'POST', '/api/report/statistics/', { layer, group_by: { field: 'uses' }, sort_by: 'key', ascending: true }); // biome-ignore format: one call
      expect(groups.body.groups.map(({ key, label, count }: Record<string, unknown>) => [key, label, count])).toEqual([
        ['g', 'باغ', 1],
        ['h', 'خانه', 1],
        ['w1', 'چاه آب', 1],
        [null, null, 1],
      ]);
      expect(groups.body.count).toBe(3);
    });

    it('gives them away as labels, or as values', async () => {
      const text = async (codes: boolean) => {
        const { body } = await w.call('super', 'POST', `/api/export_token/${layer}/`, { format: 'csv', codes, fields: ['uses', 'kind'] }); // biome-ignore format: one call
        return String((await w.call('super', 'GET', `/api/export/layerdata/${body.name}/${body.token}/`)).body);
      };
      expect((await text(false)).split('\r\n').slice(1, 3)).toEqual(['چاه آب؛ خانه,چاه آب', 'باغ,باغ']);
      expect((await text(true)).split('\r\n').slice(1, 3)).toEqual(['w1؛ h,w1', 'g,g']);
    });

    it('changes many at once, and keeps the history', async () => {
      const change = await w.call('super', 'PATCH', '/api/layerdata/edit_bulk/', { ids, value: { uses: ['g', 'w1'] } });
      expect(change).toMatchObject({ status: 200, body: { count: 3 } });
      expect((await list('order=id')).results.map(({ value }: { value: { uses: string[] } }) => value.uses)).toEqual([['w1', 'g'], ['w1', 'g'], ['w1', 'g']]); // biome-ignore format: one line
      const log = (await w.call('super', 'GET', `/api/layerdatalog/?layer_data=${ids[0]}`)).body;
      expect(JSON.stringify(log)).toContain('["w1","g"]');
    });
  },
  120_000,
);
