// A shape beside itself: as far away as was asked, on the asked side, and refused where nothing proper comes out.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Geometry } from '@/contract/schemas/common';
import { areaOf, lengthOf } from './measure';
import { rayOf } from './measure-lines';
import { offset } from './offset';

const line = (...coordinates: number[][]): Geometry => ({ type: 'LineString', coordinates });
const box = (x: number, y: number, side: number): number[][] =>
  [[x, y], [x + side, y], [x + side, y + side], [x, y + side], [x, y]]; // biome-ignore format: a square
const ends = (g: Geometry | null) => (g?.type === 'LineString' ? g.coordinates : []);
const pair = (p: number[] | undefined) => [p?.[0] ?? 0, p?.[1] ?? 0] as const;

describe('offset', () => {
  it('lies so many metres to the left or right of a line, seen along it', () => {
    const road = line([51, 35], [51, 35.01]);
    const [left] = ends(offset(road, 20, 'left'));
    const [right] = ends(offset(road, 20, 'right'));
    expect(left?.[0]).toBeLessThan(51);
    expect(right?.[0]).toBeGreaterThan(51);
    expect(rayOf([51, 35], pair(left)).length).toBeCloseTo(20, 0);
    expect(offset(road, 20, 'both')).toMatchObject({ type: 'MultiLineString', coordinates: [{}, {}] });
  });

  it('makes an area larger and smaller whichever way it is walked, and its holes the other way', () => {
    for (const ring of [box(51, 35, 0.01), box(51, 35, 0.01).reverse()]) {
      const area: Geometry = { type: 'Polygon', coordinates: [ring, box(51.004, 35.004, 0.002)] };
      const [out, into] = [offset(area, 10, 'left'), offset(area, 10, 'right')];
      expect(areaOf(out as Geometry)).toBeGreaterThan(areaOf(area));
      expect(areaOf(into as Geometry)).toBeLessThan(areaOf(area));
      // Four sides of about 1 km, 10 m each, and a hole of 200 m.
      const grown = areaOf(out as Geometry) - areaOf(area);
      expect(grown / (10 * lengthOf(area))).toBeCloseTo(1, 1);
      expect(out?.type === 'Polygon' && out.coordinates[1]?.[0]?.[0]).toBeGreaterThan(51.004);
    }
  });

  it('refuses points, both sides of an area, and what would turn inside out', () => {
    const area: Geometry = { type: 'Polygon', coordinates: [box(51, 35, 0.001)] };
    expect(offset({ type: 'Point', coordinates: [51, 35] }, 5, 'left')).toBeNull();
    expect(offset(area, 5, 'both')).toBeNull();
    expect(offset(area, 500, 'right')).toBeNull();
    expect(offset(line([51, 35], [51, 35]), 5, 'left')).toBeNull();
    expect(offset(line([51, 35], [51.001, 35.0001], [51.0015, 35], [51.002, 35.0001], [51.003, 35]), 5000, 'left')).toBeNull(); // biome-ignore format: one line
  });

  it('cuts a corner that would run away', () => {
    const needle = offset(line([51, 35], [51.01, 35], [51, 35.0002]), 10, 'right');
    expect(ends(needle)).toHaveLength(4);
  });

  it('never answers a broken number, and comes back when moved there and back', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 3, maxLength: 10 }),
        fc.double({ min: 0.1, max: 20, noNaN: true }),
        (rays, metres) => {
          const ring = rays.map((r, i) => {
            const angle = (2 * Math.PI * i) / rays.length;
            return [51 + 0.01 * r * Math.cos(angle), 35 + 0.01 * r * Math.sin(angle)];
          });
          const area: Geometry = { type: 'Polygon', coordinates: [[...ring, ring[0] as number[]]] };
          const out = offset(area, metres, 'left');
          if (!out) return;
          expect(JSON.stringify(out)).not.toContain('null');
          const back = offset(out, metres, 'right');
          // Where no corner was cut, the way back ends where it began.
          if (back && out.type === 'Polygon' && out.coordinates[0]?.length === ring.length + 1)
            expect(areaOf(back)).toBeCloseTo(areaOf(area), -3);
        },
      ),
    );
  });
});
