// What floats over the map, as places on earth: told anew whenever it or the map has moved.
import type { FeatureCollection } from 'geojson';
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { WindowBox } from '../geo/grid-names';
import { useCovers } from '../state/covers';
import { type Cover, coversData } from '../style/covers';

/** Calls back now and then until the returned function is called or the map is gone. */
export const subscribeCovers = (map: MapLibreMap, onCovers: (covers: FeatureCollection) => void): (() => void) => {
  const coverOf = ([left, top, right, bottom]: WindowBox): Cover => {
    const [width, height] = [(right - left) / 2, (bottom - top) / 2];
    const { lng, lat } = map.unproject([left + width, top + height]);
    return { at: [lng, lat], padding: [height, width, height, width] };
  };
  const show = () => onCovers(coversData(useCovers.getState().boxes.map(coverOf)));
  map.on('moveend', show);
  return useCovers.subscribe(show);
};
