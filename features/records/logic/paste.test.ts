// What is pasted from a spreadsheet: cells, columns, Persian numbers and days, shapes, and what is not accepted.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { choicesOf } from '@/contract/fields/choice';
import type { Field } from '@/contract/schemas/form';
import { guessColumns, MAX_ROWS, readCells, readRows } from './paste';
import { rowsText } from './rows-text';

const form: Field[] = [
  { name: 'name', label: 'نام', type: 'text', required: true },
  { name: 'people', label: 'جمعیت', type: 'integer', min: 0 },
  { name: 'day', label: 'روز', type: 'date' },
  { name: 'at', label: 'زمان', type: 'datetime' },
  { name: 'open', label: 'باز', type: 'boolean' },
  { name: 'kind', label: 'نوع', type: 'choice', choices: choicesOf('شهر', 'روستا') },
];
const words = { yes: ['بله', 'yes'], no: ['خیر', 'no'] };
const read = (text: string, shaped = true) => {
  const { rows } = readCells(text) ?? { rows: [] };
  return readRows(rows, guessColumns(rows, form, shaped), form, shaped, words);
};

describe('cells', () => {
  test('what is copied from a table is read back, whatever is in it', () => {
    const cell = fc.string().map((text) => text.replace(/[\r\ufeff]/g, '').trim());
    const row = fc.tuple(
      cell,
      cell,
      cell.filter((text) => text !== ''),
    );
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (rows) => {
        expect(readCells(rowsText(rows))?.rows).toEqual(rows);
      }),
    );
  });
  test('commas and semicolons stand between cells where there are no tabs; empty lines do not count', () => {
    expect(readCells('a,b\n\n"c,d",e\n')?.rows).toEqual([
      ['a', 'b'],
      ['c,d', 'e'],
    ]);
    expect(readCells('a;b,c')?.rows).toEqual([['a', 'b,c']]);
  });
  test('more rows than are taken are counted', () => {
    const text = Array.from({ length: MAX_ROWS + 11 }, (_, i) => `${i}`).join('\n');
    expect(readCells(text)).toMatchObject({ more: 10, rows: { length: MAX_ROWS + 1 } });
  });
});

describe('columns', () => {
  test('are known by their headings, folded, and each is taken once', () => {
    expect(guessColumns([['جمعيت', 'X', 'lat', 'نام', 'name', '?']], form, true)).toEqual({
      heading: true,
      targets: ['field:people', 'x', 'y', 'field:name', 'skip', 'skip'],
    });
  });
  test('follow the form without headings', () => {
    const { heading, targets } = guessColumns([['تهران', '5']], form, false);
    expect([heading, targets]).toEqual([false, ['field:name', 'field:people']]);
  });
});

describe('rows', () => {
  test('Persian numbers, days, words and places become values', () => {
    const text =
      'نام\tجمعیت\tروز\tزمان\tباز\tنوع\tX\tY\nقم\t۱٬۲۰۰\t۱۴۰۴/۰۱/۰۱\t1404/01/01 12:30\tبله\tشهر\t۵۰٫۸۸\t۳۴٫۶۴';
    expect(read(text)).toEqual([
      {
        line: 2,
        value: { name: 'قم', people: 1200, day: '2025-03-21', at: '2025-03-21T09:00:00.000Z', open: true, kind: 'شهر' },
        geometry: { type: 'Point', coordinates: [50.88, 34.64] },
        problems: [],
        shapeless: false,
      },
    ]);
  });
  test('a Gregorian day and an instant stay what they are', () => {
    const [row] = read('نام\tروز\tزمان\nقم\t2025-03-21\t2025-03-21T09:00:00Z', false);
    expect(row?.value).toEqual({ name: 'قم', day: '2025-03-21', at: '2025-03-21T09:00:00.000Z' });
  });
  test('WKT is a shape', () => {
    const [row] = read('نام\tWKT\nقم\tLINESTRING (50 34, ۵۱ ۳۵)');
    expect(row?.geometry).toEqual({ type: 'LineString', coordinates: [[50, 34], [51, 35]] }); // biome-ignore format: a line
  });
  test('what the form would refuse is refused, field by field', () => {
    const text = 'نام\tجمعیت\tروز\tباز\tنوع\n\t-3\t1404/13/01\tشاید\tده\nقم\tabc\t\t\t';
    const [first, second] = read(text, false);
    expect(first?.problems.map(({ field, problem }) => [field.name, problem])).toEqual([
      ['name', 'required'],
      ['people', 'min'],
      ['day', 'date'],
      ['open', 'boolean'],
      ['kind', 'choice'],
    ]);
    expect(second?.problems.map(({ problem }) => problem)).toEqual(['number']);
  });
  test('a place off the earth, half a place and broken WKT are no shapes', () => {
    const shapes = read('نام\tX\tY\nالف\t200\t30\nب\t50\t\nپ\tx\ty').map((row) => row.shapeless);
    expect(shapes).toEqual([true, true, true]);
    expect(read('نام\tWKT\nقم\tPOLYGON ((1 2')[0]?.shapeless).toBe(true);
    for (const wkt of ['POINT (1a 2)', 'POINT (50 34) x', 'SRID=32639;POINT (500000 3900000)'])
      expect(read(`نام\tWKT\nقم\t${wkt}`)[0]?.shapeless, wkt).toBe(true);
    expect(read('نام\tWKT\nقم\tSRID=4326;POINT (50 34 1200)')[0]?.geometry).toEqual({
      type: 'Point',
      coordinates: [50, 34, 1200],
    });
  });
});
