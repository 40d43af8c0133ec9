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
export interface TableRequest {
  layer: number;
  filter?: Readonly<Record<string, string>>;
  title?: string;
}

/** More tabs than this and the one that was not looked at for longest gives way. */
export const MAX_TABS = 6;

interface TablesState {
  /** In the order they were opened. */
  tabs: readonly TableTab[];
  /** Ids, the one in front last. */
  recentIds: readonly string[];
  /** How often somebody has asked for a table: who covers it makes room. */
  requestCount: number;
  open(request: TableRequest): void;
  /** The active layer's table: opens it, brings it forward, or closes it where it is in front and not covered. */
  toggleHome(covered?: boolean): void;
  bring(id: string): void;
  close(id: string): void;
  closeAll(): void;
}

const kindOf = ({ filter }: TableRequest): TableKind =>
  filter === undefined ? 'attributes' : filter.filter_query === undefined ? 'identify' : 'search';

export const useTables = create<TablesState>()((set, get) => {
  const put = (tab: TableTab) =>
    set(({ tabs, recentIds, requestCount }) => {
      const order = [...recentIds.filter((id) => id !== tab.id), tab.id].slice(-MAX_TABS);
      const there = tabs.some(({ id }) => id === tab.id) ? tabs : [...tabs, tab];
      return { tabs: there.filter(({ id }) => order.includes(id)), recentIds: order, requestCount: requestCount + 1 };
    });
  return {
    tabs: [],
    recentIds: [],
    requestCount: 0,
    open: (request) =>
      put({ ...request, kind: kindOf(request), id: `${request.layer}/${JSON.stringify(request.filter ?? {})}` }),
    toggleHome: (covered = false) => {
      if (get().recentIds.at(-1) === 'home' && !covered) get().close('home');
      else put({ id: 'home', kind: 'home', layer: null });
    },
    bring: (id) => set(({ recentIds }) => ({ recentIds: [...recentIds.filter((one) => one !== id), id] })),
    close: (id) =>
      set(({ tabs, recentIds }) => ({
        tabs: tabs.filter((tab) => tab.id !== id),
        recentIds: recentIds.filter((one) => one !== id),
      })),
    closeAll: () => set({ tabs: [], recentIds: [] }),
  };
});
