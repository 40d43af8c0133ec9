// A living map without React: made once in an element, fed with styles, asked and told things through one handle.
import 'maplibre-gl/dist/maplibre-gl.css';
import {
  AttributionControl,
  type ErrorEvent,
  Map as MapLibreMap,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl';
import type { Geometry } from '@/contract/schemas/common';
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
import { createCamera, holdGround } from './camera';
import { subscribeCovers } from './covers';
import { createDrawing } from './drawing/drawing';
import { subscribeDrawings } from './drawings';
import { createFade } from './fade';
import { watchLayers } from './layer-states';
import { gestureAt, listenPointer } from './pointer';
import { recordsAt, sampleShapes } from './query';
import { fixTextDirection } from './text-direction';
import { retryBusyTiles } from './tiles/busy-tiles';
import { freeFailedTiles } from './tiles/failed-tiles';
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

const createMap = (container: HTMLElement, options: EngineOptions): MapLibreMap => {
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
  return map;
};

const watchTrouble = (map: MapLibreMap, onTrouble: EngineOptions['onTrouble']) => {
  map.on('error', (e: ErrorEvent & { sourceId?: string }) => {
    if (e.sourceId === undefined) report(e.error);
  });
  map.on('webglcontextlost', () => onTrouble('lost'));
  map.on('webglcontextrestored', () => onTrouble(null));
};

/** Gestures go to the tools first, and to the screen where no tool takes them. The returned function stops it. */
const tellTools = (map: MapLibreMap, host: ToolHost, options: EngineOptions): (() => void) => {
  // What was said of a place is not true of it any more.
  map.on('movestart', () => host.send({ kind: 'leave' }));
  return listenPointer(map, (at) => recordsAt(map, at), {
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
};

/** Throws where the browser cannot draw with WebGL 2. */
export const createEngine = (container: HTMLElement, options: EngineOptions): Engine => {
  fixTextDirection();
  const fade = createFade(matchMedia('(prefers-reduced-motion: reduce)').matches);
  const style = fade.apply(options.style);
  const map = createMap(container, { ...options, style });
  const camera = createCamera(map, options.onView);
  const updater = createUpdater(map, style, report);
  const showOverlay = () => updater.setData(OVERLAY_SOURCE, overlayData(useOverlay.getState().shapes));
  if (Object.keys(useOverlay.getState().shapes).length > 0) showOverlay();
  const stops = [
    fade.watch(map, updater.show),
    useOverlay.subscribe(showOverlay),
    subscribeCovers(map, (covers) => updater.setData(COVERS_SOURCE, covers)),
    subscribeDrawings((features) => updater.setData(DRAWINGS_SOURCE, features)),
    freeFailedTiles(map),
    retryBusyTiles(map),
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
    if (extent) camera.fitExtent(extent, { padding: 0, maxZoom: 22 });
  };
  const host = options.createTools?.(drawing, show, options.onEffect) ?? NO_TOOLS;
  const states = watchLayers(map, options.onLayerState);
  const stopBase = watchBase(map, options.onBaseFailed);

  const stopPointer = tellTools(map, host, options);
  holdGround(map);
  watchTrouble(map, options.onTrouble);

  const handle: MapHandle = {
    ready: () => true,
    ...camera,
    queryRecords: query,
    sampleShapes: (layer, max) => sampleShapes(map, layer, max),
    refresh: (layers, boxes) => updater.refresh(layers.map(sourceOf), boxes),
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
      if (!map.getBounds().contains([at[0], at[1]]) || !host.hasPointer()) camera.flyTo({ center: at });
      // A vertex that was written is seen by itself.
      if (useSketch.getState().mode === 'none') markPlace(at);
    },
    drawing,
  };

  return {
    handle,
    map,
    show: (next) => updater.show(fade.apply(next)),
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
