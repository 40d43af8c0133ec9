// A person's drawings here and at the server: what came from there, and what it must be told.
import type { Drawing } from '@/contract/schemas/drawing';
import type { DrawingData } from '../geo/drawings';
import { type DrawingsState, type Item, NO_DRAWINGS, type SavedDrawing, snapshot, useDrawings } from './drawings';

const { setState: set, getState: get } = useDrawings;

const isSame = (a: DrawingData, b: DrawingData): boolean =>
  a === b ||
  (a.type === b.type &&
    a.label === b.label &&
    a.radius === b.radius &&
    (a.geometry === b.geometry || JSON.stringify(a.geometry) === JSON.stringify(b.geometry)) &&
    (a.style === b.style || JSON.stringify(a.style) === JSON.stringify(b.style)));

/** Values with their keys in order and numbers as exact as the server keeps them: degrees to 9 decimals. */
const exact = (_: string, value: unknown): unknown =>
  typeof value === 'number'
    ? Number(value.toFixed(9))
    : value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
/** A drawing as text: the same for what is here and for what the server has made of it. */
const toText = (drawing: DrawingData): string => JSON.stringify(drawing, exact);

/**
 * The server's list, fresh: what was not touched here follows it, what was changed here stays and waits to be saved. A drawing
 * that is gone at the server, and was changed here, becomes a new one. One that was changed at both places, by another window, is
 * followed too, and what was made of it here becomes a new one beside it; returns how many did. A new one whose saving was not heard of is found again by what it is.
 */
export const receiveDrawings = (list: readonly Drawing[], owner: string): number => {
  const now = get().owner === owner ? get() : { ...NO_DRAWINGS, look: get().look };
  const keyOf = new Map([...now.saved].map(([key, { id }]) => [id, key]));
  const here = new Map(now.items.map((item) => [item.key, item.drawing]));
  const saved = new Map<number, SavedDrawing>();
  const items: Item[] = [];
  let { next } = now;
  const unconfirmed = new Map<string, number>();
  for (const { key, drawing } of now.items) if (!now.saved.has(key)) unconfirmed.set(toText(drawing), key);
  const beside: DrawingData[] = [];
  for (const { id, version, ...drawing } of list) {
    const savedKey = keyOf.get(id);
    const matchingKey = savedKey === undefined && unconfirmed.size > 0 ? unconfirmed.get(toText(drawing)) : undefined;
    if (matchingKey !== undefined) unconfirmed.delete(toText(drawing));
    const key = savedKey ?? matchingKey ?? next++;
    const before = now.saved.get(key);
    const own = here.get(key);
    here.delete(key);
    const same = before !== undefined && isSame(before.drawing, drawing);
    const newer =
      before !== undefined &&
      (version === undefined || before.version === undefined ? !same : version !== before.version);
    const fresh = before && (same || !newer) ? before.drawing : matchingKey !== undefined && own ? own : drawing;
    saved.set(key, { id, version, drawing: fresh });
    const touched = own !== before?.drawing;
    if (!touched) {
      if (own || !before) items.push({ key, drawing: fresh });
    } else if (own && !newer) items.push({ key, drawing: own });
    else if (own) {
      items.push({ key, drawing: fresh });
      if (toText(own) !== toText(drawing)) beside.push(own);
    }
  }
  // What is only here: not saved yet, or gone there.
  for (const [key, drawing] of here) if (now.saved.get(key)?.drawing !== drawing) items.push({ key, drawing });
  for (const drawing of beside) items.push({ key: next++, drawing });
  items.sort((a, b) => a.key - b.key);
  set({ ...now, ...snapshot(items), owner, saved, next });
  return beside.length;
};

export interface Plan {
  create: readonly Item[];
  edit: readonly (Item & Omit<SavedDrawing, 'drawing'>)[];
  remove: readonly { key: number; id: number }[];
}

/** What the server must be told. */
export const planOf = ({ items, saved }: Pick<DrawingsState, 'items' | 'saved'>): Plan => {
  const create: Item[] = [];
  const edit: (Item & Omit<SavedDrawing, 'drawing'>)[] = [];
  const there = new Set<number>();
  for (const item of items) {
    there.add(item.key);
    const before = saved.get(item.key);
    if (!before) create.push(item);
    else if (before.drawing !== item.drawing) edit.push({ ...item, id: before.id, version: before.version });
  }
  return { create, edit, remove: [...saved].flatMap(([key, { id }]) => (there.has(key) ? [] : [{ key, id }])) };
};

/** The server has taken these; null where it has taken one away. */
export const storeSaved = (list: readonly { key: number; saved: SavedDrawing | null }[]): void => {
  const saved = new Map(get().saved);
  for (const one of list) {
    if (one.saved) saved.set(one.key, one.saved);
    else saved.delete(one.key);
  }
  set({ saved });
};

export const isSaved = ({ saved }: Pick<DrawingsState, 'saved'>, { key, drawing }: Item): boolean =>
  saved.get(key)?.drawing === drawing;

/** The server's list as it is known here. */
export const listSaved = ({ saved }: Pick<DrawingsState, 'saved'>): Drawing[] =>
  [...saved.values()].map(({ id, version, drawing }) => ({ id, version, ...drawing })).sort((a, b) => a.id - b.id);
