// Groups of layers: the order in which people look for layers, and in which they are drawn.
import { z } from 'zod';
import { can, Extent, flag, ids, int, pageQuery, why } from '../common';
import { Layer, Picture } from '../layer';
import { Style } from '../style';

/** Layers in a group. */
export const MAX_GROUP_LAYERS = 1000;
/** Layers of a group that a card shows the marks of. */
export const MAX_MARKS = 4;

/** What draws a layer's mark. */
export const LayerMarkOf = z.object({
  id: z.number(),
  label: z.string(),
  type: z.number(),
  config: z.object({ style: Style }),
  marker: z.string().nullable(),
});

export const LayerGroup = z.object({
  id: z.number(),
  label: z.string(),
  /** The name of one of our pictures, or a path below /api/ that gives the group's own. */
  logo: z.string().nullable(),
  /** Ids of the layers that the caller may see, in drawing order: the first is on top. */
  layer: z.array(z.number()),
  can_edit: can,
  can_delete: can,
  why,
  // Another upstream may lack what follows.
  description: z.string().nullable().optional(),
  /** The group that it stands in; such a group stands in none itself. */
  parent: z.object({ id: z.number(), label: z.string() }).nullable().optional(),
  /** Of the layers that the caller may see: records and the box around them all. */
  record_count: z.number().optional(),
  extent: Extent.nullable().optional(),
  /** The first layers, as much of them as their marks take; where they are asked for. */
  marks: z.array(LayerMarkOf).optional(),
  /** Layers that the caller may not see; told to those who manage groups alone. */
  hidden_count: z.number().int().optional(),
});
export type LayerGroup = z.infer<typeof LayerGroup>;

/** What is absent stays. Layers that the caller may not see stay, behind the others. */
export const LayerGroupInput = z.strictObject({
  label: z.string().trim().min(1).max(200),
  layer: ids(MAX_GROUP_LAYERS).optional(),
  description: z.string().trim().max(1000).nullable().optional(),
  logo: Picture.nullable().optional(),
  parent: int(1, 2 ** 31 - 1)
    .nullable()
    .optional(),
});
export type LayerGroupInput = z.infer<typeof LayerGroupInput>;

/** Behind which of the groups beside it a group stands; null is before all. */
export const GroupMove = z.strictObject({ after: int(1, 2 ** 31 - 1).nullable() });

/** `position`: as people have put them, each with the groups in it behind it. */
export const GROUP_ORDERS = ['position', 'label', 'id'] as const;
export const GroupQuery = pageQuery(GROUP_ORDERS).extend({
  search: z.string().max(200).optional(),
  /** With the marks of the first layers. */
  marks: flag().optional(),
});

/** A group with its layers in full, in drawing order: the first is on top. */
export const FullLayerGroup = z.object({
  id: z.number(),
  label: z.string(),
  logo: z.string().nullable(),
  layers: z.array(Layer),
});
export const SimpleGroup = z.object({ id: z.number(), label: z.string() });
