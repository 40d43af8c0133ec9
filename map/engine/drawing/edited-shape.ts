// A shape under the hand: as it is now, its active vertex, and the steps back and forth through what it was.
import type { Geometry } from '@/contract/schemas/common';
import type { VertexId } from '../../geo/reshape';

const MAX_STEPS = 200;

export interface EditedShape {
  /** Null when nothing is being reshaped. */
  now(): Geometry | null;
  active(): VertexId | null;
  canUndo(): boolean;
  canRedo(): boolean;
  /** `resume`: the steps of the shape before this one stay, to go back to. */
  begin(geometry: Geometry, resume: boolean): void;
  end(): void;
  /** Another shape, or another active vertex, which is no step yet. */
  set(next: Geometry, vertex: VertexId | null): void;
  /** What was there until now is a step to go back to. */
  commit(before: Geometry): void;
  /** One step to another shape; false where there is none. */
  change(next: Geometry | null, vertex: VertexId | null): boolean;
  undo(): void;
  redo(): void;
}

/** `onChange`: another shape, or another active vertex, is to be shown. */
export const createEditedShape = (onChange: () => void): EditedShape => {
  let shape: Geometry | null = null;
  let active: VertexId | null = null;
  let past: Geometry[] = [];
  let future: Geometry[] = [];
  /** What the last shape left, for one that resumes it. */
  let left: { shape: Geometry; past: Geometry[] } | null = null;

  const set = (next: Geometry, vertex: VertexId | null) => {
    [shape, active] = [next, vertex];
    onChange();
  };
  const commit = (before: Geometry) => {
    past = [...past, before].slice(-MAX_STEPS);
    future = [];
  };
  const step = (from: Geometry[], to: Geometry[]): [Geometry[], Geometry[]] => {
    const target = from.at(-1);
    if (!target || !shape) return [from, to];
    const before = shape;
    set(target, null);
    return [from.slice(0, -1), [...to, before]];
  };
  return {
    now: () => shape,
    active: () => active,
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,
    begin: (geometry, resume) => {
      past = resume && left ? [...left.past, ...(left.shape === geometry ? [] : [left.shape])] : [];
      future = [];
      set(geometry, geometry.type === 'Point' ? { strand: 0, index: 0 } : null);
    },
    end: () => {
      if (shape) left = { shape, past };
      [shape, active] = [null, null];
    },
    set,
    commit,
    change: (next, vertex) => {
      if (!shape || !next) return false;
      commit(shape);
      set(next, vertex);
      return true;
    },
    undo: () => {
      [past, future] = step(past, future);
    },
    redo: () => {
      [future, past] = step(future, past);
    },
  };
};
