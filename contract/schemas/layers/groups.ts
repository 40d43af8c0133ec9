// Records of a layer counted by the values of a field, with sums of numbers beside the counts.
import { z } from 'zod';

/** Number fields that are summed at once. */
export const MAX_SUMS = 10;
/** Days stand together by these parts of the calendar of the reader. */
export const GROUP_STEPS = ['year', 'month'] as const;

const fieldName = z.string().min(1).max(63);

/** What records are grouped by. `step` is for days and moments, which stand together by their month where it is missing. */
export const Grouping = z.strictObject({
  field: fieldName,
  step: z.enum(GROUP_STEPS).optional(),
  sums: z.array(fieldName).max(MAX_SUMS),
});
export type Grouping = z.infer<typeof Grouping>;
