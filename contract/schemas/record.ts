// Records (the product's "features"), their history, and the ways to find them.
import { z } from 'zod';
import { isFieldKey, MAX_FIELD_FILTER, MAX_STATUSES } from '../filters/filter-key';
import { Day, Extent, eitherOrder, flag, Geometry, ids, int } from './common';
import { Values } from './form';
import { MAX_IN_VALUES, MAX_SEARCH } from './query';
import { LOG_ACTIONS } from './records/log-actions';
import { Person } from './session';

export * from './records/log-actions';
export * from './records/new-record';

/** 1 awaiting approval, 2 first approval, 3 approved, 4 returned, 5 rejected. */
export const STATUS = { waiting: 1, first: 2, approved: 3, returned: 4, rejected: 5 } as const;

export const VERDICTS = ['approve', 'return', 'reject'] as const;
export type VerdictAction = (typeof VERDICTS)[number];

/** What the asker may do with a record as it stands. */
export const RecordCan = z.object({
  edit: z.boolean(),
  delete: z.boolean(),
  /** The verdicts that may be given; null where nothing waits, or the asker approves nothing here. */
  judge: z.array(z.enum(VERDICTS)).nullable(),
  /** Take back the deletion that waits. */
  withdraw: z.boolean(),
  /** What is refused, and why, in the asker's language. */
  why: z.object({ edit: z.string(), delete: z.string(), judge: z.string() }).partial(),
});
export type RecordCan = z.infer<typeof RecordCan>;

/** An edit or a deletion that waits beside an approved record. Values that are absent stay as they are. */
export const WaitingEdit = z.object({
  value: Values.optional(),
  geometry: Geometry.nullable().optional(),
  /** The record is to be deleted, whatever else waits. The last of `users` asks for it. */
  deletion: z.boolean().optional(),
  /** Files wait too; the list of the record's files says which. */
  files: z.boolean().optional(),
  /** Ids of the people whose work it is; none of them may approve it. */
  users: z.array(z.number()).optional(),
  date: z.string().optional(),
  /** The id of who gave the first of two approvals. */
  first: z.number().optional(),
  /** Why it was sent back; it waits again when its author changes it. */
  returned: z.string().optional(),
});

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
  /** What waits for approval beside the approved record: an edit, or a deletion. */
  unconfiremed_value: WaitingEdit.nullable(),
  /** Grows by one with each change; the ETag of the record is this number in quotes. */
  version: z.number().int(),
  /** How many files hang on it, with those that wait and that the asker may see. */
  files: z.number().int().optional(),
  /** The last verdict of a supervisor. */
  verdict: z
    .object({
      action: z.enum(VERDICTS),
      /** Account id. */
      user: z.number(),
      person: Person.nullable().optional(),
      date: z.string(),
      reason: z.string().optional(),
    })
    .nullable()
    .optional(),
  /** People whose work waits for a verdict, or was sent back, who changed it last at the end: none of them may approve it. */
  authors: z.array(Person).optional(),
  /** Who gave the first of two approvals of what waits. */
  first_approval: Person.nullable().optional(),
  can: RecordCan.optional(),
});
export type LayerRecord = z.infer<typeof LayerRecord>;

const filters = {
  ids: ids(MAX_IN_VALUES).optional(),
  /** Folded search over all text values: yeh, kaf, digits, harakat and ZWNJ do not matter. */
  search: z.string().max(MAX_SEARCH).optional(),
  status: ids(MAX_STATUSES).optional(),
  /** Days in Tehran; both ends count. */
  create_date_before: Day.optional(),
  create_date_after: Day.optional(),
  /** A query tree (schemas/query) as JSON text. */
  filter_query: z.string().min(1).max(30_000).optional(),
  /** Only what waits for a verdict: new records, and edits and deletions of approved ones. */
  supervision: flag().optional(),
  /** Records that meet a region which the caller may see. */
  region: int(1, 2 ** 31 - 1).optional(),
  /** Records that meet a shape: GeoJSON or WKT text, EPSG:4326. */
  geometry: z.string().min(1).max(60_000).optional(),
  project: int(1, 2 ** 31 - 1).optional(),
  /** Only approved records. */
  accepted: flag().optional(),
};
const paging = {
  limit: int(1, 1000).optional(),
  offset: int(0, 100_000_000).optional(),
  /** A field (`value__name`), id, status, creator_user (by id), create_date or modified_date; a leading minus turns it round. */
  order: z.string().max(80).optional(),
};

/** Filters by field are keys of the form's own making: `value__{field}`, as `record-filter.ts` reads them. All other keys must be known. */
const filtering = <S extends z.ZodRawShape>(shape: S) =>
  z
    .object(shape)
    .catchall(z.string().max(MAX_FIELD_FILTER))
    .check((c) => {
      for (const key of Object.keys(c.value as object))
        if (!(key in shape) && !isFieldKey(key))
          c.issues.push({ code: 'unrecognized_keys', keys: [key], input: c.value, path: [] });
    });

