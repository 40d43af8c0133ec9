// Suggestions from an inspection, changes over them, and the orders that come of both.
import { describe, expect, it } from 'vitest';
import { type Dataset, ImportOrder } from '@/contract/schemas/upload';
import { groupsOf, IMPORT_TYPES, ordersOf, planOf, problemOf, withAllFields, withDataset, withField } from './plan';

const dataset = (more: Partial<Dataset> = {}): Dataset => ({
  name: 'places',
  type: 1,
  feature_count: 3,
  srid: 4326,
  crs: 'WGS 84',
  is3d: false,
  extent: [51, 35, 52, 36],
  fields: [
    { name: 'name', type: 'text', samples: ['a'] },
    { name: 'kind', type: 'choice', samples: [] },
  ],
  ...more,
});
const labelOf = (one: Dataset, mixed: boolean) => (mixed ? `${one.name} ${one.type}` : one.name);
const plan = (datasets: Dataset[], edits = {}) => planOf({ datasets, format: 'csv' }, edits, labelOf);

describe('planOf', () => {
  it('takes a single data set with all of its fields, a choice as text', () => {
    const [only] = plan([dataset()]);
    expect(only).toMatchObject({ take: true, label: 'places', srid: null, needsCrs: false, groups: [] });
    expect(only?.fields.map(({ take, label, type }) => [take, label, type])).toEqual([
      [true, 'name', 'text'],
      [true, 'kind', 'text'],
    ]);
    expect(IMPORT_TYPES).not.toContain('choice');
  });
  it('tells the kinds of one name apart, and leaves empty ones out', () => {
    const plans = plan([dataset(), dataset({ type: 2 }), dataset({ name: 'none', feature_count: 0 })]);
    expect(plans.map(({ take, label }) => [take, label])).toEqual([
      [true, 'places 1'],
      [true, 'places 2'],
      [false, 'none'],
    ]);
  });
  it('takes none unasked where there are many', () => {
    const many = Array.from({ length: 9 }, (_, i) => dataset({ name: `d${i}` }));
    expect(plan(many).some(({ take }) => take)).toBe(false);
    expect(plan(many, { 4: { take: true } }).filter(({ take }) => take)).toHaveLength(1);
  });
  it('keeps changes by place when the names are read anew', () => {
    const edits = withField(withDataset({}, 0, { label: 'Mine' }), 0, 1, { label: 'Second', take: false });
    const [again] = plan(
      [dataset({ fields: [dataset().fields[0], { name: '???', type: 'integer', samples: [] }] as Dataset['fields'] })],
      edits,
    );
    expect(again).toMatchObject({
      label: 'Mine',
      fields: [{ label: 'name' }, { source: '???', label: 'Second', take: false }],
    });
  });
});

describe('problemOf', () => {
  const first = (edits = {}, more: Partial<Dataset> = {}) => {
    const [one] = plan([dataset(more)], edits);
    return one && problemOf(one);
  };
  it('finds nothing wrong with what the server suggests', () => expect(first()).toBeNull());
  it('wants a name', () => expect(first({ 0: { label: '  ' } })).toBe('label'));
  it('wants a system only where the file is silent and has places', () => {
    const silent = { srid: null, crs: null };
    expect(first({}, silent)).toBe('crs');
    expect(first({ 0: { srid: 32639 } }, silent)).toBeNull();
    expect(first({}, { ...silent, type: 0 })).toBeNull();
    expect(first({}, { srid: null, crs: 'ED50' })).toBeNull();
  });
  it('wants labels that differ, among the fields that are taken', () => {
    const same = withField({}, 0, 1, { label: 'name ' });
    expect(first(same)).toBe('sameLabel');
    expect(first(withField(same, 0, 1, { take: false }))).toBeNull();
    expect(first(withField({}, 0, 0, { label: '' }))).toBe('fieldLabel');
  });
});

