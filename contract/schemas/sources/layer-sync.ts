// When a layer that came of a database table is read again, and what came of the last time.
import { z } from 'zod';
import { int } from '../common';
import { ValueTree } from '../query';

export const SYNC_TIMES = ['manual', 'hourly', 'daily'] as const;
/** Records that were edited here and differ from the source: they stay, or the source overwrites them. */
export const EDITS = ['ours', 'theirs'] as const;

const times = {
  every: z.enum(SYNC_TIMES),
  /** Hour of the organisation's zone; only with `daily`. */
  hour: int(0, 23).optional(),
  edits: z.enum(EDITS),
};
const hasItsHour = ({ every, hour }: { every: string; hour?: number | undefined }) => (every === 'daily') === (hour !== undefined); // biome-ignore format: one line

export const Schedule = z.strictObject(times).refine(hasItsHour, { path: ['hour'] });
export type Schedule = z.infer<typeof Schedule>;

/**
 * A new schedule, and with it other rows or another key; what is absent of these stays. The next reading goes by them: records of rows
 * that pass no more are deleted as if the row had gone, records follow their row to its new key.
 */
export const SyncChange = z
  .strictObject({
    ...times,
    /** Null: all rows. */
    where: ValueTree.nullable().optional(),
    /** Null: the table's primary key. */
    key: z.string().min(1).max(63).nullable().optional(),
  })
  .refine(hasItsHour, { path: ['hour'] });
export type SyncChange = z.infer<typeof SyncChange>;

/** Ids of conflicts that are told. */
export const MAX_CONFLICT_IDS = 100;

export const SyncOutcome = z.object({
  /** ISO time of its end. */
  at: z.string(),
  /** In words; null where it went well. */
  error: z.string().nullable(),
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
  /** Rows of the source that could not come in. */
  rejected: z.number().int(),
  /** Records that were edited here and differ from the source, whatever was decided. */
  conflicts: z.number().int(),
  /** The first of them. */
  conflict_ids: z.array(z.number()),
});
export type SyncOutcome = z.infer<typeof SyncOutcome>;

export const LayerSync = z.object({
  /** Label of the connection; null where it has been deleted. */
  connection: z.string().nullable(),
  /** Its id, as above. */
  arcsde: z.number().nullable(),
  schema: z.string(),
  table: z.string(),
  /** Which of its rows come in; null for all. */
  where: ValueTree.nullable(),
  /** Column of the key; null for the table's primary key. */
  key: z.string().nullable(),
  every: z.enum(SYNC_TIMES),
  hour: z.number().int().nullable(),
  edits: z.enum(EDITS),
  /** ISO time; null where it is read by hand, or pauses. */
  next: z.string().nullable(),
  /** It failed so often that it waits for a person. */
  is_paused: z.boolean(),
  is_running: z.boolean(),
  last: SyncOutcome.nullable(),
});
export type LayerSync = z.infer<typeof LayerSync>;
