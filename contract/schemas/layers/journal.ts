// The files of all records of a layer, and what was done to its records.
import { z } from 'zod';
import { Day, ids, pageQuery } from '../common';
import { LayerFile, LOG_ACTIONS } from '../record';
import { Person } from '../session';

export const FILE_SORTS = ['pictures', 'others'] as const;

export const LayerFilesQuery = pageQuery(['create_date', 'label', 'size', 'id'] as const).extend({
  kind: z.enum(FILE_SORTS).optional(),
  /** Words of a file's label or name. */
  search: z.string().max(200).optional(),
});

export const LayerFileRow = LayerFile.extend({
  /** What the file's record is called. */
  title: z.string(),
  /** A point of the record's shape: longitude and latitude. */
  place: z.tuple([z.number(), z.number()]).nullable(),
});
export type LayerFileRow = z.infer<typeof LayerFileRow>;

export const LayerHistoryQuery = pageQuery(['date', 'id'] as const).extend({
  action: z.enum(LOG_ACTIONS).optional(),
  users: ids(50).optional(),
  /** Days in Tehran; both ends count. */
  date_after: Day.optional(),
  date_before: Day.optional(),
});

/** One step in the history of one of the layer's records, without its values. */
export const LayerLogRow = z.object({
  id: z.number(),
  layer_data: z.number(),
  title: z.string(),
  /** The record is deleted now. */
  is_deleted: z.boolean(),
  user: Person.nullable(),
  date: z.string(),
  action: z.enum(LOG_ACTIONS),
  reason: z.string().nullable(),
  file: z.string().nullable(),
  /** Fields of the form whose values it changed, and whether it changed the shape. */
  fields: z.array(z.string()),
  geometry: z.boolean(),
});
export type LayerLogRow = z.infer<typeof LayerLogRow>;
