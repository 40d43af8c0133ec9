// Drawing a new point, line or polygon vertex by vertex; terra-draw does the hand work, this file speaks the map room's words.
import type { Map as MapLibreMap } from 'maplibre-gl';
import {
  type SnapToCustom,
  TerraDraw,
  type TerraDrawCircleMode,
  TerraDrawModeUndoRedo,
  type TerraDrawMouseEvent,
  TerraDrawRenderMode,
} from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import type { Geometry } from '@/contract/schemas/common';
import { circle, distance } from '../geo/drawings';
import { counterclockwise, rotateShape } from '../geo/shapes';
import type { SnapTarget } from '../geo/snap';
import type { Position } from '../geo/walk';
import { useSnapping } from '../state/snapping';
import type { Palette } from '../style/palette';
import type { Shape } from '../tool-types';
import type { LngLat } from '../types';
import { anchorOf } from './bands';
import { CLOSING, createModes, KEYS, MIN_VERTICES } from './draw-modes';
import { type SnapResult, snapOnMap } from './snapping';
import { createStretches, DECIMALS, rounded } from './stretches';

const IDLE = 'idle';

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
/** The events of a circle, which is drawn by two clicks or by one drag. */
const ROUND_EVENTS = ['onClick', 'onMouseMove', 'onDragStart', 'onDrag', 'onDragEnd'] as const;

