// The traced way lies on the line, begins and ends where it shall, and a ring has a shorter and a longer one.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Geometry } from '@/contract/schemas/common';
import { trace } from './trace';
import type { Position } from './walk';

const line = (...coordinates: Position[]): Geometry => ({ type: 'LineString', coordinates });
const SQUARE: Geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
      [0, 0],
    ],
  ],
};
const reach = 1e-6;

const at = (all: readonly Position[], place: number): Position => {
  const [a, b] = [all[Math.floor(place)] as Position, (all[Math.floor(place) + 1] ?? all[0]) as Position];
  const t = place % 1;
  return [(a[0] ?? 0) + ((b[0] ?? 0) - (a[0] ?? 0)) * t, (a[1] ?? 0) + ((b[1] ?? 0) - (a[1] ?? 0)) * t];
};
const off = ([px = 0, py = 0]: Position, all: readonly Position[]): number =>
  Math.min(
    ...all.slice(1).map(([bx = 0, by = 0], i) => {
      const [ax = 0, ay = 0] = all[i] as Position;
      const [dx, dy] = [bx - ax, by - ay];
      const square = dx * dx + dy * dy;
      const t = square === 0 ? 0 : Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / square));
      return Math.hypot(px - ax - dx * t, py - ay - dy * t);
    }),
  );
const length = (path: readonly Position[]) =>
  path.slice(1).reduce((sum, [x = 0, y = 0], i) => {
    const [ax = 0, ay = 0] = path[i] as Position;
    return sum + Math.hypot(x - ax, y - ay);
  }, 0);
/** Near the equator, so that the test's plain plane is that of the function. */
const coordinate = fc.double({ min: -0.5, max: 0.5, noNaN: true });

const share = fc.integer({ min: 0, max: 996 }).map((n) => n / 997);

describe('trace', () => {
  it('follows a line either way, its bends in order', () => {
    const bent = line([0, 0], [1, 1], [2, 0], [3, 1]);
    expect(trace(bent, [0.5, 0.5], [2.5, 0.5], { reach })).toEqual([
      [0.5, 0.5],
      [1, 1],
      [2, 0],
      [2.5, 0.5],
    ]);
    expect(trace(bent, [2.5, 0.5], [0.5, 0.5], { reach })?.slice(1, 3)).toEqual([
      [2, 0],
      [1, 1],
    ]);
  });

  it('takes the shorter way round a ring, over its seam, and the other one when asked', () => {
    expect(trace(SQUARE, [0, 1], [1, 0], { reach })).toEqual([
      [0, 1],
      [0, 0],
      [1, 0],
    ]);
    expect(trace(SQUARE, [0, 1], [1, 0], { reach, other: true })).toEqual([
      [0, 1],
      [0, 4],
      [4, 4],
      [4, 0],
      [1, 0],
    ]);
    expect(trace(SQUARE, [1, 0], [3, 0], { reach, other: true })).toHaveLength(6);
  });

  it('goes from corner to corner without doubling them', () => {
    expect(trace(SQUARE, [0, 0], [4, 4], { reach })).toHaveLength(3);
    expect(trace(SQUARE, [0, 0], [4, 0], { reach })).toHaveLength(2);
    expect(trace(SQUARE, [4, 4], [0, 0], { reach, other: true })).toHaveLength(3);
  });

  it('stays on one part, and answers null where none holds both places or they are one', () => {
    const parts: Geometry = {
      type: 'MultiLineString',
      coordinates: [
        [
          [0, 0],
          [1, 0],
        ],
        [
          [0, 1],
          [1, 1],
        ],
      ],
    };
    expect(trace(parts, [0, 0], [1, 1], { reach })).toBeNull();
    expect(trace(parts, [0, 1], [1, 1], { reach })).toHaveLength(2);
    expect(trace(SQUARE, [1, 0], [1, 0], { reach })).toBeNull();
    expect(trace({ type: 'Point', coordinates: [1, 0] }, [1, 0], [2, 0], { reach })).toBeNull();
  });

  it('lies on any line, and ends at the two places', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 12 }),
        share,
        share,
        (points, a, b) => {
          const all = points.map((p): Position => [...p]);
          const [from, to] = [at(all, a * (all.length - 1)), at(all, b * (all.length - 1))];
          const path = trace(line(...all), from, to, { reach });
          if (!path) {
            expect(Math.hypot((from[0] ?? 0) - (to[0] ?? 0), (from[1] ?? 0) - (to[1] ?? 0))).toBeLessThan(1e-10);
            return;
          }
          expect(path[0]).toEqual(from);
          expect(path.at(-1)).toEqual(to);
          for (let i = 1; i < path.length; i += 1) expect(off(at(path, i - 0.5), all)).toBeLessThan(1e-6);
        },
      ),
    );
  });

  it('has two ways round a ring that make up all of it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.1, max: 0.4, noNaN: true }), { minLength: 3, maxLength: 12 }),
        share,
        share,
        (rays, a, b) => {
          const all = rays.map((r, i): Position => {
            const angle = (2 * Math.PI * i) / rays.length;
            return [r * Math.cos(angle), r * Math.sin(angle)];
          });
          const ring = [...all, all[0] as Position];
          const [from, to] = [at(all, a * all.length), at(all, b * all.length)];
          const shape: Geometry = { type: 'Polygon', coordinates: [ring] };
          const [short, long] = [trace(shape, from, to, { reach }), trace(shape, from, to, { reach, other: true })];
          if (!short || !long) return;
          expect(length(short)).toBeLessThanOrEqual(length(long) + 1e-4);
          expect(length(short) + length(long)).toBeCloseTo(length(ring), 4);
          for (const path of [short, long]) {
            expect([path[0], path.at(-1)]).toEqual([from, to]);
            for (let i = 1; i < path.length; i += 1) expect(off(at(path, i - 0.5), ring)).toBeLessThan(1e-6);
          }
        },
      ),
    );
  });
});
