// The rules of the statistics' state (spec 4.3), its address, its records, and its rows.
import { describe, expect, it } from 'vitest';
import type { Statistics } from '@/contract/schemas/dashboard';
import type { Field } from '@/contract/schemas/form';
import { groupRule, keyText } from '@/lib/statistics/group-rule';
import { readQuestion, writeQuestion } from './address';
import { inTime, othersOf, splitData, whyNotChart } from './chart-rows';
import { classesOf, classOf } from './classes';
import { exampleOf } from './examples';
import { NO_QUESTION, nextMeasure, type Question, roundStep, toBody, toWidget, withForm, withGroupBy, withLayer, withMeasures, withPart } from './question'; // biome-ignore format: one line
import { recordsTree } from './records-tree';

const FORM = [
  { name: 'kind', label: 'k', type: 'choice', choices: [] },
  { name: 'tags', label: 't', type: 'multi_choice', choices: [] },
  { name: 'staff', label: 's', type: 'integer' },
  { name: 'day', label: 'd', type: 'date' },
  { name: 'note', label: 'n', type: 'note' },
  { name: 'photo', label: 'p', type: 'image' },
] as unknown as Field[];
const RELATED = [{ relation: '4', label: 'r', layer: 7, fields: FORM }];
const FULL: Question = {
  ...NO_QUESTION,
  layer: 3,
  groupBy: { field: 'kind' },
  splitBy: { field: 'staff', step: 5 },
  measures: [{ type: 'sum', field: 'staff' }, { type: 'distinct', field: 'kind.x~y' }, { type: 'area' }],
  sortBy: 'sum.staff',
  isAscending: true,
  limit: 100,
  tree: { and: [{ field: 'staff', is: 'gt', value: 3 }] },
  regions: [5, 2],
  people: [9],
  chart: 'table',
  plot: 'area',
  group: '"a"',
  isMapFull: true,
}; // biome-ignore format: a question

