// Layers, their groups, and what the caller may do with them.
import { z } from 'zod';
import { Extent, flag, ids, int, orderBy } from './common';
import { Field } from './form';
import { Person } from './session';
import { LayerRaster } from './sources/raster';
import { IconName, Labels, Style, StyleFormat, StyleWarning } from './style';

/** Numeric layer types; below 4 a layer has records. */
export const LAYER_TYPES = { table: 0, point: 1, line: 2, polygon: 3, wms: 4, wmts: 5, raster: 6 } as const;

export const LayerConfig = z.object({
  form: z.array(Field).max(500),
  style: Style,
  labels: Labels.nullable(),
  /** Zooms between which the layer is drawn. */
  scale: z.object({ min_zoom: z.number(), max_zoom: z.number() }),
  /** Where the data came from: file name, dataset, encoding, CRS as EPSG code. */
  source: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** Records wait for approval. */
  supervised: z.boolean(),
  /** A supervised layer whose work two different people must approve. */
  second_approval: z.boolean().optional(),
  /** Of a raster layer: what its file holds, and how it is drawn. Changed by its own call. */
  raster: LayerRaster.optional(),
});
export type LayerConfig = z.infer<typeof LayerConfig>;

export const Rights = z.object({
  view: z.boolean(),
  add: z.boolean(),
  edit: z.boolean(),
  delete: z.boolean(),
  export: z.boolean(),
  approve: z.boolean(),
  /** About the layer itself: label, form, style, source, supervision, deletion, and who may do what there. */
  manage: z.boolean(),
});
export type Rights = z.infer<typeof Rights>;

export const Layer = z.object({
  id: z.number(),
  label: z.string(),
  type: z.number().int().min(0).max(6),
  config: LayerConfig,
  /** `icon`, `marker` and `logo` are the name of one of our pictures, or a path below /api/ that gives the layer's own. */
  icon: z.string().nullable(),
  marker: z.string().nullable(),
  customer: z.number(),
  group_layer: z.array(z.number()),
  logo: z.string().nullable(),
  extent: Extent.nullable(),
  /** Records that are not deleted, whole layer; the caller's regions may show fewer. */
  record_count: z.number().int(),
  /** Grows with every change of the layer's records or style. */
  rev: z.number().int(),
  rights: Rights,
  /** Who made it, and who changed the layer itself last (not its records). Another upstream may lack these. */
  owner: Person.nullable().optional(),
  create_date: z.string().optional(),
  modified_user: Person.nullable().optional(),
  modified_date: z.string().optional(),
  /** What its records and their indexes, or its file, take on disk, as measured last; null before that. */
  bytes: z.number().nullable().optional(),
});
export type Layer = z.infer<typeof Layer>;

/** What goes with a layer that is deleted. Counts; `groups` and `projects` by name, at most 20 of each. */
export const LayerUsage = z.object({
  records: z.number().int(),
  deleted_records: z.number().int(),
  files: z.number().int(),
  roles: z.number().int(),
  groups: z.array(z.string()),
  projects: z.array(z.string()),
  relations: z.array(z.string()),
});
export type LayerUsage = z.infer<typeof LayerUsage>;

/** A layer in the trash. */
export const TrashedLayer = z.object({
  id: z.number(),
  label: z.string(),
  type: z.number().int(),
  record_count: z.number().int(),
  /** ISO time. */
  deleted: z.string(),
  deleted_by: Person.nullable(),
});
export type TrashedLayer = z.infer<typeof TrashedLayer>;

/** How many layers can be asked for at once. */
export const MAX_REVS = 200;
export const LayerRevsQuery = z.strictObject({ ids: ids(MAX_REVS) });
/** `rev` grows with every change of the layer or of its records. */
export const LayerRev = z.object({ id: z.number().int(), rev: z.number().int() });

/** `place`: in drawing order, within one group alone; `bytes`: what was not measured yet comes last. */
export const LAYER_ORDERS = ['label', 'id', 'type', 'record_count', 'create_date', 'modified_date', 'bytes', 'place'] as const; // biome-ignore format: one list

const kinds = z.preprocess(
  (v) => (typeof v === 'string' ? v.split(',') : typeof v === 'number' ? [v] : v),
  z.array(int(0, 6)).min(1).max(7),
) as unknown as z.ZodType<number[]>;

export const LayerQuery = z.strictObject({
  label: z.string().max(200).optional(),
  /** One kind, or several with commas between. */
  type: kinds.optional(),
  group: int(1).optional(),
  /** In any group, or in none. */
  grouped: flag().optional(),
  supervised: flag().optional(),
  /** The caller's own. */
  mine: flag().optional(),
  owner: ids(100).optional(),
  limit: int(1, 1000).optional(),
  offset: int(0, 1_000_000).optional(),
  order: orderBy(LAYER_ORDERS).optional(),
});
export type LayerQuery = z.infer<typeof LayerQuery>;

/** A small picture: the name of one of ours, or a PNG, JPEG or WebP of at most 512 kB as a data address. A file part of a form arrives as the latter. */
export const Picture = z.union([
  IconName,
  z
    .string()
    .max(700_000)
    .regex(/^data:[a-z]+\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/]+=*$/),
]);

export const LayerStyle = z.strictObject({ layer: int(1), style: Style, labels: Labels.nullable() });
/** What is absent stays as it is. */
export const LayerStylePatch = z.strictObject({
  style: Style.optional(),
  labels: Labels.nullable().optional(),
});

export const LayerCopy = z.strictObject({
  layer: int(1),
  label: z.string().trim().min(1).max(200).optional(),
  /** Records too (the default): those that the caller's regions let them see. */
  records: flag().optional(),
});

/** Somebody of the organisation who is not locked. */
export const LayerOwner = z.strictObject({ owner: int(1, 2 ** 31 - 1) });

export const SimpleLayer = Layer.pick({ id: true, label: true, type: true, extent: true, rights: true });
export const LayerWithDeleted = z.object({
  id: z.number(),
  label: z.string(),
  type: z.number(),
  /** Soft-deleted records that the caller's regions let them see. */
  deleted_count: z.number().int(),
});
/** A raster layer and its file. Width and height are pixels; `srid` is the EPSG code of the file's coordinates, if it has one. */
export const RasterFile = z.object({
  id: z.number(),
  label: z.string(),
  file: z.string().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  bands: z.number().nullable(),
  srid: z.number().nullable(),
});
export type RasterFile = z.infer<typeof RasterFile>;

export const StyleFile = z.object({
  format: StyleFormat,
  /** A name to save it under. */
  name: z.string(),
  content: z.string(),
  warnings: z.array(StyleWarning),
});
/** At most 1 MB of text; a DOCTYPE is refused, except the bare one that QGIS writes. `dry_run` reads and changes nothing. */
export const StyleFileInput = z.strictObject({
  format: StyleFormat,
  content: z.string().min(1).max(1_000_000),
  dry_run: flag().optional(),
});
export const StyleFileRead = z.object({
  style: Style,
  labels: Labels.nullable(),
  warnings: z.array(StyleWarning),
});

export const Encoding = z.object({ name: z.string(), label: z.string() });
