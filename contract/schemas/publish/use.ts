// How much programs outside have asked for.
import { z } from 'zod';
import { Day, int } from '../common';
import { Person } from '../session';

export const USE_GROUPS = ['day', 'key', 'layer'] as const;
/** Days of one look. */
export const MAX_USE_DAYS = 366;

export const PublishUseQuery = z.strictObject({
  from: Day.optional(),
  to: Day.optional(),
  layer: int(1).optional(),
  /** A key's id; `open` for what was asked without one. */
  key: z.string().max(8).optional(),
  by: z.enum(USE_GROUPS).optional(),
});

export const PublishUse = z.object({
  from: z.string(),
  to: z.string(),
  /** By day, the newest first; else the busiest first. At most 1,000. */
  rows: z.array(
    z.object({
      /** An ISO day, a key's id (empty: without a key) or a layer's id (0: no layer). */
      of: z.string(),
      /** The name of the key or layer; null of a day, and of what has gone. */
      label: z.string().nullable(),
      /** Whose key it is; null of a program's, and of what is no key. */
      person: Person.nullable(),
      requests: z.number().int(),
      records: z.number().int(),
      bytes: z.number().int(),
      refused: z.number().int(),
    }),
  ),
});
export type PublishUse = z.infer<typeof PublishUse>;
