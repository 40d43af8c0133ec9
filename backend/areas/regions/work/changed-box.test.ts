import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedBox, roundShape } from './changed-box';

const polygon = (...rings: number[][][]) => ({ type: 'Polygon' as const, coordinates: rings });
const square = (x: number, y: number, side = 1) => [[x, y], [x + side, y], [x + side, y + side], [x, y + side], [x, y]]; // biome-ignore format: a ring

/** Inside by a ray to the east, over all rings. */
const holds = (rings: number[][][], [px = 0, py = 0]: number[]) =>
  rings.flatMap((ring) => ring.slice(1).map((b, i) => [ring[i] as number[], b] as const)).filter(([[ax = 0, ay = 0], [bx = 0, by = 0]]) => ay > py !== by > py && px < ax + ((py - ay) / (by - ay)) * (bx - ax)).length % 2 === 1; // biome-ignore format: one rule

describe('where two shapes differ', () => {
  it('is nowhere for one shape, whatever corner its rings begin at, in which direction, and below a centimetre', () => {
    const ring = square(10, 20);
    const turned = [...ring.slice(2, -1), ...ring.slice(0, 3)].reverse();
    expect(changedBox(polygon(ring), polygon(turned))).toBe(null);
    expect(changedBox(polygon(ring), polygon(ring.map(([x = 0, y = 0]) => [x + 2e-8, y - 2e-8])))).toBe(null);
    expect(changedBox(polygon(ring), { type: 'MultiPolygon', coordinates: [[ring]] })).toBe(null);
  });

  it('is round the corner that moved, the hole that came, the part that went', () => {
    const near = (box: readonly number[] | null) => box?.map((x) => Math.round(x * 1e4) / 1e4);
    const moved = square(10, 20).map(([x = 0, y = 0]) => (x === 11 && y === 21 ? [11.5, 21.5] : [x, y]));
    expect(near(changedBox(polygon(square(10, 20)), polygon(moved)))).toEqual([10, 20, 11.5, 21.5]);
    const holed = polygon(square(0, 0, 10), square(2, 3));
    expect(near(changedBox(polygon(square(0, 0, 10)), holed))).toEqual([2, 3, 3, 4]);
    const two = { type: 'MultiPolygon' as const, coordinates: [[square(0, 0)], [square(5, 5)]] };
    expect(near(changedBox(two, polygon(square(0, 0))))).toEqual([5, 5, 6, 6]);
  });

  it('holds every place that is in one of them alone', () => {
    const place = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 }));
    const ring = fc
      .array(place, { minLength: 3, maxLength: 7 })
      .map((points) => [...points, points[0] as [number, number]]);
    const spot = fc.tuple(fc.integer({ min: 0, max: 79 }), fc.integer({ min: 0, max: 79 })).map(([x, y]) => [x / 4 + 0.13, y / 4 + 0.07]); // biome-ignore format: one place
    fc.assert(
      fc.property(ring, ring, ring, fc.array(spot, { minLength: 20, maxLength: 20 }), (both, one, other, spots) => {
        const box = changedBox(polygon(both, one), polygon(both, other));
        for (const at of spots) {
          if (holds([both, one], at) === holds([both, other], at)) continue;
          expect(box).not.toBe(null);
          const [w, s, e, n] = box as readonly [number, number, number, number];
          const [x = 0, y = 0] = at;
          expect(x >= w && x <= e && y >= s && y <= n).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});

it('coordinates are roundShape to what is compared', () => {
  expect(roundShape(polygon([[1.123456789, 2.00000004], [3, 4]]))).toEqual(polygon([[1.1234568, 2], [3, 4]])); // biome-ignore format: rings
});
