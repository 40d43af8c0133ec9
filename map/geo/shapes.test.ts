// Turning, sizing, thinning, piercing; crossings and overlaps.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Geometry } from '@/contract/schemas/common';
import { areaOf } from './measure';
import {
  addHole,
  addPart,
  counterclockwise,
  middleOf,
  removeStrand,
  rotate,
  rotateShape,
  scale,
  simplify,
} from './shapes';
import { isOverlapping, selfCrossings } from './topology';
import { strands } from './walk';

const box = (x: number, y: number, size: number): Extract<Geometry, { type: 'Polygon' }> => ({
  type: 'Polygon',
  coordinates: [[[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]]], // biome-ignore format: a box
});
const near = (a: Geometry, b: Geometry, digits = 9) =>
  strands(a).forEach((s, i) => {
    s.positions.forEach((p, n) => {
      const q = strands(b)[i]?.positions[n] ?? [];
      expect(p[0]).toBeCloseTo(q[0] ?? Number.NaN, digits);
      expect(p[1]).toBeCloseTo(q[1] ?? Number.NaN, digits);
    });
  });
const place = fc.tuple(fc.double({ min: 40, max: 60, noNaN: true }), fc.double({ min: 25, max: 40, noNaN: true }));

it('gives the outer ring the one turn and holes the other, whichever they had', () => {
  const [outer = [], hole = []] = [box(50, 30, 3), box(51, 31, 1)].map(({ coordinates }) => coordinates[0] ?? []);
  const right = { type: 'Polygon' as const, coordinates: [outer, hole.toReversed()] };
  expect(counterclockwise(right)).toEqual(right);
  expect(counterclockwise({ ...right, coordinates: [outer.toReversed(), hole] })).toEqual(right);
});

describe('turning and sizing', () => {
  it('comes back', () => {
    fc.assert(
      fc.property(
        place,
        fc.integer({ min: -180, max: 180 }),
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        (at, by, times) => {
          const shape = box(...at, 0.1);
          near(scale(scale(shape, times), 1 / times), shape);
          // A turned shape covers another box, so that the second turn goes round a slightly other middle: corners keep their order.
          const back = rotate(rotate(shape, by), -by);
          expect(areaOf(back) / areaOf(shape)).toBeCloseTo(1, 2);
        },
      ),
      { numRuns: 50 },
    );
  });
  it('turns clockwise as one sees it, and keeps heights', () => {
    const line: Geometry = { type: 'LineString', coordinates: [[51, 0, 7], [52, 0, 8]] }; // biome-ignore format: a line
    const turnedLine = strands(rotate(line, 90))[0]?.positions ?? [];
    expect(turnedLine[0]?.[1]).toBeCloseTo(0.5, 3);
    expect(turnedLine[1]?.[1]).toBeCloseTo(-0.5, 3);
    expect(turnedLine.map((p) => p[2])).toEqual([7, 8]);
  });
  it('sizes round the middle', () => {
    expect(areaOf(scale(box(51, 35, 0.1), 2)) / areaOf(box(51, 35, 0.1))).toBeCloseTo(4, 1);
    near({ type: 'Point', coordinates: [...middleOf(scale(box(51, 35, 0.1), 3))] }, { type: 'Point', coordinates: [...middleOf(box(51, 35, 0.1))] }); // biome-ignore format: two points
  });
});

describe('thinning', () => {
  it('drops what lies on the way, never the ends, and no ring below three', () => {
    const line: Geometry = { type: 'LineString', coordinates: [[51, 35], [51.5, 35.000001], [52, 35]] }; // biome-ignore format: a line
    expect(strands(simplify(line, 5))[0]?.positions).toEqual([[51, 35], [52, 35]]); // biome-ignore format: a line
    expect(strands(simplify(line, 0.001))[0]?.positions).toHaveLength(3);
    expect(strands(simplify(box(51, 35, 0.1), 1e6))[0]?.positions).toHaveLength(4);
  });
  it('leaves what stays as it was, to the last figure and with its height, and a ring without ground whole', () => {
    const height = fc.double({ min: 0, max: 4000, noNaN: true });
    const corner = fc.tuple(place, height).map(([at, z]) => [...at, z]);
    fc.assert(
      fc.property(
        fc.array(corner, { minLength: 2, maxLength: 60 }),
        fc.integer({ min: 1, max: 1e6 }),
        (all, metres) => {
          const left = strands(simplify({ type: 'LineString', coordinates: all }, metres))[0]?.positions ?? [];
          expect([left[0], left.at(-1)]).toEqual([all[0], all.at(-1)]);
          expect(left.every((p) => all.includes(p))).toBe(true);
        },
      ),
    );
    const flat: Geometry = { type: 'Polygon', coordinates: [[[51, 35], [51.1, 35], [51.2, 35], [51, 35]]] }; // biome-ignore format: a line
    expect(simplify(flat, 10)).toEqual(flat);
  });
  it('takes ten thousand vertices at once', () => {
    const coordinates = Array.from({ length: 10_000 }, (_, i) => [51 + i / 1e5, 35 + Math.sin(i / 50) / 1000]);
    const began = performance.now();
    const thin = simplify({ type: 'LineString', coordinates }, 5);
    expect(performance.now() - began).toBeLessThan(1500);
    expect(strands(thin)[0]?.positions.length).toBeLessThan(3000);
  });
});

