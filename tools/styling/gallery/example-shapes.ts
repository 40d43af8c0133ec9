// Shapes that stand in for those of a layer in the pictures of its ready looks, where the map has none of them: hidden, empty or elsewhere.
import type { Geometry } from '@/contract/schemas/common';

const COUNT = 40;
const GOLDEN = 0.618034;

/** A place in a square of one degree; neighbours in number lie apart. */
const placeOf = (i: number): [number, number] => [(i * GOLDEN) % 1, (i * i * 0.0731 + i * 0.19) % 1];

const EXAMPLES: Record<number, (i: number) => Geometry> = {
  1: (i) => ({ type: 'Point', coordinates: placeOf(i) }),
  2: (i) => {
    const [x, y] = placeOf(i);
    return { type: 'LineString', coordinates: [[x - 0.2, y], [x, y + 0.08 * (i % 3)], [x + 0.2, y - 0.05]] }; // biome-ignore format: a line
  },
  3: (i) => {
    const [west, south] = [(i % 8) / 8, Math.floor(i / 8) / 10];
    const [east, north] = [west + 0.125, south + 0.1];
    return { type: 'Polygon', coordinates: [[[west, south], [east, south], [east, north], [west, north], [west, south]]] }; // biome-ignore format: a ring
  },
};

/** `type` is a layer's: 1 points, 2 lines, 3 polygons; others have no shapes. Degrees. */
export const exampleShapes = (type: number): Geometry[] => {
  const example = EXAMPLES[type];
  return example ? Array.from({ length: COUNT }, (_, i) => example(i)) : [];
};
