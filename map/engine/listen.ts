// Listeners of a map, begun and stopped together.
import type { MapEventType, Map as MapLibreMap } from 'maplibre-gl';

type Listeners = { [Type in keyof MapEventType]?: (event: MapEventType[Type] & object) => void };

/** Begins listening; the returned function stops it. */
export const listen = (map: MapLibreMap, listeners: Listeners): (() => void) => {
  const entries = Object.entries(listeners) as [keyof MapEventType, (event: object) => void][];
  for (const [type, listener] of entries) map.on(type, listener);
  return () => {
    for (const [type, listener] of entries) map.off(type, listener);
  };
};
