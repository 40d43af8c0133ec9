// Whether a shape can be that of a region.
import type { Geometry } from '../../../../contract/schemas/common';
import { requirePlace } from '../../../geo/require-place';
import type { Ctx } from '../../../http/context';
import { Refusal } from '../../../http/errors';
import * as store from '../store';

/** Refuses a shape off the earth or with an open ring. */
export function checkRings(geometry: Geometry): void {
  requirePlace(geometry);
  const rings = (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates) as number[][][][];
  const closed = (ring: number[][]) => ring[0]?.[0] === ring.at(-1)?.[0] && ring[0]?.[1] === ring.at(-1)?.[1];
  if (!rings.flat().every(closed)) throw new Refusal(400, 'geometryInvalid');
}

/** Refuses a shape off the earth, with an open ring, or without an area. */
export async function checkShape(ctx: Ctx, geometry: Geometry): Promise<void> {
  checkRings(geometry);
  const [area = 0] = await store.areas(ctx.engine.db, [{ geometry }]);
  if (!(area > 0)) throw new Refusal(400, 'geometryInvalid');
}
