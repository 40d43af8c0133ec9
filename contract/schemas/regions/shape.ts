// Shapes that are made of shapes, without being saved: what the tools of a boundary need.
import { z } from 'zod';
import { Extent, Geometry, int } from '../common';
import { RegionShape } from '../region';

/** A region that is there, or a shape. */
const Source = z.union([z.strictObject({ region: int(1, 2 ** 31 - 1) }), z.strictObject({ geometry: RegionShape })]);
const sources = (max: number) => z.array(Source).min(1).max(max);

export const RegionShapeOrder = z.discriminatedUnion('act', [
  /** One shape of several. */
  z.strictObject({ act: z.literal('union'), of: sources(200) }),
  /** What of the first lies outside the others. */
  z.strictObject({ act: z.literal('difference'), of: Source, by: sources(200) }),
  /** The parts that a line cuts it in, the largest first; one where it does not cut. */
  z.strictObject({ act: z.literal('split'), of: Source, line: Geometry.refine((g) => g.type === 'LineString') }),
  /** Fewer corners, none of them further from the old edge than so many degrees. */
  z.strictObject({ act: z.literal('simplify'), of: Source, tolerance: z.number().min(0).max(10) }),
]);
export type RegionShapeOrder = z.infer<typeof RegionShapeOrder>;

export const RegionShapes = z.object({
  shapes: z.array(
    z.object({
      geometry: Geometry,
      area: z.number(),
      perimeter: z.number(),
      vertices: z.number().int(),
      extent: Extent,
    }),
  ),
});
