// Regions: the shapes that limit what people see and edit.
import { z } from 'zod';
import { can, Extent, flag, Geometry, int, orderBy, why } from './common';

const MAX_ID = 2 ** 31 - 1;

/** GeoJSON Polygon or MultiPolygon, EPSG:4326. Shapes that cross themselves are mended. */
export const RegionShape = Geometry.refine((g) => g.type === 'Polygon' || g.type === 'MultiPolygon');

export const Region = z.object({
  id: z.number(),
  label: z.string(),
  /** Square metres on the ellipsoid. */
  area: z.number(),
  extent: Extent,
  /** The region that it is part of; null at the top. */
  parent: z.number().nullable(),
  /** What files and other systems know it by; no two regions have the same. */
  code: z.string().nullable(),
  /** #rrggbb. */
  colour: z.string().nullable(),
  note: z.string(),
  /** MultiPolygon, EPSG:4326; only in detailed responses, and simplified where a zoom is named. */
  geometry: Geometry.optional(),
  /** People who are bound to it, and projects in it that are not closed; only for those who manage regions or people. */
  people: z.number().int().optional(),
  projects: z.number().int().optional(),
  /** Whether the caller may change its shape; its label may be changed by whoever manages regions. */
  can_edit: can,
  can_delete: can,
  why,
});
export type Region = z.infer<typeof Region>;

const number = (text: string) => (/^-?\d{1,3}(\.\d{1,12})?$/.test(text.trim()) ? Number(text) : Number.NaN);
/** "west,south,east,north" in degrees. */
const Box = z.preprocess((v) => (typeof v === 'string' ? v.split(',').map(number) : v), Extent) as unknown as z.ZodType<
  z.infer<typeof Extent>
>;

export const REGION_ORDERS = ['label', 'area', 'id', 'code', 'people'] as const;
export const RegionQuery = z.strictObject({
  is_detailed: flag().optional(),
  /** Words of the label or the code. */
  search: z.string().max(200).optional(),
  /** Parts of this region; 0 for those at the top. */
  parent: int(0, MAX_ID).optional(),
  /** Regions of one person; for those who manage regions or people. */
  person: int(1, MAX_ID).optional(),
  /** Those whose box meets this one. */
  bbox: Box.optional(),
  /** With it, shapes keep only the corners that a map of this zoom shows. */
  zoom: int(0, 24).optional(),
  offset: int(0, 1_000_000).optional(),
  limit: int(1, 1000).optional(),
  order: orderBy(REGION_ORDERS).optional(),
});
export const RegionsDetail = z.strictObject({ is_detailed: flag().optional() });

export const NewRegion = z.strictObject({
  label: z.string().trim().min(1).max(200),
  geometry: RegionShape,
  parent: int(1, MAX_ID).nullable().optional(),
  code: z.string().trim().min(1).max(40).nullable().optional(),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .nullable()
    .optional(),
  note: z.string().trim().max(2000).optional(),
});
export const RegionEdit = NewRegion.partial();
export type RegionFields = z.infer<typeof RegionEdit>;
export const ShortRegion = z.object({ id: z.number(), label: z.string() });
export type ShortRegion = z.infer<typeof ShortRegion>;

export const RegionAt = z.strictObject({ geometry: Geometry });
/** The smallest of the caller's regions that a shape meets; of all regions where they have none of their own. */
export const RegionHere = z.object({ region: ShortRegion.nullable() });

/** The ground of several regions as one shape, EPSG:4326; null for none. */
export const RegionGround = z.strictObject({ geometry: Geometry.nullable() });
export type RegionGround = z.infer<typeof RegionGround>;
