// The rows of a list: a table where there is room, cards where there is not. Keys: J and K move, X or Space selects, Enter opens.
'use client';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import type { Selection } from '@/lib/collection/use-selection';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import type { RowAct } from './acts';
import { CardRows } from './card-rows';
import type { Column, TitleColumn } from './columns';
import { TableRows } from './table-rows';

/** Cards below this width. */
const NARROW = '(max-width: 719px)';

export interface DataListProps<T extends { id: number }, O extends string = string> {
  /** Names the list for screen readers. */
  label: string;
  rows: readonly T[];
  title: TitleColumn<T, O>;
  columns: readonly Column<T, O>[];
  /** Where a row's title leads; without it the title calls `onOpen`, and without both it is plain text. */
  href?: (row: T) => string | null;
  onOpen?: (row: T) => void;
  /** Somebody is about to follow a row's link: what it leads to can be begun. */
  onNear?: (row: T) => void;
  /** The row that is open beside the list. */
  openId?: number | null;
  acts?: (row: T) => readonly RowAct[];
  /** One act that stands before the menu. */
  quickAct?: (row: T) => ReactNode;
  order?: O | `-${O}`;
  onOrder?: (key: O) => void;
  selection?: Selection;
  /** There is little room: columns that are not needed there are left out. */
  isCompact?: boolean;
  isStale?: boolean;
  /** A row's menu has opened or closed. */
  onMenu?: (isOpen: boolean) => void;
}

export function DataList<T extends { id: number }, O extends string>(all: DataListProps<T, O>) {
  const props = all.isCompact ? { ...all, columns: all.columns.filter(({ isWide }) => !isWide) } : all;
  const isNarrow = useMediaQuery(NARROW) ?? false;
  const list = useRef<HTMLDivElement>(null);

  /** The rows in the page, and the one that holds the focus. */
  const focusedRow = () => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const row = props.rows.find(({ id }) => String(id) === rows[at]?.dataset.row);
    return { rows, at, row, isOnRow: at >= 0 && document.activeElement === rows[at] };
  };
  const move = (step: 1 | -1) => (event: KeyboardEvent) => {
    const { rows, at } = focusedRow();
    // Arrows belong to the page and its controls until a row has the focus.
    if (rows.length === 0 || (at < 0 && event.code.startsWith('Arrow'))) return false;
    rows[Math.max(0, Math.min(at + step, rows.length - 1))]?.focus();
    return true;
  };
  const select = ({ code, shiftKey }: KeyboardEvent) => {
    const { row, isOnRow } = focusedRow();
    if (!row || !props.selection || (code === 'Space' && !isOnRow)) return false;
    props.selection.toggle(row.id, shiftKey);
    return true;
  };
  const open = () => {
    const { rows, at, isOnRow } = focusedRow();
    if (!isOnRow) return false;
    rows[at]?.querySelector<HTMLElement>('[data-title]')?.click();
    return true;
  };
  useHotkeys('screen', [
    { keys: ['KeyJ', 'ArrowDown'], repeats: true, run: move(1) },
    { keys: ['KeyK', 'ArrowUp'], repeats: true, run: move(-1) },
    { keys: ['KeyX', 'Shift+KeyX', 'Space', 'Shift+Space'], run: select },
    { keys: 'Enter', run: open },
  ]);

  return (
    <div ref={list} style={{ display: 'contents' }}>
      {isNarrow ? <CardRows {...props} /> : <TableRows {...props} />}
    </div>
  );
}
