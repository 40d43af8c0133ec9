// Drawing a new point, line or polygon vertex by vertex; terra-draw does the hand work, this file speaks the map room's words.
import type { Map as MapLibreMap } from 'maplibre-gl';
import {
  type SnapToCustom,
  TerraDraw,
  TerraDrawCircleMode,
  TerraDrawFreehandLineStringMode,
  TerraDrawFreehandMode,
  TerraDrawLineStringMode,
  TerraDrawModeUndoRedo,
  type TerraDrawMouseEvent,
  TerraDrawPointMode,
  TerraDrawPolygonMode,
  TerraDrawRectangleMode,
  TerraDrawRenderMode,
} from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import type { Geometry } from '@/contract/schemas/common';
import { turned } from '../geo/shapes';
import type { SnapTarget } from '../geo/snap';
import type { Palette } from '../style/palette';
import type { LngLat, Shape } from '../types';
import { anchorOf } from './bands';
import { snapOnMap } from './snapping';

/** Decimals of a degree that terra-draw accepts: a tenth of a millimetre. */
const DECIMALS = 9;
/** CSS pixels round the first or last vertex in which a click ends the drawing. */
const CLOSING = 12;
/** Keys are handled by the tools; these names can come from no keyboard. */
const KEYS = { finish: 'map:finish', cancel: 'map:cancel' } as const;
const IDLE = 'idle';
/** Vertices that a shape needs; shapes that a single stroke or two clicks make end by themselves. */
const LEAST: Record<Shape, number> = {
  point: 1,
  line: 2,
  polygon: 3,
  rectangle: Infinity,
  circle: Infinity,
  freehand: Infinity,
  lasso: Infinity,
};
/** Corners of a circle: its area is then 0.16 % too small at most. */
const CIRCLE_CORNERS = 64;

export interface SketchReport {
  /** With the loose end that follows the pointer; null before there is a shape. */
  geometry: Geometry | null;
  vertices: number;
  canUndo: boolean;
  canRedo: boolean;
  canFinish: boolean;
}
export interface Sketching {
  start(shape: Shape): void;
  addPoint(at: LngLat): void;
  /** Ends the shape if it has vertices enough; `onFinish` then brings it. */
  finish(): boolean;
  undo(): void;
  redo(): void;
  stop(): void;
}

const rounded = (value: number) => Number(value.toFixed(DECIMALS));

