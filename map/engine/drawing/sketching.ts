// Drawing a new point, line or polygon vertex by vertex; terra-draw does the hand work, this file speaks the map room's words.
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { GeoJSONStoreFeatures, TerraDrawCircleMode, TerraDrawMouseEvent } from 'terra-draw';
import type { Geometry } from '@/contract/schemas/common';
import { counterclockwise } from '../../geo/shapes';
import type { Position } from '../../geo/walk';
import { useSnapping } from '../../state/snapping';
import type { Palette } from '../../style/palette';
import type { Shape } from '../../tool-types';
import type { LngLat } from '../../types';
import { createCatching } from './catching';
import { createCircles } from './circles';
import { createModes, KEYS, MIN_VERTICES } from './draw-modes';
import type { SnapResult } from './snapping';
import { createStretches, rounded } from './stretches';
import { createTerra } from './terra';

export interface SketchReport {
  /** With the loose end that follows the pointer; null before there is a shape. */
  geometry: Geometry | null;
  vertices: number;
  /** The vertices that were set, and what lies between each and the next where it follows a record. */
  set: readonly Position[];
  via: readonly (readonly Position[])[];
  canUndo: boolean;
  canRedo: boolean;
  canFinish: boolean;
}
export interface Sketching {
  start(shape: Shape): void;
  addPoint(at: LngLat): void;
  /** Sets vertices, and what lies between them, as an earlier drawing left them. */
  resume(set: readonly Position[], via: readonly (readonly Position[])[]): void;
  /** Ends the shape if it has vertices enough; `onFinish` then brings it. */
  finish(): boolean;
  undo(): void;
  redo(): void;
  /** Shows the same in the colours of now. */
  repaint(): void;
  stop(): void;
}

/** What is drawn besides terra-draw's own: the shape with its traced stretches (null while it has none) and the place that caught the pointer. */
export interface SketchView {
  shape: Geometry | null;
  caught: SnapResult | null;
}

/** Terra-draw's modes as far as pointers go. */
type PointerHandlers = Pick<TerraDrawCircleMode, 'onMouseMove' | 'onClick'>;

/** Vertices that were set, the loose end not counted; only terra-draw's polygons keep that number themselves. */
const countSet = (feature: GeoJSONStoreFeatures | undefined): number =>
  feature?.geometry.type === 'LineString'
    ? feature.geometry.coordinates.length - 1
    : Number(feature?.properties.committedCoordinateCount ?? 0);

const verticesOf = (feature: GeoJSONStoreFeatures | undefined): Position[] => {
  const geometry = feature?.geometry;
  const all = geometry?.type === 'Polygon' ? geometry.coordinates[0] : geometry?.coordinates;
  return ((all ?? []) as Position[]).slice(0, countSet(feature));
};

/** A click at a place that was written. No pixel is near it, so that one close to an older vertex adds a vertex and does not end the shape. */
const typedEvent = ([lng, lat]: LngLat): TerraDrawMouseEvent => {
  const [x = 0, y = 0] = rounded([lng, lat]);
  return {
    lng: x,
    lat: y,
    containerX: -1e9,
    containerY: -1e9,
    button: 'left',
    heldKeys: [],
    isContextMenu: false,
  };
};

