// A paged list on a screen: what the address asks for, the page that came, and the changes of both.
'use client';
import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { Output, Row } from '../../contract/define';
import type { Page } from '../../contract/schemas/common';
import { call } from '../api/client';
import { useRead } from '../api/hooks';
import { readAll } from '../api/read-all';
import { type PageSize, useListSettings } from './list-settings';
import type { Filters, ListView, OrderOf, QueryOf, View, ViewChange } from './view';

const DEFAULT_SIZE: PageSize = 25;

export type ItemOf<R extends Row> = Output<R> extends Page<infer T> ? T : never;

export interface Collection<R extends Row, F extends Filters<R>, O extends OrderOf<R>> {
  definition: ListView<R, F, O>;
  view: View<F, O | `-${O}`>;
  /** Anything but another page or an open row goes back to the first page. */
  change: (part: ViewChange<F, O | `-${O}`>) => void;
  /** Drops all filters. */
  clear: () => void;
  isFiltered: boolean;
  rows: readonly ItemOf<R>[];
  /** Of all pages; `isCapped`: at least that many. */
  count: number;
  isCapped: boolean;
  size: PageSize;
  page: number;
  onPage: (page: number) => void;
  onSize: (size: PageSize) => void;
  /** Nothing has come yet. */
  isPending: boolean;
  /** The rows are those of the page before, while the asked one is on its way. */
  isStale: boolean;
  error: unknown;
  retry: () => void;
  /** Ids of everything that the filters find, on all pages. */
  readIds: (signal: AbortSignal) => Promise<number[]>;
  /** While held, a return to the window does not reload: a menu is open, rows are selected. */
  hold: (isHeld: boolean) => void;
}

/** The page of a list that the address asks for. `screen` names the list in the person's settings. */
export function useCollection<R extends Row, F extends Filters<R>, O extends OrderOf<R>>(
  definition: ListView<R, F, O>,
  screen: string,
): Collection<R, F, O> {
  const path = usePathname();
  const search = useSearchParams();
  const [settings, setSettings] = useListSettings(screen);
  const size = settings.size ?? DEFAULT_SIZE;
  const view = useMemo(() => definition.read(search), [definition, search]);
  const query: QueryOf<R> = definition.toQuery(view, size);
  const read = useRead(definition.call, { query } as never, { keep: true });
  const answer = read.data as Page<ItemOf<R>> | undefined;

  const change = useCallback(
    (part: ViewChange<F, O | `-${O}`>) => {
      const now = definition.read(new URLSearchParams(location.search));
      const isSameList = !('filters' in part) && !('order' in part);
      const next = {
        ...now,
        page: isSameList ? now.page : 1,
        ...part,
        filters: { ...now.filters, ...part.filters },
      } as View<F, O | `-${O}`>;
      // The list alone changes: the server need not render the screen again.
      history.replaceState(null, '', path + definition.write(next));
    },
    [definition, path],
  );
  const clear = useCallback(() => change({ filters: definition.first.filters }), [change, definition]);

  // A page that has become empty leads back to the last one.
  const last = answer ? Math.max(1, Math.ceil(answer.count / size)) : view.page;
  useEffect(() => {
    if (!read.isPlaceholderData && answer?.results.length === 0 && view.page > last) change({ page: last });
  }, [read.isPlaceholderData, answer, view.page, last, change]);

  const readIds = useCallback(
    async (signal: AbortSignal) => {
      const all = await readAll<{ id: number }>(({ limit, offset }) => {
        const input = { query: { ...(definition.toQuery(view, limit) as object), offset } };
        return call(definition.call as Row, input as never, { signal }) as Promise<Page<{ id: number }>>;
      });
      return all.map(({ id }) => id);
    },
    [definition, view],
  );

  const hold = useReloadOnReturn(read.refetch);

  return {
    definition,
    view,
    change,
    clear,
    isFiltered: definition.isFiltered(view),
    rows: answer?.results ?? [],
    count: answer?.count ?? 0,
    isCapped: answer?.count_capped ?? false,
    size,
    page: view.page,
    onPage: (next) => change({ page: next }),
    onSize: (next) => {
      setSettings({ size: next });
      change({ page: 1 });
    },
    isPending: read.isPending,
    isStale: read.isPlaceholderData,
    error: answer ? null : read.error,
    retry: () => void read.refetch(),
    readIds,
    hold,
  };
}

/** Reloads when the person comes back to the window, unless it is held. */
function useReloadOnReturn(reload: () => unknown): (isHeld: boolean) => void {
  const isHeld = useRef(false);
  const handleReturn = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && !isHeld.current) void reload();
  });
  useEffect(() => {
    const handleVisible = () => handleReturn();
    document.addEventListener('visibilitychange', handleVisible);
    return () => document.removeEventListener('visibilitychange', handleVisible);
  }, []);
  return useCallback((nextHeld: boolean) => {
    isHeld.current = nextHeld;
  }, []);
}