describe('holes and parts', () => {
  const whole = box(51, 35, 1);
  const pierced = addHole(whole, box(51.2, 35.2, 0.2));
  it('pierces where all of it lies inside, and nowhere else', () => {
    expect(pierced?.type === 'Polygon' && pierced.coordinates).toHaveLength(2);
    expect(addHole(whole, box(51.9, 35.9, 0.2))).toBeNull();
    expect(addHole({ type: 'Point', coordinates: [51, 35] }, box(51.9, 35.9, 0.2))).toBeNull();
  });
  it('adds a part of its kind, and a hole in the right part', () => {
    const two = addPart(whole, box(53, 35, 1)) as Geometry;
    expect(two.type).toBe('MultiPolygon');
    const holed = addHole(two, box(51.2, 35.2, 0.2));
    expect(holed?.type === 'MultiPolygon' && holed.coordinates.map((p) => p.length)).toEqual([2, 1]);
    expect(addPart(whole, { type: 'Point', coordinates: [1, 1] })).toBeNull();
  });
  it('takes away a hole, a part with its holes, and never the last part', () => {
    expect(removeStrand(pierced as Geometry, 1)).toEqual(whole);
    expect(removeStrand(pierced as Geometry, 0)).toBeNull();
    const two = addPart(pierced as Geometry, box(53, 35, 1)) as Geometry;
    expect(removeStrand(two, 0)).toEqual({ type: 'MultiPolygon', coordinates: [box(53, 35, 1).coordinates] });
  });
});

it('keeps a stretch to steps of 15 degrees', () => {
  const [x, y] = rotateShape([10, 10], [110, 14]);
  expect([x, y]).toEqual([110, 10]);
  const [a, b] = rotateShape([0, 0], [10, 9.5]);
  expect(a).toBeCloseTo(b, 9);
});

describe('crossings', () => {
  const bow: Geometry = { type: 'Polygon', coordinates: [[[0, 0], [1, 1], [1, 0], [0, 1], [0, 0]]] }; // biome-ignore format: a bow tie
  it('finds where an area crosses itself, and nothing in a sound one', () => {
    expect(selfCrossings(bow)).toEqual([[0.5, 0.5]]);
    expect(selfCrossings(box(0, 0, 1))).toEqual([]);
    expect(selfCrossings({ type: 'Polygon', coordinates: [...box(0, 0, 1).coordinates, ...box(0.5, 0.2, 1).coordinates] })).toHaveLength(2); // biome-ignore format: a hole that leaves
  });
  it('takes 5000 vertices at once', () => {
    const ring = Array.from({ length: 4999 }, (_, i) => {
      const turn = (i / 4999) * 2 * Math.PI;
      return [51 + Math.cos(turn) * (1 + (i % 2) / 100), 35 + Math.sin(turn) * (1 + (i % 2) / 100)];
    });
    const shape: Geometry = { type: 'Polygon', coordinates: [[...ring, ring[0] as number[]]] };
    const began = performance.now();
    expect(selfCrossings(shape)).toEqual([]);
    expect(performance.now() - began).toBeLessThan(1500);
  });
});

describe('overlaps', () => {
  it('is shared ground, not a shared border', () => {
    expect(isOverlapping(box(0, 0, 1), box(0.5, 0.5, 1))).toBe(true);
    expect(isOverlapping(box(0, 0, 1), box(0.2, 0.2, 0.2))).toBe(true);
    expect(isOverlapping(box(0.2, 0.2, 0.2), box(0, 0, 1))).toBe(true);
    expect(isOverlapping(box(0, 0, 1), box(0, 0, 1))).toBe(true);
    expect(isOverlapping(box(0, 0, 1), box(1, 0, 1))).toBe(false);
    expect(isOverlapping(box(0, 0, 1), box(1, 1, 1))).toBe(false);
    expect(isOverlapping(box(0, 0, 1), box(3, 0, 1))).toBe(false);
  });
  it('takes a ring that nobody closed', () => {
    const open = { type: 'Polygon' as const, coordinates: box(0, 0, 1).coordinates.map((ring) => ring.slice(0, -1)) };
    expect(isOverlapping(open, box(0.2, 0.2, 0.2))).toBe(true);
    expect(isOverlapping(open, box(2, 2, 1))).toBe(false);
  });
  it('is none in a hole', () => {
    const ring = addHole(box(0, 0, 1), box(0.2, 0.2, 0.5)) as Geometry;
    expect(isOverlapping(ring, box(0.3, 0.3, 0.2))).toBe(false);
    expect(isOverlapping(ring, box(0.2, 0.2, 0.5))).toBe(false);
  });
  it('says the same both ways', () => {
    const small = fc.tuple(
      fc.integer({ min: 0, max: 8 }),
      fc.integer({ min: 0, max: 8 }),
      fc.integer({ min: 1, max: 5 }),
    );
    fc.assert(
      fc.property(small, small, ([x, y, s], [u, v, r]) => {
        const truth = x < u + r && u < x + s && y < v + r && v < y + s;
        expect(isOverlapping(box(x, y, s), box(u, v, r))).toBe(truth);
        expect(isOverlapping(box(u, v, r), box(x, y, s))).toBe(truth);
      }),
    );
  });
});
