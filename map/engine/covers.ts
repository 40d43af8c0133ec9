// What floats over the map, as places on earth: told anew whenever it or the map has moved.
import type { FeatureCollection } from 'geojson';
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { WindowBox } from '../geo/grid-names';
import { useCovers } from '../state/covers';
import { type Cover, coversData, squaresOf } from '../style/covers';

/** Calls back now and then until the returned function is called or the map is gone. */
export const subscribeCovers = (map: MapLibreMap, onCovers: (covers: FeatureCollection) => void): (() => void) => {
  const coversOf = (box: WindowBox): Cover[] =>
    squaresOf(box).map(({ middle, half }) => {
      const { lng, lat } = map.unproject([...middle]);
      return { at: [lng, lat], padding: half };
    });
  const show = () => onCovers(coversData(useCovers.getState().boxes.flatMap(coversOf)));
  map.on('moveend', show);
  return useCovers.subscribe(show);
};
