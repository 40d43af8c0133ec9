// Refuses shapes that no call takes, before the database sees them.
import type { Geometry } from '../../contract/schemas/common';
import { Refusal } from '../http/errors';
import { MAX_VERTICES, type Placed, place } from './geometry';

/** Where a shape lies. 400 where a coordinate is no place on earth, or where it has more vertices than are taken at all. */
export function requirePlace(geometry: Geometry): Placed {
  const placed = place(geometry);
  if (!placed) throw new Refusal(400, 'geometryPlace');
  if (placed.vertices > MAX_VERTICES) throw new Refusal(400, 'geometryBig', { params: { max: MAX_VERTICES } });
  return placed;
}
