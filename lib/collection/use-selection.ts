// Which rows of a list are selected: single ones, those of a page, or all that the filters find.
'use client';
import { useCallback, useMemo, useState } from 'react';

export interface Selection {
  /** The ids, or everything that the filters find. */
  value: ReadonlySet<number> | 'all';
  has: (id: number) => boolean;
  count: number;
  toggle: (id: number, isRange?: boolean) => void;
  /** Selects the rows of the page, or none of them when all are selected. */
  togglePage: () => void;
  selectAll: () => void;
  clear: () => void;
}

const NONE: ReadonlySet<number> = new Set();

/** The next selection when a row is pressed; with a range everything between the row pressed before and this one. Pure. */
export function toggleRow(
  now: ReadonlySet<number>,
  pageIds: readonly number[],
  id: number,
  anchor: number | null,
): ReadonlySet<number> {
  const next = new Set(now);
  const from = anchor === null ? -1 : pageIds.indexOf(anchor);
  const to = pageIds.indexOf(id);
  if (from >= 0 && to >= 0) {
    for (const one of pageIds.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(one);
    return next;
  }
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Selected rows of a list. `pageIds`: the rows on this page; `count`: of all pages; `filterKey`: another one empties the selection. */
export function useSelection(pageIds: readonly number[], count: number, filterKey: string): Selection {
  const [state, setState] = useState<{ key: string; value: ReadonlySet<number> | 'all' }>({
    key: filterKey,
    value: NONE,
  });
  const [anchor, setAnchor] = useState<number | null>(null);
  const value = state.key === filterKey ? state.value : NONE;
  const set = useCallback(
    (next: ReadonlySet<number> | 'all') => setState({ key: filterKey, value: next }),
    [filterKey],
  );
  return useMemo(() => {
    // A row that is taken out of "all" leaves the rows of this page.
    const single = value === 'all' ? new Set(pageIds) : value;
    return {
      value,
      has: (id) => value === 'all' || value.has(id),
      count: value === 'all' ? count : value.size,
      toggle: (id, isRange = false) => {
        set(toggleRow(single, pageIds, id, isRange ? anchor : null));
        setAnchor(id);
      },
      togglePage: () => {
        const isFull = pageIds.length > 0 && pageIds.every((id) => single.has(id));
        const next = new Set(single);
        for (const id of pageIds) isFull ? next.delete(id) : next.add(id);
        set(next);
      },
      selectAll: () => set('all'),
      clear: () => set(NONE),
    };
  }, [value, pageIds, count, anchor, set]);
}
