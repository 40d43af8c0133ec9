// CQL2 filters run by meaning: SQL against an evaluator of three-valued logic, on records with gaps, and attempts to break out.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../../../contract/schemas/form';
import { askDoor, createDoorKey, publishLayer } from '../../../../testing/outside/door';
import { createWorld, ENGINE, ONE_ENGINE, type TestWorld } from '../../../../testing/world';
import * as make from '../../../seed/builders';

const FIELDS: Field[] = [
  { name: 'نام', label: 'نام', type: 'text' },
  { name: 'n', label: 'n', type: 'integer' },
  { name: 'x', label: 'x', type: 'decimal' },
  { name: 'd', label: 'd', type: 'date' },
  { name: 't', label: 't', type: 'datetime' },
  { name: 'yes', label: 'yes', type: 'boolean' },
];
type Row = { 'نام': string | null; n: number | null; x: number | null; d: string | null; t: string | null; yes: boolean | null }; // biome-ignore format: one type
const TEXTS = ['Tehran', 'tehran', 'تجاری', "it's", 'a%b', 'a_b', 'back\\slash', 'two words'];
const gap = <T>(values: readonly T[], i: number, every: number): T | null => (i % every === 0 ? null : (values[i % values.length] as T)); // biome-ignore format: one line
const ROWS: Row[] = Array.from({ length: 120 }, (_, i) => ({
  نام: gap(TEXTS, i, 7),
  n: gap([-2, -1, 0, 1, 2, 3, 5], i, 5),
  x: gap([-1.5, 0, 0.5, 2, 1e6], i, 6),
  d: gap(['2020-01-01', '2020-02-29', '2021-03-01'], i, 4),
  t: gap(['2020-01-01T00:00:00.000Z', '2020-01-01T12:30:00.000Z', '2021-06-01T00:00:00.000Z'], i, 8),
  yes: gap([true, false, true], i, 9),
}));

