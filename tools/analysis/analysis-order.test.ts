// From the panel's settings to the order on the wire, and what is missing on the way.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANALYSES, AnalysisOrder, OF_TWO } from '@/contract/schemas/analysis';
import { toPersian } from '@/lib/i18n/digits';
import type { DrawingData } from '@/map/geo/drawings';
import { CONTEXT } from '../play-machine';
import { type Facts, groupsOf, listNumericFields, listUnexportable, orderOf, readDistance } from './analysis-order';
import { type AnalysisState, machine } from './machine';
import { toTable } from './table';

const createDrawing = (type: DrawingData['type'], geometry: DrawingData['geometry']): DrawingData => ({
  type,
  label: '',
  style: {},
  geometry,
  radius: type === 'circle' ? 100 : null,
});
const POINT = createDrawing('point', { type: 'Point', coordinates: [51, 35] });
const CIRCLE = createDrawing('circle', { type: 'Point', coordinates: [51, 35] });
const FACTS: Facts = {
  layers: CONTEXT.layers,
  picked: { layer: 1, ids: [5, 6] },
  query: { layer: 1, node: { column: 'id', is: 'gt', value: 3 } },
  drawings: {
    items: [
      { key: 1, drawing: POINT },
      { key: 2, drawing: CIRCLE },
    ],
    saved: new Map([
      [1, { id: 11, drawing: POINT }],
      [2, { id: 12, drawing: CIRCLE }],
    ]),
    selected: new Set([2]),
  },
};
const { initial } = machine;
const of = (change: Partial<AnalysisState['of']>) => ({ ...initial.of, layer: 1, ...change });
const state = (change: Partial<AnalysisState> = {}): AnalysisState => ({ ...initial, of: of({}), ...change });
const missing = (change: Partial<AnalysisState>, facts = FACTS) => orderOf(state(change), facts).missing;

describe('an order', () => {
  it('names the records by all, by choice or by the rules', () => {
    const sourceOf = (part: 'all' | 'selection' | 'query') => orderOf(state({ of: of({ part }) }), FACTS).order?.of;
    expect(sourceOf('all')).toEqual({ kind: 'layer', layer: 1 });
    expect(sourceOf('selection')).toEqual({
      kind: 'layer',
      layer: 1,
      query: { column: 'id', is: 'in', value: [5, 6] },
    });
    expect(sourceOf('query')).toEqual({ kind: 'layer', layer: 1, query: FACTS.query?.node });
  });
  it('names drawings by the numbers of the server', () => {
    const source = (drawings: 'all' | 'chosen') =>
      orderOf(state({ of: of({ kind: 'drawings', drawings }) }), FACTS).order?.of;
    expect(source('all')).toEqual({ kind: 'drawings', ids: [11, 12] });
    expect(source('chosen')).toEqual({ kind: 'drawings', ids: [12] });
  });
  it('is taken by the wire for every operation, with no key that does not belong to it', () => {
    for (const how of ANALYSES) {
      const { order, missing: problem } = orderOf(
        state({
          how,
          of: of({ layer: 3 }),
          by: of({ layer: 3 }),
          dissolve: true,
          sum: ['size'],
          reach: '۵',
          reachUnit: 'km',
        }),
        FACTS,
      );
      expect(problem).toBeNull();
      expect(AnalysisOrder.safeParse({ ...order, into: 'shapes' }).success).toBe(true);
      expect(Object.keys(order ?? {}).sort()).toEqual(
        [
          'how',
          'of',
          ...(OF_TWO.includes(how) ? ['by'] : []),
          ...(how === 'buffer' || how === 'nearest' ? ['metres'] : []),
          ...(how === 'buffer' || how === 'hull' ? ['dissolve'] : []),
          ...(how === 'summary' ? ['sum'] : []),
        ].sort(),
      );
      if (how === 'nearest') expect(order?.metres).toBe(5000);
    }
  });
  it('of ten thousand chosen records is one that the wire takes', () => {
    const ids = Array.from({ length: 10_000 }, (_, i) => i + 1);
    const { order } = orderOf(state({ of: of({ part: 'selection' }) }), { ...FACTS, picked: { layer: 1, ids } });
    expect(AnalysisOrder.safeParse({ ...order, into: 'shapes' }).success).toBe(true);
    expect(JSON.stringify(order?.of).match(/\d+/g)).toHaveLength(10_001);
  });
});

