// Drawings that were made for the person, by an analysis for one: which they are, and how they are taken back.
import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { invalidate } from '@/lib/api/keys';
import { changeDrawings, type SavedDrawing, useDrawings } from '@/map/state/drawings';

/** Milliseconds for which drawings that the page has not heard of are waited for. */
const PATIENCE = 30_000;

/** The server's numbers of the drawings that the page knows of: to be asked when something begins that will make some. */
export const savedDrawingIds = (): ReadonlySet<number> =>
  new Set([...useDrawings.getState().saved.values()].map(({ id }) => id));

/** How the drawings that a job made can be recognised. */
export interface JobDrawings {
  /** `drawingsNow` of when it began. */
  before: ReadonlySet<number>;
  /** The label of each of them. */
  label: string;
  count: number;
}

/** The numbers of what was made since; null where they are not all known, or where others of that name have come besides. */
export const findJobDrawings = (
  saved: ReadonlyMap<number, SavedDrawing>,
  { before, label, count }: JobDrawings,
): readonly number[] | null => {
  const ids = [...saved.values()].flatMap(({ id, drawing }) =>
    !before.has(id) && drawing.label === label ? [id] : [],
  );
  return count > 0 && ids.length === count ? ids : null;
};

/** The same, followed: null before the list has come, and when they are gone again. */
export const useJobDrawings = ({ before, label, count }: JobDrawings): readonly number[] | null => {
  const saved = useDrawings((state) => state.saved);
  return useMemo(() => findJobDrawings(saved, { before, label, count }), [saved, before, label, count]);
};

/** Deletes drawings by the server's numbers, as one act that undo brings back. What the page has not heard of yet goes as soon as it has. */
export const removeJobDrawings = (ids: readonly number[], client: QueryClient): void => {
  const left = new Set(ids);
  const take = () => {
    const keys = [...useDrawings.getState().saved].flatMap(([key, { id }]) => (left.delete(id) ? [key] : []));
    changeDrawings(keys, () => null);
    return left.size === 0;
  };
  if (take()) return;
  const end = () => {
    clearTimeout(timer);
    stop();
  };
  const timer = setTimeout(() => end(), PATIENCE);
  const stop = useDrawings.subscribe(() => {
    if (left.size > 0 && take()) end();
  });
  void invalidate(client, ['drawing']);
};