export const createSketching = (
  map: MapLibreMap,
  palette: () => Palette,
  show: (view: SketchView) => void,
  onChange: (report: SketchReport) => void,
  onFinish: (geometry: Geometry) => void,
): Sketching => {
  let shape: Shape = 'point';
  let typing = false;
  let isReported = false;
  /** The pointer's last place, while the map stands still: what comes late may catch it there. */
  let rested: TerraDrawMouseEvent | null = null;
  /** The vertices that stood before the click or the key that may have ended the shape: its end adds none. */
  let all: Position[] = [];

  const current = () => terra.draw.getSnapshot().find((f) => f.properties.currentlyDrawing === true);
  const placed = () => verticesOf(current());
  const stretches = createStretches(map, () => report());
  const catching = createCatching(map, { shape: () => shape, placed, isTyping: () => typing });
  const circles = createCircles(() => current() !== undefined);

  /** Terra-draw lays a snapped vertex; what the way to it follows, and a snapped point, is ours. */
  const watched = <M extends PointerHandlers>(mode: M): M => {
    const [move, click] = [mode.onMouseMove.bind(mode), mode.onClick.bind(mode)];
    mode.onMouseMove = (event) => {
      rested = typing ? null : event;
      const caught = catching.look(event);
      isReported = false;
      stretches.look(placed().at(-1), caught, event.heldKeys.includes('Shift'));
      move(event);
      if (!isReported) report();
    };
    mode.onClick = (event) => {
      if (event.button !== 'left') return click(event);
      const at = catching.look(event);
      const before = placed();
      all = before;
      if (shape === 'point' && at) [event.lng, event.lat] = [at.position[0] ?? 0, at.position[1] ?? 0];
      stretches.take(before.at(-1), at, event.heldKeys.includes('Shift'));
      click(event);
      const [now, vertex] = [placed(), placed().at(-1)];
      if (vertex && now.length > before.length) stretches.landed(before.at(-1), vertex, at);
      report();
    };
    return mode;
  };
  const isOurs = () => shape === 'circle' || stretches.some();
  const plain = createModes(palette, catching.toCustom, isOurs);
  const modes = {
    ...plain,
    point: watched(plain.point),
    line: watched(plain.line),
    polygon: watched(plain.polygon),
    circle: circles.watch(plain.circle),
  };
  const terra = createTerra(map, Object.values(modes));
  const { draw } = terra;

  const report = () => {
    if (!terra.isDrawing()) return;
    isReported = true;
    const feature = current();
    const vertices = countSet(feature);
    const straight = (feature?.geometry as Geometry | undefined) ?? null;
    const geometry = straight && ((shape === 'circle' && circles.exact()) || stretches.expand(straight));
    const set = verticesOf(feature);
    show({ shape: isOurs() ? geometry : null, caught: catching.caught() });
    onChange({
      geometry,
      vertices,
      set,
      via: stretches.between(set),
      canUndo: draw.canUndo(),
      canRedo: draw.canRedo(),
      canFinish: vertices >= MIN_VERTICES[shape],
    });
  };
  /** What was shown is what is handed on: terra-draw may turn an area's corners round at the end, where no stretch is found again. */
  const finished = (straight: Geometry | undefined): Geometry | undefined =>
    shape === 'line' && all.length > 0
      ? stretches.expand({ type: 'LineString', coordinates: all })
      : shape === 'polygon' && all[0]
        ? counterclockwise(stretches.expand({ type: 'Polygon', coordinates: [[...all, all[0]]] }))
        : (shape === 'circle' && circles.exact()) || straight;
  draw.on('change', report);
  draw.on('history', report);
  draw.on('finish', (id) => {
    const geometry = finished(draw.getSnapshotFeature(id)?.geometry as Geometry | undefined);
    // Terra-draw is still inside its own event; clearing its store now would pull the ground from under it.
    queueMicrotask(() => {
      stop();
      if (geometry) onFinish(geometry);
    });
  });

  const stopLate = useSnapping.subscribe(({ wholeShapes }, before) => {
    if (wholeShapes !== before.wholeShapes && rested && draw.enabled) modes[shape].onMouseMove({ ...rested });
  });
  map.once('remove', stopLate);
  map.on('movestart', () => {
    rested = null;
  });

  const stop = () => {
    if (!terra.end()) return;
    stretches.clear();
    catching.clear();
    [all, rested] = [[], null];
    show({ shape: null, caught: null });
  };

  const addPoint = (at: LngLat) => {
    if (!draw.enabled) return;
    const event = typedEvent(at);
    typing = true;
    try {
      modes[shape].onMouseMove(event);
      modes[shape].onClick(event);
    } finally {
      typing = false;
    }
    report();
  };

  return {
    start: (next) => {
      shape = next;
      terra.begin(modes[shape].mode);
    },
    addPoint,
    resume: (set, via) => {
      set.forEach((p, i) => {
        const before = set[i - 1];
        if (before) stretches.put(rounded(before), rounded(p), via[i - 1] ?? []);
        addPoint([p[0] ?? 0, p[1] ?? 0]);
      });
      report();
    },
    finish: () => {
      if (countSet(current()) < MIN_VERTICES[shape]) return false;
      all = placed();
      modes[shape].onKeyUp({ key: KEYS.finish, heldKeys: [], preventDefault: () => undefined });
      return true;
    },
    undo: () => {
      if (draw.enabled) draw.undo();
      report();
    },
    redo: () => {
      if (draw.enabled) draw.redo();
      report();
    },
    repaint: () => {
      // Terra-draw paints again when a mode is given its looks.
      const { styles } = modes[shape];
      if (draw.enabled) Object.assign(modes[shape], { styles });
    },
    stop,
  };
};
