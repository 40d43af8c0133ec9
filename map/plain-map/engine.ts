// The engine of a plain map: shows a style, fits, reports clicks on its sets and draws one shape. No tools, no stores of the map screen.
import 'maplibre-gl/dist/maplibre-gl.css';
import {
  AttributionControl,
  Map as MapLibreMap,
  type MapMouseEvent,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl';
import type { Extent, Geometry } from '@/contract/schemas/common';
import { readArchives } from '../engine/archives';
import { drawingData } from '../engine/drawing/handle-view';
import { createSketching, type Sketching, type SketchReport } from '../engine/drawing/sketching';
import { recordsAt } from '../engine/query';
import { fixTextDirection } from '../engine/text-direction';
import { createUpdater } from '../engine/updater';
import { DEFAULT_VIEW } from '../state/view';
import { SKETCH_SOURCE } from '../style/overlays';
import { PALETTE } from '../style/palette';
import type { Lang, LngLat, MapTrouble, RecordHit, Theme } from '../types';
import { createEditing, type PlainView, viewOf } from './editing';
import { createMarks, follow, type MapMark } from './marks';
import { setOfSource } from './sets';

setWorkerUrl(new URL('maplibre-gl/dist/maplibre-gl-worker.mjs', import.meta.url).href);
readArchives();

/** CSS pixels around a click in which a shape is met. */
const REACH = 6;
const FIT = { padding: 40, maxZoom: 17 };

/** What a plain map draws, vertex by vertex. */
export type DrawnKind = 'point' | 'line' | 'polygon';

/** How far the shape under the hand has come. */
export type DrawnSteps = Pick<SketchReport, 'canUndo' | 'canFinish'>;

export interface PlainEngineOptions {
  style: StyleSpecification;
  extent: Extent | null;
  theme: Theme;
  lang: Lang;
  /** Accessible name of the map, and of the button that unfolds the attribution. */
  label: string;
  attribution: string;
  isPickable(): boolean;
  onPick(set: string, feature: number, at: LngLat): void;
  onMark(id: number): void;
  isRecordPickable(): boolean;
  onPickRecord(record: RecordHit): void;
  onDraw(geometry: Geometry): void;
  /** A vertex of the shape under edit was let go, made or taken away. */
  onEdit(geometry: Geometry): void;
  /** The map has come to rest. */
  onView(view: PlainView): void;
  onSteps(steps: DrawnSteps): void;
  onTrouble(trouble: MapTrouble | null): void;
}

export interface PlainEngine {
  show(style: StyleSpecification): void;
  setTheme(theme: Theme): void;
  fit(extent: Extent): void;
  showMarks(marks: readonly MapMark[]): void;
  /** Moves the map where a place is about to leave what is seen. */
  follow(at: LngLat): void;
  /** Starts a shape; null drops the one that was begun. */
  setDrawing(kind: DrawnKind | null): void;
  /** Gives a shape handles to drag; another one takes its place, null ends it. */
  setEditing(geometry: Geometry | null): void;
  /** Ends the shape, if it has vertices enough. */
  finish(): void;
  undo(): void;
  /** The middle of what is seen, as longitude and latitude. */
  middle(): LngLat;
  /** Ids of the features on screen by the set that they belong to. */
  rendered(): Record<string, number[]>;
  destroy(): void;
}

const boundsOf = ([west, south, east, north]: Extent): [number, number, number, number] => [
  west,
  Math.max(-85, south),
  east,
  Math.min(85, north),
];

const setLayers = (map: MapLibreMap) => map.getLayersOrder().filter((id) => setOfSource(id) !== null);
const featureNear = (map: MapLibreMap, { x, y }: { x: number; y: number }) =>
  map.queryRenderedFeatures(
    [
      [x - REACH, y - REACH],
      [x + REACH, y + REACH],
    ],
    { layers: setLayers(map) },
  )[0];

/** What a click meets: a shape of the sets, else a record of the tiles. */
const createPicking = (map: MapLibreMap, options: PlainEngineOptions) => {
  const setNear = (at: { x: number; y: number }) => (options.isPickable() ? featureNear(map, at) : undefined);
  const recordNear = ({ x, y }: { x: number; y: number }) =>
    options.isRecordPickable() ? recordsAt(map, [x, y])[0] : undefined;
  return {
    pickAt: (at: { x: number; y: number }) => {
      const feature = setNear(at);
      const set = feature && setOfSource(feature.source);
      if (set) {
        const { lng, lat } = map.unproject([at.x, at.y]).wrap();
        return options.onPick(set, Number(feature.id), [lng, lat]);
      }
      const record = recordNear(at);
      if (record) options.onPickRecord(record);
    },
    /** Says with the cursor that a click would meet something. */
    point: (at: { x: number; y: number }) => {
      if (!options.isPickable() && !options.isRecordPickable()) return;
      map.getCanvas().style.cursor = setNear(at) || recordNear(at) ? 'pointer' : '';
    },
  };
};

const renderedOf = (map: MapLibreMap): Record<string, number[]> => {
  const ids: Record<string, Set<number>> = {};
  for (const feature of map.queryRenderedFeatures({ layers: setLayers(map) })) {
    const set = setOfSource(feature.source);
    if (!set) continue;
    ids[set] ??= new Set();
    ids[set].add(Number(feature.id));
  }
  return Object.fromEntries(Object.entries(ids).map(([set, features]) => [set, [...features].sort((a, b) => a - b)]));
};

const createMap = (container: HTMLElement, options: PlainEngineOptions): MapLibreMap => {
  const map = new MapLibreMap({
    container,
    style: options.style,
    ...(options.extent
      ? { bounds: boundsOf(options.extent), fitBoundsOptions: FIT }
      : { center: [DEFAULT_VIEW.center[0], DEFAULT_VIEW.center[1]], zoom: DEFAULT_VIEW.zoom }),
    maxZoom: 22,
    maxPitch: 0,
    attributionControl: false,
    locale: { 'Map.Title': options.label, 'AttributionControl.ToggleAttribution': options.attribution },
    // Relative addresses are right for the page; the worker has an address of its own.
    transformRequest: (url) => ({
      url: new URL(url, window.location.href).href,
      ...(url.startsWith('/geoserver/') ? { headers: { 'accept-language': options.lang } } : {}),
    }),
  });
  map.addControl(new AttributionControl({ compact: true }), options.lang === 'fa' ? 'bottom-left' : 'bottom-right');
  map.touchZoomRotate.disableRotation();
  map.dragRotate.disable();
  return map;
};

/** Space sets a vertex in the middle of the map, Enter ends the shape, Backspace takes a step back, Esc begins anew. */
const drawByKey = (event: KeyboardEvent, kind: DrawnKind, sketching: Sketching, middle: () => LngLat) => {
  if (event.key === ' ' || (event.key === 'Enter' && kind === 'point')) sketching.addPoint(middle());
  else if (event.key === 'Enter') sketching.finish();
  else if (event.key === 'Backspace') sketching.undo();
  else if (event.key === 'Escape') {
    sketching.stop();
    sketching.start(kind);
    event.stopPropagation();
  } else return;
  event.preventDefault();
};

/** Throws where the browser cannot draw with WebGL 2. */
export const createPlainEngine = (container: HTMLElement, options: PlainEngineOptions): PlainEngine => {
  fixTextDirection();
  let { theme } = options;
  let drawing: DrawnKind | null = null;
  const map = createMap(container, options);
  const updater = createUpdater(map, options.style, (error) => console.error(error));
  const sketching = createSketching(
    map,
    () => PALETTE[theme],
    ({ shape, caught }) => updater.setData(SKETCH_SOURCE, drawingData([shape], caught)),
    ({ canUndo, canFinish }) => options.onSteps({ canUndo, canFinish }),
    (geometry) => {
      drawing = null;
      options.onDraw(geometry);
    },
  );

  const middle = (): LngLat => {
    const { lng, lat } = map.getCenter().wrap();
    return [lng, lat];
  };
  const editing = createEditing(map, (features) => updater.setData(SKETCH_SOURCE, features), middle, options.onEdit);
  const marks = createMarks(map, options.lang, options.onMark);
  for (const event of ['load', 'moveend'] as const) map.on(event, () => options.onView(viewOf(map)));

  const canvas = map.getCanvas();
  const picking = createPicking(map, options);
  map.on('click', (event: MapMouseEvent) => {
    if (!drawing && !editing.isOn()) picking.pickAt(event.point);
  });
  map.on('mousemove', (event: MapMouseEvent) => {
    if (!drawing && !editing.isOn()) picking.point(event.point);
  });
  const handleKey = (event: KeyboardEvent) => {
    if (drawing) drawByKey(event, drawing, sketching, middle);
    else if (editing.isOn()) editing.handleKey(event);
    else if (event.key === 'Enter') picking.pickAt(map.project(map.getCenter()));
  };
  canvas.addEventListener('keydown', handleKey);
  map.on('webglcontextlost', () => options.onTrouble('lost'));
  map.on('webglcontextrestored', () => options.onTrouble(null));

  return {
    show: updater.show,
    setTheme: (next) => {
      theme = next;
      sketching.repaint();
    },
    fit: (extent) => map.fitBounds(boundsOf(extent), { ...FIT, duration: 300 }),
    showMarks: marks.show,
    follow: (at) => follow(map, at),
    setDrawing: (next) => {
      if (next === drawing) return;
      drawing = next;
      canvas.style.cursor = '';
      sketching.stop();
      if (next) sketching.start(next);
    },
    setEditing: editing.set,
    finish: () => void sketching.finish(),
    undo: sketching.undo,
    middle,
    rendered: () => renderedOf(map),
    destroy: () => {
      canvas.removeEventListener('keydown', handleKey);
      sketching.stop();
      editing.stop();
      marks.destroy();
      updater.stop();
      map.remove();
    },
  };
};
