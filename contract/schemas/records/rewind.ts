// Selective rewind: what one person did in a time is taken back, in some layers and in a region.
import { z } from 'zod';
import { readMoment } from '../../dates';
import { dated, Geometry, ids, int } from '../common';
import { Values } from '../form';
import { LOG_ACTIONS } from '../record';
import { Person } from '../session';

/** Records that one rewind may touch. */
export const MAX_REWIND = 100_000;

/** What becomes of a record that somebody changed after the person: it stays, or what nobody else changed goes back. */
export const REWIND_CONFLICTS = ['skip', 'fields'] as const;

/** A moment: ISO, with its offset or in the organisation's zone; a day alone is its first instant there. */
const Moment = dated(readMoment, 'date-time');

const selection = {
  /** Whose acts: an account of the own organisation. */
  person: int(1, 2 ** 31 - 1),
  /** The first moment that counts, and the first that counts no more. */
  from: Moment,
  to: Moment,
  /** Absent: every layer with records. */
  layers: ids(500).optional(),
  /** Only records that meet it, now or before the person's first act. */
  region: int(1, 2 ** 31 - 1).optional(),
  conflicts: z.enum(REWIND_CONFLICTS).optional(),
};
export const RewindPreview = z.strictObject({
  ...selection,
  limit: int(1, 200).optional(),
  offset: int(0, 1_000_000).optional(),
});
/** `count` is the number of records that change, as the preview says it: another number is refused. */
export const RewindOrder = z.strictObject({ ...selection, count: int(1, MAX_REWIND) });
export type RewindOrder = z.infer<typeof RewindOrder>;
export type RewindSelection = Omit<RewindOrder, 'count'>;

/**
 * What becomes of a record: it goes to the trash, comes back from it, gets its former values and shape, or those of some fields alone;
 * or it stays as it is, because of a conflict.
 */
export const REWIND_ACTS = ['remove', 'restore', 'revert', 'fields', 'skip'] as const;
export type RewindAct = (typeof REWIND_ACTS)[number];

/**
 * Why a record stays. `changed`: somebody else acted on it later, or the person after the time. `files`: files of it were judged
 * since. `unknown`: its history does not say what waited for approval. `form`: its former values do not fit the form of today.
 */
export const REWIND_REASONS = ['changed', 'files', 'unknown', 'form'] as const;
export type RewindReason = (typeof REWIND_REASONS)[number];

const State = z.object({ value: Values, geometry: Geometry.nullable(), status: z.number().optional() });
export const RewindRecord = z.object({
  id: z.number(),
  layer: z.number(),
  /** What the person did, each kind once; `import` for what came with a file. */
  acts: z.array(z.enum(LOG_ACTIONS)),
  first: z.string(),
  last: z.string(),
  becomes: z.enum(REWIND_ACTS),
  /** Why it stays, or why only some fields go back. */
  conflict: z.enum(REWIND_REASONS).nullable(),
  /** Who changed it later. */
  by: Person.nullable(),
  /** The names of the fields that differ after; an empty text stands for the shape. */
  fields: z.array(z.string()),
  /** As it is, and as it will be; null where it is in the trash then. */
  now: State.nullable(),
  after: State.nullable(),
});
export type RewindRecord = z.infer<typeof RewindRecord>;

/** How many records become what. `change` is the number that an order must name. */
export const RewindTotals = z.object({
  change: z.number().int(),
  remove: z.number().int(),
  restore: z.number().int(),
  revert: z.number().int(),
  fields: z.number().int(),
  skip: z.number().int(),
});
export type RewindTotals = z.infer<typeof RewindTotals>;

/** A page of the records, by layer and id. */
export const RewindPage = z.object({
  count: z.number().int(),
  totals: RewindTotals,
  /** By layer, those alone where there is something. */
  layers: z.array(z.object({ layer: z.number(), label: z.string(), totals: RewindTotals })),
  results: z.array(RewindRecord),
});
export type RewindPage = z.infer<typeof RewindPage>;
