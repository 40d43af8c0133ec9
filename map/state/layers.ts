// What the user has switched on each layer of this map: order, visibility, opacity. The layers themselves live in the query cache.
import { create } from 'zustand';

interface LayersState {
  /** Layer ids, topmost first. */
  order: readonly number[];
  hidden: ReadonlySet<number>;
  /** 0 to 1; a layer that is not here is opaque. */
  opacity: ReadonlyMap<number, number>;
  /** Takes over the server's order for layers not yet known, drops those that are gone, and leaves the user's order alone. */
  sync(ids: readonly number[]): void;
  setVisible(ids: readonly number[], visible: boolean): void;
  setOpacity(id: number, opacity: number): void;
  /** Puts a layer to a place in the order, 0 being the top. */
  move(id: number, place: number): void;
  reset(): void;
}

const NOTHING = { order: [], hidden: new Set<number>(), opacity: new Map<number, number>() };

export const useLayers = create<LayersState>()((set) => ({
  ...NOTHING,
  sync: (ids) =>
    set(({ order, hidden, opacity }) => {
      const wanted = new Set(ids);
      const known = order.filter((id) => wanted.has(id));
      const old = new Set(known);
      // A new layer goes above the first known one that the server puts below it.
      let next = known;
      for (const id of [...ids].reverse()) {
        if (old.has(id)) continue;
        const below = ids.slice(ids.indexOf(id) + 1).find((other) => next.includes(other));
        const place = below === undefined ? next.length : next.indexOf(below);
        next = next.toSpliced(place, 0, id);
      }
      const same = next.length === order.length && next.every((id, i) => id === order[i]);
      return same
        ? {}
        : {
            order: next,
            hidden: new Set([...hidden].filter((id) => wanted.has(id))),
            opacity: new Map([...opacity].filter(([id]) => wanted.has(id))),
          };
    }),
  setVisible: (ids, visible) =>
    set(({ hidden }) => {
      const next = new Set(hidden);
      for (const id of ids) visible ? next.delete(id) : next.add(id);
      return { hidden: next };
    }),
  setOpacity: (id, value) =>
    set(({ opacity }) => ({ opacity: new Map(opacity).set(id, Math.min(1, Math.max(0, value))) })),
  move: (id, place) =>
    set(({ order }) => ({ order: order.filter((other) => other !== id).toSpliced(Math.max(0, place), 0, id) })),
  reset: () => set(NOTHING),
}));