type Truth = boolean | null;
/** A filter as text, and what it means for a row. */
interface Filter {
  text: string;
  of(row: Row): Truth;
}
const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`;
const SIGNS: Record<string, (a: never, b: never) => boolean> = { '=': (a, b) => a === b, '<>': (a, b) => a !== b, '<': (a, b) => a < b, '<=': (a, b) => a <= b, '>': (a, b) => a > b, '>=': (a, b) => a >= b }; // biome-ignore format: one table
const against = (value: unknown, test: (value: never) => boolean): Truth => (value === null ? null : test(value as never)); // biome-ignore format: one line
const likeMatches = (text: string, pattern: string): boolean =>
  new RegExp(`^${[...pattern.matchAll(/\\?./gs)].map(([c]) => (c === '%' ? '.*' : c === '_' ? '.' : (c.at(-1) as string).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))).join('')}$`, 'su').test(text); // biome-ignore format: one line

const values = {
  نام: TEXTS.map((v) => [quoted(v), v] as const),
  n: [-2, 0, 1, 5].map((v) => [String(v), v] as const),
  x: [-1.5, 0.5, 2].map((v) => [String(v), v] as const),
  d: ['2020-01-01', '2020-02-29'].map((v) => [`DATE('${v}')`, v] as const),
  t: ['2020-01-01T12:30:00.000Z', '2021-01-01T00:00:00.000Z'].map((v) => [`TIMESTAMP('${v}')`, v] as const),
};
const name = fc.constantFrom(...(Object.keys(values) as (keyof typeof values)[]));
const valuesOf = (of: keyof typeof values) =>
  fc.constantFrom(...(values[of] as (readonly [string, string | number])[]));
const sign = fc.constantFrom(...Object.keys(SIGNS));
const leaf: fc.Arbitrary<Filter> = fc.oneof(
  fc.tuple(name, sign).chain(([of, is]) => valuesOf(of).map(([text, v]) => ({ text: `"${of}" ${is} ${text}`, of: (row: Row) => against(row[of], (value) => SIGNS[is]?.(value, v as never) === true) }))), // biome-ignore format: one rule
  name.map((of) => ({ text: `"${of}" IS NULL`, of: (row: Row) => row[of] === null })),
  name.chain((of) => fc.tuple(valuesOf(of), valuesOf(of)).map(([a, b]) => ({ text: `"${of}" IN (${a[0]}, ${b[0]})`, of: (row: Row) => against(row[of], (value) => value === a[1] || value === b[1]) }))), // biome-ignore format: one rule
  fc.tuple(valuesOf('x'), valuesOf('x')).map(([a, b]) => ({ text: `x BETWEEN ${a[0]} AND ${b[0]}`, of: (row: Row) => against(row.x, (value: number) => value >= Number(a[1]) && value <= Number(b[1])) })), // biome-ignore format: one rule
  fc.constantFrom('%', 'a%', '_ehran', 'a\\%b', 'a\\_b', 'تج%', '%\\\\%', '%s').map((p) => ({ text: `"نام" LIKE ${quoted(p)}`, of: (row: Row) => against(row.نام, (value: string) => likeMatches(value, p)) })), // biome-ignore format: one rule
  fc.constantFrom(...TEXTS).map((v) => ({ text: `CASEI("نام") = CASEI(${quoted(v)})`, of: (row: Row) => against(row.نام, (value: string) => value.toLowerCase() === v.toLowerCase()) })), // biome-ignore format: one rule
  fc.boolean().map((v) => ({ text: `yes = ${String(v).toUpperCase()}`, of: (row: Row) => against(row.yes, (value: boolean) => value === v) })), // biome-ignore format: one rule
);
const and = (all: Truth[]): Truth => (all.includes(false) ? false : all.includes(null) ? null : true);
const not = (truth: Truth): Truth => (truth === null ? null : !truth);
const filters = fc.letrec<{ node: Filter }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('node'), { minLength: 2, maxLength: 3 }).map((all) => ({ text: `(${all.map(({ text }) => text).join(' AND ')})`, of: (row: Row) => and(all.map((one) => one.of(row))) })), // biome-ignore format: one rule
    fc.array(tie('node'), { minLength: 2, maxLength: 3 }).map((all) => ({ text: `(${all.map(({ text }) => text).join(' OR ')})`, of: (row: Row) => not(and(all.map((one) => not(one.of(row))))) })), // biome-ignore format: one rule
    tie('node').map((one) => ({ text: `NOT (${one.text})`, of: (row: Row) => not(one.of(row)) })),
  ),
})).node;

describe.each(ONE_ENGINE)('CQL2 filters on the %s engine', (kind) => {
  let w: TestWorld;
  let key: string;
  let path: string;
  const ask = (filter: string) => askDoor(w, `${path}?limit=1000&filter=${encodeURIComponent(filter)}`, { key });
  beforeAll(async () => {
    w = await createWorld(kind);
    const records = ROWS.map((value) => ({ geometry: { type: 'Point' as const, coordinates: [51, 35] }, value }));
    const layer = await make.createLayer(w.engine, { customer: w.ids.customer, owner: 1, label: 'l', type: 1, form: FIELDS, records }); // biome-ignore format: one line
    await publishLayer(w, layer);
    key = await createDoorKey(w, [layer]);
    path = `/ogc/collections/layer_${layer}/items`;
  });
  afterAll(() => w.close());

  it('leave what their meaning leaves', async () => {
    const first = (await ask('TRUE')).body.features.map(({ id }: { id: number }) => id);
    expect(first).toHaveLength(ROWS.length);
    await fc.assert(
      fc.asyncProperty(filters, async ({ text, of }) => {
        const { status, body } = await ask(text);
        expect([text, status]).toEqual([text, 200]);
        const expected = ROWS.flatMap((row, i) => (of(row) === true ? [first[i]] : []));
        expect([text, body.features.map(({ id }: { id: number }) => id)]).toEqual([text, expected]);
      }),
      { numRuns: kind === ENGINE ? 400 : 60 },
    );
  });

  it('break out of nothing', async () => {
    for (const text of [
      `"نام" = '''; drop table record; --'`,
      `"نام" LIKE '%'' or ''1''=''1'`,
      `"n""; drop table record; --" = 1`,
      `"نام" IN ('a'') or (true', '\\')`,
    ]) {
      // biome-ignore format: one list
      const { status } = await ask(text);
      expect([text, [200, 400].includes(status)]).toEqual([text, true]);
    }
    expect((await ask('TRUE')).body.numberMatched).toBe(ROWS.length);
  });

  it('refuse what is no value of the field, and what is no field', async () => {
    for (const text of [
      `n = 'x'`,
      `d = DATE('2020-02-30')`,
      `t > TIMESTAMP('soon')`,
      'yes = 5',
      `n LIKE '1%'`,
      'other = 1',
      `CASEI(n) = CASEI('1')`,
      'S_INTERSECTS(shape, POINT(1 2))',
      'S_INTERSECTS(geometry, POINT(500 2))',
    ]) {
      // biome-ignore format: one list
      const { status, body } = await ask(text);
      expect([text, status]).toEqual([text, 400]);
      expect(body.detail).toMatch(/^The filter cannot be read: /);
    }
  });
});