describe('the rules of the state', () => {
  it('forget everything but the regions and the people with another layer', () => {
    const next = withLayer(FULL, 4);
    expect(next).toMatchObject({
      layer: 4,
      groupBy: null,
      measures: [],
      sortBy: 'count',
      isAscending: false,
      tree: null,
      group: null,
      plot: 'count',
    });
    expect([next.regions, next.people]).toEqual([[5, 2], [9]]);
  });
  it('take the field that groups out of what is measured, with the sort and the drawing by it', () => {
    const next = withGroupBy({ ...FULL, plot: 'sum.staff' }, { field: 'staff' });
    expect(next.measures.map(({ type }) => type)).toEqual(['distinct', 'area']);
    expect(next).toMatchObject({ sortBy: 'count', plot: 'count', isAscending: false, group: null });
    expect(withMeasures(next, [...next.measures, { type: 'sum', field: 'staff' }]).measures).toEqual(next.measures);
  });
  it('sort by the chosen measure where it is asked for, else by the count, downwards', () => {
    expect(toBody(FULL)).toMatchObject({ sort_by: 0, ascending: true });
    expect(toBody(withPart(FULL, { sortBy: 'avg.staff' }))).toMatchObject({ sort_by: 'count' });
    expect(toBody(withPart(FULL, { sortBy: 'avg.staff' }))).not.toHaveProperty('ascending');
    expect(withPart(FULL, { sortBy: 'avg.staff' }).sortBy).toBe('count');
    expect(toBody(withMeasures(FULL, []))).toMatchObject({ sort_by: 'count' });
    expect(toBody({ ...FULL, sortBy: 'key' })).toMatchObject({ sort_by: 'key' });
  });
  it('draw a line over time alone, and ask for its latest periods', () => {
    expect(withPart(FULL, { chart: 'line' }).chart).toBe('bar');
    const line = withPart(withGroupBy(FULL, { field: 'day', period: 'month' }), { chart: 'line' });
    expect(toBody(line)).toMatchObject({ sort_by: 'key' });
    expect(toBody(line)).not.toHaveProperty('ascending');
    expect(withGroupBy(line, { field: 'kind' }).chart).toBe('bar');
  });
  it('stand intervals from low to high, of a round width', () => {
    const steps = withGroupBy(NO_QUESTION, { field: 'staff', step: 5 });
    expect(steps).toMatchObject({ sortBy: 'key', isAscending: true });
    expect(withGroupBy(steps, { field: 'kind' })).toMatchObject({ sortBy: 'count', isAscending: false });
    expect(withGroupBy(withPart(steps, { sortBy: 'count' }), { field: 'staff', step: 10 }).sortBy).toBe('count');
    expect([
      roundStep(0, 11),
      roundStep(-3, 57),
      roundStep(0, 1.1),
      roundStep(0, 130),
      roundStep(7, 7),
      roundStep(0, Number.POSITIVE_INFINITY),
    ]).toEqual([1, 5, 0.1, 20, 1, 1]);
    expect(readQuestion(writeQuestion({ ...steps, groupBy: { field: '~1~', step: 0.25 } })).groupBy).toEqual({
      field: '~1~',
      step: 0.25,
    });
  });
  it('leave a group with another filter, and keep it with another limit', () => {
    expect(withPart(FULL, { regions: [] }).group).toBeNull();
    expect(withPart(FULL, { limit: 10 }).group).toBe('"a"');
  });
  it('measure at most eight things, each once', () => {
    const many = Array.from({ length: 12 }, (_, i) => ({ type: 'sum', field: `f${i % 10}` }) as const);
    expect(withMeasures(NO_QUESTION, many).measures).toHaveLength(8);
    expect(nextMeasure(FORM, 3, { ...NO_QUESTION, groupBy: { field: 'kind' } })).toEqual({
      type: 'sum',
      field: 'staff',
    });
    expect(nextMeasure([], 1, NO_QUESTION)).toBeNull();
    expect(nextMeasure([], 2, NO_QUESTION)).toEqual({ type: 'length' });
  });
  it('drop what the form has lost', () => {
    expect(withForm(FULL, FORM, 1).measures).toEqual([{ type: 'sum', field: 'staff' }]);
    expect(withForm(withGroupBy(FULL, { field: 'gone' }), FORM, 1)).toMatchObject({ groupBy: null, group: null });
    expect(withForm(NO_QUESTION, FORM, 1)).toBe(NO_QUESTION);
  });
});

describe('the address', () => {
  it('holds the whole question, whatever fields are called', () => {
    expect(readQuestion(writeQuestion(FULL))).toEqual(FULL);
    const odd: Question = { ...FULL, groupBy: { field: '@status~&=%' }, sortBy: 'distinct.kind.x~y' };
    expect(readQuestion(writeQuestion({ ...odd, groupBy: { column: 'create_date', period: 'week' } })).groupBy).toEqual(
      { column: 'create_date', period: 'week' },
    );
    expect(readQuestion(writeQuestion({ ...odd, groupBy: { field: 'a~b' } })).groupBy).toEqual({ field: 'a~b' });
  });
  it('passes over what makes no sense', () => {
    const bad = new URLSearchParams(
      'layer=x&by=nothing&m=sum&m=boom.a&sort=sum.a&limit=7&filter={"and":[{"x":1}]}&regions=1,a,-2&chart=line&plot=zz',
    );
    expect(readQuestion(bad)).toEqual({ ...NO_QUESTION, regions: [1] });
    expect(writeQuestion(NO_QUESTION).toString()).toBe('');
  });
});

