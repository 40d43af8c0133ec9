// What end-to-end tests ask the map instead of counting pixels. Exists in test builds only.
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { MapHandle } from '../tool-types';

export interface TestHandle extends MapHandle {
  /** Ids of all map layers, bottom-up. */
  layers(): string[];
  /** The texts of the labels that are on screen now. */
  labels(): string[];
  /** The words that tools have written on the map and that are on screen now, each once. */
  texts(): string[];
  /** The person's own drawings that are on screen now, their words included, each once; by the keys of this page. */
  drawings(): number[];
  /** The records of a layer that are on screen now. */
  drawn(layer: number): number[];
  /** The drawing machine itself, for measurements beside a page that has nothing else. */
  bare(): MapLibreMap;
  /** A paint value of a map layer as it stands; undefined where there is no such layer. */
  paint(layer: string, name: string): unknown;
}

declare global {
  interface Window {
    __map?: TestHandle;
  }
}

export const exposeForTests = (map: MapLibreMap, handle: MapHandle): (() => void) => {
  if (process.env.NEXT_PUBLIC_TEST_HANDLE !== '1') return () => undefined;
  const size = () => [map.getContainer().clientWidth, map.getContainer().clientHeight] as const;
  window.__map = {
    ...handle,
    bare: () => map,
    layers: () => map.getLayersOrder(),
    labels: () =>
      map.queryRenderedFeatures({ layers: map.getLayersOrder().filter((id) => id.startsWith('label:')) }).map((f) => {
        const text: unknown = f.layer.layout && 'text-field' in f.layer.layout ? f.layer.layout['text-field'] : '';
        return String(text);
      }),
    texts: () => [
      ...new Set(map.queryRenderedFeatures({ layers: ['overlay:text'] }).map((f) => String(f.properties.text))),
    ],
    drawings: () => [
      ...new Set(
        map
          .queryRenderedFeatures({ layers: map.getLayersOrder().filter((id) => id.startsWith('drawings:')) })
          .map((f) => Number(f.properties.key)),
      ),
    ],
    drawn: (layer) =>
      handle
        .queryRecords([[0, 0], size()])
        .filter((hit) => hit.layer === layer)
        .map((hit) => hit.id),
    paint: (layer, name) => (map.getLayer(layer) ? map.getPaintProperty(layer, name as never) : undefined),
  };
  return () => {
    delete window.__map;
  };
};
