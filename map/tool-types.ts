// Types that pass between the map, its tools and the screen: gestures, effects, saved changes, the tools' context and host, the map's handle.
import type { Extent, Geometry } from '@/contract/schemas/common';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerRecord } from '@/contract/schemas/record';
import type { LayerState, LngLat, Pixel, RecordHit, View } from './types';

export interface Modifiers {
  shift: boolean;
  ctrl: boolean;
  alt: boolean;
}
/** Pointer event on the map; `menu` requests a context menu; `typed` is a written coordinate, whose `point` may lie outside the window. */
export interface PointGesture {
  kind: 'click' | 'double' | 'longpress' | 'hover' | 'typed' | 'menu';
  at: LngLat;
  point: Pixel;
  modifiers: Modifiers;
  /** Records under the pointer, topmost first, each once. */
  hits: readonly RecordHit[];
  /** Metres on the ground that about 6 CSS pixels cover here. */
  tolerance: number;
}
export type KeyName = 'finish' | 'undo' | 'redo' | 'back' | 'remove';
/** Events that a tool's machine receives. */
export type Gesture =
  | { kind: 'enter' }
  | { kind: 'exit' }
  | PointGesture
  | { kind: 'leave' }
  | { kind: 'key'; name: KeyName }
  /** The drawing came to its end (double click, closing point, Enter). */
  | { kind: 'drawn'; geometry: Geometry }
  /** The geometry that the tool requested. */
  | { kind: 'geometry'; layer: number; id: number; geometry: Geometry }
  /** What tools may look at has changed: the layers, the selection or the target. */
  | { kind: 'context' }
  /** An action from the tool's own panel. */
  | { kind: 'action'; action: unknown }
  /** The screen has saved the tool's result, or discarded it. */
  | { kind: 'saved' }
  | { kind: 'discarded' };

/** What can be drawn by hand. A rectangle and a circle become polygons, `freehand` a line, `lasso` a polygon. */
export type Shape = 'point' | 'line' | 'polygon' | 'rectangle' | 'circle' | 'freehand' | 'lasso';

/** Whose form holds a shape: a record's, or that of a new one. */
export type ShapeOwner = RecordHit | 'new';

/** Effect carried out by the map, through the tool host. */
export type MapEffect =
  | { kind: 'sketch'; shape: Shape }
  /** `resume` keeps the steps back of the reshape before it. */
  | { kind: 'reshape'; geometry: Geometry; self: ShapeOwner | null; resume?: boolean }
  | { kind: 'addPoint'; at: LngLat }
  | { kind: 'finishSketch' }
  | { kind: 'clearSketch' }
  | { kind: 'undo' }
  | { kind: 'redo' }
  | { kind: 'removeVertex' }
  /** Bring a geometry into view, edge to edge. */
  | { kind: 'fit'; geometry: Geometry };

/** Effect carried out by the screen, through `onEffect`. */
export type ScreenEffect =
  /** Open the form of a record. */
  | { kind: 'open'; id: number }
  /** Show the layer's table below the map; `filter` (as in the list of records) keeps it to some records, `title` says which. */
  | { kind: 'table'; layer: number; filter?: Readonly<Record<string, string>>; title?: string }
  /** Records were written by the tool: their tiles and lists are old. `records` show at once; `change` can be undone. */
  | ({ kind: 'changed'; change?: Change } & WrittenRecords)
  /** Open a help page by its slug. */
  | { kind: 'help'; slug: string }
  | { kind: 'tip'; at: LngLat; point: Pixel; hits: readonly RecordHit[] }
  | { kind: 'tipEnd' }
  /** A new shape is held for its form; it stays on the map, and may be reshaped, until `saved` or `discarded` is sent. */
  | { kind: 'drawn'; layer: number }
  /** Fetch the record's exact geometry, and send it as the gesture `geometry`. */
  | { kind: 'needGeometry'; layer: number; id: number };
export type ToolEffect = MapEffect | ScreenEffect;

/** What was written: tiles and lists of `layers` are old, `records` show at once, `removed` are hidden at once. */
export interface WrittenRecords {
  layers: readonly number[];
  records?: readonly LayerRecord[];
  removed?: readonly RecordHit[];
  /** How much of a change was not taken back, because somebody has changed it since. */
  left?: number;
  /** Approved records that stay until their deletion is approved. */
  waiting?: number;
}
/**
 * A saved change that can be undone. Both functions resolve when the server has done it, and throw when it refused. What they
 * return is shown on whichever map is open then: a change outlives the map that it was made on.
 */
export interface Change {
  /** What was done to which record: names the change when it was taken back elsewhere. */
  id: string;
  label: string;
  undo: () => Promise<WrittenRecords> | Promise<void>;
  redo: () => Promise<WrittenRecords> | Promise<void>;
}

