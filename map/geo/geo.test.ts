// Measures against known values, snapping, and reshaping with parts, holes and heights.
import { describe, expect, it } from 'vitest';
import type { Geometry } from '@/contract/schemas/common';
import { areaOf, extentOf, lengthOf, tidyMeasure } from './measure';
import { handles, insertVertex, moveVertex, removeVertex, translate } from './reshape';
import { metresPerPixel, scaleBar, toleranceMetres } from './scale';
import { snap } from './snap';
import { fromStrands, strands } from './walk';

const square = (x: number, y: number, side: number): number[][] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];
const GEOMETRIES: Geometry[] = [
  { type: 'Point', coordinates: [51, 35, 1200] },
  {
    type: 'MultiPoint',
    coordinates: [
      [51, 35],
      [52, 36],
    ],
  },
  {
    type: 'LineString',
    coordinates: [
      [51, 35, 1],
      [52, 36, 3],
    ],
  },
  {
    type: 'MultiLineString',
    coordinates: [
      [
        [51, 35],
        [52, 36],
      ],
      [
        [1, 1],
        [2, 2],
        [3, 1],
      ],
    ],
  },
  { type: 'Polygon', coordinates: [square(50, 30, 4), square(51, 31, 1)] },
  { type: 'MultiPolygon', coordinates: [[square(50, 30, 4), square(51, 31, 1)], [square(60, 30, 1)]] },
];

describe('measure', () => {
  it('knows the equator and the meridian', () => {
    expect(
      lengthOf({
        type: 'LineString',
        coordinates: [
          [0, 0],
          [1, 0],
        ],
      }),
    ).toBeCloseTo(111_319.4908, 3);
    expect(
      lengthOf({
        type: 'LineString',
        coordinates: [
          [0, 0],
          [0, 90],
        ],
      }),
    ).toBeCloseTo(10_001_965.729, 2);
  });

  it('knows an area, whichever way the ring turns, and takes holes off', () => {
    const one = areaOf({ type: 'Polygon', coordinates: [square(0, 0, 1)] });
    expect(one).toBeCloseTo(12_308_778_361.47, 0);
    expect(areaOf({ type: 'Polygon', coordinates: [square(0, 0, 1).reverse()] })).toBeCloseTo(one, 3);
    const holed = areaOf({ type: 'Polygon', coordinates: [square(0, 0, 1), square(0.25, 0.25, 0.5)] });
    expect(holed).toBeLessThan(one * 0.76);
    expect(areaOf({ type: 'MultiPolygon', coordinates: [[square(0, 0, 1)], [square(0, 0, 1)]] })).toBeCloseTo(
      2 * one,
      0,
    );
  });

  it('has no length for points and no area for lines', () => {
    expect(
      lengthOf({
        type: 'MultiPoint',
        coordinates: [
          [0, 0],
          [1, 1],
        ],
      }),
    ).toBe(0);
    expect(
      areaOf({
        type: 'LineString',
        coordinates: [
          [0, 0],
          [1, 1],
          [1, 0],
        ],
      }),
    ).toBe(0);
  });

  it('chooses the unit that a person would', () => {
    expect(tidyMeasure(999, 'length')).toMatchObject({ unit: 'm', digits: 0 });
    expect(tidyMeasure(12_400, 'length')).toMatchObject({ unit: 'km', value: 12.4, digits: 1 });
    expect(tidyMeasure(9_999, 'area').unit).toBe('m2');
    expect(tidyMeasure(10_000, 'area')).toMatchObject({ unit: 'ha', value: 1 });
    expect(tidyMeasure(1_000_000, 'area')).toMatchObject({ unit: 'km2', value: 1 });
  });

  it('finds the extent of all', () => {
    expect(extentOf(GEOMETRIES)).toEqual([1, 1, 61, 36]);
    expect(extentOf([])).toBeNull();
  });
});

describe('scale', () => {
  it('halves with each zoom and shrinks towards the poles', () => {
    expect(metresPerPixel(0, 0)).toBeCloseTo(78_271.517, 2);
    expect(metresPerPixel(60, 1)).toBeCloseTo(78_271.517 / 4, 2);
    expect(toleranceMetres(35.7, 12)).toBeCloseTo(93.1, 0);
    expect(toleranceMetres(0, 30)).toBe(0.01);
  });

  it('draws a round length that fits', () => {
    for (let zoom = 0; zoom < 22; zoom += 0.7) {
      const { metres, width } = scaleBar(35, zoom, 90);
      expect(String(metres).replace(/[0.]/g, '')).toMatch(/^[1235]$/);
      expect(width).toBeLessThanOrEqual(90);
      expect(width).toBeGreaterThan(30);
    }
  });
});

