// A shape under edit, unsaved: of a region or a new one, with its steps back and forth. Pure.
import type { Geometry } from '@/contract/schemas/common';

const MAX_STEPS = 100;

export interface Draft {
  /** The region whose shape it becomes; null for a new one. */
  id: number | null;
  /** Null before anything is drawn. */
  geometry: Geometry | null;
  past: readonly (Geometry | null)[];
  future: readonly (Geometry | null)[];
  /** What becomes regions of their own beside it: the other parts of a split. */
  others: readonly Geometry[];
  /** Handles are shown. */
  isVertices: boolean;
}

export const newDraft = (id: number | null, geometry: Geometry | null): Draft => ({
  id,
  geometry,
  past: [],
  future: [],
  others: [],
  isVertices: false,
});

/** Another shape, as a step that can be taken back. */
export const step = (draft: Draft, geometry: Geometry): Draft =>
  geometry === draft.geometry
    ? draft
    : { ...draft, geometry, past: [...draft.past, draft.geometry].slice(-MAX_STEPS), future: [] };

export function undo(draft: Draft): Draft {
  const before = draft.past.at(-1);
  return before === undefined
    ? draft
    : {
        ...draft,
        geometry: before,
        others: [],
        past: draft.past.slice(0, -1),
        future: [draft.geometry, ...draft.future],
      };
}

export function redo(draft: Draft): Draft {
  const [after] = draft.future;
  return after === undefined
    ? draft
    : { ...draft, geometry: after, past: [...draft.past, draft.geometry], future: draft.future.slice(1) };
}

/** Whether leaving would lose something. */
export const isDirty = (draft: Draft | null): boolean =>
  draft !== null && (draft.past.length > 0 || (draft.id === null && draft.geometry !== null));

/** How many corners a shape has; the last of a ring is its first. */
export const cornersOf = (geometry: Geometry): number => {
  const rings =
    geometry.type === 'Polygon'
      ? geometry.coordinates
      : geometry.type === 'MultiPolygon'
        ? geometry.coordinates.flat()
        : [];
  return rings.reduce((n, ring) => n + ring.length - 1, 0);
};
