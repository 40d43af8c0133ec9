// Drawings: what people draw for themselves on the map, apart from the records of layers.
import { z } from 'zod';
import { Geometry, ids, int } from './common';
import { IconName } from './style';

/** How many drawings one call may bring or take, and one person may keep. */
export const MAX_DRAWINGS = 5000;

export const DRAWING_TYPES = ['point', 'line', 'polygon', 'rectangle', 'circle', 'freehand', 'text'] as const;
export type DrawingType = (typeof DRAWING_TYPES)[number];

const Colour = z.string().regex(/^#[0-9a-f]{6}$/i);
const share = z.number().min(0).max(1);

/** Widths and sizes in CSS pixels, dashes and gaps in multiples of the width; rotation in degrees, clockwise. */
export const DrawingStyle = z.strictObject({
  color: Colour.optional(),
  opacity: share.optional(),
  width: z.number().min(0).max(64).optional(),
  dash: z.array(z.number().min(0.1).max(100)).min(2).max(8).optional(),
  fill: Colour.optional(),
  fill_opacity: share.optional(),
  size: z.number().min(0.5).max(200).optional(),
  /** A picture drawn on a point instead of a disc. */
  icon: IconName.optional(),
  /** Whether the drawing's label is written on the map. A text is its own words and needs none. */
  show_label: z.boolean().optional(),
  /** The words of a drawing of type text. */
  text: z.string().max(2000).optional(),
  font_size: z.number().min(6).max(200).optional(),
  halo: Colour.optional(),
  rotation: z.number().min(-360).max(360).optional(),
});
export type DrawingStyle = z.infer<typeof DrawingStyle>;

/** Metres round the centre of a circle: half the earth at most. */
const Radius = z.number().positive().max(20_000_000);

export const Drawing = z.object({
  id: z.number(),
  type: z.enum(DRAWING_TYPES),
  label: z.string(),
  /** EPSG:4326. Of a circle and a text: the point in the middle. */
  geometry: Geometry,
  style: DrawingStyle,
  /** Circles only. */
  radius: z.number().nullable(),
  /** Microseconds of its last change since 1970: another one after every change. */
  version: z.number().optional(),
});
export type Drawing = z.infer<typeof Drawing>;

export const NewDrawing = z.strictObject({
  geometry: Geometry,
  type: z.enum(DRAWING_TYPES),
  label: z.string().max(200).optional(),
  style: DrawingStyle.optional(),
  radius: Radius.optional(),
});
export type NewDrawing = z.infer<typeof NewDrawing>;

/** One drawing, or several that are saved all or not at all. */
export const NewDrawings = z.union([NewDrawing, z.array(NewDrawing).min(1).max(MAX_DRAWINGS)]);

export const DrawingEdit = z.strictObject({
  geometry: Geometry.optional(),
  style: DrawingStyle.optional(),
  label: z.string().max(200).optional(),
  /** A circle that gets corners is a polygon from then on, and its radius null. */
  type: z.enum(DRAWING_TYPES).optional(),
  radius: Radius.nullable().optional(),
  /** The version that was changed: where another one stands, the change is refused with 412 and the present drawing as `current`. */
  version: z.number().optional(),
});
export type DrawingEdit = z.infer<typeof DrawingEdit>;

/** Several at once, each id once; all or none. */
export const DrawingEdits = z
  .array(DrawingEdit.extend({ id: int(1, 2 ** 31 - 1) }))
  .min(1)
  .max(MAX_DRAWINGS)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length);

/** What a file brought: the drawings made of its rows, and the rows that are none. */
export const DrawingImport = z.object({
  drawings: z.array(Drawing),
  /** The first of the refused rows, counted from 1 in their data set. */
  rejects: z.array(z.object({ row: z.number(), reason: z.string() })),
  rejected: z.number(),
});
export const DrawingImportQuery = z.strictObject({
  /** EPSG code of the file's coordinates where the file does not say; degrees of WGS 84 are detected. */
  srid: int(1, 999_999).optional(),
  encoding: z.string().max(40).optional(),
});

export const SHAPINGS = ['split', 'merge', 'offset'] as const;
/**
 * Work that needs an overlay engine. `split` cuts each shape along `by`; `merge` joins all to one; `offset` moves a line
 * sideways by `metres` (to the left where they are positive) and lets an area grow or shrink.
 */
export const ShapingOrder = z.strictObject({
  how: z.enum(SHAPINGS),
  geometries: z.array(Geometry).min(1).max(500),
  by: Geometry.optional(),
  metres: z.number().min(-1_000_000).max(1_000_000).optional(),
});

export const DrawingIds = z.strictObject({
  ids: ids(MAX_DRAWINGS).refine((list) => list.length > 0) as unknown as z.ZodType<number[]>,
});
