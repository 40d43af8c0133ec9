// What is sent to make and to change one record.
import { z } from 'zod';
import { Geometry, int } from '../common';
import { Values } from '../form';

/** Work for a running project is refused outside its region and in other layers than its own. */
const project = int(1, 2 ** 31 - 1).optional();
export const NewRecord = z.strictObject({ layer: int(1), value: Values, geometry: Geometry.nullable(), project });

/** Values that are absent stay as they are. */
export const RecordEdit = z.strictObject({
  value: Values.optional(),
  geometry: Geometry.nullable().optional(),
  project,
});