export const RecordQuery = filtering({ layer: int(1), ...paging, ...filters });
export type RecordQuery = z.infer<typeof RecordQuery>;

/** Ids that one response of `get_ids` carries. */
export const MAX_IDS = 100_000;
export const RecordIdsQuery = filtering({
  layer: int(1),
  ...paging,
  limit: int(1, MAX_IDS).optional(),
  ...filters,
});
export type RecordIdsQuery = z.infer<typeof RecordIdsQuery>;

/** The filters alone. */
export type RecordFilter = Partial<z.infer<z.ZodObject<typeof filters>>> & { [key: string]: unknown };

/** What is deleted by a filter. Without any filter `all` must say so: a filter that got lost deletes nothing. */
export const RemoveQuery = filtering({ layer: int(1), all: flag().optional(), ...filters });

/** `field` is needed by all but count, area and length. */
export const CALCULATIONS = ['count', 'sum', 'avg', 'min', 'max', 'distinct', 'area', 'length'] as const;
export const CalcQuery = filtering({ field: z.string().min(1).max(63).optional(), ...filters });
export const Calculated = z.object({
  /** Area in square metres and length in metres over the ellipsoid; a polygon's length is its outline. Null where there is nothing. */
  value: z.union([z.number(), z.string()]).nullable(),
  /** Records that took part; for `distinct` with a value of their own. */
  count: z.number().int(),
  /** True where the layer is larger than what is looked through. */
  capped: z.boolean(),
  /** `distinct` only: the most frequent values first, at most 1,000. */
  values: z.array(z.object({ value: z.union([z.string(), z.number(), z.boolean()]), count: z.number() })).optional(),
});

/** Bars of a distribution, of equal width from the least value to the greatest. */
export const DISTRIBUTION_BINS = 64;
/** Values that a distribution carries. */
export const DISTRIBUTION_SAMPLE = 1000;

const ascending = (list: readonly number[]) => list.every((n, i) => i === 0 || n > (list[i - 1] as number));

/**
 * How a number field is spread over the records that the filters leave. `breaks`: ascending numbers between commas, each the
 * inclusive lower bound of a class.
 */