export const createSketching = (
  map: MapLibreMap,
  palette: () => Palette,
  show: (view: SketchView) => void,
  onChange: (report: SketchReport) => void,
  onFinish: (geometry: Geometry) => void,
): Sketching => {
  let shape: Shape = 'point';
  let typing = false;
  let caught: SnapResult | null = null;
  /** What the last event was caught by: terra-draw asks again for the same one. */
  let lastCatch: { event: TerraDrawMouseEvent; found: SnapResult | null } | null = null;
  let isReported = false;
  /** The pointer's last place, while the map stands still: what comes late may catch it there. */
  let rested: TerraDrawMouseEvent | null = null;
  /** The vertices that stood before the click or the key that may have ended the shape: its end adds none. */
  let all: Position[] = [];
  /** What is wanted of terra-draw, and whether the map can give it. */
  let [isAngleKept, standing] = [false, false];
  const stretches = createStretches(map, () => report());

  /** The vertices that were set; the loose end follows the pointer and is none. */
  const placed = (feature = current()): Position[] => {
    const geometry = feature?.geometry;
    const all = geometry?.type === 'Polygon' ? geometry.coordinates[0] : geometry?.coordinates;
    return ((all ?? []) as Position[]).slice(0, committed(feature));
  };
  const pixelOf = ([lng = 0, lat = 0]: Position): [number, number] => {
    const { x, y } = map.project([lng, lat]);
    return [x, y];
  };
  const catchAt = ({ containerX: x, containerY: y, heldKeys }: TerraDrawMouseEvent): SnapResult | null => {
    if (typing || heldKeys.includes('Alt')) return null;
    const set = placed();
    const [first] = set;
    // Terra-draw closes an area there, whatever else is near.
    if (shape === 'polygon' && first && set.length >= MIN_VERTICES.polygon) {
      const [fx, fy] = pixelOf(first);
      if (Math.hypot(fx - x, fy - y) <= CLOSING) return { position: first, kind: 'vertex', hit: null };
    }
    // The last vertex would catch the pointer that has just set it; those before it are what one aims at.
    const own: SnapTarget[] = set.slice(0, -1).map((p) => ({ positions: [p], closed: false }));
    const target = snapOnMap(map, [x, y], own, null);
    return target && { ...target, position: rounded(target.position) };
  };
  const toCustom: SnapToCustom = (event) => {
    const target = lastCatch?.event === event ? lastCatch.found : catchAt(event);
    if (target) return target.position;
    const keepsAngle = event.heldKeys.includes('Shift') || useSnapping.getState().angles;
    const from = keepsAngle && !typing ? placed().at(-1) : undefined;
    if (!from) return undefined;
    const [px, py] = rotateShape(pixelOf(from), [event.containerX, event.containerY]);
    return rounded(map.unproject([px, py]).toArray());
  };
  /** Terra-draw lays a snapped vertex; what the way to it follows, and a snapped point, is ours. */
  const watched = <M extends PointerHandlers>(mode: M): M => {
    const [move, click] = [mode.onMouseMove.bind(mode), mode.onClick.bind(mode)];
    const settle = (event: TerraDrawMouseEvent) => {
      if (shape === 'point' && caught) [event.lng, event.lat] = [caught.position[0] ?? 0, caught.position[1] ?? 0];
    };
    mode.onMouseMove = (event) => {
      rested = typing ? null : event;
      caught = catchAt(event);
      lastCatch = { event, found: caught };
      isReported = false;
      stretches.look(placed().at(-1), caught, event.heldKeys.includes('Shift'));
      move(event);
      if (!isReported) report();
    };
    mode.onClick = (event) => {
      if (event.button !== 'left') return click(event);
      const at = catchAt(event);
      const before = placed();
      all = before;
      caught = at;
      lastCatch = { event, found: at };
      settle(event);
      stretches.take(before.at(-1), at, event.heldKeys.includes('Shift'));
      click(event);
      const [now, vertex] = [placed(), placed().at(-1)];
      if (vertex && now.length > before.length) stretches.landed(before.at(-1), vertex, at);
      report();
    };
    return mode;
  };
  /** A circle's middle, and the place on it that was pointed at. */
  let [middle, rim]: [LngLat, LngLat] = [
    [0, 0],
    [0, 0],
  ];
  /** On the ellipsoid; terra-draw knows circles of the map's plane and of a sphere. */
  const exactCircle = (): Geometry | null => {
    const radius = distance(middle, rim);
    return radius > 0 ? circle(middle, radius) : null;
  };
  const measuredRound = (mode: TerraDrawCircleMode): TerraDrawCircleMode => {
    for (const name of ROUND_EVENTS) {
      const handle = mode[name].bind(mode) as (event: TerraDrawMouseEvent, ...more: unknown[]) => void;
      mode[name] = (event: TerraDrawMouseEvent, ...more: unknown[]) => {
        if (!current()) middle = [event.lng, event.lat];
        rim = [event.lng, event.lat];
        handle(event, ...more);
      };
    }
    return mode;
  };
  const isOurs = () => shape === 'circle' || stretches.some();
  const plain = createModes(palette, toCustom, isOurs);
  const modes = {
    ...plain,
    point: watched(plain.point),
    line: watched(plain.line),
    polygon: watched(plain.polygon),
    circle: measuredRound(plain.circle),
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
  const committed = (feature = current()): number => {
    return feature?.geometry.type === 'LineString'
      ? feature.geometry.coordinates.length - 1
      : Number(feature?.properties.committedCoordinateCount ?? 0);
  };
  const report = () => {
    if (!draw.enabled || draw.getMode() === IDLE) return;
    isReported = true;
    const feature = current();
    const vertices = committed(feature);
    const straight = (feature?.geometry as Geometry | undefined) ?? null;
    const geometry = straight && ((shape === 'circle' && exactCircle()) || stretches.expand(straight));
    const set = placed(feature);
    show({ shape: isOurs() ? geometry : null, caught });
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
        : (shape === 'circle' && exactCircle()) || straight;
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

  /** A tool that is on when the map comes back asks before there is a style to draw into. */
  const begin = () => {
    if (!isAngleKept || !standing) return;
    if (!draw.enabled) draw.start();
    draw.setMode(modes[shape].mode);
  };
  map.once('style.load', () => {
    standing = true;
    begin();
  });

  const stop = () => {
    isAngleKept = false;
    if (!draw.enabled) return;
    draw.clear();
    draw.setMode(IDLE);
    draw.stop();
    stretches.clear();
    [caught, lastCatch, all, rested] = [null, null, [], null];
    show({ shape: null, caught });
  };

  const addPoint = ([lng, lat]: LngLat) => {
    if (!draw.enabled) return;
    // No pixel is near this one, so that a click close to an older vertex adds a vertex and does not end the shape.
    const [x = 0, y = 0] = rounded([lng, lat]);
    const event: TerraDrawMouseEvent = {
      lng: x,
      lat: y,
      containerX: -1e9,
      containerY: -1e9,
      button: 'left',
      heldKeys: [],
      isContextMenu: false,
    };
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
      isAngleKept = true;
      begin();
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
      if (committed() < MIN_VERTICES[shape]) return false;
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
