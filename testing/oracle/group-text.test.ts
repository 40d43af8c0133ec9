// Groups of texts that differ only in what folding levels, on both engines: one group, under its most frequent spelling, opens what it counts.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLAIN_TEXT } from '../../backend/areas/dashboards/tally';
import * as make from '../../backend/seed/builders';
import { choicesOf } from '../../contract/fields/choice';
import { fold } from '../../contract/fold';
import type { GroupBy, Statistics } from '../../contract/schemas/dashboard';
import type { Field } from '../../contract/schemas/form';
import { groupRule, keyText } from '../../lib/statistics/group-rule';
import { createWorld, ENGINES, type TestWorld } from '../world';

const FORM: Field[] = [
  { name: 'text', label: 'متن', type: 'text' },
  { name: 'long', label: 'شرح', type: 'long_text' },
  { name: 'code', label: 'بارکد', type: 'barcode' },
  { name: 'pick', label: 'نوع', type: 'choice', choices: choicesOf('چاه', 'Well') },
  { name: 'n', label: 'عدد', type: 'integer' },
];
const TEXTS = ['علی', 'علي', 'عَلی', 'کتاب', 'كتاب', 'کـتاب', 'Well', 'WELL', 'well', '۱۲', '12', '٣', '3', 'می‌رود', 'میرود', 'آب', 'اب', 'a  b', 'a b']; // biome-ignore format: one list
type Row = { text?: string; long?: string; code?: string; pick?: string; n: number };
const text = fc.option(fc.constantFrom(...TEXTS), { nil: undefined });
const row: fc.Arbitrary<Row> = fc.record({
  text,
  long: text,
  code: text,
  pick: fc.constantFrom('چاه', 'Well', undefined),
  n: fc.integer({ min: 0, max: 9 }),
}) as fc.Arbitrary<Row>;

describe.each(ENGINES)('groups of texts on the %s engine', (kind) => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await createWorld(kind);
  });
  afterAll(() => w.close());
  const ask = (path: string, body: object) => w.call('super', 'POST', `/api/${path}/`, body);

  it('count what their rule opens, under the spelling that most records have', async () => {
    const owner = (await w.call('super', 'GET', '/api/user/')).body.id;
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 40 }), async (rows) => {
        const values = rows.map((one) => Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined))); // biome-ignore format: one list
        const layer = await make.createLayer(w.engine, {
          customer: w.ids.customer,
          owner,
          label: 'متن‌ها',
          type: 0,
          form: FORM,
          records: values.map((value) => ({ geometry: null, value })),
        });
        for (const name of ['text', 'long', 'code', 'pick'] as const) {
          const by: GroupBy = { field: name };
          const measures = [{ type: 'sum', field: 'n' }];
          const { status, body } = await ask('report/statistics', { layer, group_by: by, measures, limit: 1000 });
          expect(status).toBe(200);
          const all = (key: unknown) => rows.filter((one) => (one[name] === undefined ? null : fold(one[name])) === (key === null ? null : fold(String(key)))); // biome-ignore format: one line
          const groups = body.groups as Statistics['groups'];
          // What is no sum of the parts of a group is measured over all of its spellings.
          const wholes = ['median', 'avg', 'max', 'distinct'].map((type) => ({ type, field: 'n' }));
          const { body: whole } = await ask('report/statistics', {
            layer,
            group_by: by,
            measures: wholes,
            limit: 1000,
          });
          expect(whole.groups.map(({ key, count }: Statistics['groups'][number]) => [key, count])).toEqual(groups.map(({ key, count }) => [key, count])); // biome-ignore format: one line
          for (const {
            key,
            values: [median, mean, max, distinct],
          } of whole.groups as Statistics['groups']) {
            const numbers = all(key)
              .map(({ n }) => n)
              .sort((a, b) => a - b);
            const middle = (numbers.length - 1) / 2;
            const half = ((numbers[Math.floor(middle)] as number) + (numbers[Math.ceil(middle)] as number)) / 2;
            expect([key, median, max, distinct]).toEqual([key, half, numbers.at(-1), new Set(numbers).size]);
            expect(mean).toBeCloseTo(numbers.reduce((sum, n) => sum + n, 0) / numbers.length, 9);
          }
          expect(groups).toHaveLength(new Set(rows.map((one) => (one[name] === undefined ? null : fold(one[name])))).size); // biome-ignore format: one line
          for (const { key, count, values: sums } of groups) {
            const records = all(key);
            expect([key, count, sums[0]]).toEqual([key, records.length, records.reduce((sum, { n }) => sum + n, 0)]);
            const { body: opened } = await ask('layerdata_query', { layer, query: groupRule(by, keyText(key), FORM, []) }); // biome-ignore format: one call
            expect([key, opened.count]).toEqual([key, count]);
            const times = (spelling: unknown) => records.filter((one) => one[name] === spelling).length;
            expect(times(key ?? undefined)).toBe(Math.max(...records.map((one) => times(one[name]))));
          }
        }
        const split = (await ask('report/statistics', { layer, group_by: { field: 'text' }, split_by: { field: 'code' }, limit: 1000 })).body as Statistics; // biome-ignore format: one call
        const same = (one: string | undefined, key: unknown) => (one === undefined ? null : fold(one)) === (key === null ? null : fold(String(key))); // biome-ignore format: one line
        for (const group of split.groups)
          for (const [i, { key }] of (split.splits ?? []).entries())
            expect([group.key, key, group.parts?.[i]?.count ?? 0]).toEqual([group.key, key, rows.filter((one) => same(one.text, group.key) && same(one.code, key)).length]); // biome-ignore format: one line
      }),
      { numRuns: 12 },
    );
  });
});

it('fold to themselves where they are taken for plain', () => {
  const plain = new RegExp(PLAIN_TEXT);
  const letters = Array.from({ length: 0xffff }, (_, i) => String.fromCharCode(i + 1)).filter((one) => plain.test(one));
  expect(letters.length).toBeGreaterThan(80);
  const words = fc.string({ unit: fc.constantFrom(...letters), minLength: 1 });
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 4 }), (all) => {
      const text = all.join(' ');
      expect([plain.test(text), fold(text)]).toEqual([true, text]);
    }),
    { numRuns: 5000 },
  );
  for (const text of ['', ' a', 'a ', 'a  b', 'A', 'علي', '۱', 'a\u200cb', 'a\tb', 'ﬁ'])
    expect(plain.test(text)).toBe(false);
});
