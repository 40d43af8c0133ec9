// Which announcements a person has read in this browser: their ids under the product's own key.
import { useSyncExternalStore } from 'react';

const KEY = 'clickedItemIds';
const NONE: readonly number[] = [];
const listeners = new Set<() => void>();
let last: { text: string | null; ids: readonly number[] } = { text: null, ids: NONE };

/** Ids from stored text; an odd text is none. */
export function idsOf(text: string | null): readonly number[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? [...new Set(stored.filter((id): id is number => Number.isSafeInteger(id)))] : NONE;
  } catch {
    return NONE;
  }
}

/** The same list as long as the text is the same, as React wants it. */
export function readIds(): readonly number[] {
  try {
    const text = localStorage.getItem(KEY);
    if (text !== last.text) last = { text, ids: idsOf(text) };
    return last.ids;
  } catch {
    return NONE;
  }
}

function write(ids: readonly number[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(ids));
  } catch {
    // Without storage an announcement is new again with the next page.
  }
  for (const one of listeners) one();
}

/** Notes that an announcement has been read. */
export function markRead(...ids: number[]): void {
  const before = readIds();
  const after = [...new Set([...before, ...ids])];
  if (after.length !== before.length) write(after);
}

/** Forgets ids of announcements that are no more, so that they are not counted. */
export function keepOnly(existing: readonly number[]): void {
  const before = readIds();
  const after = before.filter((id) => existing.includes(id));
  if (after.length !== before.length) write(after);
}

/** The product's rule for the dot: as many have been read as there are, or not. */
export const hasUnread = (existing: readonly number[], read: readonly number[]): boolean =>
  existing.length !== read.length;

const subscribe = (onChange: () => void) => {
  const foreign = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) onChange();
  };
  listeners.add(onChange);
  addEventListener('storage', foreign);
  return () => {
    listeners.delete(onChange);
    removeEventListener('storage', foreign);
  };
};

/** Ids that were read, in this tab or another one. */
export const useReadIds = (): readonly number[] => useSyncExternalStore(subscribe, readIds, () => NONE);