/** A layer as tools see it. */
export interface ToolLayer {
  id: number;
  label: string;
  type: number;
  visible: boolean;
  rights: Layer['rights'];
  /** The whole layer, as the server describes it. */
  layer: Layer;
}
/** The context in which tools decide; built from `toolLayers`, the selection and the target. */
export interface ToolContext {
  /** Topmost first. */
  layers: readonly ToolLayer[];
  selection: { layer: number; ids: readonly number[] } | null;
  /** The layer that new records go to. */
  target: number | null;
  /** How many drawings of their own the person has. */
  drawings?: number;
}

/** Runs the active tools: gestures go in, effects go to the map or to the screen. */
export interface ToolHost {
  send(gesture: Gesture): void;
  act(tool: string, action: unknown): void;
  wantsHover(): boolean;
  /** Whether a pointer-taking tool has the clicks. */
  hasPointer(): boolean;
  stop(): void;
}
/** `show` brings a geometry into view; effects that the map cannot carry out go to `onEffect`. */
export type CreateToolHost = (
  drawing: Drawing,
  show: (geometry: Geometry) => void,
  onEffect: (effect: ScreenEffect) => void,
) => ToolHost;

/** Drawing by hand. One sketch at a time; its live state is `useSketch`. */
export interface Drawing {
  /** Begins a new shape; what was being drawn is thrown away. */
  start(shape: Shape): void;
  /**
   * Begins to move and reshape a geometry, holes and parts included. A form holds the shape of `self`; a record is hidden meanwhile,
   * and goes on from the shape that its form holds already.
   */
  edit(geometry: Geometry, self?: ShapeOwner, resume?: boolean): void;
  /** Gives a record's form another shape than the stored one, under the hand or for the reshape to come. */
  setFormShape(of: RecordHit, geometry: Geometry): void;
  /** Clears the shape that a form holds. */
  release(): void;
  /** One step of a reshape, which `undo` takes back; false where `how` returns null or nothing is reshaped. `inHand` keeps the vertex in hand. */
  change(how: (shape: Geometry) => Geometry | null, inHand?: boolean): boolean;
  /** A vertex exactly there, not snapped. In a reshape it moves the active vertex. */
  addPoint(at: LngLat): void;
  /** Goes on with a drawing from its vertices, and what lies between each and the next; for the shape that was begun. */
  resume(set: readonly number[][], via: readonly (readonly number[][])[]): void;
  /** In a reshape the geometry as it is now. A drawing is ended, if it has vertices enough, and comes as the gesture `drawn`. */
  finish(): Geometry | null;
  cancel(): void;
  undo(): void;
  redo(): void;
  /** In a reshape: takes the next or the previous vertex in hand, and brings it into view. */
  pickVertex(by: 1 | -1): void;
  /** Drops the last vertex of a drawing, or the active one of a reshape. */
  removeVertex(): void;
}

/** Handle of the map. Stable for the life of the provider; calls before the map stands are queued. */
export interface MapHandle {
  ready(): boolean;
  flyTo(view: Partial<View>): void;
  /** [west, south, east, north]; `maxZoom` keeps a single point from filling the screen (default 16). */
  fitExtent(extent: Extent, options?: { padding?: number; maxZoom?: number }): void;
  getView(): View;
  /** [west, south, east, north] of what is seen. */
  getExtent(): Extent;
  project(at: LngLat): Pixel;
  unproject(point: Pixel): LngLat;
  /** Drawn records at a pixel (within 6 px) or in a box of two corners; empty before the map stands. */
  queryRecords(at: Pixel | readonly [Pixel, Pixel]): RecordHit[];
  /** Shapes of a layer's records as the map has them now, at most `max`; they are cut and thinned as tiles are. */
  sampleShapes(layer: number, max: number): Geometry[];
  /** Loads the visible tiles of these layers again and forgets the rest; the old ones stay on screen meanwhile. With boxes (degrees), only the tiles that meet one. */
  refresh(layerIds: readonly number[], boxes?: readonly Extent[]): void;
  zoomBy(steps: number): void;
  northUp(): void;
  /** Gives the map the keyboard. */
  focus(): void;
  /** Resolves when nothing is loading or moving. */
  idle(): Promise<void>;
  layerState(id: number): LayerState | null;
  /** Sends a gesture to the running tools: `saved`, `discarded`, `geometry`, a key. */
  send(gesture: Gesture): void;
  /** Sends an action of its panel to one running tool's machine. */
  act(tool: string, action: unknown): void;
  /** The gesture that a pointer there would make now; the middle of the window when left out. */
  gestureAt(kind: PointGesture['kind'], at?: LngLat): PointGesture;
  /** Sends an effect to the screen; for panels. */
  ask(effect: ScreenEffect): void;
  /** Acts as a click at a written place, and brings it into view. */
  typeAt(at: LngLat): void;
  drawing: Drawing;
}
