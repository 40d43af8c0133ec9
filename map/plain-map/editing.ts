// A shape on a plain map whose vertices are dragged, made and taken away; and what is seen of the world.
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { Extent, Geometry } from '@/contract/schemas/common';
import { createReshaping } from '../engine/drawing/reshaping';
import type { LngLat } from '../types';

/** What is seen of the world. */
export interface PlainView {
  extent: Extent;
  zoom: number;
}

export const viewOf = (map: MapLibreMap): PlainView => {
  const bounds = map.getBounds();
  return {
    extent: [
      Math.max(-180, bounds.getWest()),
      Math.max(-90, bounds.getSouth()),
      Math.min(180, bounds.getEast()),
      Math.min(90, bounds.getNorth()),
    ],
    zoom: map.getZoom(),
  };
};

export const createEditing = (
  map: MapLibreMap,
  draw: (features: GeoJSON.FeatureCollection) => void,
  middle: () => LngLat,
  onEdit: (geometry: Geometry) => void,
) => {
  const reshaping = createReshaping(map, draw, ({ geometry, moving }) => {
    if (!moving) onEdit(geometry);
  });
  return {
    isOn: () => reshaping.geometry() !== null,
    set: (geometry: Geometry | null) => {
      if (geometry === reshaping.geometry()) return;
      reshaping.stop();
      if (geometry) reshaping.start(geometry, null, false);
    },
    /** The bracket keys go from vertex to vertex, Space brings the one in hand to the middle of the map, Delete takes it away. */
    handleKey: (event: KeyboardEvent) => {
      if (event.code === 'BracketLeft') reshaping.pick(-1);
      else if (event.code === 'BracketRight') reshaping.pick(1);
      else if (event.code === 'Space') reshaping.moveTo(middle());
      else if (event.code === 'Delete' || event.code === 'Backspace') reshaping.removeActive();
      else return;
      event.preventDefault();
    },
    stop: reshaping.stop,
  };
};
