// Reports: what people did, and what records add up to. Days are Tehran's; periods are those of the Jalali calendar.
import { z } from 'zod';
import { Day, flag, ids, int } from './common';
import { QueryTree } from './query';

/** Jalali weeks begin on Saturday. */
export const PERIODS = ['day', 'week', 'month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

/** What is counted: writes of people, and records that came with files or from databases (`import`). */
export const ACTIVITIES = [
  'create',
  'edit',
  'delete',
  'restore',
  'approve',
  'return',
  'reject',
  'import',
  'other',
] as const;
export type Activity = (typeof ACTIVITIES)[number];

/** Periods of one report. */
export const MAX_PERIODS = 400;

/** Both days count. `period` and `by` left out: one row for all. */
export const ActivityQuery = z
  .strictObject({
    from: Day,
    to: Day,
    period: z.enum(PERIODS).optional(),
    by: z.enum(['user', 'layer', 'region']).optional(),
    users: ids(500).optional(),
    layers: ids(500).optional(),
    regions: ids(100).optional(),
    /** Also the users that did nothing, behind the others; by user and without periods alone. */
    idle: flag().optional(),
  })
  .refine((q) => q.from <= q.to, { path: ['to'] })
  .refine((q) => !q.idle || (q.by === 'user' && !q.period), { path: ['idle'] });
export type ActivityQuery = z.infer<typeof ActivityQuery>;

export const ActivityReport = z.object({
  /** First days (ISO) of the periods, the oldest first; the first one may begin before `from`. Empty without periods. */
  periods: z.array(z.string()),
  rows: z.array(
    z.object({
      /** The user, layer or region; null where nothing was asked apart, or where it is gone. */
      id: z.number().nullable(),
      label: z.string().nullable(),
      /** First day of the period; null without periods. */
      period: z.string().nullable(),
      counts: z.partialRecord(z.enum(ACTIVITIES), z.number()),
      total: z.number(),
    }),
  ),
  /** There are more rows than one answer has: the largest are here. */
  capped: z.boolean(),
  /** Of a report by place: whether places are being looked up, after which it is complete; and imported features whose place was never noted, which are in no row. */
  places: z.object({ pending: z.boolean(), unplaced: z.number() }).optional(),
});
export type ActivityReport = z.infer<typeof ActivityReport>;

const field = z.string().min(1).max(63);

/** The key of a relation by which the layer's records belong to others, and a field of those; nobody's record is in the group without a key. */
const related = { relation: z.string().min(1).max(100), related_field: field };

/** What records are sorted into: a field, a column of their own, or the regions that they meet. Days are put into periods. */
export const GroupBy = z.union([
  z.strictObject({ field, period: z.enum(PERIODS).optional() }),
  /** Numbers stand together by intervals of this width, of which zero begins one; the key is where one begins. */
  z.strictObject({ field, step: z.number().positive().max(1e15) }),
  z.strictObject({ ...related, period: z.enum(PERIODS).optional() }),
  z.strictObject({ ...related, step: z.number().positive().max(1e15) }),
  z.strictObject({ column: z.enum(['status', 'creator', 'region']) }),
  z.strictObject({ column: z.enum(['create_date', 'modified_date']), period: z.enum(PERIODS) }),
]);

export type GroupBy = z.infer<typeof GroupBy>;

/** Shares of a group that lie at or below a value: the median, the quarters and the ninth tenth, between two values in proportion. */
export const PERCENTILES = ['p25', 'median', 'p75', 'p90'] as const;

/** Groups that one answer shows. */
export const MAX_SHOWN_GROUPS = 1000;

/** Parts of one group that are told apart. */
export const MAX_SPLITS = 12;

/** A measure of each group. `area` (square metres) and `length` (metres) are taken over the ellipsoid. */
export const Measure = z.union([
  z.strictObject({ type: z.enum(['sum', 'avg', 'min', 'max', 'distinct', ...PERCENTILES]), field }),
  z.strictObject({ type: z.enum(['area', 'length']) }),
]);
export type Measure = z.infer<typeof Measure>;

/** Groups are sorted by a measure (its place in the list), by their key, or by their count, which is the default. */
export const StatisticsQuery = z.strictObject({
  layer: int(1),
  group_by: GroupBy.optional(),
  /** Each group in parts, by anything but regions and lists; not where the groups are regions. */
  split_by: GroupBy.optional(),
  measures: z.array(Measure).max(8).optional(),
  query: QueryTree.optional(),
  regions: ids(100).optional(),
  users: ids(500).optional(),
  sort_by: z.union([z.literal('count'), z.literal('key'), int(0, 7)]).optional(),
  ascending: z.boolean().optional(),
  limit: int(1, MAX_SHOWN_GROUPS).optional(),
});
export type StatisticsQuery = z.infer<typeof StatisticsQuery>;

export const Statistics = z.object({
  groups: z.array(
    z.object({
      /** The field's value, a status or region or account id, or the first day (ISO) of a period; null for records without one. */
      key: z.union([z.string(), z.number(), z.boolean()]).nullable(),
      /** What a person reads, where the key is an id. */
      label: z.string().nullable(),
      count: z.number(),
      /** One for each measure, in their order; null where no record has a value. */
      values: z.array(z.number().nullable()),
      /** With `split_by`: a part for each of `splits`, null where it has no record. */
      parts: z.array(z.object({ count: z.number(), values: z.array(z.number().nullable()) }).nullable()).optional(),
    }),
  ),
  /** What the groups are split by: the keys with the most records, the largest first. */
  splits: z.array(z.object({ key: z.union([z.string(), z.number(), z.boolean()]).nullable(), label: z.string().nullable() })).optional(), // biome-ignore format: one line
  /** Groups in all, also those beyond `limit`. */
  groups_total: z.number(),
  /** Records that took part. */
  count: z.number(),
  /** The layer is larger than what is looked through. */
  capped: z.boolean(),
});
export type Statistics = z.infer<typeof Statistics>;

/** What an organisation has, as far as the caller may see it. */
export const Overview = z.object({
  layers: z.number(),
  records: z.number(),
  /** By layer type. */
  types: z.array(z.object({ type: z.number(), layers: z.number(), records: z.number() })),
  /** The largest layers. */
  largest: z.array(z.object({ id: z.number(), label: z.string(), records: z.number() })),
  regions: z.number(),
  projects: z.number(),
  users: z.number(),
  /** Seen within 30 minutes. */
  online: z.number(),
  /** Writes of today in Tehran. */
  today: z.number(),
});
