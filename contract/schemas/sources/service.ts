// Map services of others: how a layer is drawn by one, and what a service says of itself.
import { z } from 'zod';
import { Extent, int } from '../common';

/** `arcgis` is an ArcGIS REST map or image service; `xyz` tiles by a template, or by the address of a TileJSON. */
export const SERVICE_KINDS = ['wms', 'wmts', 'xyz', 'arcgis'] as const;
export type ServiceKind = (typeof SERVICE_KINDS)[number];
export const SERVICE_FORMATS = ['image/png', 'image/jpeg', 'image/webp'] as const;
export const SERVICE_VERSIONS = ['1.0.0', '1.1.1', '1.3.0'] as const;

/** Name of the one layer of tiles, and of all layers of an ArcGIS service together. */
export const WHOLE_SERVICE = '*';
/** Deepest zoom of tiles. */
export const MAX_SERVICE_ZOOM = 24;

const plainAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const at = new URL(text);
  return (at.protocol === 'http:' || at.protocol === 'https:') && !at.username && !at.password && !at.hash;
};

const address = z.string().trim().max(2000).refine(plainAddress, 'url');
const zoom = z.number().int().min(0).max(MAX_SERVICE_ZOOM).optional();

/**
 * A map service of somebody else. The server asks it, never the browser. Keys in the address, a name and a password are written
 * and never read: what comes back is the plain address and `has_secret`, which sent as false drops what is kept.
 */
export const ServiceSource = z.strictObject({
  kind: z.enum(SERVICE_KINDS),
  url: address,
  /** Names as the service calls them, separated by commas; one name for WMTS; '*' for tiles and for all of an ArcGIS service. */
  layers: z.string().trim().min(1).max(1000),
  version: z.enum(SERVICE_VERSIONS),
  format: z.enum(SERVICE_FORMATS),
  styles: z.string().max(1000).optional(),
  /** WMTS only. */
  tile_matrix_set: z.string().max(200).optional(),
  /** Names of the tile matrices from zoom 0 on, between commas; an empty one is not offered. Absent: the zoom is the name. */
  matrices: z.string().max(2000).optional(),
  /** WMTS whose tiles have addresses of their own, with {TileMatrix}, {TileRow} and {TileCol}. */
  template: z.string().max(2000).optional(),
  /** Zooms of tiles that there are. Deeper ones are enlarged. */
  min_zoom: zoom,
  max_zoom: zoom,
  attribution: z.string().max(500).optional(),
  /** Titles of the layers, one a line in their order, and all names that the service had when this was saved: a later look is compared with them. */
  titles: z.string().max(4000).optional(),
  offered: z.string().max(4000).optional(),
  username: z.string().max(200).optional(),
  password: z.string().max(200).optional(),
  has_secret: z.boolean().optional(),
});
export type ServiceSource = z.infer<typeof ServiceSource>;

/** A service that is asked before there is a layer. With `layer` the secret that is kept for it serves the same address. */
export const ServiceQuestion = z.strictObject({
  kind: z.enum(SERVICE_KINDS),
  url: address,
  username: z.string().max(200).optional(),
  password: z.string().max(200).optional(),
  layer: int(1).optional(),
});
export type ServiceQuestion = z.infer<typeof ServiceQuestion>;

export const MatrixSet = z.object({
  name: z.string(),
  /** As in a source. */
  matrices: z.string(),
  min_zoom: z.number(),
  max_zoom: z.number(),
});

/** A layer of a service, or a heading over layers where it has no name. */
export const ServiceLayer = z.object({
  name: z.string().nullable(),
  title: z.string(),
  /** Levels below the top: those that follow and are deeper belong to it. */
  depth: z.number().int(),
  extent: Extent.nullable(),
  /** Zooms between which the service draws it, where it says so. */
  min_zoom: z.number().nullable(),
  max_zoom: z.number().nullable(),
  /** It can be drawn in Web Mercator. */
  has_mercator: z.boolean(),
  /** The first one is its own choice. */
  styles: z.array(z.object({ name: z.string(), title: z.string() })),
  has_legend: z.boolean(),
  formats: z.array(z.enum(SERVICE_FORMATS)),
  /** Of tiles: those in Web Mercator. */
  matrix_sets: z.array(MatrixSet),
  /** Addresses of single tiles, where the service has no other way. */
  templates: z.array(z.object({ format: z.enum(SERVICE_FORMATS), template: z.string() })),
  attribution: z.string().nullable(),
});
export type ServiceLayer = z.infer<typeof ServiceLayer>;

export const ServiceCapabilities = z.object({
  /** What it turned out to be. */
  kind: z.enum(SERVICE_KINDS),
  /** The address to keep: without what asks for one thing alone. Keys of the caller's own stay. */
  url: z.string(),
  /** Keys that were cut off the address. */
  removed: z.array(z.string()),
  title: z.string(),
  version: z.enum(SERVICE_VERSIONS),
  /** In the order of the tree; at most 3,000. */
  layers: z.array(ServiceLayer),
  /** There are more layers than these. */
  is_cut: z.boolean(),
});
export type ServiceCapabilities = z.infer<typeof ServiceCapabilities>;

export const ServiceTrial = z.strictObject({ source: ServiceSource, layer: int(1).optional() });

/** What a picture of the service has shown. */
export const ServiceTrialResult = z.object({
  /** Milliseconds until the picture had come. */
  ms: z.number(),
  extent: Extent.nullable(),
  /** The name under which tiles of this source come for a quarter of an hour, to look at before it is saved. */
  preview: z.string(),
});
export type ServiceTrialResult = z.infer<typeof ServiceTrialResult>;
