// Work in the background: how far it is, and what came of it.
import { z } from 'zod';

export const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export const JOB_KINDS = [
  'import',
  'append',
  'sync',
  'export',
  'analysis',
  'form',
  'undo',
  'act',
  'act_undo',
  'layer_export',
  'rewind',
  'undo_rewind',
] as const;

/** What a dry run found. Counts are rows of the source unless said otherwise. */
export const JobReport = z.object({
  /** Rows that would come in. */
  accepted: z.number().int(),
  /** Empty cells by field name. */
  nulls: z.record(z.string(), z.number().int()),
  /** Shapes that cross themselves or are not closed, and would be mended or refused. */
  invalid_geometry: z.number().int(),
  /** Rows whose geometry and values all occurred before. */
  duplicates: z.number().int(),
  /** Only of an append: rows that come in with a key which no parent has that the caller sees, by relation. */
  orphans: z.array(z.object({ relation: z.string(), field: z.string(), rows: z.number().int() })).optional(),
  /** Refused rows by reason. */
  reasons: z.array(z.object({ reason: z.string(), rows: z.number().int() })),
});
export type JobReport = z.infer<typeof JobReport>;

/**
 * What an append did, or would do, with the rows that came through; or what taking one back did. Of a rewind: `changed` got their former
 * state, `removed` went to the trash, `restored` came from there, `skipped` are conflicts, `left` are those that changed since the order.
 */
export const JobOutcome = z.object({
  added: z.number().int(),
  changed: z.number().int(),
  /** Rows whose record has these values and this shape already. */
  same: z.number().int(),
  /** Rows whose record differs and stays as it is. */
  skipped: z.number().int(),
  /** Only of an undo: records that went to the trash, and those that have their former values again. */
  removed: z.number().int().optional(),
  restored: z.number().int().optional(),
  /** Only of an undo: how many were changed since and stay, and the first of them. */
  left: z.number().int().optional(),
  left_ids: z.array(z.number().int()).optional(),
  /** Only of an import of related datasets: the layers, how many relations were made, and the names of those that could not be. */
  layers: z.array(z.number().int()).optional(),
  relations: z.number().int().optional(),
  unrelated: z.array(z.string()).optional(),
});
export type JobOutcome = z.infer<typeof JobOutcome>;

/** What a job does with a source's rows, in this order. */
export const JOB_STAGES = ['reading', 'checking', 'indexing', 'writing'] as const;
export type JobStage = (typeof JOB_STAGES)[number];

export const Job = z.object({
  id: z.string(),
  kind: z.enum(JOB_KINDS),
  state: z.enum(JOB_STATES),
  label: z.string(),
  /** The upload that it reads; null where it reads none. */
  file_id: z.string().nullable(),
  dry_run: z.boolean(),
  /** 0 to 100, null while the size is unknown. */
  progress: z.number().min(0).max(100).nullable(),
  /** What it is at while it runs. */
  stage: z.enum(JOB_STAGES).nullable().optional(),
  /** How many rows or records it goes through, where that is known. */
  total: z.number().int().nullable().optional(),
  read: z.number().int(),
  imported: z.number().int(),
  rejected: z.number().int(),
  /** The first rows that were refused; all of them are in the rejects file. Row 0 stands for many. */
  rejects: z.array(z.object({ row: z.number(), reason: z.string() })),
  /** The layer that came of it, or that it writes into. */
  layer: z.number().nullable(),
  /** Only of a dry run that is done. */
  report: JobReport.nullable(),
  /** Of an append, a rewind, and their undo. */
  outcome: JobOutcome.nullable().optional(),
  /** Whether it can be taken back as a whole. */
  can_undo: z.boolean().optional(),
  /** The file that an export has left, at `job/:id/file/` until that time. */
  file: z.object({ name: z.string(), size: z.number(), until: z.string() }).nullable().optional(),
  /** Whether the layer can be seen and edited, and its text is still being indexed: searches read all of it until then. */
  text_follows: z.boolean().optional(),
  error: z.string().nullable(),
});
export type Job = z.infer<typeof Job>;
