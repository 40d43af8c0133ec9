// Regions: the shapes that limit what people see and edit.
import { z } from 'zod';
import { can, Extent, flag, Geometry, int, orderBy, why } from './common';

/** GeoJSON Polygon or MultiPolygon, EPSG:4326. Shapes that cross themselves are mended. */
export const RegionShape = Geometry.refine((g) => g.type === 'Polygon' || g.type === 'MultiPolygon');

export const Region = z.object({
  id: z.number(),
  label: z.string(),
  /** Square metres on the ellipsoid. */
  area: z.number(),
  extent: Extent,
  /** MultiPolygon, EPSG:4326; only in detailed responses. */
  geometry: Geometry.optional(),
  /** Whether the caller may change its shape; its label may be changed by whoever manages regions. */
  can_edit: can,
  can_delete: can,
  why,
});
export type Region = z.infer<typeof Region>;

export const RegionQuery = z.strictObject({
  is_detailed: flag().optional(),
  search: z.string().max(200).optional(),
  offset: int(0, 1_000_000).optional(),
  limit: int(1, 1000).optional(),
  order: orderBy(['label', 'area', 'id']).optional(),
});
export const RegionsDetail = z.strictObject({ is_detailed: flag().optional() });

export const NewRegion = z.strictObject({ label: z.string().trim().min(1).max(200), geometry: RegionShape });
export const RegionEdit = NewRegion.partial();
export const ShortRegion = z.object({ id: z.number(), label: z.string() });
export type ShortRegion = z.infer<typeof ShortRegion>;

export const RegionAt = z.strictObject({ geometry: Geometry });
/** The smallest of the caller's regions that a shape meets; of all regions where they have none of their own. */
export const RegionHere = z.object({ region: ShortRegion.nullable() });

export const RegionsUpload = z.strictObject({
  /** The data set of the file where it has several; the first with polygons otherwise. */
  dataset: z.string().max(200).optional(),
  /** The column that names a region; the first text column otherwise. */
  label_field: z.string().max(200).optional(),
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
  /** Regions in the file that can be accepted. */
  count: z.number().int(),
  /** The first hundred; `id` is null in a dry run. */
  regions: z.array(z.object({ id: z.number().nullable(), label: z.string(), area: z.number() })),
  /** Rows that cannot be accepted, the first hundred. A dry run reports them; otherwise one of them refuses the whole file. */
  rejects: z.array(z.object({ row: z.number().int(), reason: z.string() })),
});
