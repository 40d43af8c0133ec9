// Regions from a file.
import { z } from 'zod';
import { flag, Geometry, int } from '../common';

export const RegionsUpload = z.strictObject({
  /** The data set of the file where it has several; the first with polygons otherwise. */
  dataset: z.string().max(200).optional(),
  /** The column that names a region; the first text column otherwise. */
  label_field: z.string().max(200).optional(),
  /** The column of its code: a region that has the code already gets the new name and shape instead of a double. */
  code_field: z.string().max(200).optional(),
  /** The column that names the region it is part of, by that one's code, else by its label. */
  parent_field: z.string().max(200).optional(),
  /** EPSG code of the file's coordinates where the file does not say. */
  srid: int(1, 999_999).optional(),
  encoding: z.string().max(40).optional(),
  /** Reads and measures, writes nothing. */
  dry_run: flag().optional(),
});

export const RegionsUploaded = z.object({
  dry_run: z.boolean(),
  dataset: z.string(),
  label_field: z.string().nullable(),
  /** Text and number columns of the data set, for the choice of others. */
  columns: z.array(z.string()),
  /** Regions in the file that can be accepted, and how many of them are known by their code. */
  count: z.number().int(),
  updates: z.number().int(),
  /** The first hundred; `id` is null for a new one in a dry run. */
  regions: z.array(
    z.object({
      id: z.number().nullable(),
      label: z.string(),
      area: z.number(),
      code: z.string().nullable(),
      parent: z.string().nullable(),
      /** Another region, here or in the file, has the same label. */
      twin: z.boolean(),
      /** Of a dry run, with few corners. */
      geometry: Geometry.optional(),
    }),
  ),
  /** Rows that cannot be accepted, the first hundred. A dry run reports them; otherwise one of them refuses the whole file. */
  rejects: z.array(z.object({ row: z.number().int(), reason: z.string() })),
});
