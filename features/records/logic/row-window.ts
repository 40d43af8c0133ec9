// Which rows of a very long table are in view. Browsers end at some 16 million pixels, so a longer table scrolls scaled.

/** Pixels of a row under a mouse, and under a finger. */
export const ROW = 32;
export const TOUCH_ROW = 44;
export const PAGE_SIZE = 100;
/** No element is made higher than this. */
export const MAX_HEIGHT = 10_000_000;
/** Rows drawn beyond each edge. */
const OVERSCAN = 6;

/** The measures of a table: what it would be, what the browser gets, and what is seen of it. */
export interface Measures {
  rows: number;
  /** Pixels of the body that are seen. */
  view: number;
  /** Pixels of a row. */
  row: number;
}
type Extent = Pick<Measures, 'rows' | 'row'>;

/** Height of all rows together. */
const wholeHeight = ({ rows, row }: Extent): number => rows * row;

/** Height that the browser is asked for. */
export const bodyHeight = (extent: Extent): number => Math.min(wholeHeight(extent), MAX_HEIGHT);

export const isScaled = (extent: Extent): boolean => wholeHeight(extent) > MAX_HEIGHT;

const clamp = (value: number, most: number) => Math.max(0, Math.min(value, Math.max(0, most)));

/** The furthest place in the whole table, and the furthest the browser scrolls. */
export const maxTop = (m: Measures): number => Math.max(0, wholeHeight(m) - m.view);
const lastScroll = (m: Measures): number => Math.max(0, bodyHeight(m) - m.view);

/** The place in the whole table that belongs to the browser's scroll position. */
export function topOf(measures: Measures, scroll: number): number {
  if (!isScaled(measures)) return clamp(scroll, maxTop(measures));
  const end = lastScroll(measures);
  return end === 0 ? 0 : clamp((scroll / end) * maxTop(measures), maxTop(measures));
}

/** The browser's scroll position that belongs to a place; only the very ends lie at its ends, so that one can always go on. */
export function scrollOf(measures: Measures, top: number): number {
  const place = clamp(top, maxTop(measures));
  if (!isScaled(measures)) return place;
  const end = lastScroll(measures);
  if (place === 0) return 0;
  if (place === maxTop(measures)) return end;
  return Math.max(1, Math.min(end - 1, Math.round((place / maxTop(measures)) * end)));
}

/**
 * The place after the browser scrolled. A short way in a scaled table is gone pixel for pixel, so that fingers can reach every row;
 * a long one is a pull at the scrollbar.
 */
export function topAfter(measures: Measures, before: { top: number; scroll: number }, scroll: number): number {
  const way = scroll - before.scroll;
  if (!isScaled(measures) || Math.abs(way) > measures.view * 2) return topOf(measures, scroll);
  if (scroll <= 0) return 0;
  if (scroll >= lastScroll(measures)) return maxTop(measures);
  return clamp(before.top + way, maxTop(measures));
}

/** First row and the row after the last that are drawn. */
export function rowsInView({ rows, view, row }: Measures, top: number): { from: number; to: number } {
  return {
    from: Math.max(0, Math.floor(top / row) - OVERSCAN),
    to: Math.min(rows, Math.ceil((top + view) / row) + OVERSCAN),
  };
}

/** Where a row stands inside the body, given the place that is in view and the browser's scroll position. */
export const rowOffset = (measures: Measures, row: number, top: number, scroll: number): number =>
  row * measures.row - (isScaled(measures) ? top - scroll : 0);

/** Numbers of the pages that hold the rows. */
export function pagesOf({ from, to }: { from: number; to: number }): number[] {
  if (to <= from) return [0];
  const first = Math.floor(from / PAGE_SIZE);
  const last = Math.floor((to - 1) / PAGE_SIZE);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/** The place that brings a row into view by the shortest way. */
export function topForRow(measures: Measures, top: number, row: number): number {
  const start = row * measures.row;
  if (start < top) return start;
  const end = start + measures.row;
  if (end > top + measures.view) return clamp(end - measures.view, maxTop(measures));
  return top;
}

/**
 * How many rows the table has. Where the server stopped counting, the table is one page longer than what was read of it, until a
 * page comes back short.
 */
export function rowCount(count: number, capped: boolean, pages: readonly { page: number; size: number }[]): number {
  if (!capped) return count;
  let rows = count;
  for (const { page, size } of pages) {
    const end = page * PAGE_SIZE + size;
    if (size < PAGE_SIZE && (size > 0 || page * PAGE_SIZE <= rows)) return end;
    rows = Math.max(rows, end + PAGE_SIZE);
  }
  return rows;
}

/** The row of headings, above the first row. */
export const HEAD_ROW = -1;

/** The row that a key leads to; null where the key means nothing here. */
export function rowAfterKey(key: string, row: number, { rows, view, row: height }: Measures): number | null {
  const step = Math.max(1, Math.floor(view / height) - 1);
  const ways: Record<string, number> = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + step,
    PageUp: row - step,
    Home: 0,
    End: rows - 1,
  };
  const next = ways[key];
  if (next === undefined) return null;
  if (key === 'ArrowUp' && next < 0) return HEAD_ROW;
  return rows === 0 ? null : clamp(next, rows - 1);
}
