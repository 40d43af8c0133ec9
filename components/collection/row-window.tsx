// The rows of a long table that stand in the document: those that are looked at, and some around them.
'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** Height of a row until rows are there to be measured. */
const ROW_PX = 40;
const OVERSCAN = 12;

export interface RowWindow {
  /** Whether all rows stand in the document. */
  isWhole: boolean;
  indexes: readonly number[];
  /** Pixels of what is left out. */
  above: number;
  below: number;
  scrollTo: (index: number) => void;
}

/** How high the rows that stand in a frame are on average; null where nothing has a height. */
function measureRows(frame: HTMLElement): number | null {
  const rows = [...frame.querySelectorAll<HTMLElement>('tbody > tr:not([aria-hidden])')];
  const height = rows.reduce((sum, row) => sum + row.offsetHeight, 0);
  return height > 0 ? height / rows.length : null;
}

/** Rows are higher where fingers press them, and where a narrow frame breaks their words: measured once for each width of the frame. */
function useRowHeight(frame: RefObject<HTMLElement | null>, isMeasured: boolean): number {
  const [{ rowPx, width }, setMeasure] = useState({ rowPx: ROW_PX, width: -1 });
  useLayoutEffect(() => {
    const box = frame.current;
    if (!isMeasured || !box || box.clientWidth === width) return;
    const height = measureRows(box);
    if (height !== null) setMeasure({ rowPx: height, width: box.clientWidth });
  });
  return rowPx;
}

/** Up to `maxWhole` rows all are there. */
export function useRowWindow(count: number, maxWhole: number, frame: RefObject<HTMLElement | null>): RowWindow {
  const isWhole = count <= maxWhole;
  const rowPx = useRowHeight(frame, !isWhole);
  const virtual = useVirtualizer({
    count: isWhole ? 0 : count,
    getScrollElement: () => frame.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    scrollPaddingStart: rowPx,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is left out is counted anew by another height
  useEffect(() => virtual.measure(), [rowPx, virtual]);
  const items = virtual.getVirtualItems();
  return {
    isWhole,
    indexes: isWhole ? Array.from({ length: count }, (_, i) => i) : items.map(({ index }) => index),
    above: items[0]?.start ?? 0,
    below: isWhole ? 0 : virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
    scrollTo: (index) => {
      if (!isWhole) virtual.scrollToIndex(index);
    },
  };
}

/** A row in place of those that are left out. */
export const RowGap = ({ height }: { height: number }) =>
  height > 0 && <tr aria-hidden style={{ blockSize: height }} />;