describe('what is missing', () => {
  it.each([
    [{ of: of({ layer: null }) }, 'of', 'noLayer'],
    [{ of: of({ layer: 99 }) }, 'of', 'noLayer'],
    [{ of: of({ layer: 3, part: 'selection' as const }) }, 'of', 'noSelection'],
    [{ of: of({ layer: 3, part: 'query' as const }) }, 'of', 'noQuery'],
    [{ of: of({ kind: 'regions' as const }) }, 'of', 'noRegions'],
    [{ of: of({ kind: 'sketch' as const }) }, 'of', 'noShapes'],
    [{ how: 'clip' as const }, 'by', 'noLayer'],
    [{ how: 'clip' as const, by: of({ layer: 2 }) }, 'by', 'areasOnly'],
    [{ how: 'summary' as const, by: of({}) }, 'of', 'areasOnly'],
    [{ distance: ' ' }, null, 'noDistance'],
    [{ distance: '-5' }, null, 'negative'],
  ] as const)('%j: %s %s', (change, side, problem) => {
    expect(missing(change as Partial<AnalysisState>)).toEqual({ side, problem });
  });
  it('is nothing where areas are asked for and some are areas', () => {
    const points = { ...FACTS, drawings: { ...FACTS.drawings, selected: new Set([1]) } };
    const byChosen = of({ kind: 'drawings', drawings: 'chosen' });
    expect(missing({ how: 'within', by: byChosen }, points)?.problem).toBe('areasOnly');
    expect(missing({ how: 'within', by: of({ kind: 'drawings', drawings: 'chosen' }) })).toBeNull();
    expect(missing({ how: 'within', by: of({ kind: 'drawings' }) })).toBeNull();
    expect(missing({ of: of({ layer: 3 }), distance: '-5' })).toBeNull();
  });
  it('is a drawing that the server does not know as it is now', () => {
    const drawings = { ...FACTS.drawings, saved: new Map([[2, { id: 12, drawing: POINT }]]) };
    const facts = { ...FACTS, drawings };
    expect(missing({ of: of({ kind: 'drawings', drawings: 'chosen' }) }, facts)?.problem).toBe('unsavedDrawings');
    const none = { ...FACTS, drawings: { ...drawings, selected: new Set<number>() } };
    expect(missing({ of: of({ kind: 'drawings', drawings: 'chosen' }) }, none)?.problem).toBe('noChosenDrawings');
  });
});

describe('a distance', () => {
  it('is read in either script and every unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), (n) => {
        expect(readDistance(toPersian(`${n}.5`).replace('.', '٫'), 'm', false)).toEqual({ metres: n + 0.5 });
        expect(readDistance(String(n), 'nmi', false)).toEqual({ metres: n * 1852 });
        expect(readDistance(String(-n), 'm', true)).toEqual({ metres: -n });
      }),
    );
  });
  it('says what is wrong with it', () => {
    const wrong = (typed: string, unit: 'm' | 'km' = 'm') => readDistance(typed, unit, false);
    expect(['', 'abc', '۰', '-1', '1000001'].map((typed) => wrong(typed))).toEqual(
      ['noDistance', 'notNumber', 'zero', 'negative', 'far'].map((problem) => ({ problem })),
    );
    expect(wrong('1001', 'km')).toEqual({ problem: 'far' });
    expect(wrong('1000', 'km')).toEqual({ metres: 1_000_000 });
  });
});

it('names the layers that no new layer can be made of, where they take part', () => {
  const closed = (change: Partial<AnalysisState>) => listUnexportable(state(change), FACTS).map(({ id }) => id);
  expect(closed({ of: of({ layer: 3 }) })).toEqual([3]);
  expect(closed({ by: of({ layer: 3 }) })).toEqual([]);
  expect(closed({ how: 'clip', by: of({ layer: 3 }) })).toEqual([3]);
  expect(closed({ of: of({ layer: 3, kind: 'regions' }) })).toEqual([]);
});

it('puts a new layer where its source is, unless other groups are chosen, and only where it may be put', () => {
  const facts: Facts = {
    ...FACTS,
    layers: FACTS.layers.map((l) => (l.id === 1 ? { ...l, layer: { ...l.layer, group_layer: [4, 9] } } : l)),
  };
  const there = [{ id: 4 }, { id: 5 }];
  const groups = (change: Partial<AnalysisState>) => groupsOf(state(change), facts, there);
  expect(groups({ of: of({ layer: 1 }) })).toEqual([4]);
  expect(groups({ of: of({ layer: 1 }), groups: [5, 9] })).toEqual([5]);
  expect(groups({ of: of({ layer: 1 }), groups: [] })).toEqual([]);
  expect(groups({ of: of({ layer: 1, kind: 'sketch' }) })).toEqual([]);
});

it('sums up numbers only', () => {
  const field = (name: string, type: 'integer' | 'decimal' | 'text') => ({ name, label: name, type });
  expect(
    listNumericFields([field('a', 'integer'), field('b', 'text'), field('c', 'decimal')]).map((f) => f.name),
  ).toEqual(['a', 'c']);
});

it('writes a table that a spreadsheet takes and does not reckon with', () => {
  const columns = [
    { name: 'a', label: 'A', type: 'text' as const },
    { name: 'n', label: 'N', type: 'integer' as const },
  ];
  const features = [
    { geometry: POINT.geometry, values: { a: '=1+1\tx\ny', n: -4 } },
    { geometry: POINT.geometry, values: { a: null, n: null } },
  ];
  expect(toTable(columns, features, (_, raw) => String(raw ?? ''))).toBe("A\tN\n'=1+1 x y\t-4\n\t");
});
