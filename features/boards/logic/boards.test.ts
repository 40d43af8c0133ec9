// What boards ask and show: days of trends, filters over all widgets, charts of answers, and boards that layers make of themselves.
import { describe, expect, it } from 'vitest';
import { numberOf, spansOf, withFilters } from '@/contract/boards/questions';
import type { Widget } from '@/contract/schemas/boards/board';
import type { Field } from '@/contract/schemas/form';
import { type GroupPick, picksFor, questionsOf, withPick } from './questions';
import { chartOf } from './statistics-chart';
import { draftOf, EMPTY, widgetOf } from './widget-draft';
import { boardOfLayer, moveWidget, newId, withWidget } from './widgets';

const WORDS = { category: 'نوع', value: 'شمار', group: ({ key }: { key: unknown }) => String(key), others: (n: number) => `${n} دیگر` }; // biome-ignore format: one list
const NONE = { days: null, regions: null };

describe('days of a trend', () => {
  it('are those of the Jalali period so far and as many of the one before', () => {
    // 1405/09/05 is 2026-11-26, a Thursday; Aban 1405 begins on 2026-10-23.
    expect(spansOf('month', '2026-11-26')).toEqual({
      now: { from: '2026-11-22', to: '2026-11-26' },
      before: { from: '2026-10-23', to: '2026-10-27' },
    });
    expect(spansOf('week', '2026-11-26')).toEqual({
      now: { from: '2026-11-21', to: '2026-11-26' },
      before: { from: '2026-11-14', to: '2026-11-19' },
    });
    expect(spansOf('day', '2026-03-21')).toEqual({
      now: { from: '2026-03-21', to: '2026-03-21' },
      before: { from: '2026-03-20', to: '2026-03-20' },
    });
  });

  it('never reach from a longer month into the one after', () => {
    // 31 Farvardin... of a month of 31 days after one of 29 (Esfand 1404): the end of Esfand is the end.
    expect(spansOf('month', '2026-04-20').before).toEqual({ from: '2026-02-20', to: '2026-03-20' });
  });
});

describe('questions of a board', () => {
  const widgets: Widget[] = [
    { kind: 'text', id: 'a', span: 6, title: '', text: 'x' },
    { kind: 'number', id: 'b', span: 3, title: '', question: { layer: 1 }, trend: 'month' },
    { kind: 'chart', id: 'c', span: 6, title: '', form: 'bar', question: { layer: 2, regions: [9], query: { field: 'n', is: 'not_empty' }, group_by: { field: 'n' } } }, // biome-ignore format: one widget
  ];

  it('stand in the order of the widgets, two for a trend', () => {
    const { questions, at } = questionsOf({ widgets, filters: NONE }, '2026-11-26');
    expect(questions).toHaveLength(3);
    expect([...at]).toEqual([['b', 0], ['c', 2]]); // biome-ignore format: one line
  });

  it('get days and regions of the board, but for what has its own', () => {
    const { questions } = questionsOf({ widgets, filters: { days: 'days7', regions: [4] } }, '2026-11-26');
    const week = { column: 'create_date', is: 'between', value: ['2026-11-20', '2026-11-26'] };
    expect(questions[2]?.query).toEqual({ and: [{ field: 'n', is: 'not_empty' }, week] });
    expect(questions.map(({ regions }) => regions)).toEqual([[4], [4], [9]]);
    // A trend keeps its own days.
    expect(questions[0]?.query).toEqual({ column: 'create_date', is: 'between', value: ['2026-11-22', '2026-11-26'] });
    expect(withFilters({ layer: 1 }, NONE, '2026-11-26')).toEqual({ layer: 1 });
  });
});

describe('a pressed group', () => {
  const field: GroupPick = {
    widget: 'c',
    layer: 2,
    key: '"x"',
    rule: { field: 'n', is: 'eq', value: 'x' },
    label: 'x',
  };
  const status: GroupPick = {
    widget: 'd',
    layer: 7,
    key: '3',
    rule: { column: 'status', is: 'in', value: [3] },
    label: '3',
  };

  it('narrows the other widgets of its layer, and of every layer where it is about no field', () => {
    expect(picksFor([field], 'c', 2)).toEqual([]);
    expect(picksFor([field], 'e', 2)).toEqual([field.rule]);
    expect(picksFor([field], 'e', 3)).toEqual([]);
    expect(picksFor([field, status], 'e', 3)).toEqual([status.rule]);
    const chart = (id: string): Widget => ({ kind: 'chart', id, span: 6, title: '', form: 'bar', question: { layer: 2, group_by: { field: 'n' } } }); // biome-ignore format: one widget
    const { questions } = questionsOf({ widgets: [chart('c'), chart('e')], filters: NONE }, '2026-11-26', [field]);
    expect(questions.map(({ query }) => query)).toEqual([undefined, field.rule]);
  });

  it('is one of its chart, and none when it is pressed again', () => {
    const other = { ...field, key: '"y"' };
    expect(withPick([status, field], other)).toEqual([status, other]);
    expect(withPick([status, field], field)).toEqual([status]);
  });
});

