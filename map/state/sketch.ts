// The sketch: what a drawing or a reshape looks like right now. The one owner of its geometry.
import { create } from 'zustand';
import type { Geometry } from '@/contract/schemas/common';
import type { VertexId } from '../geo/reshape';
import type { Position } from '../geo/walk';
import type { Shape, ShapeOwner } from '../tool-types';
import type { RecordHit } from '../types';

export interface SketchState {
  /** `draw`: vertices are being set; `edit`: an existing geometry is moved and reshaped. */
  mode: 'none' | 'draw' | 'edit';
  /** What is being drawn; null while nothing is, or something is reshaped. */
  shape: Shape | null;
  /** The record that is being reshaped; the map hides its older self. */
  self: RecordHit | null;
  /** Null until there is enough to be a geometry. */
  geometry: Geometry | null;
  /** Vertices set so far. */
  vertices: number;
  /** Those vertices, and what lies between each and the next where it follows a record; empty in a reshape. */
  set: readonly Position[];
  via: readonly (readonly Position[])[];
  /** Geodesic metres and square metres. */
  length: number;
  area: number;
  canUndo: boolean;
  canRedo: boolean;
  /** Whether `finish` would give a geometry. */
  canFinish: boolean;
  /** The vertex that was last taken hold of in a reshape. */
  active: VertexId | null;
  /**
   * Where the hand is: on the map, on the settings of the shape and its tool, or on the form that comes after the shape. A narrow
   * screen shows one at a time. Points that are set by a pointer, and a reshape, take the hand to the map.
   */
  hand: 'map' | 'settings' | 'after';
  /**
   * The shape that a form saves, while it is another than the stored one: of a new record, or of one that is reshaped. It outlives
   * the sketch where something else is drawn meanwhile. Written by the drawing alone, as it is seen on the map.
   */
  formShape: { of: ShapeOwner; geometry: Geometry } | null;
}

/** Nothing under the hand; what a form holds is its own. */
export const NO_SKETCH: Omit<SketchState, 'formShape'> = {
  mode: 'none',
  shape: null,
  self: null,
  geometry: null,
  vertices: 0,
  set: [],
  via: [],
  length: 0,
  area: 0,
  canUndo: false,
  canRedo: false,
  canFinish: false,
  active: null,
  hand: 'settings',
};

export const useSketch = create<SketchState>()(() => ({ ...NO_SKETCH, formShape: null }));

export const isSameOwner = (a: ShapeOwner, b: ShapeOwner): boolean =>
  a === b || (a !== 'new' && b !== 'new' && a.layer === b.layer && a.id === b.id);

/** What the form of a record, or of a new one, would save; undefined while that is what is stored. */
export const formShapeOf = (of: ShapeOwner | null, { formShape }: Pick<SketchState, 'formShape'>) =>
  of && formShape && isSameOwner(formShape.of, of) ? formShape.geometry : undefined;

/** The same, followed. */
export const useFormShape = (of: ShapeOwner | null): Geometry | undefined =>
  useSketch((state) => formShapeOf(of, state));