export const createSketching = (
  map: MapLibreMap,
  palette: Palette,
  onChange: (report: SketchReport) => void,
  onFinish: (geometry: Geometry) => void,
): Sketching => {
  let shape: Shape = 'point';
  let snapping = true;

  const toCustom: SnapToCustom = (event, context) => {
    if (!snapping || event.heldKeys.includes('Alt')) return undefined;
    const drawn = context.getCurrentGeometrySnapshot();
    const positions = drawn ? (drawn.type === 'Polygon' ? (drawn.coordinates[0] ?? []) : drawn.coordinates) : [];
    // The loose end follows the pointer and would catch itself; the vertices before it are what one aims at.
    const own: SnapTarget[] = positions
      .slice(0, context.currentCoordinate ?? 0)
      .map((p) => ({ positions: [p], closed: false }));
    const found = snapOnMap(map, [event.containerX, event.containerY], own.slice(0, -1), null);
    if (found) return found.position.map(rounded);
    const from = event.heldKeys.includes('Shift') ? positions[(context.currentCoordinate ?? 0) - 1] : undefined;
    if (!from) return undefined;
    const { x, y } = map.project([from[0] ?? 0, from[1] ?? 0]);
    const [px, py] = turned([x, y], [event.containerX, event.containerY]);
    return map.unproject([px, py]).toArray().map(rounded);
  };
  const line = {
    lineStringColor: palette.sketch as `#${string}`,
    lineStringWidth: 2.5,
    closingPointColor: palette.sketch as `#${string}`,
    closingPointOutlineColor: palette.handle as `#${string}`,
    closingPointWidth: 6,
    coordinatePointColor: palette.handle as `#${string}`,
    coordinatePointOutlineColor: palette.sketch as `#${string}`,
    coordinatePointWidth: 4,
    coordinatePointOutlineWidth: 2,
    snappingPointColor: palette.mark as `#${string}`,
    snappingPointWidth: 6,
  };
  const common = { snapping: { toCustom }, pointerDistance: CLOSING, keyEvents: KEYS, showCoordinatePoints: true };
  const area = {
    fillColor: palette.sketch as `#${string}`,
    fillOpacity: 0.2,
    outlineColor: palette.sketch as `#${string}`,
    outlineWidth: 2.5,
  };
  const modes = {
    point: new TerraDrawPointMode({
      styles: {
        pointColor: palette.sketch as `#${string}`,
        pointWidth: 6,
        pointOutlineColor: palette.handle as `#${string}`,
      },
    }),
    line: new TerraDrawLineStringMode({ ...common, styles: line }),
    polygon: new TerraDrawPolygonMode({
      ...common,
      styles: { ...line, ...area },
    }),
    rectangle: new TerraDrawRectangleMode({ keyEvents: KEYS, styles: area, drawInteraction: 'click-move-or-drag' }),
    circle: new TerraDrawCircleMode({
      keyEvents: KEYS,
      styles: area,
      segments: CIRCLE_CORNERS,
      drawInteraction: 'click-move-or-drag',
    }),
    freehand: new TerraDrawFreehandLineStringMode({ keyEvents: KEYS, styles: line, drawInteraction: 'click-drag' }),
    lasso: new TerraDrawFreehandMode({ keyEvents: KEYS, styles: { ...line, ...area }, drawInteraction: 'click-drag' }),
  };
  const draw = new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({
      map,
      coordinatePrecision: DECIMALS,
      renderBelowLayerId: anchorOf('labels'),
      prefixId: 'draw',
    }),
    modes: [...Object.values(modes), new TerraDrawRenderMode({ modeName: IDLE, styles: {} })],
    undoRedo: { modeLevel: new TerraDrawModeUndoRedo({ maxStackSize: 500 }) },
  });

  const current = () => draw.getSnapshot().find((f) => f.properties.currentlyDrawing === true);
  /** Vertices that were set, the loose end not counted; only terra-draw's polygons keep that number themselves. */
  const committed = (): number => {
    const feature = current();
    return feature?.geometry.type === 'LineString'
      ? feature.geometry.coordinates.length - 1
      : Number(feature?.properties.committedCoordinateCount ?? 0);
  };
  const report = () => {
    if (!draw.enabled) return;
    const vertices = committed();
    onChange({
      geometry: (current()?.geometry as Geometry | undefined) ?? null,
      vertices,
      canUndo: draw.canUndo(),
      canRedo: draw.canRedo(),
      canFinish: vertices >= LEAST[shape],
    });
  };
  draw.on('change', report);
  draw.on('history', report);
  draw.on('finish', (id) => {
    const geometry = draw.getSnapshotFeature(id)?.geometry as Geometry | undefined;
    // Terra-draw is still inside its own event; clearing its store now would pull the ground from under it.
    queueMicrotask(() => {
      stop();
      if (geometry) onFinish(geometry);
    });
  });

  const stop = () => {
    if (!draw.enabled) return;
    draw.clear();
    draw.setMode(IDLE);
    draw.stop();
  };

  return {
    start: (next) => {
      shape = next;
      if (!draw.enabled) draw.start();
      draw.setMode(modes[next].mode);
    },
    addPoint: ([lng, lat]) => {
      // No pixel is near this one, so that a click close to an older vertex adds a vertex and does not end the shape.
      const event: TerraDrawMouseEvent = {
        lng: rounded(lng),
        lat: rounded(lat),
        containerX: -1e9,
        containerY: -1e9,
        button: 'left',
        heldKeys: [],
        isContextMenu: false,
      };
      snapping = false;
      try {
        modes[shape].onMouseMove(event);
        modes[shape].onClick(event);
      } finally {
        snapping = true;
      }
      report();
    },
    finish: () => {
      if (committed() < LEAST[shape]) return false;
      modes[shape].onKeyUp({ key: KEYS.finish, heldKeys: [], preventDefault: () => undefined });
      return true;
    },
    undo: () => {
      draw.undo();
      report();
    },
    redo: () => {
      draw.redo();
      report();
    },
    stop,
  };
};
