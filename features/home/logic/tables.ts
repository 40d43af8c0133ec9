// The tables that are open below the map, as tabs: one for the active layer, and one for each layer or result asked for.
import { create } from 'zustand';

/** `home` follows the active layer, `attributes` shows all of one; the others show what a tool has found. */
export type TableKind = 'home' | 'attributes' | 'search' | 'identify';

export interface TableTab {
  id: string;
  kind: TableKind;
  /** Null where it follows the active layer. */
  layer: number | null;
  filter?: Readonly<Record<string, string>>;
  title?: string;
}
export interface TableAsked {
  layer: number;
  filter?: Readonly<Record<string, string>>;
  title?: string;
}

/** More tabs than this and the one that was not looked at for longest gives way. */
export const MOST_TABS = 6;

interface TablesState {
  /** In the order they were opened. */
  tabs: readonly TableTab[];
  /** Ids, the one in front last. */
  seen: readonly string[];
  /** How often somebody has asked for a table: who covers it makes room. */
  asked: number;
  open(asked: TableAsked): void;
  /** The active layer's table: opens it, brings it forward, or closes it where it is in front and not covered. */
  toggleHome(covered?: boolean): void;
  bring(id: string): void;
  close(id: string): void;
  closeAll(): void;
}

const kindOf = ({ filter }: TableAsked): TableKind =>
  filter === undefined ? 'attributes' : filter.filter_query === undefined ? 'identify' : 'search';

export const useTables = create<TablesState>()((set, get) => {
  const put = (tab: TableTab) =>
    set(({ tabs, seen, asked }) => {
      const order = [...seen.filter((id) => id !== tab.id), tab.id].slice(-MOST_TABS);
      const there = tabs.some(({ id }) => id === tab.id) ? tabs : [...tabs, tab];
      return { tabs: there.filter(({ id }) => order.includes(id)), seen: order, asked: asked + 1 };
    });
  return {
    tabs: [],
    seen: [],
    asked: 0,
    open: (asked) => put({ ...asked, kind: kindOf(asked), id: `${asked.layer}/${JSON.stringify(asked.filter ?? {})}` }),
    toggleHome: (covered = false) => {
      if (get().seen.at(-1) === 'home' && !covered) get().close('home');
      else put({ id: 'home', kind: 'home', layer: null });
    },
    bring: (id) => set(({ seen }) => ({ seen: [...seen.filter((one) => one !== id), id] })),
    close: (id) =>
      set(({ tabs, seen }) => ({
        tabs: tabs.filter((tab) => tab.id !== id),
        seen: seen.filter((one) => one !== id),
      })),
    closeAll: () => set({ tabs: [], seen: [] }),
  };
});
