// A person's own drawings as the page holds them: items, what is saved on the server, undo history and selection. It makes no calls.
import { create } from 'zustand';
import type { DrawingStyle } from '@/contract/schemas/drawing';
import type { DrawingData } from '../geo/drawings';
import { FIRST_LOOK } from '../geo/drawings-look';
import { useTool } from './tool';

export interface Item {
  /** Names the drawing for as long as the page lives, whatever number the server gives it; grows with every new one. */
  key: number;
  drawing: DrawingData;
}
/** One drawing before and after; null where it is not there. */
export interface Step {
  key: number;
  before: DrawingData | null;
  after: DrawingData | null;
}
interface Act {
  steps: readonly Step[];
  /** Acts of one token in quick succession are taken back as one: a slider that is dragged. */
  token: string | null;
  time: number;
}
/** What the server has. */
export interface SavedDrawing {
  id: number;
  /** Undefined where the server tells none: then the later save wins. */
  version?: number | undefined;
  drawing: DrawingData;
}

/** Acts that can be taken back. */
const MAX_ACTS = 200;
/** Milliseconds within which an act joins the one before it. */
const SAME_HAND = 1500;

export interface DrawingsState {
  /** Whose drawings these are; null before they were read. */
  owner: string | null;
  /** In the order of their making: the newest lies on top. */
  items: readonly Item[];
  saved: ReadonlyMap<number, SavedDrawing>;
  next: number;
  past: readonly Act[];
  future: readonly Act[];
  selected: ReadonlySet<number>;
  hidden: ReadonlySet<number>;
  /** The one under the hand: the sketch shows it instead. */
  editing: number | null;
  /** What the next drawing will look like. */
  look: DrawingStyle;
  saving: boolean;
  /** Why the last saving failed; null while all is well. */
  failure: unknown;
}

export const NO_DRAWINGS: DrawingsState = {
  owner: null,
  items: [],
  saved: new Map(),
  next: 1,
  past: [],
  future: [],
  selected: new Set(),
  hidden: new Set(),
  editing: null,
  look: FIRST_LOOK,
  saving: false,
  failure: null,
};

export const useDrawings = create<DrawingsState>()(() => NO_DRAWINGS);
const { setState: set, getState: get } = useDrawings;

useDrawings.subscribe(({ items }) => {
  if (useTool.getState().drawings !== items.length) useTool.setState({ drawings: items.length });
});

/** The items after some steps; each goes where its number puts it. */
const applySteps = (items: readonly Item[], steps: readonly Step[]): Item[] => {
  const byKey = new Map(items.map((item) => [item.key, item]));
  let sorted = true;
  const last = items.at(-1)?.key ?? 0;
  for (const { key, after } of steps) {
    if (!after) byKey.delete(key);
    else {
      if (!byKey.has(key) && key < last) sorted = false;
      byKey.set(key, { key, drawing: after });
    }
  }
  const result = [...byKey.values()];
  return sorted ? result : result.sort((a, b) => a.key - b.key);
};

const keepPresent = (keys: ReadonlySet<number>, items: readonly Item[]): ReadonlySet<number> => {
  if (keys.size === 0) return keys;
  const there = new Set(items.map(({ key }) => key));
  const left = [...keys].filter((key) => there.has(key));
  return left.length === keys.size ? keys : new Set(left);
};

/** What changes with the items: what is gone is neither chosen nor hidden any more. */
export const snapshot = (items: readonly Item[]) => ({
  items,
  selected: keepPresent(get().selected, items),
  hidden: keepPresent(get().hidden, items),
});

/** One act, which `undoDrawing` takes back. Steps that change nothing are left out. */
export const actOnDrawings = (steps: readonly Step[], token: string | null = null, now = Date.now()): void => {
  const real = steps.filter(({ before, after }) => before !== after);
  if (real.length === 0) return;
  const { past, items } = get();
  const before = past.at(-1);
  const joins = token !== null && before?.token === token && now - before.time < SAME_HAND;
  const earlier = new Map(joins ? before.steps.map((step) => [step.key, step.before]) : []);
  const act: Act = {
    steps: joins ? real.map((step) => ({ ...step, before: earlier.get(step.key) ?? step.before })) : real,
    token,
    time: now,
  };
  set({
    ...snapshot(applySteps(items, real)),
    past: [...(joins ? past.slice(0, -1) : past), act].slice(-MAX_ACTS),
    future: [],
  });
};

/** New drawings on top; returns their keys. */
export const addDrawings = (list: readonly DrawingData[]): number[] => {
  const first = get().next;
  set({ next: first + list.length });
  actOnDrawings(list.map((after, i) => ({ key: first + i, before: null, after })));
  return list.map((_, i) => first + i);
};

/** Changes some drawings by a rule; null takes one away. */
export const changeDrawings = (
  keys: Iterable<number>,
  change: (drawing: DrawingData) => DrawingData | null,
  token: string | null = null,
  now?: number,
): void => {
  const keySet = new Set(keys);
  const steps = get().items.flatMap(({ key, drawing }) =>
    keySet.has(key) ? [{ key, before: drawing, after: change(drawing) }] : [],
  );
  actOnDrawings(steps, token && `${token}/${[...keySet].join()}`, now);
};

export const undoDrawing = (): boolean => {
  const { past, future, items } = get();
  const act = past.at(-1);
  if (!act) return false;
  const back = act.steps.map(({ key, before, after }) => ({ key, before: after, after: before }));
  set({ ...snapshot(applySteps(items, back)), past: past.slice(0, -1), future: [...future, act] });
  return true;
};

export const redoDrawing = (): boolean => {
  const { past, future, items } = get();
  const act = future.at(-1);
  if (!act) return false;
  set({
    ...snapshot(applySteps(items, act.steps)),
    past: [...past, { ...act, token: null }],
    future: future.slice(0, -1),
  });
  return true;
};

/** Chooses drawings by a press: alone, `add` to the others or out of them again, or `through` to it from the last one, in the order of `keys`. */
export const selectPressed = (
  selected: ReadonlySet<number>,
  key: number,
  how: { add: boolean; through: boolean },
  keys: readonly number[],
): ReadonlySet<number> => {
  const last = [...selected].at(-1);
  const [from, to] = [last === undefined ? -1 : keys.indexOf(last), keys.indexOf(key)];
  if (how.through && from >= 0 && to >= 0) {
    const run = from < to ? keys.slice(from, to + 1) : keys.slice(to, from + 1).reverse();
    // The first of the run stays where it is, so that a second Shift begins there too.
    return new Set([...(how.add ? selected : []), ...run.filter((k) => k !== last), last as number]);
  }
  if (!how.add) return new Set([key]);
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
};
