// A living map without React: made once in an element, fed with styles, asked and told things through one handle.
import 'maplibre-gl/dist/maplibre-gl.css';
import {
  AttributionControl,
  type CameraOptions,
  type ErrorEvent,
  LngLat,
  type LngLatBoundsLike,
  Map as MapLibreMap,
  type MapMovementEvent,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl';
import type { Geometry } from '@/contract/schemas/common';
import { PHONE } from '@/lib/config/constants';
import { extentOf } from '../geo/walk';
import { markPlace } from '../state/flash';
import { useOverlay } from '../state/overlay';
import { useSketch } from '../state/sketch';
import { sourceOf } from '../style/compile';
import { COVERS_SOURCE } from '../style/covers';
import { DRAWINGS_SOURCE, OVERLAY_SOURCE, overlayData } from '../style/overlays';
import { PALETTE } from '../style/palette';
import type { CreateToolHost, Gesture, MapHandle, PointGesture, ScreenEffect, ToolHost } from '../tool-types';
import type { Lang, LayerState, MapTrouble, Theme, View, ViewChange } from '../types';
import { readArchives } from './archives';
import { watchBase } from './base-watch';
import { subscribeCovers } from './covers';
import { createDrawing } from './drawing';
import { subscribeDrawings } from './drawings';
import { watchLayers } from './layer-states';
import { gestureAt, listenPointer } from './pointer';
import { recordsAt } from './query';
import { fixTextDirection } from './text-direction';
import { createUpdater } from './updater';

setWorkerUrl(new URL('maplibre-gl/dist/maplibre-gl-worker.mjs', import.meta.url).href);
readArchives();

export interface EngineOptions {
  style: StyleSpecification;
  view: View;
  theme: Theme;
  /** In which the server answers for tiles that it refuses. */
  lang: Lang;
  /** The control container is left-to-right; this says at which of its sides the reading ends. */
  end: 'left' | 'right';
  /** Accessible name of the map, and of the button that unfolds the attribution. */
  title: string;
  attribution: string;
  onView(view: View, change: ViewChange): void;
  onPoint(gesture: PointGesture): void;
  onHover(gesture: PointGesture | null): void;
  onLayerState(layer: number, state: LayerState, reason: string | null): void;
  onBaseFailed(): void;
  onEffect(effect: ScreenEffect): void;
  onTrouble(trouble: MapTrouble | null): void;
  /** Left out on a map without tools. */
  createTools?: CreateToolHost | undefined;
  wantsHover(): boolean;
}
const NO_TOOLS: ToolHost = {
  send: () => undefined,
  act: () => undefined,
  wantsHover: () => false,
  hasPointer: () => false,
  stop: () => undefined,
};

/** MapLibre is silent about errors once somebody listens to them; only those of tiles have a listener that shows them. */
const report = (error: unknown) => console.error(error);

export interface Engine {
  handle: MapHandle;
  show(style: StyleSpecification): void;
  /** The theme of the next style: what is being drawn changes its colours with it. */
  setTheme(theme: Theme): void;
  destroy(): void;
  /** For the test handle only. */
  map: MapLibreMap;
}

const viewOf = (map: MapLibreMap): View => {
  const { lng, lat } = map.getCenter().wrap();
  return { center: [lng, lat], zoom: map.getZoom(), bearing: map.getBearing() };
};

/** Throws where the browser cannot draw with WebGL 2. */
export const createEngine = (container: HTMLElement, options: EngineOptions): Engine => {
  fixTextDirection();
  const map = new MapLibreMap({
    container,
    style: options.style,
    center: [options.view.center[0], options.view.center[1]],
    zoom: options.view.zoom,
    bearing: options.view.bearing ?? 0,
    maxZoom: 22,
    maxPitch: 0,
    attributionControl: false,
    locale: { 'Map.Title': options.title, 'AttributionControl.ToggleAttribution': options.attribution },
    // Relative addresses are right for the page; the worker has an address of its own.
    transformRequest: (url) => ({
      url: new URL(url, window.location.href).href,
      // What a refused tile says is read by this reader.
      ...(url.startsWith('/geoserver/') ? { headers: { 'accept-language': options.lang } } : {}),
    }),
  });
  map.addControl(new AttributionControl({ compact: true }), options.end === 'left' ? 'bottom-left' : 'bottom-right');
  map.touchZoomRotate.disableRotation();

  const updater = createUpdater(map, options.style, report);
  const showOverlay = () => updater.setData(OVERLAY_SOURCE, overlayData(useOverlay.getState().shapes));
  if (Object.keys(useOverlay.getState().shapes).length > 0) showOverlay();
  const stops = [
    useOverlay.subscribe(showOverlay),
    subscribeCovers(map, (covers) => updater.setData(COVERS_SOURCE, covers)),
    subscribeDrawings((features) => updater.setData(DRAWINGS_SOURCE, features)),
  ];
  const query: MapHandle['queryRecords'] = (at) => recordsAt(map, at);
  let { theme } = options;
  const drawing = createDrawing(
    map,
    updater,
    () => PALETTE[theme],
    (geometry) => host.send({ kind: 'drawn', geometry }),
  );
  const show = (geometry: Geometry) => {
    const extent = extentOf([geometry]);
    if (extent) handle.fitExtent(extent, { padding: 0, maxZoom: 22 });
  };
  const host = options.createTools?.(drawing, show, options.onEffect) ?? NO_TOOLS;
  const states = watchLayers(map, options.onLayerState);
  const stopBase = watchBase(map, options.onBaseFailed);

  const stopPointer = listenPointer(map, query, {
    onGesture: (gesture) => {
      host.send(gesture);
      if (gesture.kind === 'hover') options.onHover(gesture);
      else if (!host.hasPointer() || gesture.kind === 'menu') options.onPoint(gesture);
    },
    onLeave: () => {
      host.send({ kind: 'leave' });
      options.onHover(null);
    },
    wantsHover: () => options.wantsHover() || host.wantsHover(),
  });
  // What was said of a place is not true of it any more.
  map.on('movestart', () => host.send({ kind: 'leave' }));
  map.on('error', (e: ErrorEvent & { sourceId?: string }) => {
    if (e.sourceId === undefined) report(e.error);
  });
  // A panel below the map leaves the map's middle where it is. But one that gives way to a hand at work, and comes back after it,
  // leaves the ground where it is under the finger; what that has moved is moved back when the work is over.
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
  // A flight that the next one cuts short was nowhere: its end is not told, and the next one begins from where it was to end.
  let [flight, heading] = [0, null as View | null];
  const fly = (to: CameraOptions, { duration = 600, arc = true } = {}) => {
    const from = heading ?? viewOf(map);
    const center = LngLat.convert(to.center ?? [...from.center]).wrap();
    heading = { center: [center.lng, center.lat], zoom: to.zoom ?? from.zoom, bearing: to.bearing ?? from.bearing };
    flight += 1;
    options.onView(heading, 'heading');
    map[arc ? 'flyTo' : 'easeTo']({ ...heading, center, duration }, { flight });
  };
  map.on('moveend', (e: MapMovementEvent & { flight?: number }) => {
    if (e.flight !== undefined && e.flight !== flight) return;
    heading = null;
    options.onView(viewOf(map), e.flight === undefined ? 'moved' : 'arrived');
  });
  map.on('webglcontextlost', () => options.onTrouble('lost'));
  map.on('webglcontextrestored', () => options.onTrouble(null));

  const handle: MapHandle = {
    ready: () => true,
    flyTo: ({ center, ...to }) => fly({ ...to, ...(center ? { center: [center[0], center[1]] } : {}) }),
    fitExtent: ([west, south, east, north], { padding = 48, maxZoom = 16 } = {}) => {
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
    queryRecords: query,
    refresh: (layers) => updater.refresh(layers.map(sourceOf)),
    zoomBy: (steps) => fly({ zoom: (heading?.zoom ?? map.getZoom()) + steps }, { duration: 200, arc: false }),
    northUp: () => fly({ bearing: 0 }, { duration: 300, arc: false }),
    focus: () => map.getCanvas().focus(),
    idle: () =>
      new Promise((resolve) => {
        if (map.loaded() && !map.isMoving()) resolve();
        else map.once('idle', () => resolve());
      }),
    layerState: states.get,
    send: (gesture: Gesture) => host.send(gesture),
    act: (tool, action) => host.act(tool, action),
    gestureAt: (kind, at) => {
      const { lng, lat } = map.getCenter();
      return gestureAt(map, kind, at ?? [lng, lat], query);
    },
    ask: options.onEffect,
    typeAt: (at) => {
      host.send(gestureAt(map, 'typed', at, query));
      if (!map.getBounds().contains([at[0], at[1]]) || !host.hasPointer()) handle.flyTo({ center: at });
      // A vertex that was written is seen by itself.
      if (useSketch.getState().mode === 'none') markPlace(at);
    },
    drawing,
  };

  return {
    handle,
    map,
    show: updater.show,
    setTheme: (next) => {
      if (next === theme) return;
      theme = next;
      drawing.repaint();
    },
    destroy: () => {
      for (const stop of [() => host.stop(), stopPointer, stopBase, ...stops]) stop();
      states.stop();
      drawing.release();
      drawing.cancel();
      updater.stop();
      map.remove();
    },
  };
};
