// How long deleted records stay.
import { z } from 'zod';

/** Shorter than a fortnight would end what somebody misses after a holiday. */
export const MIN_RETENTION_DAYS = 14;
export const MAX_RETENTION_DAYS = 3650;

/** Days that a deleted record can be brought back; null: until somebody deletes it for ever. */
export const Retention = z.strictObject({
  days: z.int().min(MIN_RETENTION_DAYS).max(MAX_RETENTION_DAYS).nullable(),
});
export type Retention = z.infer<typeof Retention>;