describe('charts of answers', () => {
  const groups = [
    { key: 'ب', label: null, count: 5, values: [] },
    { key: null, label: null, count: 2, values: [] },
  ];

  it('say what is left over where rows add up, and only there', () => {
    const answer = { groups, groups_total: 6, count: 17, capped: false };
    const question = { layer: 1, group_by: { field: 'n' } };
    expect(chartOf(answer, question, WORDS).rows.map(({ label, values }) => [label, values[0]])).toEqual([['ب', 5], ['null', 2], ['4 دیگر', 10]]); // biome-ignore format: one line
    const means = { ...question, measures: [{ type: 'avg' as const, field: 'x' }] };
    const rows = chartOf({ ...answer, groups: [{ ...groups[0], values: [3.5] } as (typeof groups)[0]] }, means, WORDS).rows; // biome-ignore format: one line
    expect(rows.map(({ values }) => values[0])).toEqual([3.5]);
  });

  it('stand in time, and one number is the first measure', () => {
    const time = ['2026-05-01', '2026-03-01'].map((key) => ({ key, label: null, count: 1, values: [] }));
    const question = { layer: 1, group_by: { column: 'create_date' as const, period: 'month' as const } };
    const answer = { groups: time, groups_total: 2, count: 2, capped: false };
    expect(chartOf(answer, question, WORDS).rows.map(({ key }) => key)).toEqual(['"2026-03-01"', '"2026-05-01"']);
    expect(numberOf({ ...answer, groups: [{ key: null, label: null, count: 7, values: [12] }] })).toBe(12);
    expect(numberOf({ ...answer, groups: [] })).toBe(0);
  });
});

describe('widgets', () => {
  const text = (id: string): Widget => ({ kind: 'text', id, span: 6, title: '', text: id });
  const list = [text('w1'), text('w2'), text('w3')];

  it('move by one place and never beyond the ends, and are replaced by their id', () => {
    const ids = (widgets: readonly Widget[]) => widgets.map(({ id }) => id).join();
    expect(ids(moveWidget(list, 'w2', -1))).toBe('w2,w1,w3');
    expect([ids(moveWidget(list, 'w1', -1)), ids(moveWidget(list, 'w3', 1)), ids(moveWidget(list, 'x', 1))]).toEqual(['w1,w2,w3', 'w1,w2,w3', 'w1,w2,w3']); // biome-ignore format: one line
    expect(withWidget(list, { ...text('w2'), span: 12 })[1]?.span).toBe(12);
    expect(newId([text('w2'), text('w1')])).toBe('w3');
    expect(newId([text('w3'), text('w1')])).toBe('w4');
  });

  const fields: Field[] = [
    {
      name: 'kind',
      label: 'نوع',
      type: 'choice',
      choices: [
        { value: 'a', label: 'a' },
        { value: 'b', label: 'b' },
      ],
    },
    { name: 'size', label: 'اندازه', type: 'decimal' },
    { name: 'day', label: 'روز', type: 'date' },
    { name: 'head', label: 'سرفصل', type: 'section' },
  ];

  it('come back from their dialog as they went in', () => {
    const chart: Widget = { kind: 'chart', id: 'w1', span: 6, title: 'نام', form: 'donut', question: { layer: 3, users: [1], group_by: { field: 'kind' }, measures: [{ type: 'sum', field: 'size' }], sort_by: 0, limit: 10 } }; // biome-ignore format: one widget
    expect(widgetOf(draftOf(chart), chart, fields, chart)).toEqual(chart);
    const line: Widget = { kind: 'chart', id: 'w2', span: 6, title: '', form: 'line', question: { layer: 3, group_by: { field: 'day', period: 'week' }, sort_by: 'key', limit: 400 } }; // biome-ignore format: one widget
    expect(widgetOf(draftOf(line), line, fields, line)).toEqual(line);
    expect(widgetOf({ ...EMPTY, layers: [3] }, chart, fields, null)).toBeNull();
    expect(widgetOf({ ...EMPTY, kind: 'number', layers: [3], measure: 'sum' }, chart, fields, null)).toBeNull();
  });

  it('of a layer follow its fields', () => {
    const titles = { all: 'همه', month: 'این ماه', bySum: (f: string) => `جمع ${f}`, by: (f: string) => `به ${f}` };
    const kinds = (type: 0 | 1, form: Field[]) => boardOfLayer({ id: 3, label: 'ل', type, form }, titles).map(({ kind, title }) => `${kind} ${title}`); // biome-ignore format: one line
    expect(kinds(1, fields)).toEqual(['number همه', 'number این ماه', 'number جمع اندازه', 'chart به نوع', 'chart به روز', 'map ل', 'records ']); // biome-ignore format: one line
    expect(kinds(0, [])).toEqual(['number همه', 'number این ماه', 'chart ', 'records ']);
  });
});
