// Where the map looks: flights, and what is where in the window.
import {
  type CameraOptions,
  LngLat,
  type LngLatBoundsLike,
  type Map as MapLibreMap,
  type MapMovementEvent,
} from 'maplibre-gl';
import { PHONE } from '@/lib/config/constants';
import { useSketch } from '../state/sketch';
import type { MapHandle } from '../tool-types';
import type { View, ViewChange } from '../types';

type Camera = Pick<
  MapHandle,
  'flyTo' | 'fitExtent' | 'getView' | 'getExtent' | 'project' | 'unproject' | 'zoomBy' | 'northUp' | 'focus' | 'idle'
>;

const viewOf = (map: MapLibreMap): View => {
  const { lng, lat } = map.getCenter().wrap();
  return { center: [lng, lat], zoom: map.getZoom(), bearing: map.getBearing() };
};

/** Pixels between what is fitted and the map's edges: the controls and the search lie over them. */
const FIT_PADDING = 72;

/** `onView` is told where the map flies to, and where it has come to rest. */
export const createCamera = (map: MapLibreMap, onView: (view: View, change: ViewChange) => void): Camera => {
  // A flight that the next one cuts short was nowhere: its end is not told, and the next one begins from where it was to end.
  let [flight, heading] = [0, null as View | null];
  const fly = (to: CameraOptions, { duration = 600, arc = true } = {}) => {
    const from = heading ?? viewOf(map);
    const center = LngLat.convert(to.center ?? [...from.center]).wrap();
    heading = { center: [center.lng, center.lat], zoom: to.zoom ?? from.zoom, bearing: to.bearing ?? from.bearing };
    flight += 1;
    onView(heading, 'heading');
    map[arc ? 'flyTo' : 'easeTo']({ ...heading, center, duration }, { flight });
  };
  map.on('moveend', (e: MapMovementEvent & { flight?: number }) => {
    if (e.flight !== undefined && e.flight !== flight) return;
    heading = null;
    onView(viewOf(map), e.flight === undefined ? 'moved' : 'arrived');
  });

  return {
    flyTo: ({ center, ...to }) => fly({ ...to, ...(center ? { center: [center[0], center[1]] } : {}) }),
    fitExtent: ([west, south, east, north], { padding = FIT_PADDING, maxZoom = 16 } = {}) => {
      const box: LngLatBoundsLike = [west, Math.max(-85, south), east, Math.min(85, north)];
      const to = map.cameraForBounds(box, { padding, maxZoom, bearing: map.getBearing() });
      if (to) fly(to);
    },
    getView: () => viewOf(map),
    getExtent: () => {
      const bounds = map.getBounds();
      return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
    },
    project: ([lng, lat]) => {
      const { x, y } = map.project([lng, lat]);
      return [x, y];
    },
    unproject: ([x, y]) => {
      const { lng, lat } = map.unproject([x, y]);
      return [lng, lat];
    },
    zoomBy: (steps) => fly({ zoom: (heading?.zoom ?? map.getZoom()) + steps }, { duration: 200, arc: false }),
    northUp: () => fly({ bearing: 0 }, { duration: 300, arc: false }),
    focus: () => map.getCanvas().focus(),
    idle: () =>
      new Promise((resolve) => {
        if (map.loaded() && !map.isMoving()) resolve();
        else map.once('idle', () => resolve());
      }),
  };
};

/**
 * A panel below the map leaves the map's middle where it is. But one that gives way to a hand at work, and comes back after it,
 * leaves the ground where it is under the finger; what that has moved is moved back when the work is over.
 */
export const holdGround = (map: MapLibreMap): void => {
  const container = map.getContainer();
  let height = container.clientHeight;
  let [atWork, owed] = [false, 0];
  map.on('resize', () => {
    const by = (container.clientHeight - height) / 2;
    height = container.clientHeight;
    const { mode, hand } = useSketch.getState();
    const keep = atWork || hand === 'map' ? by : 0;
    const move = mode === 'none' ? -owed : matchMedia(PHONE).matches ? keep : 0;
    owed += move;
    atWork = hand === 'map';
    if (move !== 0) map.panBy([0, move], { duration: 0 });
  });
};