describe('snap', () => {
  const project = ([x = 0, y = 0]: number[]) => [x * 10, y * 10] as const;
  const line = {
    positions: [
      [0, 0],
      [10, 0],
    ],
    closed: false,
  };

  it('prefers a corner to a nearer edge', () => {
    expect(snap([6, 3], [line], project, 8)).toMatchObject({ kind: 'vertex', position: [0, 0] });
  });
  it('lands on an edge, else nowhere', () => {
    expect(snap([50, 4], [line], project, 8)).toMatchObject({ kind: 'edge', position: [5, 0], distance: 4 });
    expect(snap([50, 9], [line], project, 8)).toBeNull();
  });
  it('closes rings only', () => {
    const ring = {
      positions: [
        [0, 0],
        [10, 0],
        [10, 10],
      ],
      closed: true,
    };
    expect(snap([50, 50], [ring], project, 8)?.position).toEqual([5, 5]);
    expect(snap([50, 50], [{ ...ring, closed: false }], project, 8)).toBeNull();
  });
});

describe('reshape', () => {
  it.each(GEOMETRIES)('takes $type apart and puts it together again', (g) => {
    expect(fromStrands(g.type, strands(g))).toEqual(g);
  });

  it.each(GEOMETRIES)('moves every vertex of $type and nothing else', (g) => {
    for (const [strand, { positions }] of strands(g).entries())
      for (const [index, position] of positions.entries()) {
        const moved = moveVertex(g, { strand, index }, [7, 8]);
        expect(strands(moved)[strand]?.positions[index]).toEqual([7, 8, ...position.slice(2)]);
        expect(moveVertex(moved, { strand, index }, position)).toEqual(g);
      }
  });

  it('keeps rings closed when their first vertex moves', () => {
    const g = moveVertex({ type: 'Polygon', coordinates: [square(0, 0, 1)] }, { strand: 0, index: 0 }, [-1, -1]);
    const ring = g.type === 'Polygon' ? g.coordinates[0] : undefined;
    expect(ring?.[0]).toEqual([-1, -1]);
    expect(ring?.at(-1)).toEqual([-1, -1]);
    expect(ring).toHaveLength(5);
  });

  it('inserts behind, also on the closing edge and with a height between its neighbours', () => {
    const line = insertVertex(GEOMETRIES[2] as Geometry, { strand: 0, index: 0 }, [51.5, 35.5]);
    expect(line).toEqual({
      type: 'LineString',
      coordinates: [
        [51, 35, 1],
        [51.5, 35.5, 2],
        [52, 36, 3],
      ],
    });
    const ring = insertVertex({ type: 'Polygon', coordinates: [square(0, 0, 1)] }, { strand: 0, index: 3 }, [0, 0.5]);
    expect(strands(ring)[0]?.positions.at(-1)).toEqual([0, 0.5]);
  });

  it('removes until too few would remain', () => {
    let g: Geometry | null = { type: 'Polygon', coordinates: [square(0, 0, 1)] };
    g = removeVertex(g, { strand: 0, index: 0 });
    expect(g && strands(g)[0]?.positions).toHaveLength(3);
    expect(g && removeVertex(g, { strand: 0, index: 0 })).toBeNull();
    expect(removeVertex({ type: 'Point', coordinates: [0, 0] }, { strand: 0, index: 0 })).toBeNull();
  });

  it('moves all of it', () => {
    expect(extentOf([translate(GEOMETRIES[5] as Geometry, 1, -2)])).toEqual([51, 28, 62, 32]);
  });

  it('offers a middle for each edge, the closing one included', () => {
    const corners = handles({ type: 'Polygon', coordinates: [square(0, 0, 2), square(0.5, 0.5, 1)] });
    expect(corners.filter((h) => h.kind === 'vertex')).toHaveLength(8);
    expect(corners.filter((h) => h.kind === 'middle')).toHaveLength(8);
    expect(corners[7]).toMatchObject({ kind: 'middle', index: 3, position: [0, 1] });
  });
});
