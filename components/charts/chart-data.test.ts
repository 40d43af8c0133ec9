// A chart's data as a table, as CSV and as the rows of the drawing library.
import { expect, it } from 'vitest';
import { formatNumber } from '@/lib/i18n/digits';
import { type ChartData, csvOf, isEmptyChart, plotRows, sharesOf, tableOf } from './chart-data';

const data: ChartData = {
  category: 'ماه',
  series: ['افزودن', 'a.b'],
  rows: [
    { key: '2026-03-21', label: 'فروردین', values: [1234, 5] },
    { key: '2026-04-21', label: '=2+3, "x"', values: [null, -1.5] },
  ],
};

it('says the same in a table, in the digits of the reader', () => {
  expect(tableOf(data, (value) => formatNumber('fa', value))).toEqual({
    head: ['ماه', 'افزودن', 'a.b'],
    rows: [
      { key: '2026-03-21', cells: ['فروردین', '۱٬۲۳۴', '۵'] },
      { key: '2026-04-21', cells: ['=2+3, "x"', '', formatNumber('fa', -1.5)] },
    ],
  });
});

it('writes CSV that a spreadsheet reads and does not run', () => {
  expect(csvOf(data)).toBe('\ufeffماه,افزودن,a.b\r\nفروردین,1234,5\r\n"\'=2+3, ""x""",,-1.5\r\n');
});

it('gives the drawing keys without dots, and gaps as gaps', () => {
  expect(plotRows(data)[1]).toEqual({ label: '=2+3, "x"', s0: null, s1: -1.5 });
});

it('knows shares and emptiness', () => {
  const row = (value: number | null) => ({ key: String(value), label: '', values: [value] });
  expect(sharesOf({ ...data, rows: [row(3), row(1), row(null), row(-4)] })).toEqual([0.75, 0.25, 0, 0]);
  expect(sharesOf({ ...data, rows: [row(0)] })).toEqual([0]);
  expect([isEmptyChart({ ...data, rows: [] }), isEmptyChart({ ...data, rows: [row(null)] }), isEmptyChart({ ...data, rows: [row(0)] })]).toEqual([true, true, false]); // biome-ignore format: one line
});
