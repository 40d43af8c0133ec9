// The rows of a long table that stand in the document: those that are looked at, and some around them.
'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

/** Height of a row; what is left out is counted by it. */
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

/** Up to `maxWhole` rows all are there. */
export function useRowWindow(count: number, maxWhole: number, frame: RefObject<HTMLElement | null>): RowWindow {
  const isWhole = count <= maxWhole;
  const virtual = useVirtualizer({
    count: isWhole ? 0 : count,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollPaddingStart: ROW_PX,
  });
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
