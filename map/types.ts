// Types of the map room: what a screen passes in and what comes back.
import type { TimeSpan } from '@/contract/filters/time-span';
import type { Geometry } from '@/contract/schemas/common';
import type { Labels, Style } from '@/contract/schemas/style';

/** Longitude and latitude in degrees, EPSG:4326. */
export type LngLat = readonly [number, number];
/** CSS pixels from the map's top left corner. */
export type Pixel = readonly [number, number];
/** A base map of a tile server: square pictures in Web Mercator. */
export interface RasterBase {
  id: string;
  /** Null for the one that the messages name. */
  name: string | null;
  /** With {z}, {x} and {y}. */
  tiles: string;
  /** Whose data it is, as text; `link` leads to the terms. */
  attribution: string;
  link?: string | undefined;
  min_zoom?: number | undefined;
  max_zoom: number;
  /** Shown with its colours turned over in the dark theme; not for photographs. */
  night: boolean;
}
/** A base map of vector tiles, drawn in the product's own colours. */
export interface VectorBase {
  id: string;
  /** Null for the one that the messages name. */
  name: string | null;
  /** With {z}, {x} and {y}; `pmtiles://` and a path of this site for an archive. */
  tiles: string;
  /** What the tiles' layers are called: https://docs.protomaps.com/basemaps/layers or https://openmaptiles.org/schema */
  schema: 'protomaps' | 'openmaptiles';
  attribution: string;
  link?: string | undefined;
  min_zoom: number;
  max_zoom: number;
}
/** A tile server's pictures, vector tiles, or an empty ground. */
export type BaseMap = RasterBase | VectorBase | 'none';
export type Theme = 'dark' | 'light';
export type Lang = 'fa' | 'en';
export interface View {
  center: LngLat;
  zoom: number;
  /** Degrees clockwise from north; 0 when left out. */
  bearing?: number;
}

/** Why a view is reported: a flight to it begins (`heading`), has ended (`arrived`), or the user moved the map. */
export type ViewChange = 'heading' | 'arrived' | 'moved';

/** One layer as it shall be drawn now: the layer's own config joined with what the user has switched. */
export interface MapLayer {
  id: number;
  /** LAYER_TYPES of the contract; a table is not drawn; map services and rasters come as pictures. */
  type: number;
  style: Style;
  labels: Labels | null;
  /** The address of the layer's own marker. */
  marker?: string;
  visible: boolean;
  /** Hidden, but its tiles are cached: it was visible a while ago. */
  cached?: true;
  /** Keys of legend entries that are switched off; see `legend`. */
  off?: ReadonlySet<string>;
  /** Of several choices the topmost class that a record has decides how it is drawn. */
  bySeveralChoices?: true;
  /** 0 to 1, multiplied with the style's own. */
  opacity: number;
  /** Inclusive lower, exclusive upper zoom. */
  scale: { min_zoom: number; max_zoom: number };
  /** Whose data a map service's pictures are: plain words. */
  attribution?: string;
  /** Zooms of a service's tiles: deeper ones are enlarged. */
  zooms?: { min: number; max: number };
  /** The published name of pictures that are no layer yet. */
  published?: string;
  /** Changes the tile address. Leave it out when records change: `refresh` then reloads without a blink. */
  rev?: number;
  /** Attributes that the tiles shall carry instead of those of the style as saved: for a style that is only looked at. */
  fields?: readonly string[];
  /** Only records of these days are drawn. */
  during?: TimeSpan;
}

/** A record of one's own fresh edits, drawn over the tiles and hiding its older self in them. `geometry: null` only hides. */
export interface FreshRecord {
  layer: number;
  id: number;
  geometry: Geometry | null;
  value: Readonly<Record<string, unknown>>;
}

/** What is marked on the map. `shapes` are drawn besides, for records that a thinned tile may lack. */
export interface MapSelection {
  layer: number;
  ids: readonly number[];
  shapes?: readonly Geometry[];
  /** All records of the layer, whose ids are on their way. */
  isWhole?: boolean;
}

/** All that the map shows, as one value. `layers[0]` is on top. */
export interface MapSnapshot {
  base: BaseMap;
  /** The base map without its hues, so that the layers stand out. */
  isGrey?: boolean | undefined;
  layers: readonly MapLayer[];
  records: readonly FreshRecord[];
  selection: MapSelection | null;
}

/** A record met under the pointer. */
export interface RecordHit {
  layer: number;
  id: number;
}
/** `thinned`: the tiles hold a sample of the records; zooming in shows all. */
export type LayerState = 'loading' | 'ready' | 'error' | 'thinned';
/** `webgl`: the browser cannot draw; `lost`: the graphics card was taken away, drawing resumes by itself if it returns. */
export type MapTrouble = 'webgl' | 'lost' | 'engine';
