// Which records are drawn at a place: read from what is drawn, without a call.
import { area } from '@turf/area';
import type { MapGeoJSONFeature, Map as MapLibreMap } from 'maplibre-gl';
import { TILE_LAYER } from '@/contract/ogc';
import type { Geometry } from '@/contract/schemas/common';
import { layerOfSource, sourceOf } from '../style/compile';
import { LAYER_KEY, RECORDS_SOURCE } from '../style/overlays';
import type { Pixel, RecordHit } from '../types';
import { bandsOf } from './bands';

/** The record that a drawn feature stands for; null for what is no record. */
export const hitOf = (f: MapGeoJSONFeature): RecordHit | null => {
  const layer = f.source === RECORDS_SOURCE ? Number(f.properties[LAYER_KEY]) : layerOfSource(f.source);
  const id = Number(f.id ?? f.properties.id);
  return layer !== null && Number.isSafeInteger(layer) && Number.isSafeInteger(id) ? { layer, id } : null;
};

const isBox = (at: Pixel | readonly [Pixel, Pixel]): at is readonly [Pixel, Pixel] => Array.isArray(at[0]);

/** The features of users' layers and of fresh records, labels left out, within `reach` pixels of a point or inside a box. */
export const featuresAt = (map: MapLibreMap, at: Pixel | readonly [Pixel, Pixel], reach = 6): MapGeoJSONFeature[] => {
  if (!map.isStyleLoaded() && map.getLayersOrder().length === 0) return [];
  const order = map.getLayersOrder();
  const bands = bandsOf(order.map((id) => ({ id })));
  const layers = order.filter((id) => {
    const band = bands.get(id);
    return (band === 'layers' || band === 'records') && !id.startsWith('band:');
  });
  if (layers.length === 0) return [];
  const [a, b]: readonly [Pixel, Pixel] = isBox(at)
    ? at
    : [
        [at[0] - reach, at[1] - reach],
        [at[0] + reach, at[1] + reach],
      ];
  return map.queryRenderedFeatures(
    [
      [a[0], a[1]],
      [b[0], b[1]],
    ],
    { layers },
  );
};

const RANKS: Record<string, number> = { Point: 0, MultiPoint: 0, LineString: 1, MultiLineString: 1 };
/** How easily a feature is missed by a pointer: points before lines before areas, small areas before large ones. */
const easeOf = ({ geometry }: MapGeoJSONFeature): [number, number] => {
  const rank = RANKS[geometry.type] ?? 2;
  return [rank, rank === 2 ? area(geometry) : 0];
};

/** At a point what a pointer misses most easily comes first, else the topmost; each record once. */
export const recordsAt = (map: MapLibreMap, at: Pixel | readonly [Pixel, Pixel]): RecordHit[] => {
  const hits = new Map<string, RecordHit>();
  const features = featuresAt(map, at).map((feature) => ({ feature, ease: easeOf(feature) }));
  if (!isBox(at)) features.sort(({ ease: a }, { ease: b }) => a[0] - b[0] || a[1] - b[1]);
  for (const { feature } of features) {
    const hit = hitOf(feature);
    if (hit) hits.set(`${hit.layer}/${hit.id}`, hits.get(`${hit.layer}/${hit.id}`) ?? hit);
  }
  return [...hits.values()];
};

/** Shapes of a layer's records in the tiles that are here, spread over all of them; each is decoded only if it is taken. */
export const sampleShapes = (map: MapLibreMap, layer: number, max: number): Geometry[] => {
  const source = sourceOf(layer);
  if (!map.getSource(source)) return [];
  const all = map.querySourceFeatures(source, { sourceLayer: TILE_LAYER });
  const step = Math.max(1, all.length / max);
  return Array.from({ length: Math.min(max, all.length) }, (_, i) => all[Math.floor(i * step)]?.geometry as Geometry);
};