describe('ordersOf', () => {
  it('makes one order that the contract accepts for each data set that is taken', () => {
    const silent = dataset({ name: 'silent', srid: null, crs: null });
    const plans = plan([dataset(), silent, dataset({ name: 'left' })], {
      0: { label: ' Towns ', groups: [7], fields: { 1: { take: false } } },
      1: { srid: 32639 },
      2: { take: false },
    });
    const orders = ordersOf(groupsOf(plans, []), 'f', 'CP1256');
    expect(orders.map((order) => ImportOrder.parse(order))).toEqual(orders);
    expect(orders).toEqual([
      {
        file_id: 'f',
        dataset: 'places',
        type: 1,
        label: 'Towns',
        encoding: 'CP1256',
        group_layer: [7],
        fields: [{ source: 'name', label: 'name', type: 'text' }],
      },
      expect.objectContaining({ dataset: 'silent', srid: 32639 }),
    ]);
    expect(ordersOf(groupsOf(plans, []), 'f', null)[0]).not.toHaveProperty('encoding');
  });
  it('can do without any field', () => {
    const [one] = plan([dataset()]);
    if (!one) throw new Error('no plan');
    expect(ordersOf(groupsOf(plan([dataset()], withAllFields({}, one, false)), []), 'f', null)[0]?.fields).toEqual([]);
  });
});

describe('the place of a table', () => {
  const guess = { x: 'name', y: 'kind', notation: 'decimal' } as const;
  const table = dataset({ type: 0, srid: null, crs: null, guess });
  it('is what was guessed until the person says otherwise, and asks for its system', () => {
    const [points] = plan([table]);
    expect([points?.type, points?.place, points && problemOf(points)]).toEqual([1, guess, 'crs']);
    const [none] = plan([table], { 0: { place: null } });
    expect([none?.type, none?.place, none && problemOf(none)]).toEqual([0, null, null]);
    const [same] = plan([table], { 0: { place: { ...guess, y: 'name' }, srid: 4326 } });
    expect(same && problemOf(same)).toBe('place');
  });
  it('goes into the order with its system', () => {
    const orders = (edit: object) => ordersOf(groupsOf(plan([table], { 0: edit }), []), 'f', null);
    expect(orders({ srid: 32639, swapped: true })).toMatchObject([
      { type: 1, place: guess, srid: 32639, swapped: true },
    ]);
    expect(orders({ crs: '+proj=lcc' })).toMatchObject([{ type: 1, crs: '+proj=lcc' }]);
    for (const order of orders({ srid: 32639 })) expect(ImportOrder.safeParse(order).success).toBe(true);
  });
});

describe('groupsOf', () => {
  const plans = plan(['a', 'b', 'c', 'd'].map((name) => dataset({ name })));
  const joined = (base: string, related: string) => ({ name: `${base}${related}`, base, related });
  const names = (relations: ReturnType<typeof joined>[], of = plans) =>
    groupsOf(of, relations).map((group) => group.map((one) => one.dataset.name).join(''));
  it('puts what relations join into one order, over several of them', () => {
    expect(names([])).toEqual(['a', 'b', 'c', 'd']);
    expect(names([joined('b', 'd'), joined('d', 'c'), joined('a', 'a'), joined('c', 'b')])).toEqual(['a', 'bdc']);
    const [, order] = ordersOf(groupsOf(plans, [joined('b', 'd')]), 'f', null);
    expect(ImportOrder.parse(order)).toMatchObject({ dataset: 'b', related: [{ dataset: 'd' }] });
  });
  it('asks for the relation of a data set to itself', () => {
    const orders = ordersOf(groupsOf(plans, [joined('a', 'a')]), 'f', null, { relations: [joined('a', 'a')] });
    expect(orders.map((order) => ImportOrder.parse(order).related)).toEqual([[], undefined, undefined, undefined]);
  });
  it('passes over relations of what is not taken, or becomes several layers', () => {
    const partial = plan([dataset({ name: 'a' }), dataset({ name: 'b' })], { 1: { take: false } });
    expect(names([joined('a', 'b')], partial)).toEqual(['a']);
    const mixed = plan([dataset({ name: 'a' }), dataset({ name: 'a', type: 2 }), dataset({ name: 'b' })]);
    expect(names([joined('a', 'b')], mixed)).toEqual(['a', 'a', 'b']);
  });
});
