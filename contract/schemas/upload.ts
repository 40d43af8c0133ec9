// Files on their way in: what is inside, what shall become of it, and how far the import is.
import { z } from 'zod';
import { Extent, flag, ids, int } from './common';
import { FIELD_TYPES, Field } from './form';

export const Dataset = z.object({
  name: z.string(),
  /** Layer type 0 to 3; null where a file mixes kinds and they must be split. */
  type: z.number().int().min(0).max(3),
  /** Records by kind where a dataset mixes points, lines and polygons: each kind becomes a layer of its own. */
  feature_count: z.number().int(),
  /** EPSG code read from the file, null where it says nothing. */
  srid: z.number().int().nullable(),
  /** The CRS in the file's own words, for people. */
  crs: z.string().nullable(),
  is3d: z.boolean(),
  /** In the file's own coordinates. */
  extent: Extent.nullable(),
  fields: z.array(z.object({ name: z.string(), type: z.enum(FIELD_TYPES), samples: z.array(z.string()) })),
});
export type Dataset = z.infer<typeof Dataset>;

export const Inspection = z.object({
  file_id: z.string(),
  file_name: z.string(),
  size: z.number(),
  format: z.string(),
  /** The text encoding in which attributes were read, and whether it is a guess that a person should look at. */
  encoding: z.string(),
  encoding_sure: z.boolean(),
  datasets: z.array(Dataset),
  /** Things a person should know before importing, as message codes. */
  warnings: z.array(z.string()),
});
export type Inspection = z.infer<typeof Inspection>;

export const InspectQuery = z.strictObject({ encoding: z.string().max(40).optional() });

export const ImportOrder = z.strictObject({
  file_id: z.string().max(64),
  dataset: z.string().max(200),
  /** Where a dataset mixes kinds: which kind to take. */
  type: int(0, 3),
  label: z.string().trim().min(1).max(200),
  encoding: z.string().max(40).optional(),
  /** EPSG code of the file's coordinates; needed where the file does not say. */
  srid: int(1, 999_999).optional(),
  group_layer: ids(100).optional(),
  /** Which fields come in, under which label and type. */
  fields: z
    .array(
      z.strictObject({ source: z.string().max(200), label: z.string().trim().min(1).max(200), type: Field.shape.type }),
    )
    .max(500),
  supervised: flag().optional(),
});
export type ImportOrder = z.infer<typeof ImportOrder>;

export const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;

export const Job = z.object({
  id: z.string(),
  state: z.enum(JOB_STATES),
  label: z.string(),
  /** 0 to 100, null while the size is unknown. */
  progress: z.number().min(0).max(100).nullable(),
  read: z.number().int(),
  imported: z.number().int(),
  rejected: z.number().int(),
  /** The first rows that were refused; all of them are in the rejects file. */
  rejects: z.array(z.object({ row: z.number(), reason: z.string() })),
  /** The layer that came of it. */
  layer: z.number().nullable(),
  error: z.string().nullable(),
});
export type Job = z.infer<typeof Job>;
