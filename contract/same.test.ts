// A shape is the same when the server has rounded it, and another one when somebody has moved it.
import { describe, expect, test } from 'vitest';
import { sameGeometry, sameValue } from './same';

const line = (...coordinates: number[][]) => ({ type: 'LineString' as const, coordinates });

describe('the same shape', () => {
  test('also after the server has rounded it to 9 decimals', () => {
    const typed = line([56.103407417371095, 31.12215923705034], [56.296592582628904, 31.077835591915566]);
    const stored = line([56.103407417, 31.122159237], [56.296592583, 31.077835592]);
    expect(sameGeometry(typed, stored)).toBe(true);
  });
  test('not where a corner was moved by a millimetre, added, or another kind took its place', () => {
    const here = line([51, 35], [52, 36]);
    expect(sameGeometry(here, line([51, 35], [52.00000001, 36]))).toBe(false);
    expect(sameGeometry(here, line([51, 35], [51.5, 35.5], [52, 36]))).toBe(false);
    expect(sameGeometry(here, { type: 'MultiPoint', coordinates: here.coordinates })).toBe(false);
    expect(sameGeometry(here, line([51, 35, 0], [52, 36, 0]))).toBe(false);
    expect([sameGeometry(here, null), sameGeometry(null, null)]).toEqual([false, true]);
  });
});

test('an empty value and a missing one are the same, zero and empty are not', () => {
  expect([sameValue(null, undefined), sameValue('', null), sameValue(0, null), sameValue(false, '')]).toEqual([
    true, true, false, false,
  ]); // biome-ignore format: one row
});
