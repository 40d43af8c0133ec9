// Spatial analysis: shapes and numbers out of layers, drawings, regions and drawn shapes.
import { z } from 'zod';
import { Geometry, ids, int } from './common';
import { Drawing, MAX_DRAWINGS } from './drawing';
import { Field } from './form';
import { QueryTree } from './query';
import { Job } from './upload';

/**
 * `buffer` grows (or shrinks, areas only) by metres; `centroid` and `hull` need one source. Of two sources: `intersection` gives
 * each common part with the values of both, `difference` what of the first lies outside the second, `clip` what lies inside it,
 * `within` the whole features of the first that lie inside, `nearest` each feature of the first with the nearest of the second
 * and a line between them, `summary` each area of the first with the count and the sums of what lies in it.
 *
 * Metres are metres on the ground (WGS 84); hulls and centroids are those of the map's plane. An edge belongs to its area: what
 * lies on it is within, and counts; of lines and areas counts what an area meets, once. The second source of `clip` and `within`
 * and the first of `summary` are areas. Lines intersect in the stretches that they share, else in the points where they cross.
 * In one layer no record is its own nearest.
 */
export const ANALYSES = [
  'buffer',
  'centroid',
  'hull',
  'intersection',
  'difference',
  'clip',
  'within',
  'nearest',
  'summary',
] as const;
export type Analysis = (typeof ANALYSES)[number];

/** Analyses of two sources. */
export const OF_TWO: readonly Analysis[] = ['intersection', 'difference', 'clip', 'within', 'nearest', 'summary'];

/** Features that are returned at once, or made into drawings at once; more is work for a job. */
export const MAX_AT_ONCE = 1000;

const some = (most: number) => ids(most).refine((list) => list.length > 0) as unknown as z.ZodType<number[]>;

/** Where features come from. Of a layer, only what the caller may see. */
export const AnalysisSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('layer'), layer: int(1, 2 ** 31 - 1), query: QueryTree.optional() }),
  z.strictObject({ kind: z.literal('regions'), ids: some(500) }),
  /** The caller's own; a circle is the area within its radius. */
  z.strictObject({ kind: z.literal('drawings'), ids: some(MAX_DRAWINGS) }),
  /** EPSG:4326. */
  z.strictObject({ kind: z.literal('shapes'), geometries: z.array(Geometry).min(1).max(500) }),
]);
export type AnalysisSource = z.infer<typeof AnalysisSource>;

export const AnalysisOrder = z
  .strictObject({
    how: z.enum(ANALYSES),
    of: AnalysisSource,
    by: AnalysisSource.optional(),
    /** Of `buffer` the distance, below 0 to shrink areas; of `nearest` how far is looked at most. */
    metres: z.number().min(-1_000_000).max(1_000_000).optional(),
    /** Of `buffer` and `hull`: one shape of all instead of one for each. */
    dissolve: z.boolean().optional(),
    /** Of `summary`: number fields of the second source, a layer, that are summed up. */
    sum: z.array(z.string().min(1).max(63)).max(10).optional(),
    /**
     * `shapes` returns them and saves nothing, refused where there are more than MAX_AT_ONCE; `drawings` saves them as the
     * caller's own, by a job where there are many; `layer` makes a new layer, always by a job, and needs module 1 and the
     * right to export of every layer that goes into it. A person has one such job at a time (409).
     */
    into: z.enum(['shapes', 'drawings', 'layer']),
    /** Of the new layer, or of each drawing. */
    label: z.string().trim().min(1).max(200).optional(),
    group_layer: ids(100).optional(),
  })
  .refine((order) => (order.by !== undefined) === OF_TWO.includes(order.how))
  .refine((order) => order.how !== 'buffer' || (order.metres !== undefined && order.metres !== 0))
  .refine((order) => order.into !== 'layer' || order.label !== undefined);
export type AnalysisOrder = z.infer<typeof AnalysisOrder>;

export const AnalysisFeature = z.object({
  /** EPSG:4326. */
  geometry: Geometry,
  /** By name of `columns`; yes and no are 'true' and 'false'. */
  values: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
export type AnalysisFeature = z.infer<typeof AnalysisFeature>;

/** What the values of an analysis are called and hold; of a layer's fields the fields' own labels. */
export const AnalysisColumn = z.object({ name: z.string(), label: z.string(), type: Field.shape.type });
export type AnalysisColumn = z.infer<typeof AnalysisColumn>;

/** One of `features`, `drawings`, `job`, by what was ordered and how much it is. */
export const AnalysisDone = z.object({
  features: z.array(AnalysisFeature).optional(),
  columns: z.array(AnalysisColumn).optional(),
  drawings: z.array(Drawing).optional(),
  job: Job.optional(),
  /** Features that gave nothing: shapes that cannot be mended, or an area that shrank away. */
  skipped: z.number().int(),
});
export type AnalysisDone = z.infer<typeof AnalysisDone>;
