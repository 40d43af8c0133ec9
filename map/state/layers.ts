// What the user has switched on each layer of this map: order, visibility, opacity. The layers themselves live in the query cache.
import { create } from 'zustand';

interface LayersState {
  /** Layer ids, topmost first. */
  order: readonly number[];
  hidden: ReadonlySet<number>;
  /** Hidden layers whose tiles stay cached, the latest first, so that they come back at once. */
  cached: readonly number[];
  /** 0 to 1; a layer that is not here is opaque. */
  opacity: ReadonlyMap<number, number>;
  /** Keys of legend entries that are switched off, by layer. */
  off: ReadonlyMap<number, ReadonlySet<string>>;
  /** Whether the arrangement with which the map opens has been asked for. */
  arranged: boolean;
  /** Takes over the server's order for layers not yet known, drops those that are gone, and leaves the user's order alone. */
  sync(ids: readonly number[]): void;
  setVisible(ids: readonly number[], visible: boolean): void;
  setOpacity(id: number, opacity: number): void;
  /** Puts a layer to a place in the order, 0 being the top. */
  move(id: number, place: number): void;
  /** Switches one class of a layer's legend on or off. */
  toggleClass(id: number, key: string): void;
  /** Takes over a kept arrangement; layers that it does not name come after, hidden. */
  arrange(arrangement: Arrangement): void;
  reset(): void;
}

/** What can be kept of the switches: plain JSON. */
export interface Arrangement {
  /** Topmost first. */
  order: readonly number[];
  hidden: readonly number[];
  opacity: Readonly<Record<string, number>>;
  off: Readonly<Record<string, readonly string[]>>;
}

/** The switches as they are now. */
export const arrangementOf = ({
  order,
  hidden,
  opacity,
  off,
}: Pick<LayersState, 'order' | 'hidden' | 'opacity' | 'off'>): Arrangement => ({
  order,
  hidden: [...hidden],
  opacity: Object.fromEntries(opacity),
  off: Object.fromEntries([...off].map(([id, keys]) => [id, [...keys]])),
});

/** A person with more layers than this begins with the first ones shown: hundreds at once are no map. */
const MAX_AT_FIRST = 40;
/** Hidden layers that stay cached: each keeps some tiles in memory. */
const MAX_CACHED = 12;

const NOTHING = {
  order: [],
  hidden: new Set<number>(),
  cached: [],
  opacity: new Map<number, number>(),
  off: new Map<number, ReadonlySet<string>>(),
  arranged: false,
};

export const useLayers = create<LayersState>()((set) => ({
  ...NOTHING,
  sync: (ids) =>
    set(({ order, hidden, opacity, off }) => {
      const idSet = new Set(ids);
      const remaining = order.filter((id) => idSet.has(id));
      // A new layer goes above the first known one that the server puts below it, and to the top where the server has it there.
      let next = remaining.length > 0 ? remaining : [...idSet];
      const old = new Set(next);
      for (const id of [...ids].reverse()) {
        if (old.has(id)) continue;
        const below = ids.slice(ids.indexOf(id) + 1).find((other) => next.includes(other));
        const isFirst = !ids.slice(0, ids.indexOf(id)).some((other) => old.has(other));
        const place = isFirst ? 0 : below === undefined ? next.length : next.indexOf(below);
        next = next.toSpliced(place, 0, id);
      }
      const same = next.length === order.length && next.every((id, i) => id === order[i]);
      return same
        ? {}
        : {
            order: next,
            hidden: new Set([
              ...[...hidden].filter((id) => idSet.has(id)),
              ...(order.length === 0 ? next.slice(MAX_AT_FIRST) : []),
            ]),
            opacity: new Map([...opacity].filter(([id]) => idSet.has(id))),
            off: new Map([...off].filter(([id]) => idSet.has(id))),
          };
    }),
  setVisible: (ids, visible) =>
    set(({ hidden, cached }) => {
      const next = new Set(hidden);
      for (const id of ids) visible ? next.delete(id) : next.add(id);
      const newlyHidden = visible ? [] : ids.filter((id) => !hidden.has(id));
      const others = cached.filter((id) => next.has(id) && !newlyHidden.includes(id));
      return { hidden: next, cached: [...newlyHidden, ...others].slice(0, MAX_CACHED) };
    }),
  setOpacity: (id, value) =>
    set(({ opacity }) => ({ opacity: new Map(opacity).set(id, Math.min(1, Math.max(0, value))) })),
  move: (id, place) =>
    set(({ order }) => ({ order: order.filter((other) => other !== id).toSpliced(Math.max(0, place), 0, id) })),
  toggleClass: (id, key) =>
    set(({ off }) => {
      const keys = new Set(off.get(id));
      if (!keys.delete(key)) keys.add(key);
      const next = new Map(off);
      if (keys.size > 0) next.set(id, keys);
      else next.delete(id);
      return { off: next };
    }),
  arrange: (arrangement) =>
    set(({ order }) => {
      const there = new Set(order);
      const named = arrangement.order.filter((id) => there.has(id));
      const namedSet = new Set(named);
      const others = order.filter((id) => !namedSet.has(id));
      const own = <T>(values: Readonly<Record<string, T>>): [number, T][] =>
        Object.entries(values).flatMap(([id, value]) => (there.has(Number(id)) ? [[Number(id), value]] : []));
      return {
        order: [...named, ...others],
        hidden: new Set([...arrangement.hidden.filter((id) => there.has(id)), ...others]),
        cached: [],
        opacity: new Map(own(arrangement.opacity)),
        off: new Map(own(arrangement.off).map(([id, keys]) => [id, new Set(keys)])),
      };
    }),
  reset: () => set(NOTHING),
}));
