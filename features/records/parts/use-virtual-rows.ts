// The scrolling of the table: which rows are in view, scaled where a table is longer than a browser scrolls.
'use client';
import { useMediaQuery } from '@mantine/hooks';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  isScaled,
  type Measures,
  maxTop,
  ROW,
  rowsInView,
  scrollOf,
  TOUCH_ROW,
  topAfter,
  topForRow,
} from '../logic/row-window';

const FIRST_VIEW = 640;
const LINE = 16;
/** Pixels of the headings above the rows, under a mouse. */
const HEAD = 36;

export interface VirtualRows {
  scroller: RefObject<HTMLDivElement | null>;
  from: number;
  to: number;
  /** Place in the whole table, and the browser's scroll position that shows it. */
  top: number;
  scroll: number;
  measures: Measures;
  /** Fingers are the pointer: rows and their buttons are higher. */
  isTouch: boolean;
  onScroll: () => void;
  /** Brings a row into view by the shortest way. */
  reveal: (row: number) => void;
}

/** A new `list` begins at its top. */
export function useVirtualRows(rows: number, list: string): VirtualRows {
  const scroller = useRef<HTMLDivElement | null>(null);
  const [view, setView] = useState(FIRST_VIEW);
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const head = isTouch ? TOUCH_ROW : HEAD;
  const measures: Measures = { rows, view, row: isTouch ? TOUCH_ROW : ROW };
  const place = useRef({ top: 0, scroll: 0 });
  const latest = useRef(measures);
  latest.current = measures;
  const [, draw] = useState(0);

  const show = useCallback((next: { top: number; scroll: number }) => {
    const was = rowsInView(latest.current, place.current.top);
    const now = rowsInView(latest.current, next.top);
    place.current = next;
    if (isScaled(latest.current) || was.from !== now.from || was.to !== now.to) draw((n) => n + 1);
  }, []);
  const goTo = useCallback(
    (top: number) => {
      const to = Math.max(0, Math.min(top, maxTop(latest.current)));
      const scroll = scrollOf(latest.current, to);
      if (scroller.current) scroller.current.scrollTop = scroll;
      show({ top: to, scroll: scroller.current?.scrollTop ?? scroll });
    },
    [show],
  );
  const onScroll = useCallback(() => {
    const scroll = scroller.current?.scrollTop ?? 0;
    if (Math.abs(scroll - place.current.scroll) < 0.5) return;
    show({ top: topAfter(latest.current, place.current, scroll), scroll });
  }, [show]);
  const reveal = useCallback((row: number) => goTo(topForRow(latest.current, place.current.top, row)), [goTo]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setView(Math.max(0, element.clientHeight - head)));
    watch.observe(element);
    return () => watch.disconnect();
  }, [head]);
  // A wheel's notch would skip hundreds of rows of a scaled table: it goes pixel by pixel through the whole one instead.
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      if (!isScaled(latest.current) || event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      const unit = event.deltaMode === 1 ? LINE * 3 : event.deltaMode === 2 ? latest.current.view : 1;
      if (event.deltaX) element.scrollLeft += event.deltaX * unit;
      goTo(place.current.top + event.deltaY * unit);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [goTo]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list begins at its top
  useLayoutEffect(() => goTo(0), [list]);

  const { top, scroll } = place.current;
  return { scroller, ...rowsInView(measures, top), top, scroll, measures, isTouch, onScroll, reveal };
}
