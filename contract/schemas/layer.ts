// Layers, their groups, and what the caller may do with them.
import { z } from 'zod';
import { Extent, flag, ids, int } from './common';
import { Field } from './form';
import { Labels, Style } from './style';

/** Numeric layer types; below 4 a layer has records. */
export const LAYER_TYPES = { table: 0, point: 1, line: 2, polygon: 3, wms: 4, wmts: 5, raster: 6 } as const;

export const LayerConfig = z.object({
  form: z.array(Field).max(500),
  style: Style,
  labels: Labels.nullable(),
  /** Zooms between which the layer is drawn. */
  scale: z.object({ min_zoom: z.number(), max_zoom: z.number() }),
  /** Where the data came from: file name, dataset, encoding, CRS as EPSG code. */
  source: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** Records wait for approval. */
  supervised: z.boolean(),
});
export type LayerConfig = z.infer<typeof LayerConfig>;

export const Rights = z.object({
  view: z.boolean(),
  add: z.boolean(),
  edit: z.boolean(),
  delete: z.boolean(),
  export: z.boolean(),
  approve: z.boolean(),
});
export type Rights = z.infer<typeof Rights>;

export const Layer = z.object({
  id: z.number(),
  label: z.string(),
  type: z.number().int().min(0).max(6),
  config: LayerConfig,
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
});
export type Layer = z.infer<typeof Layer>;

export const LayerQuery = z.strictObject({
  label: z.string().max(200).optional(),
  type: int(0, 6).optional(),
  group: int(1).optional(),
  limit: int(1, 1000).optional(),
  offset: int(0, 1_000_000).optional(),
  order: z.enum(['label', '-label', 'id', '-id', 'type', '-type']).optional(),
});

export const LayerPatch = z.strictObject({
  label: z.string().trim().min(1).max(200).optional(),
  group_layer: ids(100).optional(),
  config: LayerConfig.partial().strict().optional(),
});

/** A layer made by hand: label, type 0 to 3, form. Numbers and lists may come as form text. */
const json = <T extends z.ZodType>(shape: T) =>
  z.preprocess((v) => {
    if (typeof v !== 'string') return v;
    try {
      return JSON.parse(v);
    } catch {
      return v;
    }
  }, shape) as unknown as z.ZodType<z.output<T>>;

export const NewLayer = z.strictObject({
  label: z.string().trim().min(1).max(200),
  type: int(0, 3),
  form: json(z.array(Field).max(500)),
  group_layer: z.preprocess(
    (v) => (v === undefined || Array.isArray(v) ? v : [v]),
    z.array(int(1)).optional(),
  ) as unknown as z.ZodType<number[] | undefined>,
  supervised: flag().optional(),
});

export const LayerGroup = z.object({
  id: z.number(),
  label: z.string(),
  logo: z.string().nullable(),
  /** Ids of the layers that the caller may see, in drawing order: the first is on top. */
  layer: z.array(z.number()),
});
export type LayerGroup = z.infer<typeof LayerGroup>;

export const LayerGroupInput = z.strictObject({
  label: z.string().trim().min(1).max(200),
  layer: ids(1000).optional(),
});

export const LayerStyle = z.strictObject({ layer: int(1), style: Style, labels: Labels.nullable() });
export const Encoding = z.object({ name: z.string(), label: z.string() });
