// Records (the product's "features"), their history, and the ways to find them.
import { z } from 'zod';
import { Extent, Geometry, ids, int } from './common';
import { Values } from './form';
import { Person } from './session';

/** 1 awaiting approval, 2 first approval, 3 approved, 4 returned, 5 rejected. */
export const STATUS = { waiting: 1, first: 2, approved: 3, returned: 4, rejected: 5 } as const;

export const LayerRecord = z.object({
  id: z.number(),
  layer: z.number(),
  status: z.object({ id: z.number(), name: z.string() }),
  creator_user: Person.nullable(),
  value: Values,
  geometry: Geometry.nullable(),
  create_date: z.string(),
  modified_date: z.string(),
  modified_user: Person.nullable(),
  /** Values and geometry of an edit that waits for approval. */
  unconfiremed_value: z.object({ value: Values.optional(), geometry: Geometry.nullable().optional() }).nullable(),
  /** Grows by one with each change; the ETag of the record is this number in quotes. */
  version: z.number().int(),
});
export type LayerRecord = z.infer<typeof LayerRecord>;

const VALUE_FILTER = /^value__[^\s]{1,63}$/;

/** `order` is a field (`value__name`), id, create_date or modified_date; a leading minus turns it round. */
export const RecordQuery = z
  .object({
    layer: int(1),
    limit: int(1, 1000).optional(),
    offset: int(0, 100_000_000).optional(),
    order: z.string().max(80).optional(),
    ids: ids(500).optional(),
    /** Folded search over all text values: yeh, kaf, digits, harakat and ZWNJ do not matter. */
    search: z.string().max(200).optional(),
    status: ids(5).optional(),
    create_date_before: z.iso.date().optional(),
    create_date_after: z.iso.date().optional(),
  })
  .catchall(z.string().max(500))
  .check((c) => {
    const known = new Set([
      'layer',
      'limit',
      'offset',
      'order',
      'ids',
      'search',
      'status',
      'create_date_before',
      'create_date_after',
    ]);
    for (const key of Object.keys(c.value))
      if (!known.has(key) && !VALUE_FILTER.test(key))
        c.issues.push({ code: 'unrecognized_keys', keys: [key], input: c.value, path: [] });
  });
export type RecordQuery = z.infer<typeof RecordQuery>;

export const NewRecord = z.strictObject({ layer: int(1), value: Values, geometry: Geometry.nullable() });

/** Values that are absent stay as they are. */
export const RecordEdit = z.strictObject({ value: Values.optional(), geometry: Geometry.nullable().optional() });

export const RecordLog = z.object({
  id: z.number(),
  layer_data: z.number(),
  user: Person.nullable(),
  date: z.string(),
  action: z.enum(['create', 'edit', 'delete', 'restore', 'import']),
  before: z.object({ value: Values, geometry: Geometry.nullable() }).nullable(),
  after: z.object({ value: Values, geometry: Geometry.nullable() }).nullable(),
});
export type RecordLog = z.infer<typeof RecordLog>;

/** Identify: records that meet the geometry; an empty `layers` asks every layer that the caller may see. */
export const Identify = z.strictObject({
  geometry: Geometry,
  layers: ids(200),
  limit: int(1, 500).optional(),
  /** Metres round a point or line within which a record counts as met. */
  tolerance: z.number().min(0).max(100_000).optional(),
});

export const Found = z.object({
  id: z.number(),
  layer: z.number(),
  /** The text that stands for the record: its label field, else its first text value, else its id. */
  title: z.string(),
  value: Values,
  geometry: Geometry.nullable(),
});
export type Found = z.infer<typeof Found>;

export const SearchQuery = z.strictObject({
  search: z.string().trim().min(1).max(200),
  mini: z.string().max(5).optional(),
});
export const SearchBody = z.strictObject({ layers: ids(200), geometry: Geometry.optional() });
export const FoundHere = Found.omit({ geometry: true }).extend({ extent: Extent.nullable() });
export const DataValues = z.strictObject({ ids: ids(500) });
