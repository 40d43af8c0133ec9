// All regions at once, as their tree shows them, and what is between them: overlaps and gaps.
import { z } from 'zod';
import { can, Extent, Geometry, int } from '../common';
import { ShortRegion } from '../region';

/** A region without its shape. */
export const RegionBranch = z.object({
  id: z.number(),
  label: z.string(),
  parent: z.number().nullable(),
  code: z.string().nullable(),
  colour: z.string().nullable(),
  area: z.number(),
  extent: Extent,
  people: z.number().int(),
  projects: z.number().int(),
  can_delete: can,
});
export type RegionBranch = z.infer<typeof RegionBranch>;

/** Two regions of one parent that share ground. */
export const RegionOverlap = z.object({ a: ShortRegion, b: ShortRegion, area: z.number() });
export const RegionOverlapsQuery = z.strictObject({
  limit: int(1, 1000).optional(),
  /** How many larger pairs stand before the page: there is one order, that of the work. */
  after: int(0, 1_000_000).optional(),
});
export const RegionOverlaps = z.object({
  /** A page of them, those that share most first. */
  pairs: z.array(RegionOverlap),
  count: z.number().int(),
  /** All regions that are in a pair. */
  regions: z.array(z.number()),
  /** There are more: number or time came to its bound. */
  capped: z.boolean(),
});

const Piece = z.object({ area: z.number(), extent: Extent, geometry: Geometry });
/** What lies wrong round one region. */
export const RegionFit = z.object({
  /** Regions of the same parent that share ground with it; `share` of this region, 0 to 1. */
  overlaps: z.array(Piece.extend({ id: z.number(), label: z.string(), share: z.number() })),
  /** Ground of the parent that no region of it covers and that this one touches; of a region with parts what they leave out. */
  gaps: z.array(Piece.extend({ of: ShortRegion, neighbours: z.array(ShortRegion) })),
  /** What of it lies outside its parent. */
  beyond: Piece.nullable(),
  /** There are more than the hundred largest of a kind. */
  capped: z.boolean(),
});
export type RegionFit = z.infer<typeof RegionFit>;
