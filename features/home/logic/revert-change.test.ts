// What is taken back is what the change did, and what others did since then stays.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LayerRecord } from '@/contract/schemas/record';
import { revertChange } from './revert-change';

const at = (x: number) => ({ type: 'Point' as const, coordinates: [x, 35] });
const record = (value: LayerRecord['value'], x = 51, over: Partial<LayerRecord> = {}): LayerRecord =>
  ({
    id: 1,
    layer: 1,
    status: { id: 3, name: '' },
    value,
    geometry: at(x),
    version: 1,
    created: '',
    modified: '',
    unconfiremed_value: null,
    ...over,
  }) as LayerRecord;

describe('taking a change back', () => {
  test('brings the former values and the former shape, and empties what was empty', () => {
    const [before, after] = [record({ name: 'a' }, 51), record({ name: 'b', note: 'new' }, 52)];
    expect(revertChange(before, after, after)).toEqual({
      body: { value: { name: 'a', note: null }, geometry: at(51) },
      left: 0,
    });
  });
  test('leaves what somebody has changed since', () => {
    const [before, after] = [record({ name: 'a', note: 'x' }, 51), record({ name: 'b', note: 'y' }, 52)];
    expect(revertChange(before, after, record({ name: 'theirs', note: 'y', other: 1 }, 53))).toEqual({
      body: { value: { note: 'x' } },
      left: 2,
    });
    expect(revertChange(before, after, record({ name: 'theirs', note: 'theirs' }, 53))).toEqual({
      body: null,
      left: 3,
    });
  });
  test('sees what waits for approval as its editor sees it', () => {
    const before = record({ name: 'a' });
    const after = record({ name: 'a' }, 51, { unconfiremed_value: { value: { name: 'b' }, geometry: at(52) } });
    expect(revertChange(before, after, after)).toEqual({ body: { value: { name: 'a' }, geometry: at(51) }, left: 0 });
  });
  test('never writes a field that the change did not touch, and always ends where nobody else was', () => {
    const values = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 2 }));
    fc.assert(
      fc.property(values, values, values, (to, from, now) => {
        const { body, left } = revertChange(record(to), record(from), record(now));
        const result: Record<string, unknown> = { ...now, ...body?.value };
        let others = 0;
        for (const name of ['a', 'b', 'c']) {
          const touched = to[name] !== from[name];
          const changed = now[name] !== from[name];
          expect(result[name] ?? null).toBe((touched && !changed ? to[name] : now[name]) ?? null);
          if (touched && changed) others++;
        }
        expect(left).toBe(others);
      }),
    );
  });
});
