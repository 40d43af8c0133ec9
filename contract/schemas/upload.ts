// Files on their way in: what is inside, what shall become of it, and how far the import is.
import { z } from 'zod';
import { Extent, flag, ids, int } from './common';
import { FIELD_TYPES, Field, MAX_NAME } from './form';
import { FileRelation } from './layers/file-relation';

/** Characters of a column's name in a file: survey programs put whole questions there. */
const MAX_COLUMN = 2000;
/** Characters of a value that is told to be another one. */
const MAX_WORD = 500;

/** Which columns of a table say where its rows lie. */
export const PlaceColumns = z.strictObject({
  /** The column of longitude or easting; of both coordinates where there is no `y`. */
  x: z.string().min(1).max(MAX_COLUMN),
  y: z.string().min(1).max(MAX_COLUMN).optional(),
  /** Decimals, or degrees, minutes and seconds. Digits and signs of either script. */
  notation: z.enum(['decimal', 'dms']),
  /** Of one column: `yx` where latitude or northing comes first. */
  order: z.enum(['xy', 'yx']).optional(),
});
export type PlaceColumns = z.infer<typeof PlaceColumns>;

/** Where the rows of a dataset lie, as a person says it over what the file says. */
const CoordinateSource = {
  /** EPSG code of the file's coordinates; needed where the file does not say. */
  srid: int(1, 999_999).optional(),
  /** The system as WKT or PROJ text, or as the text of a .prj; instead of `srid`. */
  crs: z.string().min(1).max(20_000).optional(),
  /** Latitude or northing stands first. */
  swapped: flag().optional(),
  /** Makes points of a table of CSV or XLSX. */
  place: PlaceColumns.optional(),
};

/** Something that a person should know of a dataset, with how many rows or which columns it touches. */
export const Note = z.object({
  /** `bad`: rows that will be refused, as far as was looked. `mixed`: rows whose shapes are of several kinds, each in its own dataset. `columns`: columns of bytes, which stay out.
   * `measures`: the fourth ordinate stays out. `tracks`: of tracks only the first and the last time are kept.
   * `heights`: rows of which some points have a height and others none; they come in without.
   * `formulas`: cells of a workbook whose formula was saved without its result; they come in empty. */
  code: z.enum(['bad', 'mixed', 'columns', 'measures', 'tracks', 'heights', 'formulas']),
  rows: z.number().int().optional(),
  columns: z.array(z.string()).optional(),
  /** How many cells, and the first of them by their references. */
  count: z.number().int().optional(),
  cells: z.array(z.string()).optional(),
});
export type Note = z.infer<typeof Note>;

const RasterContent = z.object({
  width: z.number().int(),
  height: z.number().int(),
  bands: z.number().int(),
  /** By band; the smallest and the largest value of a few pieces of it, null where they could not be read quickly. */
  details: z
    .array(
      z.object({
        type: z.string(),
        role: z.string(),
        nodata: z.number().nullable(),
        min: z.number().nullable(),
        max: z.number().nullable(),
      }),
    )
    .optional(),
});

export const Dataset = z.object({
  name: z.string(),
  /** Layer type 0 to 3, and 6 for a raster. A file that mixes kinds lists one dataset for each. */
  type: z.number().int().min(0).max(6),
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
  notes: z.array(Note).optional(),
  /** Of a table: the columns that probably hold the place. */
  guess: PlaceColumns.optional(),
  /** Only of a raster: its size in pixels and its bands. */
  raster: RasterContent.optional(),
});
export type Dataset = z.infer<typeof Dataset>;

export const Inspection = z.object({
  /** A raster has one dataset of type 6; anything else holds records. */
  kind: z.enum(['vector', 'raster']),
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
  /** Relations between datasets of a GeoPackage, those that name their tables of pairs. */
  relations: z.array(FileRelation).optional(),
});
export type Inspection = z.infer<typeof Inspection>;

export const InspectQuery = z.strictObject({ encoding: z.string().max(40).optional() });

/** One dataset that becomes a layer. */
const ImportPart = {
  dataset: z.string().max(200),
  label: z.string().trim().min(1).max(200),
  ...CoordinateSource,
  group_layer: ids(100).optional(),
  /** Which fields come in, under which label and type. */
  fields: z
    .array(
      z.strictObject({
        source: z.string().max(MAX_COLUMN),
        label: z.string().trim().min(1).max(200),
        type: Field.shape.type,
      }),
    )
    .max(500),
};

