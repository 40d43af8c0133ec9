// Two people's changes: none is lost, whoever saves last.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameValue } from '@/contract/same';
import type { Geometry } from '@/contract/schemas/common';
import type { Values } from '@/contract/schemas/form';
import { isDecided, merge, resolveMerge } from './merge';

const at = (x: number): Geometry => ({ type: 'Point', coordinates: [x, 35] });
const base = { value: { a: 'a', b: 1, c: null }, geometry: at(51) };

describe('merging', () => {
  it('keeps what only one side changed', () => {
    const result = merge({ base, mine: { value: { a: 'mine' } }, theirs: { ...base, value: { ...base.value, b: 2 } } });
    expect(result).toEqual({ mine: { a: 'mine' }, theirs: { b: 2 }, conflicts: [], geometry: 'none' });
    expect(resolveMerge(result, { fields: {} }, undefined)).toEqual({ value: { a: 'mine' } });
  });

  it('asks where both changed, and takes the same change for granted', () => {
    const theirs = { ...base, value: { a: 'theirs', b: 3, c: null } };
    const result = merge({ base, mine: { value: { a: 'mine', b: 3 } }, theirs });
    expect(result.conflicts).toEqual([{ name: 'a', base: 'a', mine: 'mine', theirs: 'theirs' }]);
    expect(result.mine).toEqual({});
    expect(isDecided(result, { fields: {} })).toBe(false);
    expect(resolveMerge(result, { fields: { a: 'mine' } }, undefined)).toEqual({ value: { a: 'mine' } });
    expect(resolveMerge(result, { fields: { a: 'theirs' } }, undefined)).toBeNull();
  });

  it('counts clearing a value as a change', () => {
    const result = merge({ base, mine: { value: { a: null } }, theirs: { ...base, value: { ...base.value, a: 'x' } } });
    expect(result.conflicts).toEqual([{ name: 'a', base: 'a', mine: null, theirs: 'x' }]);
  });

  it('treats the shape like a field', () => {
    const mine = { value: {}, geometry: at(52) };
    expect(merge({ base, mine, theirs: base }).geometry).toBe('mine');
    expect(merge({ base, mine: { value: {} }, theirs: { ...base, geometry: at(53) } }).geometry).toBe('theirs');
    expect(merge({ base, mine, theirs: { ...base, geometry: at(52) } }).geometry).toBe('none');
    const both = merge({ base, mine, theirs: { ...base, geometry: at(53) } });
    expect(both.geometry).toBeNull();
    expect(isDecided(both, { fields: {} })).toBe(false);
    expect(resolveMerge(both, { fields: {}, geometry: 'mine' }, at(52))).toEqual({ geometry: at(52) });
    expect(resolveMerge(both, { fields: {}, geometry: 'theirs' }, at(52))).toBeNull();
  });

  it('loses nothing: every change of either side is kept or asked about', () => {
    const value = fc.oneof(fc.constant(null), fc.constantFrom('x', 'y', 'z'), fc.integer({ min: 0, max: 2 }));
    const values: fc.Arbitrary<Values> = fc.dictionary(fc.constantFrom('p', 'q', 'r', 's'), value);
    fc.assert(
      fc.property(values, values, values, (was, mine, theirs) => {
        const result = merge({
          base: { value: was, geometry: null },
          mine: { value: mine },
          theirs: { value: theirs, geometry: null },
        });
        const names = new Set(result.conflicts.map(({ name }) => name));
        for (const [name, own] of Object.entries(mine)) {
          if (sameValue(own, was[name]) || sameValue(own, theirs[name])) continue;
          expect(name in result.mine || names.has(name)).toBe(true);
        }
        for (const name of Object.keys(result.mine)) expect(sameValue(theirs[name], was[name])).toBe(true);
      }),
    );
  });
});
