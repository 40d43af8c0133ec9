// The layers of the query cache joined with what the user has switched: the `layers` of a snapshot.

import type { TimeSpan } from '@/contract/filters/time-span';
import { usesSeveralChoices, withLists } from '@/contract/look/several-choices';
import type { Layer, LayerConfig } from '@/contract/schemas/layer';
import { fieldsToDraw, type Style } from '@/contract/schemas/style';
import type { Look } from '../state/styling';
import type { MapLayer } from '../types';
import { markerAddress, withMarker } from './points/own-marker';

/** The state of `useLayers` that matters here. Layers that the order does not name yet come last. */
export interface LayerSwitches {
  order: readonly number[];
  hidden: ReadonlySet<number>;
  cached?: readonly number[];
  opacity: ReadonlyMap<number, number>;
  off: ReadonlyMap<number, ReadonlySet<string>>;
  /** One layer of which only the records of some days are drawn. */
  time?: { layer: number | null; span: TimeSpan | null };
}

/** A number that changes with how a raster is drawn: its pictures have another address then. */
const rasterRev = ({ raster, source }: LayerConfig): number => {
  let hash = 0;
  for (const letter of JSON.stringify([raster?.style, source.key])) hash = (hash * 31 + letter.charCodeAt(0)) | 0;
  return hash >>> 0;
};

const clusterOf = (style: Style) => (style.kind === 'cluster' ? `${style.radius} ${style.by?.field ?? ''}` : null);

/** Whether the tiles of the saved style have all that a look needs. */
const isCarried = (look: Look, { style, labels }: Pick<LayerConfig, 'style' | 'labels'>): boolean => {
  const there = fieldsToDraw(style, labels);
  return (
    clusterOf(look.style) === clusterOf(style) &&
    fieldsToDraw(look.style, look.labels).every((name) => there.includes(name))
  );
};

/** `draft` is one layer's look that is not saved yet: it is drawn instead of the saved one, with the attributes that it needs. */
export const toMapLayers = (
  layers: readonly (Pick<Layer, 'id' | 'type' | 'config'> & Partial<Pick<Layer, 'marker'>>)[],
  { order, hidden, cached, opacity, off, time }: LayerSwitches,
  draft: { layer: number | null; draft: Look | null } = { layer: null, draft: null },
): MapLayer[] => {
  const place = new Map(order.map((id, i) => [id, i]));
  return [...layers]
    .sort((a, b) => (place.get(a.id) ?? Infinity) - (place.get(b.id) ?? Infinity) || 0)
    .map(({ id, type, config, marker = null }) => {
      const look = id === draft.layer ? draft.draft : null;
      // The keys of classes are those of the saved style: a draft is seen whole.
      const classesOff = look ? undefined : off.get(id);
      const { attribution, min_zoom, max_zoom } = config.source;
      const address = markerAddress(marker);
      const style = look?.style ?? config.style;
      return {
        id,
        type,
        style: withLists(withMarker(style, { type, marker }), config.form),
        ...(address ? { marker: address } : {}),
        labels: look ? look.labels : config.labels,
        scale: look?.scale ?? config.scale,
        visible: !hidden.has(id),
        ...(hidden.has(id) && cached?.includes(id) ? { cached: true } : {}),
        ...(usesSeveralChoices(style, config.form) ? { bySeveralChoices: true } : {}),
        opacity: opacity.get(id) ?? 1,
        ...(time?.span && time.layer === id ? { during: time.span } : {}),
        ...(classesOff ? { off: classesOff } : {}),
        ...(config.raster ? { rev: rasterRev(config) } : {}),
        ...(typeof attribution === 'string' && attribution ? { attribution } : {}),
        ...(typeof max_zoom === 'number'
          ? { zooms: { min: typeof min_zoom === 'number' ? min_zoom : 0, max: max_zoom } }
          : {}),
        ...(look && !isCarried(look, config) ? { fields: fieldsToDraw(look.style, look.labels) } : {}),
      };
    });
};