export const DistributionQuery = filtering({
  field: z.string().min(1).max(63),
  breaks: (
    z
      .string()
      .max(2000)
      .regex(/^[0-9.eE+-]+(,[0-9.eE+-]+)*$/)
      .transform((text) => text.split(',').map(Number))
      .pipe(z.array(z.number()).max(49).refine(ascending)) as unknown as z.ZodType<number[]>
  ).optional(),
  ...filters,
}) as unknown as z.ZodType<{ field: string; breaks?: number[] | undefined } & RecordFilter>;
export const Distribution = z.object({
  /** Records with a value, and those without one. */
  count: z.number().int(),
  empty: z.number().int(),
  /** True where the layer is larger than what is looked through: the numbers are those of a sample of its records. */
  capped: z.boolean(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  mean: z.number().nullable(),
  /** Ascending values: all where they are few, else as many as DISTRIBUTION_SAMPLE at even ranks. */
  sample: z.array(z.number()),
  /** Records in each bar; empty where there is no value. */
  bins: z.array(z.number().int()),
  /** Records below the first break, then from each break to the next. */
  classes: z.array(z.number().int()),
});
export type Distribution = z.infer<typeof Distribution>;

/** At most MOST_IDS_ANSWERED; `capped` where there are more. */
export const RecordIds = z.object({ ids: z.array(z.number()), count: z.number().int(), capped: z.boolean() });

/** Changes and deletions of many records at once are whole or not at all, and end here. */
export const MAX_PER_CALL = 10_000;
const many = ids(MAX_PER_CALL).refine((list) => list.length > 0) as unknown as z.ZodType<number[]>;

export const RemoveBulk = z.strictObject({ ids: many });
/** Either ids of one layer, or a layer with filters (the keys of the list of records). */
export const EditBulk = z
  .strictObject({
    ids: many.optional(),
    layer: int(1).optional(),
    filter: z.record(z.string(), z.string().max(30_000)).optional(),
    value: Values,
    /** Only records that still hold these values are changed and counted; the others are left as they are. */
    held: Values.optional(),
    /** Counts and validates only. */
    dry_run: flag().optional(),
  })
  .refine((b) => (b.ids === undefined) === (b.layer !== undefined && b.filter !== undefined), { path: ['ids'] });
export const Counted = z.object({ count: z.number().int() });
/**
 * `count` records are deleted. Approved ones of supervised layers are not: their deletions wait for approval, and their ids are
 * `waiting`. `related` went with them, by relations that delete children.
 */
export const Removed = Counted.extend({ waiting: z.array(z.number()).optional(), related: z.array(z.number()).optional() }); // biome-ignore format: one line
export const Restore = z
  .strictObject({ ids: many.optional(), layer_id: int(1).optional() })
  .refine((b) => (b.ids === undefined) !== (b.layer_id === undefined), { path: ['ids'] });
/** Only what is deleted already can be deleted for ever: by id, or all of it in some layers. */
export const FullDelete = z
  .strictObject({ ids: many.optional(), layer_ids: ids(100).optional() })
  .refine((b) => (b.ids === undefined) !== (b.layer_ids === undefined), { path: ['ids'] });

export const DeletedQuery = z.strictObject({
  /** Days in Tehran; both ends count. */
  delete_date_before: Day.optional(),
  delete_date_after: Day.optional(),
  region: int(1, 2 ** 31 - 1).optional(),
  project: int(1, 2 ** 31 - 1).optional(),
  layer: int(1).optional(),
  ...eitherOrder(['delete_date', 'create_date', 'layer', 'id']),
  limit: int(1, 1000).optional(),
  offset: int(0, 1_000_000).optional(),
});
/** `modified_user` is who deleted it. */
export const DeletedRecord = LayerRecord.omit({ can: true }).extend({ delete_date: z.string() });

export const Measure = z
  .strictObject({ geometry: Geometry.optional(), ids: ids(500).optional() })
  .refine((b) => (b.geometry === undefined) !== (b.ids === undefined), { path: ['geometry'] });
const sizes = {
  /** Metres over the ellipsoid; 0 for what is no line. */
  length: z.number(),
  /** Square metres. */
  area: z.number(),
  /** Metres round a polygon. */
  perimeter: z.number(),
};
export const Measured = z.object({
  ...sizes,
  /** Degrees clockwise from north at the first point of a line of two points. */
  bearing: z.number().nullable(),
  /** One for each record, in no order; empty where a geometry was given. */
  records: z.array(z.object({ id: z.number(), ...sizes })),
});

/**
 * A line or polygon for polygons; points, a line or a polygon for lines. The largest part keeps the id.
 * `dry_run` writes nothing and returns the parts as the record would look, all under its id.
 */
export const Split = z.strictObject({ split_by: Geometry, dry_run: flag().optional() });
/**
 * The record `keep` gets the union of all shapes and the values chosen; the others are deleted softly.
 * `dry_run` writes nothing and returns the record as it would look.
 */
export const Merge = z.strictObject({
  ids: ids(100).refine((list) => new Set(list).size > 1) as unknown as z.ZodType<number[]>,
  keep: int(1),
  value: Values.optional(),
  dry_run: flag().optional(),
});
/** The id of a row of the record's log: the record becomes what that step left behind. */
export const Revert = z.strictObject({ log: int(1) });

const Version = z.object({ value: Values, geometry: Geometry.nullable(), status: z.number().optional() });
export const RecordLog = z.object({
  id: z.number(),
  layer_data: z.number(),
  user: Person.nullable(),
  date: z.string(),
  action: z.enum(LOG_ACTIONS),
  /** Where an edit waits for approval, `after` is what it asks for. */
  before: Version.nullable(),
  after: Version.nullable(),
  /** Why a supervisor sent it back or refused it. */
  reason: z.string().nullable().optional(),
  /** The label of the file that was added, removed, approved or refused. */
  file: z.string().nullable().optional(),
});
export type RecordLog = z.infer<typeof RecordLog>;

/** Layers that one question may name: all that a list without pages has. */
const MAX_LAYERS = 10_000;

/** Identify: records that meet the geometry; an empty `layers` asks every layer that the caller may see. */
export const Identify = z.strictObject({
  geometry: Geometry,
  layers: ids(MAX_LAYERS),
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
/** `region` is one that the caller may see. Layers without records are passed over. */
export const SearchBody = z.strictObject({
  layers: ids(MAX_LAYERS),
  geometry: Geometry.optional(),
  region: int(1, 2 ** 31 - 1).optional(),
});
export const FoundHere = Found.omit({ geometry: true }).extend({ extent: Extent.nullable() });
export const DataValues = z.strictObject({ ids: ids(500) });

/** A file of a record. `path` is where it is downloaded, below the server's root. */
export const LayerFile = z.object({
  id: z.number(),
  path: z.string(),
  label: z.string(),
  layer_data: z.number(),
  /** Its name as it was sent. */
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** Media type. */
  type: z.string(),
  create_date: z.string(),
  user: Person.nullable(),
  /** What waits for approval, for those who may see it: to hang on the record, or to go from it. */
  pending: z.enum(['add', 'delete']).nullable().optional(),
});
export type LayerFile = z.infer<typeof LayerFile>;
