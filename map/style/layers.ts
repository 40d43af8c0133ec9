// The layers of the query cache joined with what the user has switched: the `layers` of a snapshot.
import type { Layer } from '@/contract/schemas/layer';
import type { MapLayer } from '../types';

/** The state of `useLayers` that matters here. Layers that the order does not name yet come last. */
export interface LayerSwitches {
  order: readonly number[];
  hidden: ReadonlySet<number>;
  opacity: ReadonlyMap<number, number>;
}

export const toMapLayers = (
  layers: readonly Pick<Layer, 'id' | 'type' | 'config'>[],
  { order, hidden, opacity }: LayerSwitches,
): MapLayer[] => {
  const place = new Map(order.map((id, i) => [id, i]));
  return [...layers]
    .sort((a, b) => (place.get(a.id) ?? Infinity) - (place.get(b.id) ?? Infinity) || 0)
    .map(({ id, type, config }) => ({
      id,
      type,
      style: config.style,
      labels: config.labels,
      scale: config.scale,
      visible: !hidden.has(id),
      opacity: opacity.get(id) ?? 1,
    }));
};