export const ImportOrder = z.strictObject({
  file_id: z.string().max(64),
  /** Where a dataset mixes kinds: which kind to take. 6 makes a raster layer, whose `fields` are empty. */
  type: int(0, 6).refine((t) => t <= 3 || t === 6),
  ...ImportPart,
  encoding: z.string().max(40).optional(),
  supervised: flag().optional(),
  /** Reads and checks everything, returns a report, and writes nothing. */
  dry_run: flag().optional(),
  /** Only with type 6: the raster layer whose file this becomes. Needs module 2 and the right to manage it; its label and groups stay. */
  replaces: int(1).optional(),
  /**
   * Further datasets of the file that become layers in the same commit, together with the relations between all of them that the file
   * holds. Empty for a dataset alone that is related to itself. Not for a dry run.
   */
  related: z
    .array(z.strictObject({ type: int(0, 3), ...ImportPart }))
    .max(20)
    .optional(),
});
export type ImportOrder = z.infer<typeof ImportOrder>;

/** The text parts of a shapefile sent to be imported at once. */
export const ShapeForm = z.strictObject({
  label: z.string().trim().min(1).max(200).optional(),
  group_layer: ids(100).optional(),
});

/** What becomes of a row whose record is in the layer already. */
export const MATCH_ACTS = ['skip', 'update', 'add'] as const;

/** What is appended to which layer. The wizard's own knowledge of the file comes along; only what names something is obeyed. */
export const AppendMetadata = z.strictObject({
  /** Field name of the layer by column name of the file. Columns that are not named stay out. */
  field_mapping: z.record(z.string().min(1).max(MAX_COLUMN), z.string().min(1).max(MAX_NAME)),
  layer_id: int(1, 2 ** 31 - 1),
  dataset_layer: z.string().max(200),
  /** Layer type 0 to 3 of the rows to take. */
  geom_type: int(0, 3),
  file_id: z.string().max(64),
  /** Whether shapes of several parts may come: a layer takes both, so it changes nothing. */
  many_geoms: flag().optional(),
  /** As the inspection counted; shown as progress only. */
  feature_count: int(0).optional(),
  is3d: flag().optional(),
  /** The field by which rows know their records; one of those that the mapping fills. Without it every row is new. */
  match: z.strictObject({ field: z.string().min(1).max(MAX_NAME), on: z.enum(MATCH_ACTS) }).optional(),
  /** By field of type `reference`: the field of the other layer whose values the file has instead of ids. */
  keys: z.record(z.string().min(1).max(MAX_NAME), z.string().min(1).max(MAX_NAME)).optional(),
  /** By field of the layer: what a value of the file is called there. An empty text is no value. */
  words: z
    .record(z.string().min(1).max(MAX_NAME), z.record(z.string().max(MAX_WORD), z.string().max(MAX_WORD)))
    .optional(),
});

export const AppendOrder = z.strictObject({
  file_id: z.string().max(64),
  append_metadata: AppendMetadata,
  encoding: z.string().max(40).optional(),
  ...CoordinateSource,
  /** Reads and checks everything, returns a report, and writes nothing. */
  dry_run: flag().optional(),
});
export type AppendOrder = z.infer<typeof AppendOrder>;

export const PlaceOrder = z.strictObject({
  dataset: z.string().max(200),
  type: int(0, 3),
  encoding: z.string().max(40).optional(),
  ...CoordinateSource,
  /** Also lists the systems that put the rows into the organisation's extent. */
  find: flag().optional(),
});
export type PlaceOrder = z.infer<typeof PlaceOrder>;

/** [longitude, latitude] of some rows. */
const Positions = z.array(z.tuple([z.number(), z.number()]));

/** Where the first rows of a dataset would come to lie. */
export const PlaceReport = z.object({
  /** The system that was understood; null where none was named or none was recognised. */
  crs: z.object({ srid: z.number().int().nullable(), text: z.string().nullable() }).nullable(),
  positions: Positions,
  /** Rows that were looked at, and those among them that have no place or fall off the globe. */
  rows: z.number().int(),
  bad: z.number().int(),
  /** The organisation's regions, or its country. */
  home: Extent,
  candidates: z.array(
    z.object({
      srid: z.number().int().nullable(),
      /** PROJ text, where no EPSG code names the system. */
      crs: z.string().nullable(),
      name: z.string(),
      swapped: z.boolean(),
      /** Share of the rows that lie in the organisation's extent. */
      overlap: z.number(),
      positions: Positions,
    }),
  ),
});
export type PlaceReport = z.infer<typeof PlaceReport>;

export * from './sources/job';
