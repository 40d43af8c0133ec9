// One act on the shape of a region that makes other regions of its ground, or ends others in it: a split, a merge.
import { z } from 'zod';
import { ids as idsOf } from '../common';
import { NewRegion, Region, RegionShape, ShortRegion } from '../region';

const MAX_PARTS = 200;

/** All or none. */
export const RegionReshape = z.strictObject({
  geometry: RegionShape,
  /** Become regions beside it, with its parent and colour. */
  parts: z
    .array(NewRegion.pick({ label: true, geometry: true }))
    .max(MAX_PARTS)
    .optional(),
  /** Regions that end in this one: their people and their parts become its own. Refused while one of them is the bounds of an open project. */
  absorb: idsOf(MAX_PARTS).optional(),
});
export type RegionReshape = z.infer<typeof RegionReshape>;

/** The region as it is now; `made`: its parts, in the order of the body. */
export const RegionReshaped = Region.extend({ made: z.array(ShortRegion) });
