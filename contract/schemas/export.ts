// Data on their way out: what is asked for, and the key that opens the download once.
import { z } from 'zod';
import { int } from './common';

/** Ids of the formats that data leave in. */
export const OUT_FORMAT_IDS = [
  'geojson',
  'csv',
  'xlsx',
  'shp',
  'gpkg',
  'kml',
  'kmz',
  'gpx',
  'dxf',
  'gml',
  'fgb',
  'gdb',
] as const;

/** Those among them whose coordinates may be in another system than EPSG:4326. */
export const CRS_FORMAT_IDS = ['shp', 'gpkg', 'dxf', 'gml', 'fgb', 'gdb'] as const;

/** The filters of the records' list by name, as they stand in an address; see `layerdata/`. */
export const ExportFilter = z.record(z.string().max(80), z.string().max(20_000));

export const ExportOrder = z.strictObject({
  format: z.enum(OUT_FORMAT_IDS),
  /** Shapefiles only: UTF-8 (the default, with its .cpg) or CP1256, which lacks some Persian letters. */
  encoding: z.enum(['UTF-8', 'CP1256']).optional(),
  /** EPSG code of the coordinates, where the format takes any; EPSG:4326 else. */
  srid: int(1, 999_999).optional(),
  /** Names of the fields that come along; all without it. */
  fields: z.array(z.string().max(63)).min(1).max(500).optional(),
  filter: ExportFilter.optional(),
  /** Choices by their values instead of what they are called. */
  codes: z.boolean().optional(),
  /**
   * GeoPackage only: also the layers that are related to this one, one step away, with those of their records that belong to the records
   * that leave, and the relations. Layers that the caller may not export stay out.
   */
  related: z.boolean().optional(),
});
export type ExportOrder = z.infer<typeof ExportOrder>;

/** Good for one download by the same session within `expire_seconds`, at `export/layerdata/{name}/{token}/`. */
export const ExportToken = z.object({
  token: z.string(),
  name: z.string(),
  expire_seconds: z.number(),
  /** Sentences for the person who asked: what the chosen format or encoding will lose. */
  warnings: z.array(z.string()),
});

/** Exports of more records than this are made in the background, and their file waits to be downloaded. */
export const MAX_DIRECT_EXPORT = 50_000;
/** Hours for which such a file waits. */
export const EXPORT_FILE_HOURS = 24;

/** What an export would hold, before it is made: how many records, and sentences about what will be lost. */
export const ExportLosses = z.object({
  count: z.number().int(),
  warnings: z.array(z.string()),
  /** The layers that can come along, where there are relations that the format holds; how many of their records, where that was asked for. */
  related: z
    .array(z.object({ id: z.number().int(), label: z.string(), count: z.number().int().nullable() }))
    .optional(),
});
export type ExportLosses = z.infer<typeof ExportLosses>;

/** Comma-separated ids of layer groups. */
export const GroupsQuery = z.strictObject({ groups: z.string().regex(/^\d{1,9}(,\d{1,9}){0,49}$/) });
