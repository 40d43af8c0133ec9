// Columns as a reader arranges them: order, pins, widths.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Field } from '@/contract/schemas/form';
import {
  columnsOf,
  DEFAULT_ARRANGEMENT,
  fitWidth,
  minTableWidth,
  neighbour,
  orderAfter,
  orderColumns,
  placeColumns,
  tracksOf,
} from './columns';

const fields = (n: number): Field[] =>
  Array.from({ length: n }, (_, i) => ({ name: `f${i}`, label: `F ${i}`, type: i % 2 ? 'integer' : 'text' }));
const columns = (n: number) => columnsOf({ config: { form: fields(n), supervised: false } } as never);
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

describe('columns', () => {
  test('a large form begins with sixteen fields, and what is switched on comes', () => {
    const all = columns(20);
    expect(ids(placeColumns(all, DEFAULT_ARRANGEMENT))).toEqual([
      'id',
      ...Array.from({ length: 16 }, (_, i) => `value__f${i}`),
    ]);
    const visibility = { id: false, create_date: true, value__f19: true };
    const some = ids(placeColumns(all, { ...DEFAULT_ARRANGEMENT, shown: visibility }));
    expect(some).not.toContain('id');
    expect(some.slice(-2)).toEqual(['value__f19', 'create_date']);
  });

  test('a pinned column stands first, does not grow, and its place is after the ones before it', () => {
    const columnsOfView = placeColumns(columns(3), {
      ...DEFAULT_ARRANGEMENT,
      pinned: ['value__f2', 'id'],
      widths: { id: 100, value__f2: 200 },
    });
    expect(ids(columnsOfView)).toEqual(['id', 'value__f2', 'value__f0', 'value__f1']);
    expect(columnsOfView.map(({ start }) => start)).toEqual([40, 140, 0, 0]);
    expect(columnsOfView[1]?.grows).toBe(false);
    expect(columnsOfView[2]?.grows).toBe(true);
    expect(tracksOf(columnsOfView, 12)).toBe('40px 100px 200px minmax(176px, 1fr) 128px 12px');
    expect(minTableWidth(columnsOfView, 12)).toBe(40 + 100 + 200 + 176 + 128 + 12);
  });

  test('steps stay among the pinned, or among the others', () => {
    const columnsOfView = placeColumns(columns(3), { ...DEFAULT_ARRANGEMENT, pinned: ['id'] });
    expect(neighbour(columnsOfView, 'id', 1)).toBeUndefined();
    expect(neighbour(columnsOfView, 'value__f0', -1)).toBeUndefined();
    expect(neighbour(columnsOfView, 'value__f0', 1)?.id).toBe('value__f1');
    expect(neighbour(columnsOfView, 'nothing', 1)).toBeUndefined();
  });

  test('an order holds every column once, whatever is put where', () => {
    const all = columns(6);
    const some = fc.constantFrom(...ids(all), 'gone');
    fc.assert(
      fc.property(fc.array(fc.tuple(some, some, fc.boolean())), (moves) => {
        let order: string[] = [];
        for (const [id, beside, after] of moves) {
          if (id === 'gone') continue;
          order = orderAfter(orderColumns(all, { order }), id, beside, after);
          if (id !== beside && beside !== 'gone')
            expect(order.indexOf(id)).toBe(order.indexOf(beside) + (after ? 1 : -1));
        }
        expect(ids(orderColumns(all, { order })).sort()).toEqual(ids(all).sort());
      }),
    );
  });

  test('widths keep to their bounds', () => {
    expect([fitWidth(3), fitWidth(120.4), fitWidth(99_999)]).toEqual([64, 120, 800]);
  });
});
