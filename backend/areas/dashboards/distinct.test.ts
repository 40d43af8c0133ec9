// How many different texts there are: those that fold alike are one, as in groups and rules. Against the same count in JavaScript, on both engines.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fold } from '../../../contract/fold';
import { createWorld, ENGINES, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

const FORM = [
  { name: 'name', label: 'نام', type: 'text' as const },
  { name: 'kind', label: 'نوع', type: 'text' as const },
  { name: 'n', label: 'n', type: 'integer' as const },
];
/** The same words by several hands, and some that only look alike. */
const WORDS = [
  'علی',
  'علي',
  'كتاب',
  'کتاب',
  'ABC',
  'abc',
  'Abc ',
  '۱۲',
  '12',
  '١٢',
  'می‌روم',
  'می روم',
  'میروم',
  'آب',
  'اب',
  '',
  ' ',
  'x',
];
const word = fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: fc.constantFrom('ي', 'ی', 'ك', 'ک', 'A', 'a', ' ', '\u200c', '۳', '3', 'ً'), maxLength: 3 })); // biome-ignore format: one line
const row = fc.record({
  name: fc.option(word, { nil: undefined }),
  kind: fc.constantFrom('p', 'q', 'P'),
  n: fc.nat(3),
  x: fc.constantFrom(50, 51.5),
});

describe.each(ENGINES)('different texts on the %s engine', (kind) => {
  let w: TestWorld;
  let owner: number;
  beforeAll(async () => {
    w = await createWorld(kind);
    owner = (await w.call('super', 'GET', '/api/user/')).body.id;
  });
  afterAll(() => w.close());

  it('are as many as the groups by the same field', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 60 }), async (rows) => {
        const records = rows.map(({ x, name, ...value }) => ({
          geometry: { type: 'Point' as const, coordinates: [x, 35.5] },
          value: name === undefined ? value : { ...value, name },
        }));
        const layer = await make.createLayer(w.engine, { customer: w.ids.customer, owner, label: 'd', type: 1, form: FORM, records }); // biome-ignore format: one layer
        const ask = async (body: object) => {
          const answer = await w.call('super', 'POST', '/api/report/statistics/', { layer, measures: [{ type: 'sum', field: 'n' }, { type: 'distinct', field: 'name' }, { type: 'distinct', field: 'n' }], limit: 1000, ...body }); // biome-ignore format: one question
          expect(answer.status).toBe(200);
          return answer.body;
        };
        const count = (of: typeof rows) => {
          const names = of.flatMap(({ name }) => (name ? [fold(name)] : []));
          return [of.reduce((sum, { n }) => sum + n, 0), new Set(names).size, new Set(of.map(({ n }) => n)).size];
        };
        const [all] = (await ask({})).groups;
        expect(all.values).toEqual(count(rows));
        const names = (await ask({ group_by: { field: 'name' } })).groups.filter(
          ({ key }: { key: unknown }) => key !== null,
        );
        expect(names).toHaveLength(all.values[1]);
        for (const { values } of names) expect(values[1]).toBe(1);
        for (const group of (await ask({ group_by: { field: 'kind' } })).groups)
          expect(group.values).toEqual(count(rows.filter((one) => fold(one.kind) === fold(group.key))));
        const split = await ask({ group_by: { field: 'n' }, split_by: { field: 'kind' } });
        for (const group of split.groups)
          for (const [i, { key }] of split.splits.entries()) {
            const part = rows.filter((one) => one.n === group.key && fold(one.kind) === fold(key));
            expect(group.parts[i]?.values ?? null).toEqual(part.length > 0 ? count(part) : null);
          }
        const inside = rows.filter(({ x }) => x > 51);
        const byRegion = (await ask({ group_by: { column: 'region' } })).groups;
        expect(byRegion.map(({ values }: { values: unknown }) => values)).toEqual(
          inside.length > 0 ? [count(inside)] : [],
        );
      }),
      { numRuns: kind === 'embedded' ? 10 : 20 },
    );
  });
});