describe('the records behind a group', () => {
  it.each([
    [{ field: 'kind' }, 'a', { field: 'kind', is: 'eq', value: 'a' }],
    [{ field: 'kind' }, null, { field: 'kind', is: 'empty' }],
    [{ field: 'tags' }, 'x', { field: 'tags', is: 'in', value: ['x'] }],
    // Azar 1405 begins on 22 November and has 30 days; 1403 is a leap year of 366.
    [
      { field: 'day', period: 'month' },
      '2026-11-22',
      { field: 'day', is: 'between', value: ['2026-11-22', '2026-12-21'] },
    ],
    [
      { field: 'day', period: 'year' },
      '2024-03-20',
      { field: 'day', is: 'between', value: ['2024-03-20', '2025-03-20'] },
    ],
    [
      { column: 'create_date', period: 'week' },
      '2026-11-21',
      { column: 'create_date', is: 'between', value: ['2026-11-21', '2026-11-27'] },
    ],
    [{ column: 'status' }, 3, { column: 'status', is: 'in', value: [3] }],
    [{ column: 'creator' }, 8, { column: 'creator', is: 'eq', value: 8 }],
    [{ column: 'region' }, 2, { place: 'intersects', region: 2 }],
    [{ column: 'region' }, null, null],
    [{ field: 'gone' }, 'a', null],
    [
      { relation: '4', related_field: 'kind' },
      'a',
      { relation: '4', side: 'parents', related: { field: 'kind', is: 'eq', value: 'a' } },
    ],
    [
      { relation: '4', related_field: 'kind' },
      null,
      { not: { relation: '4', side: 'parents', related: { field: 'kind', is: 'not_empty' } } },
    ],
    [{ relation: '4', related_field: 'gone' }, 'a', null],
    [{ relation: '5', related_field: 'kind' }, 'a', null],
  ] as const)('%j %j', (by, key, rule) => {
    expect(groupRule(by, keyText(key), FORM, RELATED)).toEqual(rule);
  });
  it('keeps to the filter, the regions and the people of the question', () => {
    expect(recordsTree(FULL, FORM, [])).toEqual({
      and: [
        { and: [{ field: 'staff', is: 'gt', value: 3 }] },
        { field: 'kind', is: 'eq', value: 'a' },
        {
          or: [
            { place: 'intersects', region: 5 },
            { place: 'intersects', region: 2 },
          ],
        },
        { column: 'creator', is: 'in', value: [9] },
      ],
    });
    expect(recordsTree(NO_QUESTION, FORM, [])).toBeNull();
    expect(recordsTree({ ...NO_QUESTION, groupBy: { field: 'kind' }, group: '{bad' }, FORM, [])).toBeNull();
  });
});

describe('the rows', () => {
  const group = (key: string | null, count: number) => ({ key, label: null, count, values: [] });
  it('stand in the order of time, with nothing where nothing was', () => {
    const rows = inTime([group('2025-04-21', 4), group(null, 1), group('2025-02-19', 2)], 'month', 0);
    expect(rows.map(({ key, count }) => [key, count])).toEqual([['2025-02-19', 2], ['2025-03-21', 0], ['2025-04-21', 4], [null, 1]]); // biome-ignore format: rows
    expect(inTime([], 'day', 0)).toEqual([]);
  });
  it('stand in parts, with what is left as one more, and measures of parts as they are', () => {
    const words = {
      category: '',
      count: '',
      share: '',
      others: '+',
      measure: () => '',
      group: ({ key }: { key: unknown }) => String(key),
      split: ({ key }: { key: unknown }) => String(key),
    };
    const part = (count: number, value: number) => ({ count, values: [value] });
    const result = {
      groups: [
        { key: 'a', label: null, count: 9, values: [1], parts: [part(5, 50), part(2, 20)] },
        { key: 'b', label: null, count: 3, values: [1], parts: [null, part(3, 30)] },
      ],
      splits: [
        { key: 'x', label: null },
        { key: 'y', label: null },
      ],
      groups_total: 2,
      count: 12,
      capped: false,
    };
    const question: Question = {
      ...NO_QUESTION,
      groupBy: { field: 'kind' },
      splitBy: { field: 'staff' },
      measures: [{ type: 'sum', field: 'staff' }],
    };
    const counts = splitData(question, result, words);
    expect([counts.series, counts.rows.map(({ values }) => values)]).toEqual([
      ['x', 'y', '+'],
      [
        [5, 2, 2],
        [0, 3, 0],
      ],
    ]);
    const sums = splitData({ ...question, plot: 'sum.staff' }, result, words);
    expect([sums.series, sums.rows.map(({ values }) => values)]).toEqual([
      ['x', 'y'],
      [
        [50, 20],
        [null, 30],
      ],
    ]);
    expect(whyNotChart(question, 'donut', 2)).toBe('hasParts');
    expect(withGroupBy(question, { column: 'region' }).splitBy).toBeNull();
    expect(withGroupBy(question, { field: 'staff', step: 5 }).splitBy).toBeNull();
  });
  it('tell what did not come, with its records where each stands in one group', () => {
    const result: Statistics = { groups: [group('a', 6), group('b', 3)], groups_total: 36, count: 20, capped: false };
    expect(othersOf(result, { field: 'kind' }, FORM)).toEqual({ n: 34, records: 11 });
    expect(othersOf(result, { field: 'tags' }, FORM)).toEqual({ n: 34, records: null });
    expect(othersOf(result, { column: 'region' }, FORM)).toEqual({ n: 34, records: null });
    expect(othersOf({ ...result, groups_total: 2 }, { field: 'kind' }, FORM)).toBeNull();
  });
  it('are drawn as a line over time, and as a pie up to eight of them', () => {
    expect(whyNotChart({ groupBy: { field: 'kind' }, splitBy: null }, 'line', 3)).toBe('noTime');
    expect(whyNotChart({ groupBy: { field: 'day', period: 'day' }, splitBy: null }, 'line', 900)).toBeNull();
    expect([
      whyNotChart(NO_QUESTION, 'donut', 8),
      whyNotChart(NO_QUESTION, 'donut', 9),
      whyNotChart(NO_QUESTION, 'bar', 900),
    ]).toEqual([null, 'manySlices', null]);
  });
});

