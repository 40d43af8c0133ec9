// A list whose order is the person's: dragged by the pointer, moved by keys, or sent to a position by a menu. Each move is told.
'use client';
import { Accessibility } from '@dnd-kit/dom';
import { DragDropProvider, PointerSensor } from '@dnd-kit/react';
import { isSortable } from '@dnd-kit/react/sortable';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useTranslations } from 'next-intl';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useFormat } from '@/lib/i18n/use-format';
import { toast } from '../feedback/toast';
import { type RowActs, type SortableItem, SortableRow } from './parts/sortable-row';
import classes from './sortable.module.css';

export type { SortableItem } from './parts/sortable-row';

/** Up to so many rows all stand in the document. */
const MAX_WHOLE = 100;
const ROW_PX = 40;
const GAP_PX = 4;
const OVERSCAN = 12;

export interface SortableProps<T extends SortableItem> {
  label: string;
  items: readonly T[];
  /** Positions count from 0; see `moveItem`. */
  onMove: (from: number, to: number) => void;
  /** What stands in a row; its label where left out. */
  children?: (item: T) => ReactNode;
  /** More items of a row's menu: «to section…». */
  menu?: (item: T) => ReactNode;
  /** Why a row cannot go to a position; null where it can. */
  whyNot?: (from: number, to: number) => string | null;
  /** The row that is looked at: it is marked, and scrolled to when it changes. */
  active?: string | null;
  /** What scrolls a long list: then only the rows that are looked at stand in the document, each 40 px high. */
  frame?: RefObject<HTMLElement | null>;
  /** Nothing can be moved or chosen from a menu. */
  isFixed?: boolean;
}

/** Which rows of a list stand in the document, and how high the gaps for the others are. */
function useWindow(count: number, active: number, frame: RefObject<HTMLElement | null> | undefined) {
  const isWhole = count <= MAX_WHOLE || !frame;
  const virtual = useVirtualizer({
    count: isWhole ? 0 : count,
    getScrollElement: () => frame?.current ?? null,
    estimateSize: () => ROW_PX,
    gap: GAP_PX,
    overscan: OVERSCAN,
  });
  const scrollTo = useRef(virtual);
  scrollTo.current = virtual;
  useEffect(() => {
    if (!isWhole && active >= 0) scrollTo.current.scrollToIndex(active, { align: 'auto' });
  }, [isWhole, active]);
  if (isWhole) return { indexes: Array.from({ length: count }, (_, i) => i), above: 0, below: 0 };
  const rows = virtual.getVirtualItems();
  return {
    indexes: rows.map(({ index }) => index),
    above: rows[0]?.start ?? 0,
    below: virtual.getTotalSize() - (rows.at(-1)?.end ?? 0),
  };
}

const Gap = ({ height }: { height: number }) =>
  height > 0 && <li aria-hidden className={classes.gap} style={{ blockSize: height }} />;

const FREE = () => null;

/** The library drags by the pointer alone: keys, menu and what is told are ours, in the reader's language. */
export function Sortable<T extends SortableItem>(props: SortableProps<T>) {
  const { label, items, onMove, children, menu, whyNot = FREE, active = null, frame, isFixed = false } = props;
  const t = useTranslations('common.sort');
  const { number } = useFormat();
  const list = useRef<HTMLOListElement>(null);
  const [news, setNews] = useState({ id: '', text: '' });
  const rows = useWindow(items.length, active === null ? -1 : items.findIndex(({ id }) => id === active), frame);
  const move = (from: number, to: number) => {
    const item = items[from];
    if (!item || from === to) return;
    const reason = whyNot(from, to);
    if (reason !== null) return void toast({ type: 'info', id: 'sortable', message: reason });
    setNews({ id: item.id, text: t('moved', { name: item.label, n: number(to + 1), all: number(items.length) }) });
    onMove(from, to);
  };
  const menuOf = (id: string) => {
    const item = items.find((one) => one.id === id);
    return item && menu?.(item);
  };
  const acts = useRef<RowActs>({ whyNot, move, menu: menuOf });
  acts.current = { whyNot, move, menu: menuOf };
  // A row that is put elsewhere in the document loses the focus.
  useEffect(() => {
    const handles = [...(list.current?.querySelectorAll<HTMLElement>('[data-handle]') ?? [])];
    handles.find(({ dataset }) => dataset.handle === news.id)?.focus();
  }, [news]);
  const contentOf = (item: T) => (children ? children(item) : <bdi>{item.label}</bdi>);
  if (isFixed)
    return (
      <ol aria-label={label} className={classes.list}>
        {items.map((item) => (
          <li key={item.id} className={classes.row} data-active={item.id === active || undefined}>
            <div className={classes.content}>{contentOf(item)}</div>
          </li>
        ))}
      </ol>
    );
  return (
    <DragDropProvider
      sensors={[PointerSensor]}
      plugins={(plugins) => plugins.filter((plugin) => plugin !== Accessibility)}
      onDragEnd={({ operation: { source }, canceled }) => {
        if (!canceled && isSortable(source)) move(source.initialIndex, source.index);
      }}
    >
      <ol ref={list} aria-label={label} className={classes.list}>
        <Gap height={rows.above} />
        {rows.indexes.map((index) => {
          const item = items[index];
          return (
            item && (
              <SortableRow
                key={item.id}
                item={item}
                index={index}
                count={items.length}
                content={contentOf(item)}
                isActive={item.id === active}
                acts={acts}
              />
            )
          );
        })}
        <Gap height={rows.below} />
      </ol>
      <p role="status" className={classes.news}>
        {news.text}
      </p>
    </DragDropProvider>
  );
}
