// Records of a layer counted by the values of a field, with sums of numbers beside the counts.
import { z } from 'zod';
import { int } from '../common';
import { QueryTree } from '../query';

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

/** Groups that one page carries, and the last one that a page reaches. */
export const MAX_GROUPS_PAGE = 200;
export const MAX_GROUPS = 10_000;

/** The largest groups come first where no order is asked for; records without a value come last in any order. */
export const GroupsBody = Grouping.extend({
  query: QueryTree,
  order: z.enum(['count', '-count', 'value', '-value']).optional(),
  limit: int(1, MAX_GROUPS_PAGE).optional(),
  offset: int(0, MAX_GROUPS).optional(),
});
export type GroupsBody = z.infer<typeof GroupsBody>;

/** In the order of the number fields that were named; null where there is no number. */
const numbers = z.array(z.number().nullable());
export const RecordGroup = z.object({
  /** Null: the records without a value. A year or month is its first day. */
  value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  count: z.number().int(),
  sums: numbers,
  means: numbers,
  /** Leaves the group's records, beside the query that was asked. */
  query: QueryTree,
});
export type RecordGroup = z.infer<typeof RecordGroup>;

export const RecordGroups = z.object({
  groups: z.array(RecordGroup),
  /** How many groups there are, and whether that is only as many as are looked for: of texts the most frequent. */
  count: z.number().int(),
  capped: z.boolean(),
  /** Over all groups. A record of several choices stands in several groups and counts here once. */
  total: z.object({ count: z.number().int(), sums: numbers, means: numbers }),
  /** The layer is larger than what is looked through. */
  partial: z.boolean(),
});
export type RecordGroups = z.infer<typeof RecordGroups>;