it('colours numbers by classes that share none', () => {
  const values = [1, 1, 1, 2, 5, 9, 9, 20, 40, 41, 90, 1000];
  const classes = classesOf(values);
  expect(classes).toHaveLength(5);
  for (const value of values) expect(classes.filter(({ from, to }) => value >= from && value <= to)).toHaveLength(1);
  expect(new Set(classes.map(({ colour }) => colour)).size).toBe(5);
  expect(classesOf([7, 7]).map(({ from, to }) => [from, to])).toEqual([[7, 7]]);
  expect(classOf(classesOf([1, 3]), 2)).toBeUndefined();
  expect(classesOf([])).toEqual([]);
});

it('makes an example of the fields that a layer has', () => {
  const layer = (form: readonly Field[], type = 1) => ({ id: 1, type, config: { form } }) as never;
  expect(exampleOf(layer(FORM))).toMatchObject({
    groupBy: { field: 'kind' },
    measures: [{ type: 'sum', field: 'staff' }],
  });
  expect(exampleOf(layer(FORM.filter(({ name }) => name === 'day')))).toMatchObject({
    groupBy: { field: 'day', period: 'year' },
    chart: 'line',
  });
  expect(exampleOf(layer([], 0)).groupBy).toEqual({ column: 'status' });
  expect(exampleOf(layer([], 2)).groupBy).toEqual({ column: 'region' });
});

it('becomes a widget: a chart of its groups without their parts, a number without groups, nothing without a layer', () => {
  const head = { id: 'a', title: '' };
  const question = { ...NO_QUESTION, layer: 3, groupBy: { field: 'kind' }, splitBy: { column: 'status' as const } };
  expect(toWidget({ ...question, chart: 'donut' }, head)).toEqual({ ...head, kind: 'chart', span: 6, form: 'donut', question: { layer: 3, group_by: { field: 'kind' }, sort_by: 'count', limit: 25 } }); // biome-ignore format: one widget
  expect(toWidget({ ...question, chart: 'table' }, head)).toMatchObject({ kind: 'chart', form: 'bar' });
  expect(toWidget({ ...NO_QUESTION, layer: 3 }, head)).toMatchObject({ kind: 'number', trend: null, question: { layer: 3 } }); // biome-ignore format: one widget
  expect(toWidget(NO_QUESTION, head)).toBeNull();
});
