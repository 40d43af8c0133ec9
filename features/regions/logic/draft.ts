// A shape under edit, unsaved: of a region or a new one, with its steps back and forth. Pure.
import type { Geometry } from '@/contract/schemas/common';

const MAX_STEPS = 100;

/** What would be saved, all of it at once. */
export interface Ground {
  /** Null before anything is drawn. */
  geometry: Geometry | null;
  /** What becomes regions of their own beside it: the other parts of a split. */
  others: readonly Geometry[];
  /** Regions that end in it: those that it was joined of. */
  absorbed: readonly number[];
}

export interface Draft extends Ground {
  /** The region whose shape it becomes; null for a new one. */
  id: number | null;
  past: readonly Ground[];
  future: readonly Ground[];
  /** Handles are shown. */
  isVertices: boolean;
}

export const newDraft = (id: number | null, geometry: Geometry | null): Draft => ({
  id,
  geometry,
  others: [],
  absorbed: [],
  past: [],
  future: [],
  isVertices: false,
});

const groundOf = ({ geometry, others, absorbed }: Ground): Ground => ({ geometry, others, absorbed });

/** Another shape, with what is cut off it and what it takes in, as a step that can be taken back. */
export const step = (draft: Draft, geometry: Geometry, more: Partial<Omit<Ground, 'geometry'>> = {}): Draft =>
  geometry === draft.geometry
    ? draft
    : { ...draft, ...more, geometry, past: [...draft.past, groundOf(draft)].slice(-MAX_STEPS), future: [] };

export function undo(draft: Draft): Draft {
  const before = draft.past.at(-1);
  return before === undefined
    ? draft
    : { ...draft, ...before, past: draft.past.slice(0, -1), future: [groundOf(draft), ...draft.future] };
}

export function redo(draft: Draft): Draft {
  const [after, ...future] = draft.future;
  return after === undefined ? draft : { ...draft, ...after, past: [...draft.past, groundOf(draft)], future };
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
